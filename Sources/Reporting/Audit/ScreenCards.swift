import Measures
import UsabilityRules

/// A card for each screen: who met it, where people came from and went, where they left the app, its levels and its
/// findings. All from the rows of the tables `screens` and `transitions`.
struct ScreenCards {
  /// The most cards: of an app with more screens, those that most people saw.
  private static let most = 200
  /// The most screens that a card names on each side.
  private static let neighbors = 5

  private let contents: ReportContents
  private let ranking: FindingRanking
  private let titles: FindingTitles
  private let screens: TableRows
  /// Rows of ``screens``, those that most people saw first.
  private let shown: [Int]
  /// The anchors of the cards, by screen.
  private let anchors: [String: String]
  /// Arrivals at each screen, and departures from it, by the screen at the other end.
  private var arrivals: [String: [(screen: String, count: Int)]] = [:]
  private var departures: [String: [(screen: String, count: Int)]] = [:]
  /// The findings about each screen, by their place.
  private var findings: [String: [Int]] = [:]

  /// - Returns: nil if no screen was met.
  init?(_ contents: ReportContents, _ ranking: FindingRanking, _ titles: FindingTitles) {
    guard let table = contents.table("screens"), let transitions = contents.table("transitions").map(TableRows.init)
    else { return nil }
    self.contents = contents
    self.ranking = ranking
    self.titles = titles
    let rows = TableRows(table)
    let met = rows.ordered(by: [.users, .visits]).filter { rows.times($0) > 0 }
    guard !met.isEmpty else { return nil }
    let anchors = zip(met.prefix(Self.most), 1...).map { row, number in (rows[row, .screen], "screen-\(number)") }
    self.anchors = Dictionary(anchors) { first, _ in first }
    screens = rows
    shown = met
    for row in transitions.indices {
      let from = transitions[row, .from]
      let to = transitions[row, .to]
      let count = transitions.count(row, .count)
      if self.anchors[to] != nil { arrivals[to, default: []].append((from, count)) }
      if to != TableRows.end, self.anchors[from] != nil { departures[from, default: []].append((to, count)) }
    }
    for (index, finding) in ranking.findings.prefix(FindingsSection.cards).enumerated() {
      for name in finding.mentions where self.anchors[name] != nil { findings[name, default: []].append(index) }
    }
  }

  var section: Document.Section {
    let cards = shown.prefix(Self.most).enumerated().map { card($1, anchor: "screen-\($0 + 1)") }
    var blocks: [Document.Block] = [
      """
      Where people come from and go next, as shares of the times they were there. They leave the app where a session \
      ends, or the app is started again.
      """,
      .cards(cards, of: "screen"),
    ]
    if shown.count > cards.count {
      blocks.append(
        """
        These are the \(cards.count) of \(shown.count.of("screen")) that most people saw; all are in \
        \(link: "screens.csv", to: .file("screens.csv")) and \
        \(link: "transitions.csv", to: .file("transitions.csv")).
        """)
    }
    return Document.Section(
      "Screens", anchor: "screens", blocks, isCollapsed: !contents.scope.structureKnown)
  }

  private func card(_ row: Int, anchor: String) -> Document.Card {
    let name = screens[row, .screen]
    let times = screens.times(row)
    let users = screens.count(row, .users)
    let reach = (Double(users) / Double(max(contents.scope.users, 1))).percent
    let level = screens[row, .depthMedian]
    var facts = [Document.FindingCard.Fact("People", "\(users.of("user")) (\(reach)), \(times.of("time"))")]
    if let from = words(arrivals[name], of: times) { facts.append(.init("From", from)) }
    if let to = words(departures[name], of: times) { facts.append(.init("To", to)) }
    if let exits = screens[row, .exits] {
      let share = (Double(exits) / Double(times)).percent
      facts.append(.init("Left the app", exits == 0 ? "never" : "\(share) (\(exits.of("time")))"))
    }
    if let level, let least = screens[row, .depthMin], let most = screens[row, .depthMax] {
      facts.append(.init("Level", least == most ? "always \(level)" : "\(level) (median), from \(least) to \(most)"))
    }
    if let stay = screens[row, .dwellMedian] {
      facts.append(.init("Stay", "\(stay.rounded(decimals: 1)) s (median)"))
    }
    let own = (findings[name] ?? []).map { index -> Document.Text in
      let number = index + 1
      let title = titles.rule(ranking.findings[index])
      return "\(link: "\(number). \(title)", to: .anchor(FindingsSection.anchor(number)))"
    }
    if !own.isEmpty { facts.append(.init("Findings", own.joinedAsList(by: ", ", between: ", "))) }
    return Document.Card(anchor: anchor, name: name.madeVisible(limit: 120), note: reach, facts: facts)
  }

  /// `Home 45.2%, Search 20.1% and 6 others`; nil if there are none.
  private func words(_ others: [(screen: String, count: Int)]?, of times: Int) -> Document.Text? {
    guard let others, !others.isEmpty else { return nil }
    let named = others.sorted { $0.count > $1.count }.prefix(Self.neighbors).map { other -> Document.Text in
      let share = (Double(other.count) / Double(times)).percent
      let name = other.screen == TableRows.start ? "the start of the app" : other.screen.madeVisible(limit: 120)
      guard let anchor = anchors[other.screen] else { return "\(name) \(share)" }
      return "\(link: name, to: .anchor(anchor)) \(share)"
    }
    let left = others.count - named.count
    return (named + (left > 0 ? ["\(left.of("other"))"] : [])).joinedAsList()
  }
}

extension TableRows {
  /// What stands in `transitions` for the ends of a part.
  static let (start, end) = ("(start)", "(end)")

  /// How often people were on the screen of a row of `screens`.
  func times(_ row: Int) -> Int { count(row, .visits) + count(row, .returns) }
}

extension Finding {
  /// The names of screens that it may be about.
  var mentions: Set<String> {
    Set(subject.components(separatedBy: " ↔ ") + [subject, section].compactMap(\.self) + screens)
  }
}
