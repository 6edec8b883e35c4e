import Measures
import NavigationModel
import NavigationStore
import Reporting
import UsabilityRules

extension ReportContents {
  /// The report as rows of the store, so that who asks the store also gets what a number is worth.
  var reportedRows: [ReportedRows] {
    let found = Finding.table(of: findings)
    return [
      verdictRow, ReportedRows(.finding, found.columns.map(\.name), found.rows.map { $0.map(StoreValue.init) }),
      figureRows, doubtRows, notJudgedRows,
    ]
  }

  private var verdictRow: ReportedRows {
    let totals = measures.totals
    let period = measures.period ?? 0...0
    return ReportedRows(
      .verdict,
      ["verdict", "is_assessed", "reason", "remedy", "users", "sessions", "events", "start_us", "end_us"],
      [
        [
          .text(verdict), .integer(notAssessed == nil ? 1 : 0), .init(notAssessed?.reason), .init(notAssessed?.remedy),
          .integer(totals.users), .integer(totals.sessions), .integer(totals.events),
          .integer(Int(period.lowerBound)), .integer(Int(period.upperBound)),
        ]
      ])
  }

  private var figureRows: ReportedRows {
    var rows: [[StoreValue]] = []
    if let table = tables.first(where: { $0.name == "summary" }) {
      let summary = TableRows(table)
      for row in summary.indices {
        guard let figure = Figure.named(summary[row, .metric]) else { continue }
        let value = summary[row, .value]
        let n = summary[row, .n]
        let isOfUsers = figure.rows == "user"
        let lack = value == nil ? lack(of: figure) : nil
        rows.append([
          .text(figure.name), .text("app"), .text("app"), .null, .text(figure.title), .init(value),
          .init(summary[row, .value.low]), .init(summary[row, .value.high]), .text(figure.unit.rawValue), .init(n),
          figure.rows.isEmpty ? .null : .text(figure.rows),
          isOfUsers ? .init(value.flatMap { share in n.map { Int((share * Double($0)).rounded()) } }) : .null,
          isOfUsers ? .init(n) : .null, .init(lack?.reason), .init(lack?.remedy),
        ])
      }
    }
    if let table = tables.first(where: { $0.name == "reach" }) {
      let reaches = TableRows(table)
      for row in reaches.indices {
        let container = reaches[row, .container]
        rows.append([
          .text("reach"), .text(reaches[row, .kind]), .text(reaches[row, .entry]),
          container.isEmpty ? .null : .text(container), .text("Share of the eligible users who used it"),
          .init(reaches[row, .reach]), .init(reaches[row, .reach.low]), .init(reaches[row, .reach.high]),
          .text("share"), .init(reaches[row, .eligibleUsers]), .text("user"), .init(reaches[row, .users]),
          .init(reaches[row, .eligibleUsers]), .init(reaches[row, .reach] == nil ? "nobody could use it" : nil), .null,
        ])
      }
    }
    return ReportedRows(
      .figure,
      [
        "metric", "subject_kind", "subject", "section", "title", "value", "ci_low", "ci_high", "unit", "n", "n_unit",
        "users", "eligible_users", "reason", "remedy",
      ], rows)
  }

  /// Why a figure has no value, and what would give one.
  private func lack(of figure: Figure) -> (reason: Text, remedy: Text?) {
    figure.needsStructure && !scope.structureKnown
      ? ("the log does not show how the app is built", Requirement.structure.remedy)
      : ("nothing of it is in the log", nil)
  }

  private var doubtRows: ReportedRows {
    let doubts = LogReliability(measures, scope).all
    let found = logQuality.filter { $0.count > 0 }
    let weak = doubts.map { doubt -> [StoreValue] in
      let check = found.first { $0.check == doubt.check }
      return [
        .text(doubt.check), .integer(1), .init(check?.count), .init(check?.share), .init(doubt.reason),
        .init(doubt.remedy),
      ]
    }
    let others = found.filter { check in !doubts.contains { $0.check == check.check } }.map { check -> [StoreValue] in
      [.text(check.check), .integer(0), .integer(check.count), .init(check.share), .init(check.consequence), .null]
    }
    return ReportedRows(.doubt, ["doubt", "weakens", "count", "share", "reason", "remedy"], weak + others)
  }

  private var notJudgedRows: ReportedRows {
    // Rules for logs of screens alone have nothing to judge where others do.
    let notRun = rulesNotRun.filter { $0.rule.family != .screen || !scope.structureKnown }.map { rule -> [StoreValue] in
      let isMissing = !rule.missing.isEmpty
      return [
        .text(rule.rule.id), .text(rule.rule.title), .init(isMissing ? "missing: \(rule.missing)" : rule.explanation),
        isMissing ? .init(rule.remedy) : .null,
      ]
    }
    let unsure = rulesWithoutFinding.compactMap { rule, reason -> [StoreValue]? in
      reason.map { [.text(rule.id), .text(rule.title), .init($0), .null] }
    }
    return ReportedRows(.notJudged, ["rule", "title", "reason", "remedy"], notRun + unsure)
  }
}

extension StoreValue {
  fileprivate init(_ cell: Table.Cell) {
    switch cell {
    case .unknown: self = .null
    case .text(let text): self = .text(text)
    case .integer(let number): self = .integer(number)
    case .number(let number): self = .real(number)
    case .list, .date, .time: self = .text(cell.text)
    }
  }

  fileprivate init(_ text: Text?) { self = text.map { .text($0.plain) } ?? .null }
  fileprivate init(_ number: Int?) { self = number.map { .integer($0) } ?? .null }
  fileprivate init(_ number: Double?) { self = number.map { .real($0) } ?? .null }
}
