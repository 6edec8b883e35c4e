import EventLogs
import NavigationModel

/// The sampled records of a log, with all of their fields: the input of a draft.
package struct LogSurvey: Sendable {
  /// A field of a record: its path and its text, by number.
  package typealias Cell = (key: Int32, text: Int32)

  package struct Record: Sendable {
    package var user: Int32
    /// Microseconds since 1970.
    package var time: Int64
    package var order: Int
    /// The event name, by text number; 0 if there is none.
    package var word: Int32
    package var cells: Range<Int>
    /// The kind given by the format.
    package var known: EventKind?
    /// The screen given by the format, if it shows one; otherwise 0.
    package var screen: Int32 = 0
  }

  package private(set) var keys = TextTable()
  package private(set) var texts = TextTable()
  package private(set) var cells: [Cell] = []
  package private(set) var records: [Record] = []
  private(set) var users = TextTable()

  package init() {}

  package mutating func add(
    user: String, time: Int64, word: String, known: EventKind? = nil, screen: String = "",
    fields: [(key: String, text: String)]
  ) {
    let start = cells.count
    for (key, text) in fields where !text.isEmpty { cells.append((keys.number(key), texts.number(text))) }
    records.append(
      Record(
        user: users.number(user), time: time, order: records.count, word: texts.number(word),
        cells: start..<cells.count, known: known,
        screen: texts.number(screen)))
  }

  package mutating func finish() {
    // Of a log whose newest row comes first, rows of the same time are in the opposite order, too.
    if records.count > 7, records[0].time > records[records.count - 1].time,
      zip(records, records.dropFirst()).allSatisfy({ $0.time >= $1.time })
    {
      for index in records.indices { records[index].order = -index }
    }
    records.sort { ($0.user, $0.time, $0.order) < ($1.user, $1.time, $1.order) }
  }

  func text(_ record: Record, _ key: Int32) -> Int32 {
    for cell in cells[record.cells] where cell.key == key { return cell.text }
    return 0
  }
}

/// Texts by number; 0 is the empty one.
package struct TextTable: Sendable {
  package private(set) var texts = [""]
  private var numbers: [String: Int32] = ["": 0]

  package mutating func number(_ text: String) -> Int32 {
    if let number = numbers[text] { return number }
    numbers[text] = Int32(texts.count)
    texts.append(text)
    return Int32(texts.count - 1)
  }

  package func find(_ text: String) -> Int32? { numbers[text] }
  package subscript(number: Int32) -> String { texts[Int(number)] }
  package var count: Int { texts.count }
}

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
  var arrivalShare = 0.0
  /// The share of these whose screen is one of the last before the current one.
  var returns = 0.0
  /// Changes of screen right after its events, and those of them that lead to one of the last screens.
  var moves = 0
  var movesBack = 0
  /// Those that lead to the screen right before.
  var movesToLast = 0
  /// Classes of actions within a minute before its events, and after them.
  var previous: [Int: Int] = [:]
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

extension Set<Concept> {
  /// The kinds of events that a name with these concepts suggests, from 0 to 1.
  /// - Parameter hasTarget: whether the events have a property with several values that may be the chosen target.
  func kinds(hasTarget: Bool) -> [(kind: EventKind, score: Double)] {
    func has(_ concept: Concept) -> Bool { contains(concept) }
    func named(_ kind: EventKind, _ score: Double) -> [(kind: EventKind, score: Double)] { [(kind, score)] }
    if has(.more), !has(.close) {
      // `More options opened` is not a choice.
      if (has(.item) && (hasTarget || !has(.open))) || (has(.select) && hasTarget) { return named(.moreSelect, 0.9) }
      if has(.open) || has(.view) || has(.select) { return named(.moreOpen, 0.9) }
      if !has(.menu), !has(.tab) { return hasTarget ? [(.moreSelect, 0.5), (.moreOpen, 0.4)] : named(.moreOpen, 0.6) }
    }
    if has(.tab) {
      if has(.edit) { return named(.tabsEdit, 0.8) }
      if has(.hide) { return named(.tabBar, 0.7) }
      if has(.badge) { return named(.badge, 0.8) }
      return named(.tabSelect, 0.95)
    }
    if has(.menu) {
      if has(.close) { return named(.menuClose, 0.95) }
      if has(.item), hasTarget || !has(.open) { return named(.menuSelect, 0.95) }
      if has(.open) || (has(.view) && !hasTarget) { return named(.menuOpen, 0.95) }
      if has(.select) {
        return hasTarget ? [(.menuSelect, 0.85), (.menuOpen, 0.3)] : [(.menuOpen, 0.75), (.menuSelect, 0.3)]
      }
      return hasTarget ? [(.menuSelect, 0.7), (.menuOpen, 0.3)] : [(.menuOpen, 0.6), (.menuSelect, 0.2)]
    }
    if has(.modal) {
      return has(.close) ? named(.modalClose, 0.95) : named(.modalOpen, has(.open) || has(.view) ? 0.92 : 0.6)
    }
    if has(.back), !has(.background) { return named(.back, 0.95) }
    if has(.link), has(.open) || has(.launch) || has(.select) { return named(.deepLink, 0.85) }
    if has(.gesture) { return named(.gesture, 0.9) }
    if has(.background) { return named(.appBackground, 0.9) }
    if has(.app), has(.launch) || has(.open) { return named(.appOpen, 0.9) }
    if has(.app), has(.close) { return named(.appBackground, 0.8) }
    if has(.orientation) { return named(.rotate, 0.85) }
    if has(.badge) { return named(.badge, 0.8) }
    if has(.root) { return named(.toRoot, 0.8) }
    if has(.detail) { return named(.push, 0.85) }
    if has(.business), !has(.screen) { return [] }
    if has(.screen), !has(.close) {
      return named(.screenView, has(.view) || has(.open) ? 0.95 : has(.select) ? 0.5 : 0.85)
    }
    if has(.link) { return named(.deepLink, 0.5) }
    if has(.view), isSubset(of: [.view, .open, .app]) { return named(.screenView, 0.7) }
    if has(.button) { return named(.tap, has(.select) ? 0.9 : 0.6) }
    if has(.select) { return named(.tap, 0.7) }
    return []
  }
}

/// A kind of unmapped event, and what it may be.
package struct UnreadEvent: Sendable, Equatable, Codable {
  package let event: String
  /// The names of some properties, as JSON; empty if there are none.
  package var properties: String
  /// The native event that it looks like; nil if none.
  package var looksLike: String?
  package var confidence: Double?

  /// At this confidence, an event may be navigation, but nobody knows which.
  private static let unsure = 0.4

  /// What it looks like, unless its name stands for several things.
  package var likelyKind: String? { confidence ?? 0 > Self.unsure ? looksLike : nil }

  /// Whether it may be navigation.
  package var mayBeNavigation: Bool {
    guard let looksLike, let kind = EventKind(word: looksLike), (confidence ?? 0) >= Self.unsure else { return false }
    return kind == .stack || kind == .screenView || Event(time: 0, user: 0, kind: kind).isNavigation
  }

  /// Whether it is known to be something else than navigation: a purchase, a scroll, a session, consent.
  package static func isSomethingElse(_ event: String, looksLike: String?) -> Bool {
    if isAutomatic(event) { return true }
    let concepts = NameWords(event).concepts
    return looksLike == nil && !concepts.isDisjoint(with: [.business, .session, .launch, .background, .app])
  }

  /// Whether a product's SDK logs the event automatically: names that begin with `$` or `[`, and those of Google
  /// Analytics.
  private static func isAutomatic(_ event: String) -> Bool {
    event.hasPrefix("$") || event.hasPrefix("[") || automatic.contains(event)
  }

  private static let automatic = WordLists.set("automaticEvents")

  /// Takes over a draft's reading of the event, which is based on what follows it.
  package mutating func take(_ part: EventReading.Part) {
    guard let kind = part.kind, part.confidence > confidence ?? 0 else { return }
    looksLike = kind.word
    // Of a name that its properties split, this is one part.
    confidence = part.conditions.isEmpty ? part.confidence : max(confidence ?? 0, Self.unsure)
  }

  /// The unmapped events of a run, in text order.
  package static func all(_ unread: UnreadSamples) -> [UnreadEvent] {
    unread.words.map { UnreadEvent($0.key.text, $0.value) }.sorted { $0.event.precedesByScalars($1.event) }
  }

  /// The merged events of two runs, in any order.
  package static func merged(_ a: [UnreadEvent], _ b: [UnreadEvent]) -> [UnreadEvent] {
    Dictionary((a + b).map { (NameText($0.event), $0) }) { $0.merged(with: $1) }.values.sorted {
      $0.event.precedesByScalars($1.event)
    }
  }

  private func merged(with other: UnreadEvent) -> UnreadEvent {
    var merged = (confidence ?? 0, looksLike ?? "") < (other.confidence ?? 0, other.looksLike ?? "") ? other : self
    merged.properties = min(properties, other.properties)
    return merged
  }

  private init(_ word: String, _ samples: [UnreadSamples.Sample]) {
    event = word
    properties = Self.properties(samples)
    // Decide by the event name, otherwise by the values of its properties, as for one generic event.
    let isAutomatic = Self.isAutomatic(word)
    var guess = isAutomatic ? nil : NameWords(word).concepts.kinds(hasTarget: true).first
    let guesses = isAutomatic || guess.map { $0.kind != .tap } ?? false ? [] : Set(samples.flatMap(\.guesses)).sorted()
    if let best = guesses.first, let kind = EventKind(rawValue: best.kind) {
      guess = (kind, Double(best.percent) / 100 * Self.trustInValues)
    }
    looksLike = guess?.kind.word
    // One name for several things: to be split by that property.
    confidence = Set(guesses.map(\.kind)).count > 1 ? Self.unsure : guess?.score
  }

  /// How much less the value of a property says than the name of an event.
  private static let trustInValues = 0.8
  private static let mostProperties = 12

  /// A JSON object with the names of the properties. Their values, which may be a person's, are left empty.
  private static func properties(_ samples: [UnreadSamples.Sample]) -> String {
    let names = Set(samples.flatMap(\.properties)).sorted()
    let members = names.prefix(mostProperties).map { ListText.text([$0.text]).dropFirst().dropLast() + ":\"\"" }
    return members.isEmpty ? "" : "{" + members.joined(separator: ",") + "}"
  }
}
