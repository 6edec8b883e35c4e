/// A part of the program that is tried with any bytes: it must neither crash nor break what it promises.
///
/// libFuzzer makes up the bytes (`Tests/Fuzzing/run`); the tests play those that are kept in `Tests/Fuzzing/Corpus`, one folder a target. Adding a
/// target is a file in `Targets/` and a line in ``all``.
struct FuzzTarget: Sendable {
  /// The name of its folder in the corpus.
  let name: String
  /// The longest input that is worth trying, bytes.
  var longest = 1024
  /// Tries some bytes.
  /// - Throws: ``BrokenPromise``.
  let check: @Sendable (UnsafeRawBufferPointer) throws -> Void

  static let all: [FuzzTarget] = decoders + others

  private static let others: [FuzzTarget] = [
    .json, .jsonShapes, .rows, .times, .traces, .containers, .appMaps, .yamlTexts, .storedEvents, .reconstruction, .measures, .escapes, .reports,
  ]

  static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// What holds for all inputs did not hold for one.
struct BrokenPromise: Error, CustomStringConvertible {
  let description: String
}

func promise(_ holds: Bool, _ what: @autoclosure () -> String) throws {
  if !holds { throw BrokenPromise(description: what()) }
}

/// Takes decisions from bytes, one after the other; when they are used up, every decision is 0.
struct Choices {
  private var rest: Slice<UnsafeRawBufferPointer>

  init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[Int(byte()) % values.count] }

  /// The bytes up to the next 0xFF, which no text holds, or all that are left.
  mutating func text() -> String {
    let end = rest.firstIndex(of: 0xFF) ?? rest.endIndex
    defer { rest = end < rest.endIndex ? rest[(end + 1)...] : rest[rest.endIndex...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  /// All bytes that are left.
  mutating func bytes() -> UnsafeRawBufferPointer {
    defer { rest = rest[rest.endIndex...] }
    return UnsafeRawBufferPointer(rebasing: rest)
  }
}
