import Measures
import NavigationModel
import UsabilityRules

extension Document {
  /// What a page needs to answer questions about screens: the figures of the tables, once, in few bytes. Formats
  /// without a script leave it out.
  package struct Questions: Sendable {
    /// As JSON that stands in an element of a page: without a character that could end it.
    let json: String

    fileprivate static let mostPairs = 3000
    private static let mostTrails = 1000
    /// What a part of the users may differ in: columns of tables.
    fileprivate static let dimensions: [TypedColumn<String>] = [.platform, .appVersion, .week]

    /// - Returns: nil if there are no steps to ask about.
    init?(_ contents: ReportContents, _ tables: [Table], findings: [Finding], titles: FindingTitles) {
      func rows(_ name: String) -> TableRows {
        TableRows(tables.first { $0.name == name } ?? Table(name: name, meaning: "", columns: []))
      }
      let transitions = Pairs(rows("transitions"), by: .count)
      let ways = Pairs(rows("ways"), by: .ways)
      guard !transitions.shown.isEmpty else { return nil }

      var names = transitions.names.union(ways.names)
      names.subtract(["(start)", "(end)"])
      // The screens, ordered by name, after two for the ends of a part.
      let ordered = ["(start)", "(end)"] + names.sorted { $0.precedesByScalars($1) }
      let numbers = Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1, $0) })
      var packed = PackedTables(numbers: numbers)
      packed.add("transitions", transitions.rows, transitions.shown, screens: [.from, .to], counts: [.count, .users])
      // The totals of each screen are those of all pairs, shown or not.
      packed.add(
        "totals", [("out", transitions.totals(of: .from, numbers)), ("in", transitions.totals(of: .to, numbers))])
      packed.add(
        "screens", rows("screens"), screens: [.screen],
        counts: [.visits, .users, .sessions, .depthMin, .depthMedian, .depthMax, .returns],
        times: [.dwellMedian])
      packed.add("screen_depths", rows("screen_depths"), screens: [.screen], counts: [.depth, .visits])
      let reach = rows("screen_reach")
      let scopes = reach.scopes
      packed.add(ways, rows("ways_through"), reach, scopes)
      packed.add(trails: rows("forward_trails"), atMost: Self.mostTrails)
      packed.add(steps: rows("example_steps"))
      var mentions: [String] = []
      for (index, finding) in findings.prefix(FindingsSection.cards).enumerated() {
        let names = Set(
          finding.subject.components(separatedBy: " ↔ ") + [finding.subject, finding.section].compactMap(\.self)
            + finding.screens)
        let screens = names.compactMap { numbers[$0] }.filter { $0 > 1 }.sorted()
        let title = "\(titles.rule(finding)) (\(titles.location(of: finding).plain))".madeVisible()
        let kind = finding.kindOfSteps.map { String($0.rawValue) } ?? "null"
        mentions.append(
          list([text(FindingsSection.anchor(index + 1)), text(title), list(screens.map { String($0) }), kind]))
      }
      // Numbers in the words of the page: drawn sessions and steps, of how many, and the smallest group if small ones
      // are hidden.
      let (totals, drawn) = (contents.measures.totals, contents.measures.drawnSessions)
      let facts = [
        ("users", totals.users), ("steps", totals.steps), ("drawn_users", drawn.users.count),
        ("drawn_sessions", drawn.sessions),
        ("drawn_steps", drawn.steps), ("pairs", transitions.rows.count), ("most_pairs", Self.mostPairs),
        ("least", contents.hidden?.least ?? 0),
        ("structure", contents.scope.structureKnown ? 1 : 0),
      ]
      json = object([
        ("screens", list(ordered.map { text($0.madeVisible(limit: 120)) })),
        ("scopes", list(scopes.map { list([text($0.dimension), text($0.words)]) })),
        ("tables", object(packed.tables)),
        ("sessions", list(packed.sessions.map { list([text($0.label), text($0.words), String($0.steps)]) })),
        ("findings", list(mentions)), ("kinds", list(StepKind.allCases.map { text($0.word) })),
        ("numbers", object(facts.map { ($0, String($1)) })),
      ])
    }
  }
}

private func text(_ text: String) -> String {
  var json = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\", "<", ">", "&", "'", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}", "\u{7F}":
      json += "\\u" + scalar.value.hexadecimal(4)
    default: json.unicodeScalars.append(scalar)
    }
  }
  return json + "\""
}

private func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

private func object(_ members: [(String, String)]) -> String {
  "{" + members.map { "\(text($0)):\($1)" }.joined(separator: ",") + "}"
}

/// Tables for a script: each column of whole numbers in few characters.
private struct PackedTables {
  /// The screens by name.
  let numbers: [String: Int]
  /// The columns of each table.
  private(set) var tables: [(String, String)] = []
  /// The example sessions: when each began, on which platform, with which version, and the number of its steps.
  private(set) var sessions: [(label: String, words: String, steps: Int)] = []

  init(numbers: [String: Int]) { self.numbers = numbers }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Each number in the same few characters of the alphabet of base64url. The first character is the width of a number.
  /// An unknown number is written as `_`, the last character, throughout.
  /// - Parameter numbers: not negative.
  private static func packed(_ numbers: [Int?]) -> String {
    let largest = numbers.reduce(0) { max($0, $1 ?? 0) }
    var width = 1
    // The largest number of a width stands for an unknown one.
    while width < 9, largest >= 1 << (6 * width) - 1 { width += 1 }
    var bytes = Array(String(width).utf8)
    bytes.reserveCapacity(1 + numbers.count * width)
    for number in numbers {
      let shown = min(number ?? .max, 1 << (6 * width) - 1)
      for digit in (0..<width).reversed() { bytes.append(alphabet[shown >> (6 * digit) & 63]) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  mutating func add(_ name: String, _ columns: [(String, [Int?])]) {
    tables.append((name, object(columns.map { ($0, text(Self.packed($1))) })))
  }

  /// Adds columns with names of screens, counts, shares in thousandths, and times in milliseconds.
  /// - Parameter shown: the rows; nil for those of the screens.
  mutating func add(
    _ name: String, _ rows: TableRows, _ shown: [Int]? = nil, screens: [TypedColumn<String>],
    counts: [TypedColumn<Int>],
    shares: [TypedColumn<Double>] = [], times: [TypedColumn<Double>] = [], scope: ((Int) -> Int?)? = nil
  ) {
    let shown = shown ?? rows.indices.filter { numbers[rows[$0, .screen]] != nil }
    var columns: [(String, [Int?])] = screens.map { column in (column.name, shown.map { numbers[rows[$0, column]] }) }
    columns += counts.map { column in (column.name, shown.map { rows[$0, column] }) }
    // Of the number as written, so that the page rounds what the file says.
    for column in shares + times {
      columns.append((column.name, shown.map { rows[$0, column]?.inJSON.map { Int(($0 * 1000).rounded()) } }))
    }
    if let scope { columns.append(("scope", shown.map(scope))) }
    add(name, columns)
  }

  mutating func add(
    _ ways: Pairs, _ through: TableRows, _ reach: TableRows,
    _ scopes: [(dimension: String, label: String, words: String)]
  ) {
    let places = Dictionary(
      uniqueKeysWithValues: ([""] + scopes.map { "\($0.dimension):\($0.label)" }).enumerated().map { ($1, $0) })
    func scope(_ rows: TableRows) -> (Int) -> Int? { { places[rows.scope($0)] } }
    let counts: [TypedColumn<Int>] = [.ways, .starts, .direct]
    let shares: [TypedColumn<Double>] = [.share.low, .share.high, .directShare.low, .directShare.high]
    add(
      "ways", ways.rows, ways.shown, screens: [.from, .to], counts: counts + [.users, .directUsers, .stepsMedian],
      shares: shares,
      times: [.timeMedian, .directTimeMedian])
    let pairs = Set(ways.shown.map { ways.key($0) })
    let scoped = ways.rows.indices.filter { ways.rows.scope($0) != "" && pairs.contains(ways.key($0)) }
    add(
      "scoped_ways", ways.rows, scoped, screens: [.from, .to], counts: counts, shares: shares, scope: scope(ways.rows))
    let shown = through.indices.filter { row in
      pairs.contains([through[row, .from], through[row, .to]]) && numbers[through[row, .through]] != nil
    }
    add("ways_through", through, shown, screens: [.from, .to, .through], counts: [.ways, .users])
    add(
      "screen_reach", reach, screens: [.screen], counts: [.visits, .users, .eligibleUsers],
      shares: [.reach.low, .reach.high], scope: scope(reach))
  }

  mutating func add(trails: TableRows, atMost most: Int) {
    var (screens, lengths, counts, users): ([Int?], [Int?], [Int?], [Int?]) = ([], [], [], [])
    for row in trails.ordered(by: [.count, .users]).prefix(most) {
      let own = trails[row, .trail].components(separatedBy: DrawnSessions.trailSeparator).map { numbers[$0] }
      if own.contains(nil) { continue }
      screens += own
      lengths.append(own.count)
      counts.append(trails.count(row, .count))
      users.append(trails.count(row, .users))
    }
    add("forward_trails", [("length", lengths), ("count", counts), ("users", users)])
    add("trail_screens", [("screen", screens)])
  }

  mutating func add(steps: TableRows) {
    for row in steps.indices {
      let label = steps[row, .session]
      if sessions.last?.label != label { sessions.append((label, steps.session(row), 0)) }
      sessions[sessions.count - 1].steps += 1
    }
    let kinds = Dictionary(StepKind.allCases.map { ($0.word, Int($0.rawValue)) }) { first, _ in first }
    add(
      "example_steps",
      [
        ("part", steps.indices.map { steps.count($0, .part) }),
        ("screen", steps.indices.map { numbers[steps[$0, .screen]] }),
        ("kind", steps.indices.map { kinds[steps[$0, .kind]] }),
        ("stay", steps.indices.map { steps[$0, .stay].map { Int(($0 * 1000).rounded()) } }),
      ])
  }
}

/// Rows about pairs of screens, the commonest of all sessions.
private struct Pairs {
  let rows: TableRows
  /// At most ``Document/Questions/mostPairs``, in the order of the table.
  let shown: [Int]
  private let count: TypedColumn<Int>

  init(_ rows: TableRows, by count: TypedColumn<Int>) {
    self.rows = rows
    self.count = count
    let whole = rows.ordered(by: [count]).lazy.filter { rows.scope($0) == "" }
    shown = whole.prefix(Document.Questions.mostPairs).sorted()
  }

  var names: Set<String> { Set(shown.flatMap { key($0) }) }

  func key(_ row: Int) -> [String] { [rows[row, .from], rows[row, .to]] }

  /// The sum of the counts of each screen in a column, over all rows.
  func totals(of column: TypedColumn<String>, _ numbers: [String: Int]) -> [Int?] {
    var totals = [Int](repeating: 0, count: numbers.count)
    for row in rows.indices { if let number = numbers[rows[row, column]] { totals[number] += rows.count(row, count) } }
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
    let (start, platform, version) = (
      cell(row, TypedColumn<Int64>.start).text, self[row, .platform], self[row, .appVersion]
    )
    let parts = [
      "\(start.prefix(10)) \(start.dropFirst(11).prefix(5)) UTC", platform.isEmpty ? "" : Wording.platform(platform),
      version.isEmpty ? "" : "version \(version)",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: ", ").madeVisible()
  }

  /// The platform, version or week that a row is about; empty for all.
  fileprivate func scope(_ row: Int) -> String {
    let values = Document.Questions.dimensions.map { (name: $0.name, text: self[row, $0]) }
    return values.first { !$0.text.isEmpty && $0.text != SegmentLabel.all }.map { "\($0.name):\($0.text)" } ?? ""
  }

  /// The platforms, versions and weeks of the rows, in the order of ``Document/Questions/dimensions``, with their
  /// labels for people.
  fileprivate var scopes: [(dimension: String, label: String, words: String)] {
    Document.Questions.dimensions.flatMap { dimension in
      var labels: [String] = []
      for label in indices.map({ self[$0, dimension] })
      where label != SegmentLabel.all && !label.isEmpty && !labels.contains(label) { labels.append(label) }
      if dimension.name == TypedColumn<String>.appVersion.name { labels.sort { $0.precedesAsVersion($1) } }
      return labels.map { label in
        switch dimension.name {
        case TypedColumn<String>.platform.name: (dimension.name, label, Wording.platform(label))
        case TypedColumn<String>.week.name:
          (dimension.name, label, CalendarDate(label).map { TimeSpan.words($0) } ?? label)
        default: (dimension.name, label, label)
        }
      }
    }
  }
}
