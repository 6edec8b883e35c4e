import Measures
import NavigationModel
import Statistics

extension Rule {
  static let depthOverLimit = Rule(
    id: "depth.over-limit",
    title: "Section too deep",
    claim: "People drill down further in the section than five levels, or the app map lets them.",
    rationale: """
      Five to six levels are enough for an app. Further down people no longer know where they are, every level costs a tap on the way \
      down and one on the way back, and what lies there is found by few.
      """,
    severities: [.warning, .error],
    subject: .section,
    sources: [
      .convention("hierarchies no deeper than 5–6 levels; no primary source found"),
      .published("Parush & Yuviler-Gavish 2004: broad structures are faster and more successful on phones"),
      .published("Geven, Sefelin & Tscheligi 2006: on mobile devices narrow structures of up to six levels did better than very broad ones"),
    ],
    thresholds: [
      Threshold("warning", 5, .levels, "deeper than this is a warning", basis: .convention),
      Threshold("error", 6, .levels, "deeper than this is an error", basis: .convention),
      Threshold("users", 3, .users, "a depth counts when so many users reached it"),
    ],
    advice: """
      Flatten the section: merge levels that only list a few things, link across instead of further down, offer search, and give the deep \
      screens a way home.
      """,
    needs: [],
    examples: [
      .fires(subject: "Orders", .error, "tab:Orders > B > C > D > E > F > G * 3"),
      .fires(subject: "Orders", .warning, "tab:Orders > B > C > D > E > F * 3\ntab:Orders > B > C > D > E > F > G * 2"),
      .fires(
        subject: "Home", .warning, "tab:Home > A",
        map: AppMap(roots: ["Home": "Start"], parents: ["A": "Start", "B": "A", "C": "B", "D": "C", "E": "D"])),
      .silent("tab:Orders > B > C > D > E * 50", because: "five levels are within the limit"),
      .silent("tab:Orders > B > C > D > E > F > G * 2\ntab:Home", because: "two users are too few"),
      .silent("A B C D E F G H * 50", because: "without structure nobody knows what is a level down"),
      .silent("tab:Orders > B > C modal:D > E > F > G * 50", because: "a modal screen starts to count anew"),
    ],
    query: """
      WITH reached AS (
        SELECT section, section_kind, user_id, max(depth) AS depth,
          row_number() OVER (PARTITION BY section, section_kind ORDER BY max(depth) DESC) AS place
        FROM step GROUP BY section, section_kind, user_id
      ), past AS (
        SELECT section, section_kind, count(DISTINCT session_id) AS sessions,
          sum(iif(is_visit, depth - :warning, 0)) AS extra_taps
        FROM step WHERE depth > :warning GROUP BY section, section_kind
      )
      SELECT r.section AS subject, count(iif(r.depth > :warning, 1, NULL)) AS users,
        (SELECT count(*) FROM user) AS eligible_users, coalesce(p.sessions, 0) AS sessions,
        max(iif(r.place = :users, r.depth, NULL)) AS depth, coalesce(p.extra_taps, 0) AS extra_taps
      FROM reached AS r
      LEFT JOIN past AS p ON p.section = r.section AND p.section_kind = r.section_kind
      GROUP BY r.section, r.section_kind
      ORDER BY subject, r.section_kind
      """,
    counts: { context in
      RuleCounts(
        ["subject", "users", "eligible_users", "sessions", "depth", "extra_taps"],
        context.deepSections.map {
          [
            .text($0.label), .integer($0.users), .integer(context.scope.users), .integer($0.sessions), .init($0.depth),
            .integer($0.extraTaps),
          ]
        })
    },
    evaluate: { context in
      let declared = context.scope.map.deepestTrails()
      let seen = context.deepSections
      let labels = Set(seen.map(\.label))
      let unseen = declared.filter { !labels.contains($0.section) }.map { DeepSection(label: $0.section) }
      return (seen + unseen).compactMap { section in
        context.finding(of: section, declared: declared.first { $0.section == section.label }?.trail ?? [])
      }
    })
}

/// How deep people go in a section.
private struct DeepSection {
  var label: String
  var section: Section?
  /// Users and sessions that went past the limit, and the taps that this took.
  var users = 0
  var sessions = 0
  var extraTaps = 0
  /// The largest depth that enough users reached; nil where too few were in the section at all.
  var depth: Int?
  var deepest = 0
  var examples: [Examples.Example] = []
}

extension RuleContext {
  /// All sections with steps, in text order.
  fileprivate var deepSections: [DeepSection] {
    let limit = count("warning")
    let enough = max(1, count("users"))
    return measures.sectionDepths.cells.pairs.map { section, cell in
      var deep = DeepSection(label: section.label(scope.names), section: section, examples: cell.examples.examples)
      deep.users = cell.users.dropFirst(limit + 1).reduce(0, +)
      deep.sessions = cell.sessions.dropFirst(limit + 1).reduce(0, +)
      deep.extraTaps = cell.visits.enumerated().dropFirst(limit + 1).reduce(0) { $0 + $1.element * ($1.offset - limit) }
      var reached = 0
      deep.depth = cell.users.indices.reversed().first { depth in
        reached += cell.users[depth]
        return reached >= enough
      }
      deep.deepest = cell.users.lastIndex { $0 > 0 } ?? 0
      return deep
    }.sorted { a, b in
      // A tab may be called like the More list.
      a.label == b.label ? (a.section?.kind.rawValue ?? 0) < (b.section?.kind.rawValue ?? 0) : a.label.precedesByScalars(b.label)
    }
  }

  /// What there is to say of a section that people, or the map's screens (`declared`, from the root down), go too deep in.
  fileprivate func finding(of section: DeepSection, declared: [String]) -> Finding? {
    let limit = count("warning")
    let seen = section.depth ?? 0
    let depth = max(seen, declared.count)
    guard depth > limit else { return nil }
    let isError = depth > count("error")
    var details: [String] = []
    if seen > limit, let trail = mostTakenTrail(section) { details.append(trail) }
    if section.deepest > seen, section.deepest > limit {
      details.append("Deepest of all: level \(section.deepest), reached by too few users to count.")
    }
    let mapTrail = "\(Wording.trail(declared)) (level \(declared.count))"
    if declared.count > limit, seen > limit { details.append("The app map goes down to \(mapTrail).") }
    let message =
      seen > limit
      ? "\(place(section.label)) goes \(seen) levels deep; \(peoplePast(limit, section))"
      : "The app map puts \(declared.count) levels into \(section.label): \(Wording.trail(declared))"
    var finding = structuralFinding(
      isError ? .error : .warning, subject: section.label, metric: "depth", value: Double(depth),
      threshold: threshold(isError ? "error" : "warning"), users: section.users, eligibleUsers: scope.users,
      sessions: section.sessions, extraTaps: section.extraTaps, message: message, examples: section.examples,
      details: details)
    finding.isOfMap = seen <= limit
    return finding
  }

  private func peoplePast(_ limit: Int, _ section: DeepSection) -> String {
    guard let estimate = Share.users(section.users, of: scope.users).estimate else { return "" }
    return "\(Wording.share(section.users, of: scope.users, "users", estimate)) went past level \(limit)"
  }

  private func place(_ label: String) -> String { label == "(none)" ? "The app, where no section is known," : label }

  /// The way past the trail level that most users took; of equal ones the longest.
  private func mostTakenTrail(_ section: DeepSection) -> String? {
    let trails = measures.sectionDepths.trails.pairs.filter { $0.0.section == section.section }
      .map { (screens: Wording.trail($0.0.screens.map { text($0) }), length: $0.0.screens.count, cell: $0.1) }
    let most = trails.min {
      let (a, b) = ((-$0.cell.users, -$0.length, -$0.cell.visits), (-$1.cell.users, -$1.length, -$1.cell.visits))
      return a == b ? $0.screens.precedesByScalars($1.screens) : a < b
    }
    return most.map {
      "The trail most people took: \($0.screens) (\(Wording.count($0.cell.users, "user")), \(Wording.count($0.cell.visits, "visit")))."
    }
  }
}
