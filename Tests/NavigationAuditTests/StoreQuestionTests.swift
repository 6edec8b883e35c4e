import Foundation
import GRDB
import TestSupport
import Testing

/// The queries of the page "Questions to the store" give the figures of the tables that the page names.
@Suite struct StoreQuestionTests {
  /// A section of the page: its heading, its query, and the table that its sentence names.
  struct Question: CustomTestStringConvertible, Sendable {
    let heading: String
    let sql: String
    let table: String?
    /// The rows of the table that are meant: `where `to` is `(end)``.
    let condition: (column: String, text: String)?

    var testDescription: String { heading }

    static let all: [Question] = {
      let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
      return text.components(separatedBy: "\n## ").dropFirst().compactMap(Question.init)
        + text.matches(of: /\| ([^|`]+\?) \| `(SELECT [^`]+)` \| `(\w+)\.\w+`(?:, `(\w+)` `(\w+)`)? \|/).map { row in
          Question(
            heading: String(row.1), sql: String(row.2), table: String(row.3),
            condition: row.4.flatMap { column in row.5.map { (String(column), String($0)) } })
        }
    }()

    /// Questions that the sample cannot answer, with the rule that would.
    static let declined: [(heading: String, rule: String)] = {
      let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
      return text.matches(of: /\| ([^|`]+\?) \| `(\w+\.[\w-]+)` \|/).map { (String($0.1), String($0.2)) }
    }()

    private static let page = Fixtures.committed(
      "Sources/NavigationAudit/NavigationAudit.docc/QuestionsToTheStore.md")

    private init(heading: String, sql: String, table: String?, condition: (column: String, text: String)?) {
      self.heading = heading
      self.sql = sql
      self.table = table
      self.condition = condition
    }

    private init?(_ section: String) {
      guard !section.contains(":rule"), let block = section.firstMatch(of: /```sql\n((?s).*?)```/) else { return nil }
      heading = String(section.prefix { $0 != "\n" })
      sql = String(block.1)
      table = section.firstMatch(of: /`(\w+)\.csv`/).map { String($0.1) }
      condition = section.firstMatch(of: /where `(\w+)` is `([^`]+)`/).map { (String($0.1), String($0.2)) }
    }
  }

  /// A report on the people of the sample.
  private struct Report {
    let folder: TemporaryFolder
    let store: DatabaseQueue

    init() throws {
      let run = Run()
      folder = run.folder
      try folder.write(SampleLog.lines(users: 1...300).joined(separator: "\n"), to: "log.ndjson")
      try run(
        "analyze", "log.ndjson", "--output", "Reports", "--sessions", "--map", Fixtures.sample("navaudit.yml").path)
      store = try DatabaseQueue(path: folder.path("Reports/navigation.sqlite"))
    }

    func answer(_ sql: String) throws -> (columns: [String], rows: [[String]]) {
      try store.read { db -> (columns: [String], rows: [[String]]) in
        let statement = try db.makeStatement(sql: sql)
        let rows = try Row.fetchAll(statement).map { row -> [String] in Array(row.databaseValues).map { $0.cell } }
        return (columns: statement.columnNames, rows: rows)
      }
    }

    /// The rows of a table, in some columns.
    func rows(_ table: String, _ columns: [String]) throws -> [[String]] {
      let csv = try folder.table("Reports/\(table).csv")
      return try columns.reduce(into: Array(repeating: [], count: csv.rows.count)) { rows, column in
        let index = try #require(csv.columns.firstIndex(of: column), "\(table).csv has no \(column)")
        for row in rows.indices { rows[row].append(rounded(csv.rows[row][index])) }
      }
    }

    /// The sums of some columns of a table by another.
    func sums(_ table: String, _ columns: [String], by key: String) throws -> [[String]] {
      var sums: [String: [Double]] = [:]
      for row in try rows(table, [key] + columns) {
        let values = row.dropFirst().map { Double($0) ?? 0 }
        sums[row[0]] = zip(sums[row[0]] ?? Array(repeating: 0, count: columns.count), values).map(+)
      }
      return sums.map { key, values in [key] + values.map { rounded(String($0)) } }
    }
  }

  private static let report = Result { try Report() }

  @Test(arguments: Question.all)
  func `A query gives what its table says`(_ question: Question) throws {
    let report = try Self.report.get()
    let (columns, rows) = try report.answer(question.sql)
    #expect(!rows.isEmpty)
    switch question.heading {
    case "What is the verdict?":
      let text = try report.folder.text("Reports/report.md").replacing("*", with: "")
      #expect(rows.count == 1 && rows[0][1] == "1" && text.contains(rows[0][0].prefix(24)), "\(rows)")
    case "May I trust the log?":
      let found = try report.rows("log_quality", columns).filter { $0[1] != "0" }
      #expect(rows.inOrder == found.inOrder)
    case "Which screens are dead ends?":
      let exits = try report.rows("screens", ["screen", "exits"])
      for row in rows { #expect(exits.contains { $0[0] == row[0] && Int($0[1]) ?? 0 >= Int(row[1]) ?? 0 }, "\(row)") }
      let found = try report.rows("findings", ["rule", "subject", "value"]).filter { $0[0] == "path.dead-end" }
      for finding in found { #expect(rows.contains { $0[0] == finding[1] && $0[3] == finding[2] }, "\(finding)") }
    case "How do people get from one screen to another?":
      let direct = try report.rows("transitions", ["from", "to", "count", "users"])
        .first { $0[0] == "Home" && $0[1] == "Cart" }
      let expected: [String] = ["1"] + (direct ?? []).dropFirst(2)
      #expect(rows.first == expected)
    case "What lies on the longer ways?":
      let ways = try report.answer(
        try #require(Question.all.first { $0.heading.contains("one screen to another") }).sql)
      let longer = ways.rows.filter { $0[0] != "1" }.reduce(0) { $0 + (Int($1[1]) ?? 0) }
      #expect(rows.allSatisfy { (1...longer).contains(Int($0[1]) ?? 0) })
      let passed = rows.reduce(0) { $0 + (Int($1[1]) ?? 0) }
      #expect(passed >= longer, "each of the longer ways passes a screen")
    case "What happened in a session?":
      let steps = try report.rows("sessions", ["steps"]).compactMap { Int($0[0]) }
      #expect(rows.count == steps.max())
    case "When does a person discover what is hidden?":
      let reach = try report.rows("reach", ["kind", "container", "entry", "users"])
      let used = Dictionary(grouping: rows) { [$0[1], $0[2]] }
      for row in reach where row[0] == "menu_item" || row[0] == "more_item" {
        let container = row[0] == "more_item" ? "More" : row[1]
        #expect(used[[container, row[2]]]?.count ?? 0 == Int(row[3]), "\(row)")
      }
    case "How does it differ by release?":
      #expect(try report.sums("daily", Array(columns.dropFirst()), by: "app_version").inOrder == rows.inOrder)
    default:
      let table = try #require(question.table)
      var expected = try report.rows(table, columns)
      if let condition = question.condition {
        let meant = try report.rows(table, [condition.column]).map { $0[0] == condition.text }
        expected = zip(expected, meant).filter(\.1).map(\.0)
      }
      #expect(rows.inOrder == expected.inOrder)
    }
  }
}

extension StoreQuestionTests {
  @Test func `there are forty questions with an answer, and seven without`() {
    #expect(Question.all.count >= 40 && Question.declined.count == 7)
    #expect(Set(Question.all.map(\.heading)).count == Question.all.count)
  }

  @Test(arguments: Question.declined)
  func `what the log cannot say is declined with a reason`(question: String, rule: String) throws {
    let report = try Self.report.get()
    let rows = try report.answer(
      "SELECT title, reason, coalesce(remedy, '') FROM not_judged WHERE rule = '\(rule)'"
    ).rows
    #expect(rows.count == 1 && rows.allSatisfy { !$0[1].isEmpty }, "\(question)")
    #expect(try report.answer("SELECT 1 FROM finding WHERE rule = '\(rule)'").rows.isEmpty)
  }

  @Test func `a store without a report says nothing, and what it would say`() throws {
    let run = Run()
    try run.folder.write(SampleLog.lines(users: 1...5).joined(separator: "\n"), to: "log.ndjson")
    try run("ingest", "log.ndjson", "--store", "app.sqlite")
    let store = try DatabaseQueue(path: run.folder.path("app.sqlite"))
    try store.read { db in
      for table in ["verdict", "finding", "figure", "doubt", "not_judged"] {
        let rows = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)")
        let meaning = try String.fetchOne(
          db, sql: "SELECT meaning FROM about WHERE table_name = ? AND column_name IS NULL", arguments: [table])
        #expect(rows == 0 && meaning?.contains("last report") == true, "\(table)")
      }
    }
  }
}

/// The cell with at most six decimals.
private func rounded(_ cell: String) -> String {
  guard let number = Double(cell) else { return cell }
  return number == number.rounded() ? String(Int(number)) : String((number * 1e6).rounded() / 1e6)
}

extension DatabaseValue {
  fileprivate var cell: String {
    switch storage {
    case .null: ""
    case .int64(let number): String(number)
    case .double(let number): rounded(String(number))
    case .string(let text): text
    case .blob: "blob"
    }
  }
}

extension [[String]] {
  fileprivate var inOrder: Self { sorted { $0.lexicographicallyPrecedes($1) } }
}
