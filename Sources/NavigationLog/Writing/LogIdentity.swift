import Foundation

/// Who the user is: a random id of the installation, of which nothing about the user or the device follows.
public struct LogIdentity: Sendable {
  public enum Loaded: Sendable, Equatable {
    /// - Parameter isNew: whether it was made just now: the first launch ever.
    case known(String, isNew: Bool)
    /// It exists and cannot be read now, as before the device is unlocked for the first time.
    case unavailable
  }

  /// Called from the logger's queue until it is known.
  public var load: @Sendable () -> Loaded
  public var erase: @Sendable () -> Void

  public init(load: @escaping @Sendable () -> Loaded, erase: @escaping @Sendable () -> Void = {}) {
    self.load = load
    self.erase = erase
  }

  /// An id in a hidden file, which is made once. Only one that can be read and is no id is replaced: what a device that
  /// lost its power may leave.
  public static func file(in folder: URL) -> LogIdentity {
    let path = folder.appendingPathComponent(".install-id").path
    return LogIdentity(load: { load(path, in: folder.path) }, erase: { unlink(path) })
  }

  private static func load(_ path: String, in folder: String) -> Loaded {
    let found = read(path)
    if let found, found != .broken { return found.loaded }
    guard (try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)) != nil else {
      return .unavailable
    }
    // Complete before it has its name: a kill leaves no half of an id, and of two processes one makes it.
    let id = random(32)
    let draft = path + "." + random(8)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return .unavailable }
    let bytes = Array(id.utf8)
    // On the disk before it has its name: a device that loses its power has no name without an id, either.
    let isComplete = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    close(descriptor)
    defer { unlink(draft) }
    guard isComplete else { return .unavailable }
    if found == .broken { return replace(path, in: folder, by: draft, id) }
    return link(draft, path) == 0 ? .known(id, isNew: true) : read(path)?.loaded ?? .unavailable
  }

  /// Replaces a broken id. Of two processes one does it: the other one finds that it is not broken any more.
  private static func replace(_ path: String, in folder: String, by draft: String, _ id: String) -> Loaded {
    let lock = open(folder, O_RDONLY | O_CLOEXEC)
    guard lock >= 0 else { return .unavailable }
    defer { close(lock) }
    guard flock(lock, LOCK_EX) == 0 else { return .unavailable }
    if let found = read(path), found != .broken { return found.loaded }
    // The app ran before, although nobody knows as whom.
    return rename(draft, path) == 0 ? .known(id, isNew: false) : .unavailable
  }

  /// What is in the place of an id.
  private enum Found: Equatable {
    case id(String)
    /// It can be read, and is no id.
    case broken
    case unreadable

    var loaded: Loaded { if case .id(let id) = self { .known(id, isNew: false) } else { .unavailable } }
  }

  /// Nil if there is no id yet.
  private static func read(_ path: String) -> Found? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno == ENOENT ? nil : .unreadable }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = Foundation.read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { return .unreadable }
    guard count >= leastBytes, !bytes[..<count].contains(0) else { return .broken }
    return .id(String(decoding: bytes[..<count], as: UTF8.self))
  }

  /// What is shorter is no id.
  private static let leastBytes = 16

  /// A random text of hexadecimal digits.
  static func random(_ count: Int) -> String {
    String((0..<count).map { _ in "0123456789abcdef".randomElement()! })
  }

  /// Whether a user is in a sample of this share: the same for as long as the id, and in every larger sample too.
  static func isSampled(_ id: String, share: Double) -> Bool {
    // FNV-1a, then mixed: ids that differ in the last digits only are spread, too.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash ^= hash >> 33
    hash = hash &* 0xff51_afd7_ed55_8ccd
    hash ^= hash >> 33
    return Double(hash >> 11) / Double(1 << 53) < share
  }
}
