import EventLogs
import NavigationModel

/// The role of each column, or field of a JSON record, inferred from its values as much as from its name.
package struct ColumnReading: Sendable {
  package struct Part: Sendable {
    package var field: String
    /// The column; a date and a time of day are two.
    package var keys: [String]
    /// The columns of files that call it something else.
    package var others: [String] = []
    package var confidence: Double
    package var reason: String

    package var isSure: Bool { confidence >= EventReading.Part.sure }
    var key: String { keys[0] }
    package var all: [String] { keys + others }

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
  /// The column of those from whose start times are counted; nil if times have dates.
  package var start: String?
  /// Whether the sessions stand in for users, whom the log does not name.
  package var sessionsAreUsers: Bool { key("user") != nil && key("user") == key("session") }

  package enum Problem: Sendable, Equatable {
    case daysOnly(String)
    case clocksOnly(String)
    /// One row for each session, with all of its screens in a column, as in this value.
    case paths(String, example: String)
    /// No column of times, and one row for each of these things.
    case noEventLog(of: String)
    case noTime
    /// Neither a user nor a session; the likeliest column, if any.
    case nobody(likeliest: String?)
    /// What was chosen or shown; the likeliest column, if any.
    case nothing(likeliest: String?)
  }

  package func key(_ field: String) -> String? { parts.first { $0.field == field }?.key }
  /// The columns of a field, each in other files.
  func keys(_ field: String) -> [String] { parts.first { $0.field == field }.map { [$0.key] + $0.others } ?? [] }

  /// Whether time, user, and event or screen were found with certainty.
  package var isSure: Bool {
    problem == nil && ambiguousDate == nil
      && ["time", "user"].allSatisfy { field in parts.contains { $0.field == field && $0.isSure } }
      && parts.contains { ($0.field == "event" && $0.isSure) || $0.field == "screen" }
  }

  /// Whether the log uses the field names of the native format.
  package static func isNative(_ records: [RecordScan.Fields]) -> Bool {
    records.first.map { first in ["time", "user", "event"].allSatisfy { name in first.contains { $0.key == name } } }
      ?? false
  }

  /// Whether the name of an event is that of a place, not of an action: `cart`, not `cart updated`.
  static func isPlace(_ event: String) -> Bool {
    let words = NameWords.words(of: event)
    return EventKind(word: event) == nil && !words.isEmpty
      && !words.contains { Roles.verbs.contains($0) || ($0.hasSuffix("ed") && $0.count > 4) }
      && !NameWords(event).concepts.contains(.outcome) && NameWords(event).concepts != [.view]
  }

  /// Whether most rows of a column say what was done or how it went: `start`, `success`.
  static func holdsActs(_ column: SampledTable.Column) -> Bool {
    column.values.reduce(0) { $0 + (isPlace($1.text) ? 0 : $1.count) } * 10 > column.count * 9
  }

  /// - Parameter given: columns that are known, which are not inferred.
  package init(_ records: [RecordScan.Fields], given: ColumnReading? = nil) {
    let table = SampledTable(records)
    var roles = Roles(table, given: given?.parts ?? [])
    roles.findTime()
    roles.findPeople()
    roles.findContent()
    roles.findDimensions()
    (parts, place, eventsArePlaces) = (roles.parts, roles.place, roles.eventsArePlaces)
    start = roles.start?.outer.key
    problem = records.isEmpty ? nil : roles.problem
    let used = Set(parts.flatMap(\.keys))
    columns = table.columns.map(\.key)
    ignored = columns.filter { !used.contains($0) && !$0.isEmpty }
    if given?.times != nil, given?.times != .standard {
      times = given?.times ?? .standard
    } else {
      (times, ambiguousDate) = roles.notation
    }
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
  /// Times that count from the start of each value of another column.
  typealias Start = (time: SampledTable.Column, outer: SampledTable.Column, notation: TimeNotation)
  private(set) var start: Start?

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

  private func best(_ least: Double, _ score: (SampledTable.Column) -> Double) -> (
    column: SampledTable.Column, score: Double
  )? {
    free.map { (column: $0, score: score($0)) }.filter { $0.score >= least }.max { $0.score < $1.score }
  }

  // MARK: - Time

  mutating func findTime() {
    if let given = part("time") {
      time = table.columns.first { $0.key == given.key }
      return
    }
    func isMoment(_ column: SampledTable.Column) -> Bool {
      column.moments * 10 > column.count * 9 && column.count * 10 >= rows * 9 && (column.distinct > 1 || rows < 3)
    }
    let several = free.count(where: isMoment) > 1
    let moments = best(0.5) { column in
      guard isMoment(column) else { return 0 }
      let isNamed = column.has(.time)
      if column.isNumber, !isNamed, column.epochs * 10 < column.count * 9 || column.distinct * 20 < rows { return 0 }
      let isOther = several && !column.words.isDisjoint(with: Self.otherTimes)
      let isOwn = !column.words.isDisjoint(with: ["event", "client", "occurred", "timestamp"])
      // Nothing else counts like times, and few rows have the same.
      let isOnly =
        column.epochs * 10 > column.count * 9 && column.distinct * 2 > rows && rows > 20
        && table.columns.count { $0.moments * 10 > $0.count * 9 } == 1
      let score = (column.isNumber || column.isSpreadsheetTime) && !isNamed ? (isOnly ? 0.8 : 0.68) : 0.8
      return score + (isNamed ? 0.15 : 0) + 0.04 * Double(column.distinct) / Double(rows)
        + (isOwn ? 0.05 : 0) - (isOther ? 0.2 : 0)
    }
    if let moments {
      time = moments.column
      return take("time", moments.column, moments.score, "its values are times")
    }
    let days = best(0.5) {
      $0.days * 10 > $0.count * 9 && $0.count * 10 >= rows * 9 ? 0.6 + ($0.has(.time) ? 0.3 : 0) : 0
    }
    let clocks = best(0.5) {
      $0.clocks * 10 > $0.count * 9 && $0.count * 10 >= rows * 9 ? 0.6 + ($0.has(.time) ? 0.3 : 0) : 0
    }
    if let days, let clocks {
      take("time", days.column, 0.9, "a date and a time of day")
      parts[parts.count - 1].keys.append(clocks.column.key)
      used.insert(clocks.column.key)
      time = days.column
      return
    }
    start = elapsed
    if let start {
      take("time", start.time, 0.9, "it counts from the start of each `\(start.outer.shownKey)`")
      if !start.outer.has(.user) { take("session", start.outer, 0.85, "times count from the start of each") }
    } else {
      problem = noTime(days?.column, clocks?.column)
    }
  }

  private static let otherTimes = WordLists.set("otherTimes")

  private func noTime(_ day: SampledTable.Column?, _ clock: SampledTable.Column?) -> ColumnReading.Problem {
    let day = day ?? table.columns.first(where: \.isSpreadsheetDay)
    let measures = table.columns.filter {
      $0.isNumber && ($0.isMeasure || $0.distinct * 2 > rows) && $0.key != day?.key
    }.count
    func has(_ words: Set<String>) -> Bool { table.columns.contains { !$0.words.isDisjoint(with: words) } }
    let person = table.columns.first { $0.has(.user) && !$0.isMeasure }
    if day == nil, let clock { return .clocksOnly(clock.key) }
    if has(["trial", "block", "stimulus", "condition"]), person != nil { return .noEventLog(of: "trial") }
    if let person, person.distinct == person.count, person.count > 3, measures > 0 { return .noEventLog(of: "user") }
    if day != nil, measures > 1 { return .noEventLog(of: "day") }
    if let session = table.columns.first(where: { $0.has(.session) && !$0.isMeasure }),
      session.distinct == session.count, measures > 1
    {
      return .noEventLog(of: "session")
    }
    if let day { return .daysOnly(day.key) }
    return .noTime
  }

  /// Numbers or times of day that count from where each person, session or case starts.
  private var elapsed: Start? {
    let outers = table.columns.filter { $0.count * 10 > rows * 9 && $0.distinct > 2 && $0.distinct * 2 < rows + 2 }
      .sorted { ($0.has(.user) || $0.has(.session) ? 0 : 1) < ($1.has(.user) || $1.has(.session) ? 0 : 1) }
    for column in free where column.has(.time) || !column.words.isDisjoint(with: Self.elapsedTimes) {
      for outer in outers where outer.key != column.key && !outer.isMeasure {
        guard let stay = table.stay(column, within: outer) else { continue }
        let isFine =
          !column.words.isDisjoint(with: ["ms", "msec", "millis", "milliseconds"])
          || (stay > Self.longestStay && column.isNumber)
        return (column, outer, TimeNotation(epoch: isFine ? .startMilliseconds : .start))
      }
    }
    return nil
  }

  /// A longer stay at a screen, in the median, is counted in milliseconds, not in seconds.
  private static let longestStay = 600.0
  private static let elapsedTimes = WordLists.set("elapsed")

  var notation: (TimeNotation, String?) { start.map { ($0.notation, nil) } ?? time?.notation ?? (.standard, nil) }

  // MARK: - People

  /// Ids of users and sessions: what a name claims has to hold for the values, and the two have to fit.
  mutating func findPeople() {
    func isCandidate(_ column: SampledTable.Column) -> Bool {
      let isPerson = column.has(.user) || column.has(.session)
      if column.count * 2 < rows || column.isMeasure || (column.decimals > 0 && !isPerson) { return false }
      // Some ids look like times.
      let isNumberOnly = column.isNumber && (isPerson || column.epochs * 10 < column.count * 9)
      let isTime = column.days * 2 > column.count || (column.moments * 2 > column.count && !isNumberOnly)
      return (!isTime || isPerson) && !(column.distinct == column.count && column.count >= 20)
    }
    let candidates = free.filter(isCandidate)
    let times = time.map { table.times($0) } ?? []
    if part("session") == nil {
      let named = candidates.filter { $0.has(.session) && !$0.has(.event) }.max { $0.count < $1.count }
      if let named, table.isCoherent(named, within: userColumn, times: times) {
        take("session", named, 0.9, "its name, and rows close in time")
      }
    }
    if part("user") == nil { findUser(candidates.filter { !used.contains($0.key) }, times) }
    if let user = userColumn, part("session") == nil,
      let session = candidates.filter({ !used.contains($0.key) && $0.isID }).max(by: { $0.distinct < $1.distinct }),
      session.distinct > user.distinct, session.distinct * 2 <= rows, table.lies(session, within: user),
      table.isCoherent(session, within: user, times: times)
    {
      take("session", session, 0.85, "each lies within one `\(user.shownKey)` and within a day")
    }
    if part("user") == nil, problem == nil {
      guard let session = part("session") else {
        let possible = candidates.filter { !used.contains($0.key) && $0.distinct > 1 && $0.distinct < $0.count }
        problem = .nobody(likeliest: possible.first { $0.isID || $0.words.contains("ip") }?.key)
        return
      }
      parts.append(
        .init(
          field: "user", key: session.key, confidence: session.confidence,
          reason: "the log names no users: each session counts as one"))
    }
  }

  private var userColumn: SampledTable.Column? {
    part("user").flatMap { part in table.columns.first { $0.key == part.key } }
  }

  private static let attributes = WordLists.set("attributes")

  private mutating func findUser(_ candidates: [SampledTable.Column], _ times: [Int64?]) {
    let session = part("session").flatMap { part in table.columns.first { $0.key == part.key } }
    func score(_ column: SampledTable.Column) -> Double {
      // A user does not change within a session.
      let isOfSession = session.map { table.lies($0, within: column) } ?? true
      if !isOfSession, !column.has(.user) { return 0 }
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
      if !isOfSession { score -= 0.05 }
      if !isNamed, column.distinct < 3 { return 0 }
      return score * min(1, 0.2 + Double(column.count) / Double(rows))
    }
    let scored = candidates.map { (column: $0, score: score($0)) }.filter { $0.score >= 0.4 }
    guard var best = scored.max(by: { ($0.score, $0.column.distinct) < ($1.score, $1.column.distinct) }) else { return }
    // What is the same for all rows of another user column is an attribute of it: a cohort, a kind of account.
    for other in scored
    where other.column.has(.user) && best.column.has(.user) && other.column.distinct > best.column.distinct {
      if table.lies(other.column, within: best.column) { best = other }
    }
    var reason = best.column.has(.user) ? "its name, and few values that repeat" : "few values that repeat"
    if scored.count == 1, !best.column.has(.user), best.column.isID, best.column.distinct > 2,
      table.clusters(best.column, times)
    {
      best.score += 0.2
      reason = "its rows come in bursts, and nothing else names people"
    }
    if !best.column.has(.user) {
      // If each value of one column of ids comes with one value of another only, it is the session. Sessions may be
      // numbered.
      let ids = scored.map(\.column).filter { !$0.has(.user) }
      var pair: (outer: SampledTable.Column, inner: SampledTable.Column)?
      for inners in [ids, candidates.filter(\.isNumber)] where pair == nil {
        for outer in ids {
          for inner in inners
          where inner.key != outer.key && inner.distinct > outer.distinct && inner.distinct * 2 <= rows {
            guard table.lies(inner, within: outer), table.isCoherent(inner, within: outer, times: times) else {
              continue
            }
            if outer.distinct > pair?.outer.distinct ?? 0 { pair = (outer, inner) }
          }
        }
      }
      if let pair {
        best = (pair.outer, 0.85)
        reason = "each `\(pair.inner.shownKey)` lies within one of them"
      } else if let session, table.lies(session, within: best.column) {
        best.score += 0.3
        reason = "each session lies within one of them"
      }
    }
    take("user", best.column, best.score, reason)
    if let session, table.areOfNobody(session, without: best.column) { parts[parts.count - 1].others = [session.key] }
  }

  // MARK: - What happened

  mutating func findContent() {
    if part("event") == nil, let event = best(part("screen") == nil ? 0.5 : EventReading.Part.sure, eventScore) {
      take("event", event.column, event.score, "its values are few and repeat")
    }
    if part("screen") != nil { return }
    let event = part("event").flatMap { event in table.columns.first { $0.key == event.key } }
    let sight = PlaceEvidence.Sight(
      table, user: userColumn, event: event, order: time.map { table.order(by: $0) } ?? Array(0..<table.rows))
    let places = free.map { (column: $0, place: PlaceEvidence($0, sight)) }.filter { $0.place.score >= 0.5 }
    let best = places.max { ($0.place.score, $1.column.key) < ($1.place.score, $0.column.key) }
    let reason = "\(best?.place.isNamed == true ? "its name, and " : "")values that people share and return to"
    // Nothing else could be the screen.
    let score = (best?.place.score ?? 0) + (places.count == 1 ? 0.2 : 0)
    if let event {
      let isViewed =
        event.values.reduce(0) { $0 + (NameWords($1.text).concepts.contains(.view) ? $1.count : 0) } * 2 > event.count
      if let best,
        best.place.isNamed || ((best.place.isState || isViewed) && best.place.isWeak && score >= EventReading.Part.sure)
      {
        place = .init(field: "screen", key: best.column.key, confidence: min(0.99, score), reason: reason)
      }
      eventsArePlaces = place == nil && PlaceEvidence(event, sight).changing > 0.5 && Self.arePlaces(event)
      return
    }
    guard let best else {
      let likely = free.filter { $0.distinct > 1 && $0.distinct * 2 < rows }
      if problem == nil {
        problem = paths ?? .nothing(likeliest: (likely.first { !$0.isNumber } ?? likely.first { $0.has(.screen) })?.key)
      }
      return
    }
    if problem == nil, let steps = steps(best.column) { problem = steps }
    take("screen", best.column, score, reason)
  }

  /// Screens of a session in columns beside each other: `step1`, `step2`, `step3`.
  private func steps(_ column: SampledTable.Column) -> ColumnReading.Problem? {
    func outline(_ key: String) -> String { key.filter { !$0.isNumber } }
    let names = Set(column.values.map(\.text))
    let family = table.columns.filter { other in
      outline(other.key) == outline(column.key) && other.key != outline(other.key)
        && names.intersection(other.values.map(\.text)).count * 2 > names.count
    }
    guard family.count > 2 else { return nil }
    let first = family.prefix(3).map { column in
      column.cells.first { $0 >= 0 }.map { column.values[Int($0)].text } ?? ""
    }
    return .paths("\(family[0].key) … \(family[family.count - 1].key)", example: first.joined(separator: " > "))
  }

  /// Lists of screens in one value, which people share and return to within it.
  private var paths: ColumnReading.Problem? {
    for column in free where column.count * 2 >= rows && !column.isNumber {
      for separator in [">", "→", "|", ";", ","] {
        let all = column.values.map {
          $0.text.split(separator: separator).map { $0.split(separator: " ").joined(separator: " ") }
        }
        let long = all.filter { $0.count > 2 }
        let steps = long.reduce(0) { $0 + $1.count }
        guard long.count * 2 > all.count, Set(long.joined()).count * 5 < steps,
          long.count(where: { Set($0).count < $0.count }) * 5 > long.count
        else {
          continue
        }
        return .paths(column.key, example: long[0].prefix(3).joined(separator: " \(separator) "))
      }
    }
    return nil
  }

  /// Whether most values name places, not actions: `cart`, not `cart updated`.
  private static func arePlaces(_ column: SampledTable.Column) -> Bool {
    let places = column.values.filter { ColumnReading.isPlace($0.text) }
    return places.count >= 3 && places.reduce(0) { $0 + $1.count } * 10 > column.count * 7
  }

  fileprivate static let verbs = WordLists.set("verbs")

  private func eventScore(_ column: SampledTable.Column) -> Double {
    guard column.count * 20 >= rows * 19, !column.isNumber, column.moments * 2 < column.count,
      column.distinct * 2 <= rows || rows < 20
    else { return 0 }
    // `event_url`, `screen_name` and `os_name` are no names of events.
    if !column.words.isDisjoint(with: ["url", "uri", "href", "path", "title"]) { return 0 }
    let isOther =
      !column.concepts.isDisjoint(with: [
        .platform, .version, .device, .locale, .session, .user, .screen, .container, .outcome,
      ])
      || !column.words.isDisjoint(with: PlaceEvidence.others)
    let isNamed =
      column.has(.event) && (!isOther || !column.words.isDisjoint(with: ["event", "evt", "action", "activity"]))
    if !isNamed, isOther || column.holdsClasses { return 0 }
    if !isNamed, column.values.allSatisfy({ EventKind(word: $0.text) != nil }) { return 0.82 }
    if !isNamed, column.distinct > 1, column.distinct * 5 < rows, ColumnReading.holdsActs(column) { return 0.8 }
    var known = 0
    for value in column.values {
      let isKnown = EventKind(word: value.text) != nil || !NameWords(value.text).concepts.kinds(hasTarget: true).isEmpty
      if isKnown { known += value.count }
    }
    let share = Double(known) / Double(max(1, column.count))
    let isPlain = column.words.isSubset(of: ["event", "evt", "name", "type", "action"])
    var score = (isNamed ? 0.78 : 0.2) + share * (isNamed ? 0.15 : 0.35)
    if column.distinct > 1 { score += 0.05 }
    if isNamed, isPlain { score += 0.02 }
    if !isNamed, column.has(.kind) { score -= 0.15 }
    // One value says nothing, unless it is known.
    return column.distinct > 1 || score >= EventReading.Part.sure ? score : 0
  }

  // MARK: - Dimensions

  mutating func findDimensions() {
    let dimensions: [(String, Concept)] = [
      ("platform", .platform), ("app_version", .version), ("device", .device), ("locale", .locale),
      ("variant", .variant), ("id", .id),
    ]
    for (field, concept) in dimensions where part(field) == nil {
      let found = best(0.5) { (column: SampledTable.Column) -> Double in
        // `os_version` and `$lib_version` are other versions.
        let isOther =
          column.has(.platform)
          || !column.words.isDisjoint(with: ["lib", "library", "sdk", "tracker", "schema", "api"])
        guard column.has(concept), !column.words.contains("request"), concept != .version || !isOther else { return 0 }
        switch field {
        case "platform": return column.values.contains { Self.systems.contains(NameWords.key($0.text)) } ? 0.95 : 0
        case "id":
          return column.distinct == column.count && column.count * 10 >= rows * 9 && column.words.count <= 2 ? 0.85 : 0
        case "device":
          return column.values.contains { ["phone", "tablet", "desktop"].contains(NameWords.key($0.text)) } ? 0.9 : 0
        case "variant": return (2...12).contains(column.distinct) ? 0.85 : 0
        default: return column.distinct < 60 ? 0.85 : 0
        }
      }
      if let found { take(field, found.column, found.score, Self.reasons[field] ?? "its name") }
    }
  }

  private static let systems = WordLists.set("systems")
  private static let reasons = [
    "platform": "its values are systems", "id": "no value comes twice", "device": "its values are kinds of devices",
  ]
}
