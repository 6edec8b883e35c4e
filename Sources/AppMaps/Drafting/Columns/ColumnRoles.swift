import EventLogs
import NavigationModel

/// Finds the role of each column: each needs evidence for it, and none against. What decides the time, the people, and
/// what happened is in files of its own.
struct ColumnRoles {
  let table: SampledTable
  var found = ColumnReading()
  var time: SampledTable.Column?
  /// Times that count from the start of each value of other columns.
  typealias Start = (time: SampledTable.Column, outer: [SampledTable.Column], notation: TimeNotation)
  var start: Start?
  private var used: Set<String>

  init(_ table: SampledTable, given: [ColumnReading.Part]) {
    self.table = table
    found.parts = given
    used = Set(given.flatMap(\.keys))
  }

  var rows: Int { max(1, table.rows) }
  /// Columns without a role.
  var free: [SampledTable.Column] { table.columns.filter { !used.contains($0.key) } }
  func part(_ field: String) -> ColumnReading.Part? { found.parts.first { $0.field == field } }
  func column(_ field: String) -> SampledTable.Column? {
    part(field).flatMap { part in table.columns.first { $0.key == part.key } }
  }

  /// The time of each row: of a date and a time of day, both.
  var times: [Int64?] {
    if let start { return table.times(start.time, start.notation) }
    guard let time else { return [] }
    let parts = part("time")?.keys.compactMap { key in table.columns.first { $0.key == key } } ?? []
    return parts.count > 1 ? table.times(parts, notation.0) : table.times(time)
  }

  mutating func take(_ field: String, _ column: SampledTable.Column, _ confidence: Double, _ reason: String) {
    used.insert(column.key)
    let confidence = min(Weight.certain, confidence)
    found.parts.append(.init(field: field, key: column.key, confidence: confidence, reason: reason))
  }

  /// Adds a column to the one that was taken last: the time of day to the date.
  mutating func add(_ column: SampledTable.Column) {
    used.insert(column.key)
    found.parts[found.parts.count - 1].keys.append(column.key)
  }

  /// Another column stands in where the one that was taken last has no value.
  mutating func fallBack(to column: SampledTable.Column) {
    used.insert(column.key)
    found.parts[found.parts.count - 1].others = [column.key]
  }

  /// The sessions stand in for users.
  mutating func takeSessionsAsUsers(_ session: ColumnReading.Part) {
    var user = session
    user.field = "user"
    user.reason = "the log names no users: each session counts as one"
    found.parts.append(user)
  }

  func best(_ least: Double, _ score: (SampledTable.Column) -> Double) -> (
    column: SampledTable.Column, score: Double
  )? {
    free.map { (column: $0, score: score($0)) }.filter { $0.score >= least }.max { $0.score < $1.score }
  }

  var notation: (TimeNotation, String?) { start.map { ($0.notation, nil) } ?? time?.notation ?? (.standard, nil) }

  // MARK: - Dimensions

  mutating func findDimensions() {
    let dimensions: [(String, Concept, reason: String)] = [
      ("platform", .platform, "its values are systems"), ("app_version", .version, "its name"),
      ("device", .device, "its values are kinds of devices"), ("locale", .locale, "its name"),
      ("variant", .variant, "its name"), ("id", .id, "no value comes twice"),
    ]
    for (field, concept, reason) in dimensions where part(field) == nil {
      let found = best(Weight.question) { column in
        // `os_version` and `$lib_version` are other versions.
        let isOther = column.has(.platform) || !column.words.isDisjoint(with: Self.otherVersions)
        guard column.has(concept), !column.words.contains("request"), concept != .version || !isOther else { return 0 }
        let values = column.values.lazy.map { NameWords.key($0.text) }
        let holds =
          switch field {
          case "platform": values.contains(where: Self.systems.contains)
          case "id": column.distinct == column.count && column.count * 10 >= rows * 9 && column.words.count <= 2
          case "device": values.contains(where: Self.devices.contains)
          case "variant": (2...12).contains(column.distinct)
          default: column.distinct < 60
          }
        return holds ? Weight.dimension : 0
      }
      if let found { take(field, found.column, found.score, reason) }
    }
  }

  private static let systems = WordLists.set("systems")
  private static let devices: Set = ["phone", "tablet", "desktop"]
  private static let otherVersions: Set = ["lib", "library", "sdk", "tracker", "schema", "api"]
}
