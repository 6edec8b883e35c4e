import EventLogs
import NavigationModel

/// The role of each column, or field of a JSON record, inferred from its values as much as from its name.
package struct ColumnReading: Sendable {
  package struct Part: Sendable {
    package var field: String
    /// The column; a date and a time of day are two.
    package var keys: [String]
    package var confidence: Double
    package var reason: String

    package var isSure: Bool { confidence >= EventReading.Part.sure }
    var key: String { keys[0] }

    init(field: String, key: String, confidence: Double, reason: String) {
      (self.field, keys, self.confidence, self.reason) = (field, [key], confidence, reason)
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
  /// Whether the sessions stand in for users, whom the log does not name.
  package var sessionsAreUsers: Bool { key("user") != nil && key("user") == key("session") }

  /// Why a table or a list of records is not read.
  package enum Problem: Sendable, Equatable {
    /// Dates without a time of day.
    case daysOnly(String)
    /// No column of times, and one row for each of these things.
    case noEventLog(of: String)
    case noTime
    /// Neither a user nor a session; the likeliest column, if any.
    case nobody(likeliest: String?)
    /// What was chosen or shown; the likeliest column, if any.
    case nothing(likeliest: String?)
  }

  package func key(_ field: String) -> String? { parts.first { $0.field == field }?.key }

  /// Whether time, user, and event or screen were found with certainty.
  package var isSure: Bool {
    problem == nil && ambiguousDate == nil && ["time", "user"].allSatisfy { field in parts.contains { $0.field == field && $0.isSure } }
      && (key("event") ?? key("screen")) != nil
  }

  /// Whether the log uses the field names of the native format.
  package static func isNative(_ records: [RecordScan.Fields]) -> Bool {
    records.first.map { first in ["time", "user", "event"].allSatisfy { name in first.contains { $0.key == name } } } ?? false
  }

  /// Whether the name of an event is that of a place, not of an action: `cart`, not `cart updated`.
  static func isPlace(_ event: String) -> Bool {
    let words = NameWords.words(of: event)
    return EventKind(word: event) == nil && !words.isEmpty && !words.contains { Roles.verbs.contains($0) || ($0.hasSuffix("ed") && $0.count > 4) }
  }

  /// - Parameter given: columns that are known, which are not inferred.
  package init(_ records: [RecordScan.Fields], given: ColumnReading? = nil) {
    let table = SampledTable(records)
    var roles = Roles(table, given: given?.parts ?? [])
    roles.findTime()
    roles.findPeople()
    roles.findContent()
    roles.findDimensions()
    parts = roles.parts
    (place, eventsArePlaces) = (roles.place, roles.eventsArePlaces)
    problem = records.isEmpty ? nil : roles.problem
    let used = Set(parts.flatMap(\.keys))
    columns = table.columns.map(\.key)
    ignored = columns.filter { !used.contains($0) && !$0.isEmpty }
    if given?.times != nil, given?.times != .standard { times = given?.times ?? .standard } else { (times, ambiguousDate) = roles.notation }
  }
}

/// Finds the role of each column: each needs evidence for it, and none against.
private struct Roles {
  private let table: SampledTable
  private(set) var parts: [ColumnReading.Part]
  private(set) var problem: ColumnReading.Problem?
  private(set) var place: ColumnReading.Part?
  private(set) var eventsArePlaces = false
  private var used: Set<String>
  private var time: SampledTable.Column?

  init(_ table: SampledTable, given: [ColumnReading.Part]) {
    self.table = table
    parts = given
    used = Set(given.flatMap(\.keys))
  }

  private var rows: Int { max(1, table.rows) }
  private var free: [SampledTable.Column] { table.columns.filter { !used.contains($0.key) } }
  private func part(_ field: String) -> ColumnReading.Part? { parts.first { $0.field == field } }

  private mutating func take(_ field: String, _ column: SampledTable.Column, _ confidence: Double, _ reason: String) {
    used.insert(column.key)
    parts.append(.init(field: field, key: column.key, confidence: min(0.99, confidence), reason: reason))
  }

  /// The best of the free columns, if its score is high enough.
  private func best(_ least: Double, _ score: (SampledTable.Column) -> Double) -> (column: SampledTable.Column, score: Double)? {
    free.map { (column: $0, score: score($0)) }.filter { $0.score >= least }.max { $0.score < $1.score }
  }

  // MARK: - Time

  mutating func findTime() {
    if let given = part("time") {
      time = table.columns.first { $0.key == given.key }
      return
    }
    let moments = best(0.5) { column in
      guard column.moments * 10 > column.count * 9, column.count * 10 >= rows * 9, column.distinct > 1 || rows < 3 else { return 0 }
      let isNamed = column.has(.time)
      if column.isNumber, !isNamed, column.epochs * 10 < column.count * 9 || column.distinct * 20 < rows { return 0 }
      let isOther = !column.words.isDisjoint(with: Self.otherTimes)
      return (column.isNumber && !isNamed ? 0.68 : 0.8) + (isNamed ? 0.15 : 0) + 0.04 * Double(column.distinct) / Double(rows) - (isOther ? 0.2 : 0)
    }
    if let moments {
      time = moments.column
      return take("time", moments.column, moments.score, "its values are times")
    }
    let days = best(0.5) { $0.days * 10 > $0.count * 9 && $0.count * 10 >= rows * 9 ? 0.6 + ($0.has(.time) ? 0.3 : 0) : 0 }
    let clocks = best(0.5) { $0.clocks * 10 > $0.count * 9 && $0.count * 10 >= rows * 9 ? 0.6 + ($0.has(.time) ? 0.3 : 0) : 0 }
    if let days, let clocks {
      take("time", days.column, 0.9, "a date and a time of day")
      parts[parts.count - 1].keys.append(clocks.column.key)
      used.insert(clocks.column.key)
      time = days.column
      return
    }
    problem = noTime(days?.column)
  }

  /// Times of something else than the event.
  private static let otherTimes = WordLists.set("otherTimes")

  private func noTime(_ day: SampledTable.Column?) -> ColumnReading.Problem {
    let measures = table.columns.filter { $0.isNumber && ($0.isMeasure || $0.distinct * 2 > rows) && $0.key != day?.key }.count
    func has(_ words: Set<String>) -> Bool { table.columns.contains { !$0.words.isDisjoint(with: words) } }
    let person = table.columns.first { $0.has(.user) && !$0.isMeasure }
    if has(["trial", "block", "stimulus", "condition"]), person != nil { return .noEventLog(of: "trial") }
    if let person, person.distinct == person.count, person.count > 3, measures > 0 { return .noEventLog(of: "user") }
    if day != nil, measures > 1 { return .noEventLog(of: "day") }
    if let session = table.columns.first(where: { $0.has(.session) && !$0.isMeasure }), session.distinct == session.count, measures > 1 {
      return .noEventLog(of: "session")
    }
    if let day { return .daysOnly(day.key) }
    return .noTime
  }

  var notation: (TimeNotation, String?) { time?.notation ?? (.standard, nil) }

  // MARK: - People

  /// Ids of users and sessions: what a name claims has to hold for the values, and the two have to fit.
  mutating func findPeople() {
    func isCandidate(_ column: SampledTable.Column) -> Bool {
      let isPerson = column.has(.user) || column.has(.session)
      if column.count * 2 < rows || column.isMeasure || (column.decimals > 0 && !isPerson) { return false }
      // Some ids look like times.
      let isTime = column.days * 2 > column.count || (column.moments * 2 > column.count && !(column.isNumber && (isPerson || column.epochs == 0)))
      return (!isTime || isPerson) && !(column.distinct == column.count && column.count >= 20)
    }
    let candidates = free.filter(isCandidate)
    let times = time.map { table.times($0) } ?? []
    if part("session") == nil {
      let named = candidates.filter { $0.has(.session) && !$0.has(.event) }.max { $0.count < $1.count }
      if let named, table.isCoherent(named, within: userColumn, times: times) { take("session", named, 0.9, "its name, and rows close in time") }
    }
    if part("user") == nil { findUser(candidates.filter { !used.contains($0.key) }, times) }
    if let user = userColumn, part("session") == nil,
      let session = candidates.filter({ !used.contains($0.key) && $0.isID }).max(by: { $0.distinct < $1.distinct }),
      session.distinct > user.distinct, session.distinct * 2 <= rows, table.lies(session, within: user), table.isCoherent(session, within: user, times: times)
    {
      take("session", session, 0.85, "each lies within one `\(user.shownKey)` and within a day")
    }
    if part("user") == nil, problem == nil {
      guard let session = part("session") else {
        problem = .nobody(likeliest: candidates.filter { !used.contains($0.key) && ($0.isID || $0.words.contains("ip")) && $0.distinct > 1 }.first?.key)
        return
      }
      parts.append(.init(field: "user", key: session.key, confidence: session.confidence, reason: "the log names no users: each session counts as one"))
    }
  }

  private var userColumn: SampledTable.Column? { part("user").flatMap { part in table.columns.first { $0.key == part.key } } }

  /// What users have, not who they are.
  private static let attributes = WordLists.set("attributes")

  private mutating func findUser(_ candidates: [SampledTable.Column], _ times: [Int64?]) {
    func score(_ column: SampledTable.Column) -> Double {
      // A device with ids for values is an installation.
      let isNamed = column.has(.user) || (column.has(.device) && column.isID && column.distinct > 2)
      var others: Set<Concept> = [.platform, .version, .locale, .screen, .outcome, .origin]
      if !column.isID { others.formUnion([.label, .kind, .event, .container, .device]) }
      let isOther = !column.concepts.isDisjoint(with: others)
      if isOther, !isNamed { return 0 }
      let isFew = column.distinct * 2 <= column.count
      var score = isNamed ? 0.72 : column.isID ? 0.45 : 0.2
      if isFew { score += 0.13 } else if isNamed { score += 0.1 }
      if column.distinct > 2 { score += 0.05 }
      if isNamed, column.isID || !column.isNumber { score += 0.05 }
      if !column.words.isDisjoint(with: Self.attributes) { score -= 0.5 }
      if !isNamed, column.distinct < 3 { return 0 }
      return score * min(1, 0.2 + Double(column.count) / Double(rows))
    }
    let scored = candidates.map { (column: $0, score: score($0)) }.filter { $0.score >= 0.4 }
    guard var best = scored.max(by: { ($0.score, $0.column.distinct) < ($1.score, $1.column.distinct) }) else { return }
    // What is the same for all rows of another user column is an attribute of it: a cohort, a kind of account.
    for other in scored where other.column.has(.user) && best.column.has(.user) && other.column.distinct > best.column.distinct {
      if table.lies(other.column, within: best.column) { best = other }
    }
    var reason = best.column.has(.user) ? "its name, and few values that repeat" : "few values that repeat"
    if !best.column.has(.user) {
      // Of two columns of ids, one of which lies within the other, the inner one is the session.
      let ids = scored.map(\.column).filter { !$0.has(.user) }
      var pair: (outer: SampledTable.Column, inner: SampledTable.Column)?
      for outer in ids {
        for inner in ids where inner.key != outer.key && inner.distinct > outer.distinct && inner.distinct * 2 <= rows {
          guard table.lies(inner, within: outer), table.isCoherent(inner, within: outer, times: times) else { continue }
          if outer.distinct > pair?.outer.distinct ?? 0 { pair = (outer, inner) }
        }
      }
      if let pair {
        best = (pair.outer, 0.85)
        reason = "each `\(pair.inner.shownKey)` lies within one of them"
      } else if let session = part("session"), let inner = table.columns.first(where: { $0.key == session.key }), table.lies(inner, within: best.column) {
        best.score += 0.3
        reason = "each session lies within one of them"
      }
    }
    take("user", best.column, best.score, reason)
  }

  // MARK: - What happened

  /// The events, and the screens where a column holds them.
  mutating func findContent() {
    if part("event") == nil, let event = best(0.5, eventScore) { take("event", event.column, event.score, "its values are few and repeat") }
    if part("screen") != nil { return }
    let user = userColumn
    let order = time.map { table.order(by: $0) } ?? Array(0..<table.rows)
    let places = free.map { (column: $0, place: PlaceEvidence($0, table, user: user, order: order)) }.filter { $0.place.score >= 0.5 }
    let best = places.max { ($0.place.score, $1.column.key) < ($1.place.score, $0.column.key) }
    if let event = part("event"), let column = table.columns.first(where: { $0.key == event.key }) {
      if let best, best.place.isNamed {
        place = .init(
          field: "screen", key: best.column.key, confidence: min(0.99, best.place.score), reason: "its name, and values that people share and return to")
      }
      eventsArePlaces = PlaceEvidence(column, table, user: user, order: order).changing > 0.5 && Self.arePlaces(column)
      return
    }
    guard let best else {
      if problem == nil { problem = .nothing(likeliest: free.first { !$0.isNumber && $0.distinct > 1 && $0.distinct * 2 < rows }?.key) }
      return
    }
    // Nothing else could be the screen.
    let score = best.place.score + (places.count == 1 ? 0.15 : 0)
    take("screen", best.column, score, best.place.isNamed ? "its name, and values that people share and return to" : "values that people share and return to")
  }

  /// Whether most values name places, not actions: `cart`, not `cart updated`.
  private static func arePlaces(_ column: SampledTable.Column) -> Bool {
    let places = column.values.filter { ColumnReading.isPlace($0.text) }
    return places.count >= 3 && places.reduce(0) { $0 + $1.count } * 10 > column.count * 7
  }

  fileprivate static let verbs = WordLists.set("verbs")

  private func eventScore(_ column: SampledTable.Column) -> Double {
    guard column.count * 20 >= rows * 19, !column.isNumber, column.moments * 2 < column.count, column.distinct * 2 <= rows || rows < 20 else { return 0 }
    let isNamed = column.has(.event)
    if !isNamed, !column.concepts.isDisjoint(with: [.platform, .version, .device, .locale, .session, .user, .screen, .container]) { return 0 }
    var known = 0
    for value in column.values {
      let isKnown = EventKind(word: value.text) != nil || !NameWords(value.text).concepts.kinds(hasTarget: true).isEmpty
      if isKnown { known += value.count }
    }
    let share = Double(known) / Double(max(1, column.count))
    let isPlain = column.words.isSubset(of: ["event", "name", "type", "action"])
    var score = (isNamed ? 0.78 : 0.2) + share * (isNamed ? 0.15 : 0.35)
    if column.distinct > 1 { score += 0.05 }
    if isNamed, isPlain { score += 0.02 }
    if !isNamed, column.has(.kind) { score -= 0.15 }
    return score
  }

  // MARK: - Dimensions

  mutating func findDimensions() {
    for (field, concept) in [
      ("platform", Concept.platform), ("app_version", .version), ("device", .device), ("locale", .locale), ("variant", .variant), ("id", .id),
    ]
    where part(field) == nil {
      let found = best(0.5) { (column: SampledTable.Column) -> Double in
        guard column.has(concept), !column.words.contains("request") else { return 0 }
        switch field {
        case "platform": return column.values.contains { Self.systems.contains(NameWords.key($0.text)) } ? 0.95 : 0
        case "id": return column.distinct == column.count && column.count * 10 >= rows * 9 && column.words.count <= 2 ? 0.85 : 0
        case "device": return column.values.contains { ["phone", "tablet", "desktop"].contains(NameWords.key($0.text)) } ? 0.9 : 0
        case "variant": return (2...12).contains(column.distinct) ? 0.85 : 0
        default: return column.distinct < 60 ? 0.85 : 0
        }
      }
      if let found { take(field, found.column, found.score, Self.reasons[field] ?? "its name") }
    }
  }

  private static let systems = WordLists.set("systems")
  private static let reasons = ["platform": "its values are systems", "id": "no value comes twice", "device": "its values are kinds of devices"]
}

/// Whether the values of a column behave like places in an app: few, shared by users, revisited, and changing from one row to the next.
struct PlaceEvidence {
  private(set) var score = 0.0
  /// How often a user's next row has another value.
  private(set) var changing = 0.0
  let isNamed: Bool

  fileprivate init(_ column: SampledTable.Column, _ table: SampledTable, user: SampledTable.Column?, order: [Int]) {
    let words = column.words
    isNamed = column.has(.screen) || !words.isDisjoint(with: Self.names)
    let isWeak = !isNamed && !words.isDisjoint(with: Self.weakNames)
    guard column.count * 2 >= table.rows, !column.isNumber, column.moments * 2 < column.count, !column.isMeasure else { return }
    let folded = column.folded { NamesWithIDs.folded(ScreenAddress.path($0)) }
    let distinct = Set(folded).subtracting([-1]).count
    guard distinct >= 2, distinct <= 3000, distinct * 2 <= column.count || column.count < 30 else { return }
    // By user, in the order of time.
    var last: [Int32: Int32] = [:]
    var owners: [Int32: Set<Int32>] = [:]
    var counts: [Int32: Int] = [:]
    var (changes, steps) = (0, 0)
    for row in order where folded[row] >= 0 {
      let person = user?.cells[row] ?? 0
      if let before = last[person] {
        steps += 1
        if before != folded[row] { changes += 1 }
      }
      last[person] = folded[row]
      counts[folded[row], default: 0] += 1
      if owners[folded[row], default: []].count < 2 { owners[folded[row], default: []].insert(person) }
    }
    let often = counts.filter { $0.value >= 3 }
    let shared = often.filter { owners[$0.key, default: []].count > 1 }.reduce(0) { $0 + $1.value }
    let isShared = user == nil || (user?.distinct ?? 0) < 2 || Double(shared) >= 0.6 * Double(max(1, often.reduce(0) { $0 + $1.value }))
    changing = steps > 0 ? Double(changes) / Double(steps) : 0.5
    guard isShared, changing > 0.25 else { return }
    score = (isNamed ? 0.6 : isWeak ? 0.5 : 0.35) + (changing > 0.5 ? 0.25 : 0.1) + min(0.06, Double(distinct) / 200)
    // Of several, the one with the most information; of equal ones, a name before an address before a class.
    if !words.isDisjoint(with: ["name", "title"]) { score += 0.02 }
    if !words.isDisjoint(with: ["class", "host", "domain", "component", "type"]) { score -= 0.08 }
    if column.has(.origin) || !words.isDisjoint(with: ["from", "referrer", "previous", "last", "prev"]) { score -= 0.5 }
    if !column.concepts.isDisjoint(with: [.platform, .version, .locale, .device, .outcome]) || !words.isDisjoint(with: Self.others) { score -= 0.5 }
    if column.has(.kind), !isNamed { score -= 0.2 }
    if column.has(.container), !isNamed { score -= 0.2 }
  }

  private static let names = WordLists.set("places")
  private static let weakNames = WordLists.set("possiblePlaces")
  private static let others = WordLists.set("noPlaces")
}
