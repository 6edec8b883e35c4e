import Measures
import NavigationModel
import UsabilityRules

/// The most words about what the log cannot say.
private let mostWords = 150

/// What the log does not show, and what would change that: one remedy for each lack.
func limits(_ contents: ReportContents) -> Document.Section? {
  guard contents.measures.totals.users > 0 else { return nil }
  let isKnown = contents.scope.structureKnown
  func names(_ rules: [Rule]) -> Document.Text {
    let others = rules.count - 2
    let titles = rules.prefix(2).map { "\(emphasis: $0.title)" as Document.Text }
    return (titles + (others > 0 ? ["\(others.of("other rule"))"] : [])).joinedAsList()
  }
  var items: [Document.Text] = []
  if isKnown {
    let lacks = contents.rulesWithoutEvidence.grouped(by: \.remedy).sorted { $0.elements.count > $1.elements.count }
    for lack in lacks {
      items.append(names(lack.elements.map(\.rule)) + ": " + Document.Text(lack.key.asSentence))
    }
  } else {
    items.append(
      contents.measures.isSite(contents.scope)
        ? """
        The log does not say how people got to a page, because a menu looks the same as a link. One event with each \
        page, \(code: "stack"), would show levels, menus and ways back.
        """
        : """
        The log does not say how people got to a screen, because a tab looks the same as a level down. One event \
        with each screen, \(code: "stack"), would show levels, tabs, the More list, menus and ways back.
        """)
  }
  for (reason, rules) in contents.rulesNotJudged.grouped(by: \.reason) {
    items.append(names(rules.map(\.rule)) + ": not judged, " + Document.Text(reason.asSentence))
  }
  guard !items.isEmpty else { return nil }
  var (shown, words): ([Document.Text], Int) = ([], 0)
  for item in items {
    words += item.plain.split(separator: " ").count
    if words > mostWords - 10 { break }
    shown.append(item)
  }
  let left = items.count - shown.count
  let rest: [Document.Text] =
    left > 0 ? ["\(left) more are left out; \(code: "navaudit rules") says what each rule needs."] : []
  return Document.Section(
    isKnown ? "What this log cannot say" : "What \(code: "stack") would add", anchor: "limits", [.list(shown + rest)],
    isCollapsed: isKnown)
}

/// Findings and rules that the map excludes.
func setAside(_ contents: ReportContents, titles: FindingTitles) -> Document.Section? {
  let findings = contents.exempted.sorted { $0.finding.precedes($1.finding) }.map { exempted -> Document.Text in
    let reason: Document.Text = exempted.reason.map { " Reason: \($0.asSentence)" } ?? " No reason is given."
    return "\(code: exempted.finding.rule) for " + titles.location(of: exempted.finding)
      + ": " + titles.words(exempted.finding.message.asSentence) + reason
  }
  let rules = contents.rulesOff.map { "\(code: $0.id) is switched off: \($0.title.asSentence)" as Document.Text }
  guard !findings.isEmpty || !rules.isEmpty else { return nil }
  return Document.Section(
    "Exempted by the app map", anchor: "set-aside",
    ["These do not count above.", .list(findings + rules)])
}

extension ReportContents {
  /// A kind of unmapped event.
  public struct UnknownEvent: Sendable, Equatable {
    public var event: String
    public var count: Int
    public var users: Int
    /// The names of some properties, as JSON.
    public var properties: String
    /// The native event that it looks like, and how certain that is.
    public var looksLike: String?
    public var confidence: Double?
    /// What it looks like, unless its name stands for several things.
    public var likelyKind: String?
    public var mayBeNavigation: Bool
    /// Whether it is known to be something else: a purchase, a scroll, a session.
    public var isSomethingElse: Bool

    package init(
      event: String, count: Int, users: Int, properties: String, looksLike: String?, confidence: Double?,
      likelyKind: String?, mayBeNavigation: Bool,
      isSomethingElse: Bool
    ) {
      self.event = event
      self.count = count
      self.users = users
      self.properties = properties
      self.looksLike = looksLike
      self.confidence = confidence
      self.likelyKind = likelyKind
      self.mayBeNavigation = mayBeNavigation
      self.isSomethingElse = isSomethingElse
    }

    package static var table: TableDefinition<UnknownEvent> {
      TableDefinition(
        "unknown_events", "One row for each kind of unmapped event.",
        [
          .key("event", "The event's name in the log.") { $0.event },
          .count("count", "Number of events.") { $0.count },
          .users("users", "Number of users with the event.") { $0.users },
          .text(
            "properties",
            "The names of up to twelve of its properties, as JSON."
          ) { $0.properties },
          .text("looks_like", "The kind of the navigation log that its words suggest; empty where they suggest none.") {
            $0.looksLike
          },
          .measure("confidence", "Confidence, from 0 to 1.", in: .fraction) { $0.confidence },
        ])
    }
  }

  /// The table `unknown_events`: one row for each kind of unmapped event.
  package var unreadTable: Table { UnknownEvent.table.table(unread) }

  package var unreadCount: Int { unread.reduce(0) { $0 + $1.count } }

  /// Why the navigation could not be judged; nil if it was.
  package var notAssessed: NotAssessed? {
    let totals = measures.totals
    let likely = unread.filter(\.mayBeNavigation).reduce(0) { $0 + $1.count }
    let unknown = unread.filter { !$0.isSomethingElse }.reduce(0) { $0 + $1.count }
    if totals.steps == 0, totals.taps == 0, totals.events > 0, likely == 0 {
      let kinds = unread.prefix(3).map { "\(command: $0.event)" as Text }
      return NotAssessed(
        isOfUnreadEvents: true, heading: "No verdict",
        reason: "this log holds no navigation"
          + (kinds.isEmpty ? "" : ": it has events such as \(kinds.list())"),
        remedy: "log each screen that appears, with one event `stack` or `screen_view`")
    }
    // Where nearly all sessions have screens, and nothing unread looks like navigation, the rest is something else.
    let areSeen = totals.sessionsWithSteps * 10 >= totals.sessions * 9 && likely * 100 < totals.events * 2
    if unknown * 2 > totals.events, !areSeen {
      let share = Double(totals.events - unreadCount) / Double(max(1, totals.events))
      return NotAssessed(
        isOfUnreadEvents: true, heading: "No verdict", reason: "\(Wording.percent(share)) of the events were read",
        remedy: mapRemedy)
    }
    if likely * 100 >= totals.events * NotAssessed.likelyPercent, likely > 0 {
      return NotAssessed(
        isOfUnreadEvents: true,
        reason:
          """
          \(Wording.count(likely)) of \(Wording.count(totals.events)) events look like navigation and are not \
          understood
          """,
        remedy: mapRemedy)
    }
    let unnamed = measures.screens.sums[.unnamed]?.arrivals ?? 0
    if unnamed * 2 > totals.steps {
      return NotAssessed(
        isOfUnreadEvents: true, heading: "No verdict",
        reason:
          "\(Wording.percent(Double(unnamed) / Double(totals.steps))) of the steps lead to screens without a name",
        remedy:
          """
          say where the names are: `columns: {screen: …}` in \(mapFile.map { Text(name: $0) } ?? "an app map"), or \
          `screen` and `target` of its `events`
          """
      )
    }
    let containers = measures.containerShare(scope)
    if containers.count > 0, containers.count * 10 >= containers.arrivals * 9 {
      return NotAssessed(
        isOfUnreadEvents: true, heading: "No verdict",
        reason: "only containers are logged (\(containers.names.prefix(3).map { Text(name: $0) }.list()))",
        remedy: "log the names of the screens inside them")
    }
    if !scope.structureKnown, totals.taps == 0, totals.steps > 0, measures.screens.sums.keys.count == 1 {
      return NotAssessed(
        isOfUnreadEvents: true, heading: "No verdict", reason: "the log names one screen",
        remedy: "log each screen that appears, under its own name")
    }
    let own = measures.screens.sums.pairs.filter { $0.1.users(structureKnown: false) < 2 }
    if totals.users >= Evidence.leastUsers, own.reduce(0, { $0 + $1.1.arrivals }) * 2 > totals.steps {
      return NotAssessed(
        isOfUnreadEvents: true, heading: "No verdict",
        reason: "most of the screens' names occur for one user only, such as \(names(of: own))",
        remedy: "log one fixed name for each screen, without ids and titles of contents")
    }
    let quality = judged.measures.logQuality.whole
    if quality.singleEvents * 10 >= quality.sessions * 6, totals.users >= Evidence.leastUsers {
      return NotAssessed(
        isOfUnreadEvents: true,
        reason:
          "\(Wording.count(quality.singleEvents)) of \(Wording.count(quality.sessions, "session")) hold one event each",
        remedy: "log one session id from opening the app to leaving it, and the user of each event")
    }
    if quality.holdsSingleViews, totals.users >= Evidence.leastUsers {
      return NotAssessed(
        isOfUnreadEvents: true,
        reason:
          """
          \(Wording.count(quality.singleViews)) of \(Wording.count(quality.sessions, "session")) hold one view and \
          nothing else
          """,
        remedy: "log one session id from opening the app to leaving it, and the user of each event")
    }
    if rules.isEmpty { return NotAssessed(reason: "no navigation events recognized", remedy: mapRemedy) }
    if totals.users < Evidence.leastUsers {
      return NotAssessed(
        isOfUnreadEvents: true, reason: "\(Wording.count(totals.users, "person", "people"))",
        remedy: "analyze a log of \(Evidence.leastUsers) people or more")
    }
    return nil
  }

  private func names(of sums: [(Name, Screens.Sum)]) -> Text {
    sums.map { scope.names[$0.0] }.sorted { $0.precedesByScalars($1) }.prefix(3).map { Text(name: $0) }.list()
  }

  /// What to do about events that are not understood: another step than the last one.
  private var mapRemedy: Text {
    guard let mapFile else {
      return
        "run \(command: "navaudit init \(logNames)"), decide what its lines leave open, and analyze again with that map"
    }
    if let mapLine {
      return "add to `events:` in \(mapFile): \(mapLine) (`event: other` leaves out what is no navigation)"
    }
    let others = unread.filter { !$0.isSomethingElse }.prefix(3).map { "\(command: $0.event)" as Text }
    if others.isEmpty { return "log `tab_select` or `stack`, which show how people got to a screen" }
    return
      """
      say under `events:` in \(mapFile) which events are navigation, such as \(others.list()), and map the others \
      to `event: other`, which leaves them out
      """
  }

  /// Why there is no verdict.
  public struct NotAssessed: Sendable, Equatable {
    /// Whether it holds whatever was found: too few events are understood, or none is navigation.
    public var isOfUnreadEvents = false
    var heading = "Not assessed"
    /// A short reason.
    public let reason: Text
    /// What would give a verdict.
    public let remedy: Text

    /// From this share of unmapped events that look like navigation on, the verdict is "not assessed"
    /// (HowToReadTheReport.md, *Not assessed*); percent.
    static let likelyPercent = 2
  }
}

/// Kinds of unmapped events, if there are many.
func notUnderstood(_ contents: ReportContents) -> Document.Section? {
  let unread = contents.unread.filter { !$0.isSomethingElse }
  let count = unread.reduce(0) { $0 + $1.count }
  let others = contents.unread.filter(\.isSomethingElse)
  let all = contents.measures.totals.events
  guard count > 0, count * 100 >= all * ReportContents.NotAssessed.likelyPercent else { return nil }
  let items = unread.prefix(6).map { event -> Document.Text in
    let guess: Document.Text = event.likelyKind.map { " (looks like \(code: $0))" } ?? ""
    return "\(code: event.event): \(Wording.count(event.count))" + guess
  }
  var blocks: [Document.Block] = [
    """
    \(Wording.count(count)) of \(Wording.count(all)) events are of unknown kinds and are not counted in this report. \
    \(code: "navaudit init") infers what they mean; \(code: "unknown_events.csv") lists them all.
    """, .list(Array(items)),
  ]
  if !others.isEmpty {
    let examples = others.prefix(3).map { "\(code: $0.event)" as Document.Text }
    blocks.append(
      """
      \(Wording.count(others.reduce(0) { $0 + $1.count })) more seem to be something other than navigation, such as \
      \(examples.joinedAsList()).
      """)
  }
  return Document.Section("Events that are not understood", anchor: "not-understood", blocks)
}
