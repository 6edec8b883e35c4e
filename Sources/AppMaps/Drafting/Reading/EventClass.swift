import NavigationModel

/// Events with one name, or with one name and certain values of the properties that split it.
struct EventClass {
  let word: Int32
  /// The properties that split the name, and the values of this class.
  var split: [(key: Int32, text: Int32)] = []
  /// Indices of the records in the survey.
  var records: [Int] = []
  /// Concepts in its names.
  var concepts: Set<Concept> = []
  /// The kind given by the format.
  var known: EventKind?
  var properties: [Property] = []

  /// A property of the events of a class.
  struct Property {
    let key: Int32
    var counts: [Int32: Int] = [:]
    /// The number of events that have it.
    var count = 0
    var concepts: Set<Concept> = []

    var distinct: Int { counts.count }

    /// The most common value.
    var commonest: Int32 { counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0 }
  }

  /// The maximum number of values that are counted.
  static let mostValues = 5000

  mutating func gather(_ survey: LogSurvey, keyConcepts: [Set<Concept>], leaving noise: Set<Int32>) {
    var indices: [Int32: Int] = [:]
    for record in records {
      for cell in survey.cells[survey.records[record].cells] where !noise.contains(cell.key) {
        let index: Int
        if let known = indices[cell.key] {
          index = known
        } else {
          index = properties.count
          indices[cell.key] = index
          properties.append(Property(key: cell.key, concepts: keyConcepts[Int(cell.key)]))
        }
        properties[index].count += 1
        if properties[index].counts.count < Self.mostValues || properties[index].counts[cell.text] != nil {
          properties[index].counts[cell.text, default: 0] += 1
        }
      }
    }
    let used = Set(split.map(\.key))
    properties.removeAll { used.contains($0.key) }
    properties.sort { $0.key < $1.key }
  }
}
