/// A part of the program that is fuzzed with arbitrary bytes: it must neither crash nor break its promises.
///
/// libFuzzer generates the bytes (`Tests/Fuzzing/run`); the tests play those in `Tests/Fuzzing/Corpus`, one folder per
/// target. To add a target, add a file in `Targets/` and a line in ``all``.
struct FuzzTarget: Sendable {
  /// The name of its folder in the corpus.
  let name: String
  /// The maximum length of a useful input, bytes.
  var longest = 1024
  /// Tries one input.
  /// - Throws: ``BrokenPromise``.
  let check: @Sendable (UnsafeRawBufferPointer) throws -> Void

  static let all: [FuzzTarget] = decoders + others

  private static let others: [FuzzTarget] = [
    .json, .jsonShapes, .rows, .times, .containers, .appMaps, .yamlTexts, .storedEvents, .reconstruction, .measures,
    .codedMeasures, .escapes,
    .reports,
  ]

  static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// An invariant did not hold for an input.
struct BrokenPromise: Error, CustomStringConvertible {
  let description: String
}

func promise(_ holds: Bool, _ what: @autoclosure () -> String) throws {
  if !holds { throw BrokenPromise(description: what()) }
}

/// Takes decisions from bytes; when they are used up, every decision is 0.
struct Choices {
  private var rest: Slice<UnsafeRawBufferPointer>

  init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[Int(byte()) % values.count] }

  /// The bytes up to the next 0xFF, which no text contains, or all remaining ones.
  mutating func text() -> String {
    let end = rest.firstIndex(of: 0xFF) ?? rest.endIndex
    defer { rest = end < rest.endIndex ? rest[(end + 1)...] : rest[rest.endIndex...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  /// All remaining bytes.
  mutating func bytes() -> UnsafeRawBufferPointer {
    defer { rest = rest[rest.endIndex...] }
    return UnsafeRawBufferPointer(rebasing: rest)
  }
}
