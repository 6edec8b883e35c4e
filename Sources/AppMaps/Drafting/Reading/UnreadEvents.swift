import EventLogs
import Foundation
import NavigationModel

/// A kind of unmapped event, and what it may be.
package struct UnreadEvent: Sendable, Equatable, Codable {
  package let event: String
  /// The names of properties with their most common values, as JSON: empty values if no two users share one.
  package var properties: String
  /// The native event that it looks like; nil if none.
  package var looksLike: String?
  package var confidence: Double?

  /// Whether it may be navigation.
  package var mayBeNavigation: Bool {
    guard let looksLike, let kind = EventKind(word: looksLike), (confidence ?? 0) >= 0.4 else { return false }
    return kind == .stack || Event(time: 0, user: 0, kind: kind).isNavigation
  }

  /// Whether it is known to be something else than navigation: a purchase, a scroll, a session, consent.
  package static func isSomethingElse(_ event: String, looksLike: String?) -> Bool {
    let concepts = NameWords(event).concepts
    return looksLike == nil && !concepts.isDisjoint(with: [.business, .session, .launch, .background, .app])
  }

  /// Takes over a draft's reading of the event, which is based on what follows it.
  package mutating func take(_ part: EventReading.Part) {
    guard let kind = part.kind, part.confidence > confidence ?? 0 else { return }
    looksLike = kind.word
    confidence = part.confidence
  }

  /// The unmapped events of a run, in text order.
  package static func all(_ unknown: UnknownEvents) -> [UnreadEvent] {
    unknown.entries.map { UnreadEvent($0.key, $0.value) }.sorted { $0.event.precedesByScalars($1.event) }
  }

  /// The merged events of two runs, in any order.
  package static func merged(_ a: [UnreadEvent], _ b: [UnreadEvent]) -> [UnreadEvent] {
    Dictionary((a + b).map { ($0.event, $0) }) { $0.merged(with: $1) }.values.sorted { $0.event.precedesByScalars($1.event) }
  }

  private func merged(with other: UnreadEvent) -> UnreadEvent {
    var merged = (confidence ?? 0, looksLike ?? "") < (other.confidence ?? 0, other.looksLike ?? "") ? other : self
    merged.properties = min(properties, other.properties)
    return merged
  }

  private init(_ word: String, _ entry: UnknownEvents.Entry) {
    event = PersonalData.masked(word) ?? word
    var values: [String: [String: Int]] = [:]
    for sample in entry.samples {
      let fields = sample.record.withUnsafeBytes { RecordFlattener.fields(of: $0) }
      for field in fields ?? [] { values[field.key, default: [:]][field.text, default: 0] += 1 }
    }
    properties = Self.properties(values, of: word)
    // Decide by the event name, otherwise by the values of its properties, as for one generic event.
    var guess = NamedKinds.scores(NameWords(word).concepts, hasTarget: true).first
    if guess == nil || guess?.kind == .tap {
      for (key, texts) in values.sorted(by: { $0.key < $1.key }) {
        let concepts = NameWords(key.split(separator: RecordFlattener.separator).last.map(String.init) ?? "").concepts
        guard concepts.contains(.kind) else { continue }
        for text in texts.keys.sorted() {
          guard let found = NamedKinds.scores(NameWords(text).concepts, hasTarget: true).first, found.kind != .tap, found.kind != .screenView else { continue }
          if found.score * 0.8 > (guess?.kind == .tap ? 0 : guess?.score ?? 0) { guess = (found.kind, found.score * 0.8) }
        }
      }
    }
    looksLike = guess?.kind.word
    confidence = guess?.score
  }

  /// The names of up to twelve properties, each with the value that most users share. A value of a single user may identify them, so it is
  /// left out; so is the event name.
  private static func properties(_ values: [String: [String: Int]], of word: String) -> String {
    let shared = values.compactMap { key, texts -> (key: String, value: String)? in
      guard let common = texts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), common.key != word else { return nil }
      let value = common.value > 1 ? PersonalData.masked(common.key) ?? common.key : ""
      return (key.replacing(RecordFlattener.separator, with: "."), String(value.prefix(80)))
    }.sorted { $0.key < $1.key }
    guard !shared.isEmpty else { return "" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let members = Dictionary(shared.prefix(12).map { ($0.key, $0.value) }) { first, _ in first }
    return (try? encoder.encode(members)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
