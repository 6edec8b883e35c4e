import Measures
import UsabilityRules

/// What the log does not show, and which event or map key would change that.
func limits(_ contents: ReportContents) -> Document.Section? {
  guard contents.measures.totals.users > 0 else { return nil }
  var items: [Document.Text] = []
  if !contents.scope.structureKnown {
    items.append(
      """
      \(strong: "The structure of the app is unknown.") The log contains screen views only. Log \(code: "tab_select"), \
      \(code: "push") and \(code: "back"), or a \(code: "depth") with each screen, or name the first screen of each tab under \
      \(code: "roots") in \(code: "navaudit.yml").
      """
    )
  }
  func list(_ rules: [Rule]) -> Document.Text { rules.map { "\($0.title) (\(code: $0.id))" as Document.Text }.joinedAsList() }
  let missing = contents.rulesWithoutEvidence.grouped { [$0.missing, $0.remedy] }.map { key, rules -> [Document.Grid.Cell] in
    [.text(list(rules.map(\.rule))), .text(Document.Text(ours: key[0].capitalizedFirst)), .text(Document.Text(ours: key[1].capitalizedFirst))]
  }
  for (reason, rules) in contents.rulesNotJudged.grouped(by: \.reason) {
    items.append("\(strong: "Not judged:") " + Document.Text(ours: reason.asSentence) + " No finding and no all-clear from " + list(rules.map(\.rule)) + ".")
  }
  var blocks: [Document.Block] = items.isEmpty ? [] : [.list(items)]
  if !missing.isEmpty {
    blocks.append(.grid(Document.Grid(columns: [.init("Not checked"), .init("What is missing"), .init("What would supply it")], rows: missing)))
  }
  return blocks.isEmpty ? nil : Document.Section("What this log cannot answer", anchor: "limits", blocks)
}

/// Findings and rules that the map excludes.
func setAside(_ contents: ReportContents, titles: FindingTitles) -> Document.Section? {
  let findings = contents.exempted.sorted { $0.finding.precedes($1.finding) }.map { exempted -> Document.Text in
    let reason = exempted.reason.map { " Reason: \($0.asSentence)" } ?? " No reason is given."
    return "\(code: exempted.finding.rule) for " + titles.location(of: exempted.finding)
      + ": \(exempted.finding.message.asSentence)\(reason)"
  }
  let rules = contents.rulesOff.map { "\(code: $0.id) is switched off: \($0.title.asSentence)" as Document.Text }
  guard !findings.isEmpty || !rules.isEmpty else { return nil }
  return Document.Section(
    "Exempted by the app map", anchor: "set-aside",
    [.paragraph("These do not count above."), .list(findings + rules)])
}

extension ReportContents {
  /// A kind of unmapped event.
  public struct UnknownEvent: Sendable, Equatable {
    public var event: String
    public var count: Int
    public var users: Int
    /// The names of properties with their most common values, as JSON.
    public var properties: String
    /// The native event that it looks like, and how certain that is.
    public var looksLike: String?
    public var confidence: Double?
    public var mayBeNavigation: Bool
    /// Whether it is known to be something else: a purchase, a scroll, a session.
    public var isSomethingElse: Bool

    package init(
      event: String, count: Int, users: Int, properties: String, looksLike: String?, confidence: Double?, mayBeNavigation: Bool, isSomethingElse: Bool = false
    ) {
      self.event = event
      self.count = count
      self.users = users
      self.properties = properties
      self.looksLike = looksLike
      self.confidence = confidence
      self.mayBeNavigation = mayBeNavigation
      self.isSomethingElse = isSomethingElse
    }

    /// What is written of a kind.
    package static var table: TableDefinition<UnknownEvent> {
      TableDefinition(
        "unknown_events", "One row for each kind of unmapped event.",
        [
          .key("event", "The event's name in the log.") { $0.event },
          .count("count", "Number of events.") { $0.count },
          .users("users", "Number of users with the event.") { $0.users },
          .text("properties", "The names of up to twelve of its properties, each with the value that most of a few users share, as JSON.") { $0.properties },
          .text("looks_like", "The kind of the navigation log that its words suggest; empty where they suggest none.") { $0.looksLike },
          .measure("confidence", "Confidence, from 0 to 1.", in: .fraction) { $0.confidence },
        ])
    }
  }

  /// The table `unknown_events`: one row for each kind of unmapped event.
  package var unreadTable: Table { UnknownEvent.table.table(unread) }

  /// The number of unmapped events.
  package var unreadCount: Int { unread.reduce(0) { $0 + $1.count } }

  /// Why the navigation could not be judged; nil if it was.
  package var notAssessed: NotAssessed? {
    let totals = measures.totals
    let likely = unread.filter(\.mayBeNavigation).reduce(0) { $0 + $1.count }
    let unknown = unread.filter { !$0.isSomethingElse }.reduce(0) { $0 + $1.count }
    if totals.steps == 0, totals.taps == 0, totals.events > 0, likely == 0 { return .noNavigation(unread.map(\.event)) }
    if unknown * 2 > totals.events { return .mostlyUnread(totals.events - unreadCount, of: totals.events) }
    if likely * 100 >= totals.events * NotAssessed.likelyPercent, likely > 0 { return .notUnderstood(likely, of: totals.events) }
    if rules.isEmpty { return .noEvidence }
    if totals.users < Evidence.leastUsers { return .fewUsers(totals.users) }
    return nil
  }

  /// Why there is no verdict.
  public enum NotAssessed: Sendable, Equatable {
    /// Events that look like navigation are not understood.
    case notUnderstood(Int, of: Int)
    /// Fewer than half of the events were read, or are known to be something else than navigation.
    case mostlyUnread(Int, of: Int)
    /// Nothing in the log is navigation; the kinds of events that it has.
    case noNavigation([String])
    /// No rule had anything to check.
    case noEvidence
    case fewUsers(Int)

    /// From this share of unmapped events that look like navigation on, the verdict is "not assessed" (HowToReadTheReport.md, *Not assessed*); percent.
    static let likelyPercent = 2

    /// Whether it holds whatever was found.
    public var isOfUnreadEvents: Bool {
      switch self {
      case .notUnderstood, .mostlyUnread, .noNavigation: true
      case .noEvidence, .fewUsers: false
      }
    }

    /// How the verdict begins.
    var heading: String {
      switch self {
      case .mostlyUnread, .noNavigation: "No verdict"
      case .notUnderstood, .noEvidence, .fewUsers: "Not assessed"
      }
    }

    /// A short reason.
    public var reason: String {
      switch self {
      case .notUnderstood(let count, let all):
        return "\(Wording.count(count)) of \(Wording.count(all)) events look like navigation and are not understood"
      case .mostlyUnread(let count, let all): return "\(Wording.percent(Double(count) / Double(max(1, all)))) of the events were read"
      case .noNavigation(let kinds):
        let named = kinds.prefix(3).map { "`\($0)`" }
        return "this log holds no navigation" + (named.isEmpty ? "" : ": it has events such as \(Wording.list(named, "and"))")
      case .noEvidence: return "no navigation events recognized"
      case .fewUsers(let users): return "only \(Wording.count(users, "user")), fewer than \(Evidence.leastUsers)"
      }
    }

    /// What to do: another step than the last one.
    /// - Parameters:
    ///   - map: the file of the app map in use; nil if there is none.
    ///   - unread: the unmapped events, the commonest first.
    ///   - line: the line of the map for the commonest of those that look like navigation.
    package func remedy(logs: String, map: String?, unread: [UnknownEvent], line: String?) -> String {
      switch self {
      case .noNavigation: return "log which screen appears: one event `stack` or `screen_view` for each suffices"
      case .fewUsers: return "analyze a log of more users"
      case .notUnderstood, .mostlyUnread, .noEvidence:
        guard let map else { return "run `navaudit init \(logs)`, decide what its lines leave open, and analyze again with that map" }
        if let line { return "add to `events:` in \(map): \(line)" }
        let others = unread.filter { !$0.isSomethingElse }.prefix(3).map { "`\($0.event)`" }
        if others.isEmpty { return "log `tab_select` or `stack`, which show how people got to a screen" }
        return "say under `events:` in \(map) what is navigation among events such as \(Wording.list(others, "and")), or analyze the log without them"
      }
    }
  }
}

/// Kinds of unmapped events, if there are many.
func notUnderstood(_ contents: ReportContents) -> Document.Section? {
  let count = contents.unreadCount
  let all = contents.measures.totals.events
  guard count > 0, count * 100 >= all * ReportContents.NotAssessed.likelyPercent else { return nil }
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
