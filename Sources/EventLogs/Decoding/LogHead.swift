/// The beginning of a source, for recognizing its format.
struct LogHead {
  /// The name of the source in messages.
  let name: String
  let bytes: [UInt8]
  /// The fields to read, and their sources.
  let plan: FieldPlan
  /// The contents of context tables.
  var contexts = SnowplowContexts()

  /// The first non-blank lines; the last may be truncated.
  func lines(_ count: Int) -> [ArraySlice<UInt8>] {
    Array(bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).lazy.filter { !$0.allSatisfy(\.isBlank) }.prefix(count))
  }

  /// Whether the first records are JSON objects.
  var holdsObject: Bool { lines(20).contains { $0.first { !$0.isBlank } == UInt8(ascii: "{") } }

  /// The first byte that is not blank.
  var firstByte: UInt8? { bytes.first { !$0.isBlank } }
}
