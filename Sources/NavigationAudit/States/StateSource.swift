import Foundation

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
