import AppMaps
import EventLogs
import Foundation
import NavigationStore

/// How the logs were read, for reports.
struct LogAccount: Sendable {
  var sources: [Store.Source] = []
  /// Events of people who were removed: the file counts still include them.
  var forgottenEvents = 0
  /// Truncated log files.
  var cutSources = 0
  /// Kinds of unmapped events.
  var unread: [UnreadEvent] = []
}

extension Store {
  func account() throws -> LogAccount {
    LogAccount(sources: try sources(), forgottenEvents: try count(.forgottenEvents), cutSources: try count(.cutSources), unread: try unreadEvents())
  }

  func unreadEvents() throws -> [UnreadEvent] {
    try meta(.unreadEvents).flatMap { try? JSONDecoder().decode([UnreadEvent].self, from: Data($0.utf8)) } ?? []
  }
}

extension Store.Source {
  init(_ source: EventLog.Source) {
    self.init(
      name: source.shownName, digest: source.summary.digest, format: source.format, bytes: source.summary.decompressedBytes,
      lines: source.summary.lines, events: source.tally.events, withoutZone: source.tally.withoutZone,
      rejections: source.tally.reasons)
  }

  /// Lines that could not be read.
  var rejected: Int { rejections.values.reduce(0, +) - excluded }
  /// Events of users that the app map excludes.
  var excluded: Int { rejections[RejectionReason.excludedUser.rawValue] ?? 0 }
}
