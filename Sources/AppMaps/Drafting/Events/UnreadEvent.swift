import EventLogs
import NavigationModel

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

  /// Whether a product's SDK logs the event automatically: names that begin with `$` or `[`, and some.
  private static func isAutomatic(_ event: String) -> Bool {
    event.hasPrefix("$") || event.hasPrefix("[") || ofLibraries.contains(event)
  }

  static let ofLibraries = WordLists.set("automaticEvents")

  /// Takes over a draft's reading of the event, which is based on what happens around it.
  package mutating func take(_ part: EventReading.Part) {
    // Of a name that its properties split, this is one part.
    if !part.conditions.isEmpty, part.confidence <= confidence ?? 0 { return }
    let known = looksLike == part.kind?.word ? confidence ?? 0 : 0
    looksLike = part.kind?.word
    confidence = part.kind.map { _ in max(known, part.conditions.isEmpty ? part.confidence : Self.unsure) }
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
    merged.properties = Self.properties(propertyNames + other.propertyNames)
    return merged
  }

  private init(_ word: String, _ samples: [UnreadSamples.Sample]) {
    event = word
    properties = Self.properties(samples.flatMap(\.properties))
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
  private static func properties(_ names: [NameText]) -> String {
    let names = Set(names).sorted().prefix(mostProperties)
    let members = names.map { ListText.text([$0.text]).dropFirst().dropLast() + empty }
    return members.isEmpty ? "" : "{" + members.joined(separator: ",") + "}"
  }

  /// The end of a member. No name contains it, because quotation marks in names are escaped.
  private static let empty = ":\"\""

  private var propertyNames: [NameText] {
    let list = "[" + properties.dropFirst().dropLast().replacing(Self.empty, with: "") + "]"
    return ListText.names(in: list)?.map { NameText($0) } ?? []
  }
}
