import EventLogs
import Foundation
import NavigationModel
import TestSupport

@testable import NavigationLog

/// A device with an app that logs: its clocks stand still unless a test moves them.
final class Phone: @unchecked Sendable {
  let folder: URL
  private let times = Locked((wall: Int64(1_772_431_622_140_000), elapsed: Int64(5_000_000)))
  var limits = LogLimits(delay: 1e6)
  private var launches = 0

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("NavigationLog-\(UUID().uuidString)")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var clock: LogClock {
    LogClock(wall: { [times] in times.withLock { $0.wall } }, elapsed: { [times] in times.withLock { $0.elapsed } })
  }

  /// Time passes, in seconds.
  func wait(_ seconds: Double) {
    times.withLock {
      $0.wall += Int64(seconds * 1e6)
      $0.elapsed += Int64(seconds * 1e6)
    }
  }

  /// Somebody sets the wall clock, by so many seconds.
  func setClock(by seconds: Double) { times.withLock { $0.wall = max(0, $0.wall + Int64(seconds * 1e6)) } }

  /// The device starts again: elapsed time begins at zero.
  func restart() { times.withLock { $0.elapsed = 0 } }

  func launch(
    consent: Bool = true, sampling: Double = 1, platform: LogPlatform = LogPlatform(platform: "ios", appVersion: "1.0"),
    identity: LogIdentity? = nil,
    sink: (any LogSink)? = nil
  ) -> NavigationLogger {
    launches += 1
    let launch = "launch\(launches)"
    return NavigationLogger(
      consent: consent, platform: platform, sampling: sampling, limits: limits, launch: launch, clock: clock,
      identity: identity ?? .file(in: folder),
      sink: sink ?? LogFiles(folder: folder, launch: launch, limits: limits, clock: clock))
  }

  var files: [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".ndjson") }.sorted().map { folder.appendingPathComponent($0) }
  }

  var texts: [String] { files.map { (try? String(decoding: Data(contentsOf: $0), as: UTF8.self)) ?? "" } }

  var text: String { texts.joined() }

  /// The lines without what all have, as `stack target=Home value=[Home]`; the numbers of sessions before the first
  /// event of each.
  var lines: [String] { LogText.lines(of: text) }
}

/// Lines of a log in a short form.
enum LogText {
  private static let common: Set = ["time", "user", "event", "id", "session", "platform", "app_version"]

  static func lines(of text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else { return nil }
      let fields = object.filter { !common.contains($0.key) }.sorted { $0.key < $1.key }
      let words = fields.map { name, value in
        "\(name)=" + ((value as? [String]).map { "[" + $0.joined(separator: " ") + "]" } ?? "\(value)")
      }
      return (["\(object["event"] ?? "?")"] + words).joined(separator: " ")
    }
  }
}

/// A log as navaudit reads it: the sessions of its users.
struct ReadBack {
  struct Session {
    let events: [Event]
    /// The tab or menu item in front after the last step, and all screens of its stack.
    var state: (label: String?, screens: [String])?
    var steps: [String]
    var occurrences: [Occurrence.Kind]
  }

  let events: Int
  let rejected: Int
  let duplicates: Int
  private let users: [[Event]]
  private let tables: LogTables

  /// - Parameter files: read as one log.
  init(_ files: [URL]) async throws {
    tables = LogTables()
    let log = try await LogReader(inputs: LogInputs.find(files.map(\.path)).inputs).read(into: tables)
    let all = log.blocks.flatMap(\.events)
    events = all.count
    rejected = log.tally.rejectedLines
    users = Dictionary(grouping: all, by: \.user).sorted { $0.key < $1.key }.map(\.value)
    var duplicates = 0
    for var user in users {
      var builder = SessionBuilder()
      duplicates += builder.build(&user).duplicates
    }
    self.duplicates = duplicates
  }

  /// The sessions, each up to an event, and what navaudit makes of it.
  /// - Parameter end: how many events of a session count, of those that it has.
  func sessions(_ end: (ArraySlice<Event>) -> Int = { $0.count }) -> [Session] {
    let names = tables.names.snapshot()
    return users.flatMap { user in
      var user = user
      var builder = SessionBuilder()
      let ranges = builder.build(&user).sessions
      var stack = NavigationStack(map: NavigationMap(AppMap(), names: tables.names))
      return ranges.map { range in
        let events = Array(user[range].prefix(end(user[range])))
        var path = Reconstruction()
        events.withUnsafeBufferPointer { stack.reconstruct($0, into: &path) }
        var session = Session(events: events, state: nil, steps: [], occurrences: path.occurrences.map(\.kind))
        session.steps = path.steps.map {
          "\($0.section.label(names)) · \($0.kind.word) \(names[$0.screen])@\($0.depth)"
        }
        if let step = path.steps.last {
          let label =
            switch step.section.kind {
            case .none: nil as String?
            case .menuItem: names[step.section.item]
            default: step.section.label(names)
            }
          session.state = (label, path.stacks.screens(afterStep: path.steps.count - 1).map { names[$0] })
        }
        return session
      }
    }
  }
}
