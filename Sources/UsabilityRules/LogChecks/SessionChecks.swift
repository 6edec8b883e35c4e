import Measures
import NavigationModel

// Checks whether there is enough data, sessions are visits of people, and names are those of screens.

extension LogCheck {
  static let cutSessions = LogCheck(
    "cut-sessions", "Sessions that end at each tab, or with another within a minute. They are no whole visits."
  ) {
    context in
    let cut = context.quality.cutSessions
    return LogCheckResult(
      cut?.count ?? 0, of: cut?.all ?? max(context.quality.sessions, 1),
      """
      \(cut?.reason ?? ""); no plan, and findings that rest on sessions are at most exploratory: log one \
      session id from opening the app to leaving it, 
      """
        + "or none")
  }

  /// Above this share of the sessions by id, an id stands for several visits.
  private static let gluedLimit = 0.1

  static let gluedSessions = LogCheck(
    "glued-sessions", "Sessions by the app's id with a pause of half an hour or more, which hold several visits."
  ) { context in
    LogCheckResult(
      context.quality.gluedSessions, of: context.quality.sessionsWithID, limit: gluedLimit,
      above:
        """
        a place lost after such a pause is not counted; begin another session id when people return after half an \
        hour
        """,
      otherwise: "counted as one session each")
  }

  /// Above this share of sessions, something else than people opens the app.
  private static let singleViewLimit = 0.3

  static let singleViewSessions = LogCheck(
    "single-view-sessions", "Sessions with one view and nothing else, perhaps prefetched in the background."
  ) { context in
    let quality = context.quality
    let shares = Figure.all.filter { $0.unit == .share && $0.rows == "session" }.compactMap { figure -> String? in
      let sums = context.measures.figures.share(figure)
      guard sums.sumN > quality.singleViews, sums.sumY > 0 else { return nil }
      let without = Double(sums.sumY) / Double(sums.sumN - quality.singleViews)
      return
        """
        \(figure.name) \(Wording.percent(Double(sums.sumY) / Double(sums.sumN))), without them \
        \(Wording.percent(without))
        """
    }
    let list = shares.isEmpty ? "" : ": \(shares.joined(separator: "; "))"
    return LogCheckResult(
      quality.singleViews, of: quality.sessions, limit: singleViewLimit,
      above: "if nobody was there, shares of sessions are too low\(list)",
      otherwise: "counted as sessions")
  }

  static let thin = LogCheck("thin", "The log has fewer than \(Evidence.fewUsers) users.") { context in
    let users = context.scope.users
    return LogCheckResult(
      users < Evidence.fewUsers ? users : 0,
      "only \(Wording.count(users, "user")): findings on rates are exploratory"
        + (users < Evidence.leastUsers ? ", and there are none below \(Evidence.leastUsers) users" : ""))
  }

  static let noEvidence = LogCheck("no-evidence", "Rules that had nothing to check.") { context in
    let rules = context.rulesWithoutEvidence
    let others = rules.count - LogCheckContext.namesShown
    let named =
      rules.prefix(LogCheckContext.namesShown).map { "\($0.rule.id)" as Text }
      + (others > 0 ? ["\(others) others"] : [])
    return LogCheckResult(
      rules.count, of: Rule.all.count,
      rules.isEmpty
        ? ""
        : "nothing to check for \(named.list()); the report says what the log lacks")
  }

  /// Above this share of visits, one pattern of ids in names hides the screens.
  static let namesWithIDsLimit = 0.3

  static let namesWithIDs = LogCheck("names-with-ids", "Visits to screens whose names carry ids, dates or searches.") {
    context in
    let found = context.measures.namesWithIDs(context.scope)
    let folds = found.rules.prefix(3).map { "{pattern: '\($0.pattern)', name: '\($0.name)'}" }
    let advice: Text = "fold them in the app map, \(command: "screen_names: [\(folds.joined(separator: ", "))]")"
    return LogCheckResult(
      found.visits, of: found.all, limit: namesWithIDsLimit,
      above: "each name counts as another screen, and popular screens are not judged; \(advice)",
      otherwise: "each name counts as another screen; \(advice)")
  }
}

extension Measures {
  /// With more names, patterns are looked for in every so many, and those of the most visits there counted in all.
  private static let mostNames = 2000
  private static let mostPatterns = 3
  /// Fewer names of one pattern may be different screens.
  private static let fewestNames = 10

  /// The patterns of ids in names of screens, those with the most visits first; the visits to names that one of them
  /// folds, and to all.
  func namesWithIDs(_ scope: MeasureScope) -> (rules: [NamesWithIDs.Rule], visits: Int, all: Int) {
    let sums = screens.sums
    guard sums.count >= Self.fewestNames else { return ([], 0, 1) }
    // Hidden names share a text.
    var all: [(text: String, visits: Int)] = []
    for name in scope.names.ordered(sums.keys) {
      let text = scope.names[name]
      let own = sums[name]?.arrivals ?? 0
      if text.isSame(as: all.last?.text) { all[all.count - 1].visits += own } else { all.append((text, own)) }
    }
    let step = max(1, (all.count + Self.mostNames - 1) / Self.mostNames)
    let sampled = stride(from: 0, to: all.count, by: step).map { all[$0] }
    let sample = sampled.map(\.text)
    let visits = Dictionary(sampled.map { (NameText($0.text), $0.visits) }, uniquingKeysWith: +)
    let rules = NamesWithIDs(sample).ids.filter { $0.members.count >= Self.fewestNames }
      .map { rule in (rule: rule, visits: rule.members.reduce(0) { $0 + (visits[NameText($1)] ?? 0) }) }
    let ordered = rules.sorted {
      $0.visits == $1.visits ? $0.rule.pattern.precedesByScalars($1.rule.pattern) : $0.visits > $1.visits
    }
    let counted =
      step == 1 ? ordered : ordered.prefix(Self.mostPatterns).map { ($0.rule, visitsFolded(by: $0.rule, of: all)) }
    return (ordered.map(\.rule), counted.map(\.visits).max() ?? 0, max(1, all.reduce(0) { $0 + $1.visits }))
  }

  private func visitsFolded(by rule: NamesWithIDs.Rule, of all: [(text: String, visits: Int)]) -> Int {
    var map = AppMap()
    map.screenNames = [.init(pattern: rule.pattern, name: rule.name)]
    let rules = ScreenNameRules(map)
    return all.reduce(0) { $0 + (rules.rewrite($1.text) == nil ? 0 : $1.visits) }
  }
}
