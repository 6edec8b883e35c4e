import Measures
import NavigationModel
import UsabilityRules

extension Document {
  /// What a page needs to answer questions about screens: the figures of the tables, once, in few bytes. Formats without a script leave it out.
  package struct Questions: Sendable, Equatable {
    /// The most pairs of screens of a kind.
    package static let mostPairs = 3000
    /// The most trails.
    private static let mostTrails = 1000
    /// What a part of the users may differ in: columns of tables.
    fileprivate static let dimensions = ["platform", "app_version", "week"]

    /// A table: its columns by name, in order.
    struct Columns: Sendable, Equatable {
      let columns: [(name: String, numbers: PackedColumn)]

      static func == (a: Columns, b: Columns) -> Bool { a.columns.elementsEqual(b.columns) { $0 == $1 } }
    }

    /// A platform, a version of the app or a week that has figures.
    struct Scope: Sendable, Equatable {
      let dimension: String
      let label: String
    }

    /// A finding.
    struct Mention: Sendable, Equatable {
      let anchor: String
      let title: String
      /// The numbers of the screens that it is about.
      let screens: [Int]
      /// The kind of the steps that it is about; nil if any.
      let kind: StepKind?
    }

    /// A session whose steps are in the page.
    struct ExampleSession: Sendable, Equatable {
      let label: String
      /// When it began, on which platform, with which version.
      let words: String
      /// The number of its steps.
      fileprivate(set) var steps = 0
    }

    /// The screens, ordered by name, after two for the ends of a part.
    private(set) var screens: [String]
    private(set) var scopes: [Scope] = []
    private(set) var tables: [(name: String, columns: Columns)] = []
    private(set) var sessions: [ExampleSession] = []
    private(set) var mentions: [Mention] = []
    /// Numbers in the words of the page: drawn sessions and steps, of how many, and the smallest group if small ones are hidden.
    private(set) var numbers: [(name: String, number: Int)] = []

    package static func == (a: Questions, b: Questions) -> Bool {
      a.screens == b.screens && a.scopes == b.scopes && a.sessions == b.sessions && a.mentions == b.mentions
        && a.tables.elementsEqual(b.tables) { $0 == $1 } && a.numbers.elementsEqual(b.numbers) { $0 == $1 }
    }
  }
}

extension Document.Questions {
  /// - Returns: nil if there are no steps to ask about.
  init?(_ contents: AuditContents, _ tables: [Table], findings: [Finding], titles: FindingTitles) {
    func rows(_ name: String) -> TableRows { TableRows(tables.first { $0.name == name } ?? Table(name: name, meaning: "", columns: [])) }
    let transitions = Pairs(rows("transitions"), by: "count")
    let ways = Pairs(rows("ways"), by: "ways")
    let trails = rows("forward_trails")
    let steps = rows("example_steps")
    let screenRows = rows("screens")
    guard !transitions.shown.isEmpty else { return nil }

    var names = transitions.names.union(ways.names)
    names.subtract(["(start)", "(end)"])
    let ordered = names.sorted { $0.precedesByScalars($1) }
    screens = ["(start)", "(end)"] + ordered.map { $0.madeVisible(limit: 120) }
    let numbers = Dictionary(uniqueKeysWithValues: (["(start)", "(end)"] + ordered).enumerated().map { ($1, $0) })
    let maker = ColumnMaker(numbers: numbers)

    self.tables.append(("transitions", maker.columns(transitions.rows, transitions.shown, screens: ["from", "to"], counts: ["count", "users"])))
    // The totals of each screen are those of all pairs, shown or not.
    let (out, into) = (transitions.totals(of: "from", numbers), transitions.totals(of: "to", numbers))
    self.tables.append(("totals", Columns(columns: [("out", PackedColumn(out)), ("in", PackedColumn(into))])))
    self.tables.append(
      (
        "screens",
        maker.columns(
          screenRows, screenRows.indices.filter { numbers[screenRows.text($0, "screen")] != nil }, screens: ["screen"],
          counts: ["visits", "users", "sessions", "depth_min", "depth_p50", "depth_max", "returns"], times: ["dwell_p50_s"])
      ))
    let depths = rows("screen_depths")
    let told = depths.indices.filter { numbers[depths.text($0, "screen")] != nil }
    self.tables.append(("screen_depths", maker.columns(depths, told, screens: ["screen"], counts: ["depth", "visits"])))
    addWays(ways, rows("ways_through"), rows("screen_reach"), maker)
    addTrails(trails, numbers)
    addSessions(steps, numbers)
    mentions = findings.prefix(FindingsSection.cards).enumerated().map { index, finding in
      let names = Set(finding.subject.components(separatedBy: " ↔ ") + [finding.subject, finding.section].compactMap(\.self) + finding.screens)
      return Mention(
        anchor: FindingsSection.anchor(index + 1), title: "\(titles.rule(finding)) (\(titles.location(of: finding).plain))".madeVisible(),
        screens: names.compactMap { numbers[$0] }.filter { $0 > 1 }.sorted(), kind: finding.kindOfSteps)
    }
    let drawn = contents.measures.drawnSessions
    self.numbers = [
      ("users", contents.measures.totals.users), ("steps", contents.measures.totals.steps), ("drawn_users", drawn.users.count),
      ("drawn_sessions", drawn.sessions), ("drawn_steps", drawn.steps), ("pairs", transitions.rows.count), ("most_pairs", Self.mostPairs),
      ("least", contents.hidden?.least ?? 0),
      ("structure", contents.scope.structureKnown ? 1 : 0),
    ]
  }

  private mutating func addWays(_ ways: Pairs, _ through: TableRows, _ reach: TableRows, _ maker: ColumnMaker) {
    scopes = reach.scopes
    let places = Dictionary(uniqueKeysWithValues: ([""] + scopes.map(\.key)).enumerated().map { ($1, $0) })
    func scope(_ rows: TableRows) -> (Int) -> Int? { { places[rows.scope($0)] } }
    let (counts, shares) = (["ways", "starts", "direct"], ["share_low", "share_high", "direct_share_low", "direct_share_high"])
    tables.append(
      (
        "ways",
        maker.columns(
          ways.rows, ways.shown, screens: ["from", "to"], counts: counts + ["users", "direct_users", "steps_p50"], shares: shares,
          times: ["time_p50_s", "direct_time_p50_s"])
      ))
    let pairs = Set(ways.shown.map { ways.key($0) })
    let scoped = ways.rows.indices.filter { ways.rows.scope($0) != "" && pairs.contains(ways.key($0)) }
    tables.append(
      ("scoped_ways", maker.columns(ways.rows, scoped, screens: ["from", "to"], counts: counts, shares: shares, others: [("scope", scope(ways.rows))])))
    let shown = through.indices.filter { row in
      pairs.contains([through.text(row, "from"), through.text(row, "to")]) && maker.numbers[through.text(row, "through")] != nil
    }
    tables.append(("ways_through", maker.columns(through, shown, screens: ["from", "to", "through"], counts: ["ways", "users"])))
    tables.append(
      (
        "screen_reach",
        maker.columns(
          reach, reach.indices.filter { maker.numbers[reach.text($0, "screen")] != nil }, screens: ["screen"], counts: ["visits", "users", "eligible_users"],
          shares: ["reach_low", "reach_high"], others: [("scope", scope(reach))])
      ))
  }

  private mutating func addTrails(_ trails: TableRows, _ numbers: [String: Int]) {
    var (screens, lengths, counts, users): ([Int?], [Int?], [Int?], [Int?]) = ([], [], [], [])
    for row in trails.ordered(by: ["count", "users"]).prefix(Self.mostTrails) {
      let own = trails.text(row, "trail").components(separatedBy: ForwardTrails.separator).map { numbers[$0] }
      if own.contains(nil) { continue }
      screens += own
      lengths.append(own.count)
      counts.append(trails.integer(row, "count"))
      users.append(trails.integer(row, "users"))
    }
    tables.append(("forward_trails", Columns(columns: [("length", PackedColumn(lengths)), ("count", PackedColumn(counts)), ("users", PackedColumn(users))])))
    tables.append(("trail_screens", Columns(columns: [("screen", PackedColumn(screens))])))
  }

  private mutating func addSessions(_ steps: TableRows, _ numbers: [String: Int]) {
    for row in steps.indices {
      let label = steps.text(row, "session")
      if sessions.last?.label != label { sessions.append(ExampleSession(label: label, words: steps.session(row))) }
      sessions[sessions.count - 1].steps += 1
    }
    func column(_ value: (Int) -> Int?) -> PackedColumn { PackedColumn(steps.indices.map(value)) }
    tables.append(
      (
        "example_steps",
        Columns(columns: [
          ("part", column { steps.integer($0, "part") }), ("screen", column { numbers[steps.text($0, "screen")] }),
          ("kind", column { row in StepKind.allCases.first { $0.word == steps.text(row, "kind") }.map { Int($0.rawValue) } }),
          ("stay", column { steps.number($0, "stay_s").map { Int(($0 * 1000).rounded()) } }),
        ])
      ))
  }
}

/// Rows about pairs of screens, the commonest of all sessions.
private struct Pairs {
  let rows: TableRows
  /// At most ``Document/Questions/mostPairs``, in the order of the table.
  let shown: [Int]
  private let count: String

  init(_ rows: TableRows, by count: String) {
    self.rows = rows
    self.count = count
    let whole = rows.ordered(by: [count]).lazy.filter { rows.scope($0) == "" }
    shown = whole.prefix(Document.Questions.mostPairs).sorted()
  }

  var names: Set<String> { Set(shown.flatMap { key($0) }) }

  func key(_ row: Int) -> [String] { [rows.text(row, "from"), rows.text(row, "to")] }

  /// The sum of the counts of each screen in a column, over all rows.
  func totals(of column: String, _ numbers: [String: Int]) -> [Int?] {
    var totals = [Int](repeating: 0, count: numbers.count)
    for row in rows.indices { if let number = numbers[rows.text(row, column)] { totals[number] += rows.integer(row, count) } }
    return totals
  }
}

extension Finding {
  /// The kind of the steps that it is about; nil if any.
  fileprivate var kindOfSteps: StepKind? {
    switch (rule, subjectKind, section) {
    case ("tabs.more-toll", _, _), (_, "item", "More"): .moreItem
    case (_, "item", _), (_, "menu", _): .menuItem
    default: nil
    }
  }
}

extension TableRows {
  /// Of an example session: `2026-03-02 12:53 UTC, iOS, version 2.3.0`.
  fileprivate func session(_ row: Int) -> String {
    let (start, platform, version) = (text(row, "start"), text(row, "platform"), text(row, "app_version"))
    let parts = [
      "\(start.prefix(10)) \(start.dropFirst(11).prefix(5)) UTC", platform.isEmpty ? "" : Wording.platform(platform),
      version.isEmpty ? "" : "version \(version)",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: ", ").madeVisible()
  }

  /// The platform, version or week that a row is about; empty for all.
  fileprivate func scope(_ row: Int) -> String {
    let values = Document.Questions.dimensions.map { (name: $0, text: text(row, $0)) }
    return values.first { !$0.text.isEmpty && $0.text != SegmentLabel.all }.map { "\($0.name):\($0.text)" } ?? ""
  }

  /// The platforms, versions and weeks of the rows, in the order of ``Document/Questions/dimensions``.
  fileprivate var scopes: [Document.Questions.Scope] {
    Document.Questions.dimensions.flatMap { dimension in
      var labels: [String] = []
      for label in indices.map({ text($0, dimension) }) where label != SegmentLabel.all && !label.isEmpty && !labels.contains(label) { labels.append(label) }
      if dimension == "app_version" { labels.sort { $0.precedesAsVersion($1) } }
      return labels.map { Document.Questions.Scope(dimension: dimension, label: $0) }
    }
  }
}

extension Document.Questions.Scope {
  fileprivate var key: String { "\(dimension):\(label)" }

  /// The label for people.
  fileprivate var words: String {
    switch dimension {
    case "platform": Wording.platform(label)
    case "week": CalendarDate(label).map(TimeSpan.words) ?? label
    default: label
    }
  }
}

/// Makes packed columns of the rows of a table.
private struct ColumnMaker {
  /// The screens by name.
  let numbers: [String: Int]

  /// - Parameters:
  ///   - screens: columns with names of screens.
  ///   - shares: in thousandths.
  ///   - times: in milliseconds.
  func columns(
    _ rows: TableRows, _ shown: [Int], screens: [String], counts: [String], shares: [String] = [], times: [String] = [],
    others: [(name: String, value: (Int) -> Int?)] = []
  ) -> Document.Questions.Columns {
    func packed(_ value: (Int) -> Int?) -> PackedColumn { PackedColumn(shown.map(value)) }
    // Of the number as written, so that the page rounds what the file says.
    func scaled(_ column: String) -> PackedColumn { packed { rows.number($0, column)?.inJSON.map { Int(($0 * 1000).rounded()) } } }
    return .init(
      columns: screens.map { name in (name, packed { numbers[rows.text($0, name)] }) }
        + counts.map { name in (name, packed { rows.number($0, name).map { Int($0) } }) } + shares.map { ($0, scaled($0)) } + times.map { ($0, scaled($0)) }
        + others.map { ($0.name, packed($0.value)) })
  }
}

extension Document.Questions {
  /// As JSON that stands in an element of a page: without a character that could end it.
  var json: String {
    func text(_ text: String) -> String {
      var json = "\""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\", "<", ">", "&", "'", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}", "\u{7F}":
          let digits = String(scalar.value, radix: 16)
          json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: json.unicodeScalars.append(scalar)
        }
      }
      return json + "\""
    }
    func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }
    func object(_ members: [(String, String)]) -> String { "{" + members.map { "\(text($0)):\($1)" }.joined(separator: ",") + "}" }
    let members: [(String, String)] = [
      ("screens", list(screens.map(text))),
      ("scopes", list(scopes.map { list([text($0.dimension), text($0.words)]) })),
      ("tables", object(tables.map { ($0.name, object($0.columns.columns.map { ($0.name, text($0.numbers.text)) })) })),
      ("sessions", list(sessions.map { list([text($0.label), text($0.words), String($0.steps)]) })),
      (
        "findings",
        list(mentions.map { list([text($0.anchor), text($0.title), list($0.screens.map(String.init)), $0.kind.map { String($0.rawValue) } ?? "null"]) })
      ),
      ("kinds", list(StepKind.allCases.map { text($0.word) })),
      ("numbers", object(numbers.map { ($0.name, String($0.number)) })),
    ]
    return object(members)
  }
}
