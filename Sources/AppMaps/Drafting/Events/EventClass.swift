import NavigationModel

/// Events with one name, or with one name and certain values of the properties that split it.
struct EventClass {
  let word: Int32
  /// The properties that split the name, and the values of this class.
  var split: [(key: Int32, text: Int32)] = []
  /// Indices of the records in the survey.
  var records: [Int] = []
  var concepts: Set<Concept> = []
  /// The kind given by the format.
  var known: EventKind?
  /// Its events that are followed by a screen within two seconds, as keys of names, and their share.
  var arrivals: [(record: Int, screen: String)] = []
  var arrivalShare: Double { Double(arrivals.count) / Double(max(1, records.count)) }
  /// Those of these whose screen is one of the last before the current one, and their share.
  var returned = 0
  var returns: Double { Double(returned) / Double(max(1, arrivals.count)) }
  /// Changes of screen right after its events, and those of them that lead to one of the last screens.
  var moves = 0
  var movesBack = 0
  /// Those that lead to the screen right before.
  var movesToLast = 0
  /// Classes of actions within a minute before its events, without a screen in between.
  var previous: [Int: Int] = [:]
  /// Those within a minute after them.
  var following: [Int: Int] = [:]
  /// The share of events followed by a choice of another class, or by nothing that leads to a screen.
  var opens = 0.0
  /// A class that nearly always comes just before, and leads to no screen itself.
  var opener: Int?
  var properties: [Property] = []

  struct Property {
    let key: Int32
    var counts: [Int32: Int] = [:]
    /// The number of events that have it.
    var count = 0
    var concepts: Set<Concept> = []

    var distinct: Int { counts.count }
  }

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
