import CXXHash
import CZstd
import EventLogs
import Foundation
import Measures
import NavigationModel

/// A state or a survey as bytes, for `map` and `reduce` (LargeLogs.md).
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
/// Integers are little-endian.
struct StateFrame: Sendable {
  enum Kind: UInt32, Sendable {
    case state, survey

    var word: String { self == .state ? "state" : "survey" }
  }

  let kind: Kind
  let label: StateLabel
  let name: String
  /// Reads the content, which is compressed.
  private let readContent: @Sendable () throws(AuditError) -> Data

  static let magic = Array("NAVSTATE".utf8)
  /// Raise it when the format changes.
  static let version: UInt32 = 4
  private static let headerLength = 32
  private static let longestLabel: UInt32 = 64 << 20

  // MARK: - Writing

  init(_ kind: Kind, _ label: StateLabel, content: [UInt8]) throws {
    self.kind = kind
    self.label = label
    name = ""
    var packed = [UInt8](repeating: 0, count: ZSTD_compressBound(content.count))
    let length = ZSTD_compress(&packed, packed.count, content, content.count, 3)
    guard ZSTD_isError(length) == 0 else { throw AuditError("the \(kind.word) cannot be packed; free some memory") }
    let bytes = Data(packed[..<length])
    readContent = { bytes }
  }

  func bytes() throws -> Data {
    let content = try readContent()
    let encoder = BinaryEncoder(names: .init(texts: []))
    try encoder.encode(label)
    let label = encoder.finish()
    var bytes = Data(Self.magic)
    for number in [Self.version, kind.rawValue, UInt32(Measures.schema), UInt32(label.count)] {
      bytes.append(littleEndian: number)
    }
    bytes.append(littleEndian: UInt64(content.count))
    bytes.append(contentsOf: label)
    bytes.append(littleEndian: Self.checksum(bytes))
    bytes.append(content)
    bytes.append(littleEndian: Self.checksum(content))
    return bytes
  }

  private static func checksum(_ bytes: Data) -> UInt64 { bytes.withUnsafeBytes { XXH64($0.baseAddress, $0.count, 0) } }

  // MARK: - Reading

  /// Reads the label of the next frame; its content is read when it is decoded.
  init(_ source: inout StateSource, _ name: String) throws(AuditError) {
    let ends = AuditError("\(name): is a state that ends too early; copy it again, or map its logs again")
    let damaged = AuditError("\(name): is a damaged state; copy it again, or map its logs again")
    var head = try source.next(Self.headerLength)
    guard head.starts(with: Self.magic.prefix(head.count)), !head.isEmpty else {
      throw AuditError("\(name): is not a state or a survey; `navaudit map` makes them")
    }
    guard head.count >= 12 else { throw ends }
    let version = head.number(at: 8, UInt32.self)
    if version > Self.version {
      throw AuditError(
        "\(name): was written by a newer navaudit (format \(version), this one reads \(Self.version)); use that version"
      )
    }
    guard head.count == Self.headerLength else { throw ends }
    let kind = head.number(at: 12, UInt32.self)
    let schema = head.number(at: 16, UInt32.self)
    let labelLength = head.number(at: 20, UInt32.self)
    let contentLength = head.number(at: 24, UInt64.self)
    guard version > 0, labelLength <= Self.longestLabel, contentLength <= 1 << 40 else { throw damaged }
    let rest = try source.next(Int(labelLength) + 8)
    guard rest.count == Int(labelLength) + 8 else { throw ends }
    head.append(rest)
    guard Self.checksum(head.dropLast(8)) == head.number(at: head.count - 8, UInt64.self),
      let kind = Kind(rawValue: kind)
    else { throw damaged }
    guard schema == UInt32(Measures.schema) else {
      let what = schema > UInt32(Measures.schema) ? "a newer" : "an older"
      throw AuditError(
        """
        \(name): holds measures of \(what) version of navaudit (\(schema), this one has \(Measures.schema)); map and \
        reduce with the same version
        """)
    }
    let label = rest.dropLast(8).withUnsafeBytes { bytes in
      let decoder = BinaryDecoder(bytes.bindMemory(to: UInt8.self))
      return (try? decoder.decode(StateLabel.self)).flatMap { decoder.isAtEnd ? $0 : nil }
    }
    guard let label else { throw damaged }
    self.kind = kind
    self.label = label
    self.name = name
    let place = source.offset..<source.offset + Int(contentLength) + 8
    guard place.upperBound <= source.size else { throw ends }
    source.offset = place.upperBound
    readContent = { [source] () throws(AuditError) -> Data in
      let content = try source.read(place)
      guard content.count == place.count else { throw ends }
      guard Self.checksum(content.dropLast(8)) == content.number(at: content.count - 8, UInt64.self) else {
        throw damaged
      }
      return content.dropLast(8)
    }
  }

  /// Decompresses and decodes the content.
  /// - Parameter room: the limit for the sum of its integers; reduced by them.
  func decode<Value>(room: inout UInt64, _ body: (BinaryDecoder) throws -> Value) throws -> Value {
    let damaged = AuditError("\(name): is a damaged state; map its logs again")
    let packed = [UInt8](try readContent())
    let length = ZSTD_getFrameContentSize(packed, packed.count)
    guard length < 1 << 40, !DecompressionLimits().refuse(compressed: packed.count, decompressed: Int(length)) else {
      throw damaged
    }
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
        throw AuditError(
          "\(name): holds more than can be counted; it is damaged, or not made from logs: map its logs again")
      } catch is BinaryError {
        throw damaged
      }
    }
  }
}

extension Data {
  fileprivate mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  fileprivate func number<Number: FixedWidthInteger>(at offset: Int, _: Number.Type) -> Number {
    withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
  }
}

/// The source of states: a file, or bytes in memory.
struct StateSource: Sendable {
  let name: String
  /// What was read of standard input or a pipe, or the beginning of what is no state; nil for a file, which is read
  /// piece by piece.
  private let bytes: Data?
  let size: Int
  /// Where the next state begins.
  fileprivate(set) var offset = 0

  init(_ path: String) throws(AuditError) {
    let isInput = path == "-"
    name = isInput ? "standard input" : path
    var isFolder: ObjCBool = false
    if !isInput {
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw AuditError("\(path): no such file; check the path")
      }
      if isFolder.boolValue { throw AuditError("\(path): is a folder; name the states in it, such as \(path)/*.state") }
      do { try SmallFile.expectNoNamedPipe(path) } catch { throw AuditError("\(error)") }
    }
    guard let file = isInput ? FileHandle.standardInput : FileHandle(forReadingAtPath: path) else {
      throw AuditError("\(path): cannot be read (\(POSIXError.last.reason)); check the permissions")
    }
    var bytes = Data()
    while bytes.count < StateFrame.magic.count {
      let missing = StateFrame.magic.count - bytes.count
      let more = try Self.reading(name) { try file.read(upToCount: missing) ?? Data() }
      if more.isEmpty { break }
      bytes.append(more)
    }
    // The rest of what is no state is not read: it may be long, or never end.
    if bytes.elementsEqual(StateFrame.magic.prefix(bytes.count)) {
      if !isInput, let end = try? file.seekToEnd() {
        self.bytes = nil
        size = Int(end)
        return
      }
      bytes.append(try Self.reading(name) { try file.readToEnd() ?? Data() })
    }
    self.bytes = bytes
    size = bytes.count
  }

  private static func reading<T>(_ name: String, _ work: () throws -> T) throws(AuditError) -> T {
    do { return try work() } catch { throw AuditError("\(name): cannot be read (\(error.reason)); check the disk") }
  }

  var isAtEnd: Bool { offset >= size }

  /// Whether it begins with a state.
  var isOfStates: Bool { bytes?.starts(with: StateFrame.magic) ?? true }

  var isEmpty: Bool { size == 0 }

  /// The bytes at a place, fewer at the end.
  fileprivate func read(_ place: Range<Int>) throws(AuditError) -> Data {
    let place = place.clamped(to: 0..<size)
    if let bytes { return Data(bytes[place]) }
    return try Self.reading(name) {
      guard let file = FileHandle(forReadingAtPath: name) else { throw POSIXError.last }
      try file.seek(toOffset: UInt64(place.lowerBound))
      return place.isEmpty ? Data() : try file.read(upToCount: place.count) ?? Data()
    }
  }

  /// The next bytes, fewer at the end.
  fileprivate mutating func next(_ count: Int) throws(AuditError) -> Data {
    let bytes = try read(offset..<offset + count)
    offset += bytes.count
    return bytes
  }
}

/// The destination of a state or a survey.
public struct StateOutput: Sendable {
  /// `-` for standard output.
  public let path: String

  public init(_ path: String) { self.path = path }

  var spillFolder: String {
    path == "-" ? FileManager.default.temporaryDirectory.path : path.parentFolder.nearestFolder
  }

  /// - Throws: if it would replace something other than a state.
  func expectReplaceable() throws(AuditError) {
    var status = stat()
    guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    let source = try StateSource(path)
    if !source.isEmpty, !source.isOfStates {
      throw AuditError("\(path): is not a state, so it is not replaced; name another file with --output")
    }
  }

  func write(_ frame: StateFrame) throws -> Int {
    let bytes = try frame.bytes()
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
