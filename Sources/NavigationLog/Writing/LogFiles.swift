import Foundation

/// Where lines go. The logger calls it from one queue, in order.
public protocol LogSink: Sendable {
  /// Appends whole lines.
  /// - Throws: if they cannot be kept: the logger then stops until the next launch. ``LogSinkError/vanished``: what was
  ///   appended last may be gone, but what follows can be kept.
  func append(_ lines: [UInt8]) throws
  /// Ends the present file, if there are files, so that what follows goes to another.
  func finish()
  /// All files, oldest first.
  var files: [URL] { get }
  /// Deletes everything that was logged.
  func erase()
}

/// Files of lines in one folder, limited in size and number. The order of their names is that of time.
///
/// Each launch begins a file of its own, so that two processes never write to the same one, and no file is ever locked.
/// A file begins with a blank line: if the one before ends within a line, because the battery was taken out, they can
/// still be joined.
public final class LogFiles: LogSink {
  private struct Open: Sendable {
    var descriptor: Int32 = -1
    var path = ""
    var size = 0
    /// Whether the folder was made. It is made once: if it vanishes, the log stops.
    var hasFolder = false
  }

  private let folder: String
  private let launch: String
  private let limits: LogLimits
  private let clock: LogClock
  private let open: @Sendable (String) -> Int32
  private let current = Locked(Open())

  /// - Parameters:
  ///   - folder: made with the first line.
  ///   - launch: distinguishes this launch from others that write to the same folder.
  public convenience init(folder: URL, launch: String, limits: LogLimits = LogLimits(), clock: LogClock = .system) {
    self.init(folder: folder, launch: launch, limits: limits, clock: clock) { path in
      Foundation.open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    }
  }

  init(folder: URL, launch: String, limits: LogLimits, clock: LogClock, open: @escaping @Sendable (String) -> Int32) {
    self.folder = folder.path
    self.launch = launch
    self.limits = limits
    self.clock = clock
    self.open = open
  }

  deinit { finish() }

  public func append(_ lines: [UInt8]) throws {
    try current.withLock { file in
      if file.descriptor >= 0, file.size > 1, file.size + lines.count > limits.fileSize { Self.close(&file) }
      // Another process may have removed it, to keep to the number of files.
      if file.descriptor >= 0, access(file.path, F_OK) != 0 {
        Self.close(&file)
        throw LogSinkError.vanished
      }
      if file.descriptor < 0 {
        try openNext(&file)
        try write([UInt8(ascii: "\n")], to: &file)
      }
      try write(lines, to: &file)
    }
  }

  public func finish() { current.withLock { Self.close(&$0) } }

  public var files: [URL] { names.map { URL(fileURLWithPath: folder).appendingPathComponent($0) } }

  public func erase() {
    current.withLock { Self.close(&$0) }
    for name in names { unlink(folder + "/" + name) }
  }

  private static let prefix = "navigation-"
  private static let suffix = ".ndjson"
  /// Digits of a time in microseconds until the year 2286.
  private static let digits = 16

  private var names: [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return all.filter { Self.time(of: $0) != nil }.sorted()
  }

  private static func time(of name: String) -> Int64? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.utf8.count > prefix.utf8.count + digits else {
      return nil
    }
    return Int64(name.dropFirst(prefix.count).prefix(digits))
  }

  /// Begins a file, and removes the oldest ones beyond the limit.
  private func openNext(_ file: inout Open) throws {
    if !file.hasFolder {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      #if canImport(Darwin)
        var url = URL(fileURLWithPath: folder)
        var values = URLResourceValues()
        // Restored on another device, the log and the install id would be those of two devices.
        values.isExcludedFromBackup = true
        try? url.setResourceValues(values)
      #endif
    }
    var names = names
    while names.count >= max(limits.files, 1) { unlink(folder + "/" + names.removeFirst()) }
    // Later than the newest name, also if the clock was set back.
    var time = max(clock.wall(), 0)
    if let newest = names.last.flatMap(Self.time(of:)), newest >= time { time = newest + 1 }
    let number = String(time)
    let stamp = String(repeating: "0", count: max(Self.digits - number.count, 0)) + number
    let path = folder + "/" + Self.prefix + stamp + "-" + launch + Self.suffix
    let descriptor = open(path)
    guard descriptor >= 0 else { throw LogSinkError.refused(errno) }
    file = Open(descriptor: descriptor, path: path, size: 0, hasFolder: true)
  }

  /// Writes everything or, as far as the disk lets it, nothing.
  private func write(_ bytes: [UInt8], to file: inout Open) throws {
    let descriptor = file.descriptor
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress! + written, bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let number = errno
        // Not within a line: what was written of it is taken back.
        _ = ftruncate(descriptor, off_t(file.size))
        Self.close(&file)
        throw LogSinkError.refused(number)
      }
      written += count
    }
    file.size += bytes.count
  }

  private static func close(_ file: inout Open) {
    if file.descriptor >= 0 { _ = Foundation.close(file.descriptor) }
    file = Open(hasFolder: file.hasFolder)
  }
}

/// Why lines cannot be kept.
public enum LogSinkError: Error, Equatable {
  /// The file was removed.
  case vanished
  /// The number of the system's error.
  case refused(Int32)
}

/// How much is kept.
public struct LogLimits: Sendable {
  /// The largest size of a file, in bytes.
  public var fileSize: Int
  /// The most files; the oldest go first.
  public var files: Int
  /// The most events that wait in memory to be written; if they cannot be, they are dropped.
  public var waiting: Int
  /// How long an event waits at most, in seconds. What waits is lost if the app is killed.
  public var delay: Double
  /// After so many seconds without an event, the next one begins a session.
  public var pause: Double

  public init(fileSize: Int = 1_000_000, files: Int = 20, waiting: Int = 4096, delay: Double = 1, pause: Double = 1800)
  {
    self.fileSize = fileSize
    self.files = files
    self.waiting = waiting
    self.delay = delay
    self.pause = pause
  }
}
