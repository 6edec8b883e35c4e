import Measures
import NavigationModel

/// What reports need to know about all users before the first session is measured: the time between the first and the last session
/// start (recent part and halves), and the pseudonym key if none is given.
struct Survey: Sendable {
  var label: StateLabel
  /// The key derived from the users.
  var key: PseudonymKey
  var first: Int64?
  var last: Int64?

  var span: SessionSpan? { first.flatMap { first in last.map { SessionSpan(first: first, last: $0) } } }

  /// Merges the survey of other users.
  mutating func merge(_ other: Survey) {
    label.merge(other.label)
    key = key.together(with: other.key)
    first = [first, other.first].compactMap(\.self).min()
    last = [last, other.last].compactMap(\.self).max()
  }
}

extension Survey {
  func frame() throws -> StateFrame {
    let encoder = BinaryEncoder(names: .init(texts: []))
    try encoder.encode(Content(key: key.hexadecimal, first: first, last: last))
    return try StateFrame(.survey, label, content: encoder.finish())
  }

  init(_ frame: StateFrame, _ name: String) throws {
    var room = BinaryDecoder.largestSum
    let content = try frame.decode(name, room: &room) { try $0.decode(Content.self) }
    guard let key = PseudonymKey(hexadecimal: content.key) else { throw AuditError("\(name): is a damaged survey; survey its logs again") }
    self.init(label: frame.label, key: key, first: content.first, last: content.last)
  }

  private struct Content: BinaryRecord {
    let key: String
    let first: Int64?
    let last: Int64?

    static let form = BinaryForm(Self.init(key:first:last:), \.key, \.first, \.last)
  }

  /// Reads a survey file (`map --survey`).
  init(file: String) throws {
    var source = try StateSource(file)
    let frame = try StateFrame(&source, file, hasContent: true)
    guard frame.kind == .survey else { throw AuditError("\(file): is a state; --survey takes what `navaudit reduce` makes of surveys") }
    guard source.isAtEnd else { throw AuditError("\(file): holds several surveys; make one of them with `navaudit reduce`") }
    try self.init(frame, file)
  }
}
