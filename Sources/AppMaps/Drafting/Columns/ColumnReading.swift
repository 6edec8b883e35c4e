import EventLogs
import NavigationModel

/// The role of each column, or field of a JSON record, inferred from its values as much as from its name.
package struct ColumnReading: Sendable {
  package struct Part: Sendable {
    package var field: String
    /// The column; a date, a time of day and a zone are several.
    package var keys: [String]
    /// The columns of files that call it something else, and of rows that lack it.
    package var others: [String] = []
    package var confidence: Double
    package var reason: String

    package var isSure: Bool { confidence >= Weight.sure }
    var key: String { keys[0] }
    package var all: [String] { keys + others }

    init(field: String, key: String, confidence: Double, reason: String) {
      self.field = field
      keys = [key]
      self.confidence = confidence
      self.reason = reason
    }
  }

  package var parts: [Part] = []
  package var times = TimeNotation.standard
  /// Set if the order of day and month is uncertain, because no value decides it.
  package var ambiguousDate: String?
  /// Why the log cannot be read, and what would help; nil if it can.
  package var problem: Problem?
  /// All columns that have values, and those with no role, or one that nothing needs.
  package var columns: [String] = []
  package var ignored: [String] = []
  /// The column that says where the user was, beside one that says what happened.
  package var place: Part?
  /// Whether what happened is that places were shown: `catalog`, `cart`.
  package var eventsArePlaces = false
  /// Whether times are counted from the start of each session.
  package var countsFromStart = false
  /// The columns of requests that say how they were made and answered.
  package var requests = Requests()

  /// Whether the sessions stand in for users, whom the log does not name.
  package var sessionsAreUsers: Bool { key("user") != nil && key("user") == key("session") }
  /// What the log says of each event: what happened, which screens were open, or which was shown.
  package var content: String { ["event", "value"].first { key($0) != nil } ?? "screen" }

  package enum Problem: Sendable, Equatable {
    case daysOnly(String)
    case clocksOnly(String)
    /// One row for each session, with all of its screens in a column, as in this value.
    case paths(String, example: String)
    /// Cases of a process, such as tickets, whose steps are hours apart.
    case process(String)
    /// No column of times, and one row for each of these things.
    case noEventLog(of: String)
    case noTime
    /// Neither a user nor a session; the likeliest column, if any.
    case nobody(likeliest: String?)
    /// What was chosen or shown; the likeliest column, if any.
    case nothing(likeliest: String?)
  }

  /// What has to be asked: the field, and the likeliest column.
  package var question: (field: String, key: String)? {
    switch problem {
    case .nobody(let likeliest): return likeliest.map { ("user", $0) }
    case .nothing(let likeliest): return likeliest.map { ("screen", $0) }
    case nil where ambiguousDate == nil:
      return ["time", "user", content].lazy.compactMap { field in
        parts.first { $0.field == field && !$0.isSure }
      }.first.map { ($0.field, $0.key) }
    default: return nil
    }
  }

  /// The answers with which records are read: each question is answered with its likeliest column, as somebody would
  /// who follows what is printed. Nil if that leads nowhere.
  static func answers(_ records: [RecordScan.Fields], given: ColumnReading?) -> [(field: String, key: String)]? {
    var known = given ?? ColumnReading()
    var answers: [(field: String, key: String)] = []
    while answers.count < 3 {
      let reading = ColumnReading(records, given: known)
      guard let (field, key) = reading.question else {
        return reading.isSure && reading.mayShowScreens(records) ? answers : nil
      }
      if answers.contains(where: { $0.field == field }) { return nil }
      answers.append((field, key))
      known.parts.removeAll { $0.field == field }
      known.parts.append(Part(field: field, key: key, confidence: 1, reason: "the answer"))
    }
    return nil
  }

  /// Whether a column says where people were, or the names of events may.
  private func mayShowScreens(_ records: [RecordScan.Fields]) -> Bool {
    guard let event = key("event") else { return true }
    if place != nil || eventsArePlaces { return true }
    let words = Set(records.compactMap { fields in fields.first { $0.key == event }?.text })
    return words.contains { EventKind(word: $0) != nil || NameWords($0).kind != nil }
  }

  package func key(_ field: String) -> String? { parts.first { $0.field == field }?.key }
  /// The columns of a field, each in other files.
  func keys(_ field: String) -> [String] { parts.first { $0.field == field }.map { [$0.key] + $0.others } ?? [] }

  /// Whether time, user, and what happened or was shown, were found with certainty.
  package var isSure: Bool {
    problem == nil && ambiguousDate == nil
      && ["time", "user", content].allSatisfy { field in
        parts.contains { $0.field == field && ($0.isSure || field == "screen") }
      }
  }

  /// Whether the elements of a list say when and where somebody was: then the records around it are reports of what
  /// happened at its end, such as crashes.
  func isTrail(_ list: String) -> Bool {
    isSure && holdsTime(list) && [key("screen"), place?.key].contains { $0?.hasPrefix(list) == true }
  }

  /// Whether the elements of a list have times of their own.
  func holdsTime(_ list: String) -> Bool { key("time")?.hasPrefix(list) == true }

  /// Whether the log uses the field names of the native format.
  package static func isNative(_ records: [RecordScan.Fields]) -> Bool {
    records.first.map { first in ["time", "user", "event"].allSatisfy { name in first.contains { $0.key == name } } }
      ?? false
  }

  init() {}

  /// - Parameter given: columns that are known, which are not inferred.
  package init(_ records: [RecordScan.Fields], given: ColumnReading? = nil) {
    let table = SampledTable(records)
    var roles = ColumnRoles(table, given: given?.parts ?? [])
    roles.findTime()
    roles.findPeople()
    roles.findContent()
    roles.findDimensions()
    self = roles.found
    countsFromStart = roles.start != nil
    if records.isEmpty { problem = nil }
    let used = Set(parts.flatMap(\.keys))
    columns = table.columns.map(\.key)
    ignored = columns.filter { !used.contains($0) && !$0.isEmpty }
    if let given, given.times != .standard { times = given.times } else { (times, ambiguousDate) = roles.notation }
  }

  /// Whether records have the columns of the time, of the user, and of what happened or was shown.
  func fits(_ records: [RecordScan.Fields]) -> Bool {
    problem == nil
      && parts.filter { ["time", "user", content].contains($0.field) }.allSatisfy { part in
        records.contains { fields in part.keys.allSatisfy { key in fields.contains { $0.key == key } } }
      }
  }

  /// Also reads the records of files with other columns.
  /// - Returns: whether both are read then as each of them was alone.
  mutating func take(_ other: ColumnReading) -> Bool {
    guard isSure, other.isSure, key("event") == other.key("event"), eventsArePlaces == other.eventsArePlaces,
      times.epoch == other.times.epoch, times == other.times || times == .standard || other.times == .standard
    else { return false }
    for part in other.parts {
      guard let index = parts.firstIndex(where: { $0.field == part.field }) else {
        parts.append(part)
        continue
      }
      let known = parts[index]
      if known.keys == part.keys { continue }
      // The first of the columns that has a value is read.
      guard known.keys.count == 1, part.keys.count == 1, !other.columns.contains(where: known.all.contains) else {
        return false
      }
      if !known.others.contains(part.key) { parts[index].others.append(part.key) }
      parts[index].confidence = min(known.confidence, part.confidence)
    }
    if times == .standard { times = other.times }
    columns += other.columns.filter { !columns.contains($0) }
    ignored = (ignored + other.ignored.filter { !ignored.contains($0) }).filter { key in
      !parts.contains { $0.all.contains(key) }
    }
    if place?.keys != other.place?.keys { place = nil }
    return true
  }
}
