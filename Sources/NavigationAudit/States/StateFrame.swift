import CXXHash
import CZstd
import EventLogs
import Foundation
import Measures
import NavigationModel

/// A state or a survey as bytes (BeyondOneMachine.md, *The format of a state*).
///
/// | bytes | what |
/// |--:|---|
/// | 8 | `NAVSTATE` |
/// | 4 | the version of this format |
/// | 4 | 0 for a state, 1 for a survey |
/// | 4 | the version of the measures |
/// | 4 | the length of the label |
/// | 8 | the length of the content |
/// | | the label |
/// | 8 | XXH64 of everything so far |
/// | | the content, compressed with zstd |
/// | 8 | XXH64 of the content |
///
/// Integers are little-endian. As text, the frame is one line of base64.
struct StateFrame: Sendable {
  enum Kind: UInt32, Sendable {
    case state, survey

    var word: String { self == .state ? "state" : "survey" }
  }

  let kind: Kind
  let label: StateLabel
  /// Compressed.
  let content: Data

  static let magic = Array("NAVSTATE".utf8)
  /// Raise it when the format changes.
  static let version: UInt32 = 1
  private static let headerLength = 32
  private static let longestLabel: UInt32 = 64 << 20

  // MARK: - Writing

  init(_ kind: Kind, _ label: StateLabel, content: [UInt8]) throws {
    self.kind = kind
    self.label = label
    var packed = [UInt8](repeating: 0, count: ZSTD_compressBound(content.count))
    let length = ZSTD_compress(&packed, packed.count, content, content.count, 3)
    guard ZSTD_isError(length) == 0 else { throw AuditError("the \(kind.word) cannot be packed; free some memory") }
    self.content = Data(packed[..<length])
  }

  /// The entire frame.
  func bytes() throws -> Data {
    let encoder = BinaryEncoder(names: .init(texts: []))
    try encoder.encode(label)
    let label = encoder.finish()
    var bytes = Data(Self.magic)
    for number in [Self.version, kind.rawValue, UInt32(Measures.schema), UInt32(label.count)] { bytes.append(littleEndian: number) }
    bytes.append(littleEndian: UInt64(content.count))
    bytes.append(contentsOf: label)
    bytes.append(littleEndian: Self.checksum(bytes))
    bytes.append(content)
    bytes.append(littleEndian: Self.checksum(content))
    return bytes
  }

  private static func checksum(_ bytes: Data) -> UInt64 { bytes.withUnsafeBytes { XXH64($0.baseAddress, $0.count, 0) } }

  // MARK: - Reading

  /// Reads a frame, or only its label.
  /// - Parameters:
  ///   - name: its name in errors.
  ///   - hasContent: whether to read the content.
  init(_ source: inout StateSource, _ name: String, hasContent: Bool) throws(AuditError) {
    func ends() -> AuditError { AuditError("\(name): is a state that ends too early; copy it again, or map its logs again") }
    func damaged() -> AuditError { AuditError("\(name): is a damaged state; copy it again, or map its logs again") }
    var head = try source.read(Self.headerLength)
    guard head.starts(with: Self.magic.prefix(head.count)), !head.isEmpty else {
      throw AuditError("\(name): is not a state or a survey; `navaudit map` and `navaudit survey` make them")
    }
    guard head.count >= 12 else { throw ends() }
    let version = head.number(at: 8, UInt32.self)
    if version > Self.version {
      throw AuditError("\(name): was written by a newer navaudit (format \(version), this one reads \(Self.version)); use that version")
    }
    guard head.count == Self.headerLength else { throw ends() }
    let (kind, schema, labelLength) = (head.number(at: 12, UInt32.self), head.number(at: 16, UInt32.self), head.number(at: 20, UInt32.self))
    let contentLength = head.number(at: 24, UInt64.self)
    guard version > 0, labelLength <= Self.longestLabel, contentLength <= 1 << 40 else { throw damaged() }
    let rest = try source.read(Int(labelLength) + 8)
    guard rest.count == Int(labelLength) + 8 else { throw ends() }
    head.append(rest)
    guard Self.checksum(head.dropLast(8)) == head.number(at: head.count - 8, UInt64.self), let kind = Kind(rawValue: kind) else { throw damaged() }
    guard schema == UInt32(Measures.schema) else {
      let what = schema > UInt32(Measures.schema) ? "a newer" : "an older"
      throw AuditError(
        "\(name): holds measures of \(what) version of navaudit (\(schema), this one has \(Measures.schema)); map and reduce with the same version")
    }
    let label = rest.dropLast(8).withContiguousBytes { bytes in
      let decoder = BinaryDecoder(bytes)
      return (try? decoder.decode(StateLabel.self)).flatMap { decoder.isAtEnd && $0.ranges.isValid ? $0 : nil }
    }
    guard let label else { throw damaged() }
    (self.kind, self.label) = (kind, label)
    guard hasContent else {
      content = Data()
      guard try source.skip(Int(contentLength) + 8) else { throw ends() }
      return
    }
    let content = try source.read(Int(contentLength) + 8)
    guard content.count == Int(contentLength) + 8 else { throw ends() }
    self.content = content.dropLast(8)
    guard Self.checksum(self.content) == content.number(at: Int(contentLength), UInt64.self) else { throw damaged() }
  }

  /// Decompresses and decodes the content.
  /// - Parameter room: the limit for the sum of its integers; reduced by them.
  func decode<Value>(_ name: String, room: inout UInt64, _ body: (BinaryDecoder) throws -> Value) throws -> Value {
    let damaged = AuditError("\(name): is a damaged state; map its logs again")
    let packed = [UInt8](content)
    let length = ZSTD_getFrameContentSize(packed, packed.count)
    guard length < 1 << 40, !DecompressionLimits().refuse(compressed: packed.count, decompressed: Int(length)) else { throw damaged }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(length)) { bytes, count in
      let unpacked = ZSTD_decompress(bytes.baseAddress, bytes.count, packed, packed.count)
      count = ZSTD_isError(unpacked) == 0 ? unpacked : 0
    }
    guard bytes.count == Int(length) else { throw damaged }
    return try bytes.withUnsafeBufferPointer { bytes in
      let decoder = BinaryDecoder(bytes, room: room)
      do {
        let value = try body(decoder)
        guard decoder.isAtEnd else { throw damaged }
        room = decoder.room
        return value
      } catch BinaryError.tooLarge {
        throw AuditError("\(name): holds more than can be counted; it is damaged, or not made from logs: map its logs again")
      } catch is BinaryError {
        throw damaged
      }
    }
  }
}

extension Data {
  fileprivate mutating func append(littleEndian number: some FixedWidthInteger) { Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) } }

  /// - Parameter offset: from the first byte.
  fileprivate func number<Number: FixedWidthInteger>(at offset: Int, _: Number.Type) -> Number {
    withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
  }

  fileprivate func withContiguousBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    withUnsafeBytes { body($0.bindMemory(to: UInt8.self)) }
  }
}

/// The source of states: a file, or bytes in memory.
struct StateSource {
  /// Its name in errors.
  let name: String
  private let file: FileHandle?
  private let size: Int
  private var bytes: Data
  private var offset = 0

  /// Opens a file of states. Text (one line of base64 per state) and standard input (`-`) are read into memory.
  /// - Throws: ``AuditError`` if it cannot be read.
  init(_ path: String) throws(AuditError) {
    let isInput = path == "-"
    name = isInput ? "standard input" : path
    var isFolder: ObjCBool = false
    if !isInput {
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw AuditError("\(path): no such file; check the path") }
      if isFolder.boolValue { throw AuditError("\(path): is a folder; name the states in it, such as \(path)/*.state") }
    }
    guard let file = isInput ? FileHandle.standardInput : FileHandle(forReadingAtPath: path) else {
      throw AuditError("\(path): cannot be read (\(POSIXError.last.reason)); check the permissions")
    }
    bytes = Data()
    let end = isInput ? nil : try? file.seekToEnd()
    if let end, (try? file.seek(toOffset: 0)) != nil {
      size = Int(end)
      let head = try Self.reading(name) { try file.read(upToCount: StateFrame.magic.count) ?? Data() }
      if head.elementsEqual(StateFrame.magic.prefix(head.count)) {
        try Self.reading(name) { try file.seek(toOffset: 0) }
        self.file = file
        return
      }
      bytes = head
    } else {
      size = 0
    }
    let rest = try Self.reading(name) { try file.readToEnd() ?? Data() }
    bytes.append(rest)
    self.file = nil
    if Self.isText(bytes) { bytes = try Self.decoded(bytes, name) }
  }

  private static func reading<T>(_ name: String, _ work: () throws -> T) throws(AuditError) -> T {
    do { return try work() } catch { throw AuditError("\(name): cannot be read (\(error.reason)); check the disk") }
  }

  /// Base64 of the first bytes of a state.
  private static let textPrefix = Array(Data(StateFrame.magic.prefix(6)).base64EncodedString().utf8)

  private static func isText(_ bytes: Data) -> Bool { bytes.drop { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 }.starts(with: textPrefix) }

  private static func decoded(_ text: Data, _ name: String) throws(AuditError) -> Data {
    var bytes = Data()
    for (number, line) in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).enumerated() {
      guard let state = Data(base64Encoded: Data(line)) else {
        throw AuditError("\(name): line \(number + 1) is not valid base64; print each state with --base64 on a separate line")
      }
      bytes.append(state)
    }
    return bytes
  }

  /// Whether all bytes were read.
  var isAtEnd: Bool { offset >= (file == nil ? bytes.count : size) }

  /// Whether it cannot be read again.
  var isInMemory: Bool { file == nil }

  /// Whether it begins with a state.
  var isOfStates: Bool { file != nil || bytes.starts(with: StateFrame.magic) }

  /// Whether it is empty.
  var isEmpty: Bool { file == nil ? bytes.isEmpty : size == 0 }

  /// Reads bytes, fewer at the end.
  mutating func read(_ count: Int) throws(AuditError) -> Data {
    guard let file else {
      let end = min(bytes.count, offset + count)
      defer { offset = end }
      return Data(bytes[offset..<max(offset, end)])
    }
    let most = min(count, size - offset)
    let read = try Self.reading(name) { most > 0 ? try file.read(upToCount: most) ?? Data() : Data() }
    offset += read.count
    return read
  }

  /// - Returns: whether there were that many bytes.
  mutating func skip(_ count: Int) throws(AuditError) -> Bool {
    let most = file == nil ? bytes.count : size
    guard count <= most - offset else { return false }
    offset += count
    if let file {
      let start = UInt64(offset)
      try Self.reading(name) { try file.seek(toOffset: start) }
    }
    return true
  }
}

/// The destination of a state or a survey.
public struct StateOutput: Sendable {
  /// `-` for standard output.
  public let path: String
  /// Whether it is written as one line of base64.
  public let isText: Bool

  public init(_ path: String, isText: Bool = false) { (self.path, self.isText) = (path, isText) }

  /// The folder for temporary files.
  var spillFolder: String { path == "-" ? FileManager.default.temporaryDirectory.path : path.parentFolder.nearestFolder }

  /// - Throws: if it would replace something other than a state.
  func expectReplaceable() throws(AuditError) {
    guard path != "-", EarlierFiles.kind(of: path) == S_IFREG else { return }
    let source = try StateSource(path)
    if !source.isEmpty, !source.isOfStates { throw AuditError("\(path): is not a state, so it is not replaced; name another file with --output") }
  }

  /// - Returns: the number of bytes written.
  func write(_ frame: StateFrame) throws -> Int {
    var bytes = try frame.bytes()
    if isText { bytes = bytes.base64EncodedData() + Data("\n".utf8) }
    let file = path == "-" ? PendingFile(standardOutput: ()) : try PendingFile(path)
    do {
      try bytes.withUnsafeBytes { try file.write($0) }
      try file.finish()
    } catch {
      file.discard()
      throw error
    }
    return bytes.count
  }
}
