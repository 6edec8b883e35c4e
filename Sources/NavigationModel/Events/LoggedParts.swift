/// Kinds of events, and fields of events, that a log has: a set of bits, so that noting an event costs next to nothing.
package struct LoggedParts: OptionSet, Sendable, Hashable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Bits of fields come after those of kinds.
  private static let firstField = 48

  /// The fields of an event that may be missing although it is logged.
  private enum Field: Int, CaseIterable { case screen, target, container, value, depth, session, id }

  private static func bit(_ field: Field) -> UInt64 { 1 << UInt64(firstField + field.rawValue) }
  private static func bit(_ kind: EventKind) -> UInt64 { 1 << UInt64(kind.rawValue) }

  /// The kind of an event, and the fields that it has.
  @inline(__always)
  init(of event: Event) {
    var bits = Self.bit(event.kind)
    if event.screen.isKnown { bits |= Self.bit(.screen) }
    if event.target.isKnown { bits |= Self.bit(.target) }
    if event.container.isKnown { bits |= Self.bit(.container) }
    if event.value.isKnown { bits |= Self.bit(.value) }
    if event.depth != 0 { bits |= Self.bit(.depth) }
    if event.session != 0 { bits |= Self.bit(.session) }
    if event.id != 0 { bits |= Self.bit(.id) }
    rawValue = bits
  }

  /// Each part with its name in the log.
  package static let all: [(part: LoggedParts, name: String, isField: Bool)] =
    EventKind.allCases.map { (LoggedParts(rawValue: bit($0)), $0 == .other ? "other" : $0.word, false) }
    + Field.allCases.map { (LoggedParts(rawValue: bit($0)), "\($0)", true) }
}
