import Measures
import UsabilityRules

extension AuditContents {
  /// A kind of unmapped event.
  public struct UnreadEvent: Sendable, Equatable {
    public var event: String
    public var count: Int
    public var users: Int
    /// The names of properties with their most common values, as JSON.
    public var properties: String
    /// The native event that it looks like, and how certain that is.
    public var looksLike: String?
    public var confidence: Double?
    public var mayBeNavigation: Bool

    package init(event: String, count: Int, users: Int, properties: String, looksLike: String?, confidence: Double?, mayBeNavigation: Bool) {
      self.event = event
      self.count = count
      self.users = users
      self.properties = properties
      self.looksLike = looksLike
      self.confidence = confidence
      self.mayBeNavigation = mayBeNavigation
    }
  }

  /// The table `unknown_events`: one row for each kind of unmapped event.
  package var unreadTable: Table {
    TableDefinition<UnreadEvent>(
      "unknown_events", "One row for each kind of unmapped event.",
      [
        .key("event", "The event's name in the log.") { $0.event },
        .count("count", "Number of events.") { $0.count },
        .users("users", "Number of users with the event.") { $0.users },
        .text("properties", "The names of up to twelve of its properties, each with the value that most of a few users share, as JSON.") { $0.properties },
        .text("looks_like", "The kind of the navigation log that its words suggest; empty where they suggest none.") { $0.looksLike },
        .measure("confidence", "Confidence, from 0 to 1.", in: .fraction) { $0.confidence },
      ]
    ).table(unread)
  }

  /// The number of unmapped events.
  package var unreadCount: Int { unread.reduce(0) { $0 + $1.count } }

  /// Why the navigation could not be judged; nil if it was.
  package var notAssessed: NotAssessed? {
    let totals = measures.totals
    let likely = unread.filter(\.mayBeNavigation).reduce(0) { $0 + $1.count }
    if likely * 100 >= totals.events * NotAssessed.likelyPercent, likely > 0 { return .notUnderstood(likely, of: totals.events) }
    if rules.isEmpty { return .noEvidence }
    if totals.users < Evidence.leastUsers { return .fewUsers(totals.users) }
    return nil
  }

  /// Why there is no verdict.
  public enum NotAssessed: Sendable, Equatable {
    /// Events that look like navigation are not understood.
    case notUnderstood(Int, of: Int)
    /// No rule had anything to check.
    case noEvidence
    case fewUsers(Int)

    /// From this share of unmapped events that look like navigation on, the verdict is "not assessed" (HowToReadTheReport.md, *Not assessed*); percent.
    static let likelyPercent = 2

    public var isOfUnreadEvents: Bool { if case .notUnderstood = self { true } else { false } }

    /// A short reason.
    public var reason: String {
      switch self {
      case .notUnderstood(let count, let all):
        "\(Wording.count(count)) of \(Wording.count(all)) events look like navigation and are not understood"
      case .noEvidence: "no navigation events recognized"
      case .fewUsers(let users): "only \(Wording.count(users, "user")), fewer than \(Evidence.leastUsers)"
      }
    }

    /// What to do, as a command if there is one.
    package func remedy(logs: String) -> String {
      switch self {
      case .notUnderstood, .noEvidence: "run `navaudit init \(logs)` and analyze again with the map it writes"
      case .fewUsers: "analyze a log of more users"
      }
    }
  }
}

/// Kinds of unmapped events, if there are many.
func notUnderstood(_ contents: AuditContents) -> Document.Section? {
  let count = contents.unreadCount
  let all = contents.measures.totals.events
  guard count > 0, count * 100 >= all * AuditContents.NotAssessed.likelyPercent else { return nil }
  let items = contents.unread.prefix(12).map { event -> Document.Text in
    let guess: Document.Text = event.looksLike.map { " (looks like \(code: $0))" } ?? ""
    return "\(code: event.event): " + Document.Text(ours: Wording.count(event.count)) + guess
  }
  return Document.Section(
    "Events that are not understood", anchor: "not-understood",
    [
      .paragraph(
        """
        \(Wording.count(count)) of \(Wording.count(all)) events are of unknown kinds and are not counted in this report. \
        \(code: "navaudit init") infers what they mean; \(code: "unknown_events.csv") lists them all.
        """), .list(Array(items)),
    ])
}
