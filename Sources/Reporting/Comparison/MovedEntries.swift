import Measures
import Statistics
import UsabilityRules

extension [MovedEntry] {
  /// The entries that stand in another container on the later side of a comparison.
  /// - Parameter before: the name of the first side.
  func section(before: String, anchor: String) -> Document.Section? {
    guard !isEmpty else { return nil }
    func number(_ value: Double?) -> String { value?.rounded(decimals: 1) ?? "" }
    func estimate(_ value: Estimate?) -> Document.Text {
      value.map { "\(number($0.value)) (\(number($0.interval.low)) to \(number($0.interval.high)))" } ?? ""
    }
    func sides(_ sides: MovedEntry.Sides) -> Document.Text { "\(number(sides.before)) → \(number(sides.after))" }
    return Document.Section(
      "Moved entries", anchor: anchor,
      [
        .grid(
          columns: [
            .init("Entry"), .init("Moved"), .init("Predicted saving", .trailing), .init("Observed saving", .trailing),
            .init("Verdict"),
            .init("Taps for each use", .trailing), .init("Uses per 100 sessions", .trailing, isMinor: true),
          ],
          rows: map { entry in
            let isAll = entry.kind == .all
            return [
              .text(isAll ? "\(strong: "All together")" : "\(entry.name.madeVisible(limit: 60))"),
              .text(
                isAll
                  ? ""
                  : "\(entry.containerBefore.madeVisible(limit: 60)) → \(entry.containerAfter.madeVisible(limit: 60))"),
              .text(estimate(entry.predicted)), .text(estimate(entry.observed)),
              .text("\(entry.verdict?.rawValue ?? "")"),
              .text(isAll ? "" : sides(entry.tapsPerUse)), .text(isAll ? "" : sides(entry.usesPer100Sessions)),
            ]
          }),
        """
        Savings are in taps per 100 sessions. \(strong: "Predicted") is what \(before) says the move would save if \
        people went on to want the same things. \
        \(strong: "Observed") is the change of navigation taps for each use (opening the list, the choice, the steps \
        to where people stayed), at the use of \
        the first side. \(strong: "Less") or \(strong: "more"): the two 95% intervals do not overlap. How use changed, \
        also by the days since people first had \
        the new place, is in \(link: "compare_moves.csv", to: .file("compare_moves.csv")).
        """,
      ])
  }
}

extension ComparisonContents {
  var movesTable: Table {
    typealias Columns = TableColumns<Compared<MovedEntry>>
    func estimate(
      _ column: TypedColumn<Double>, _ meaning: String, in unit: Table.Column.Unit,
      _ value: @escaping (MovedEntry) -> Estimate?
    ) -> [Columns] {
      [
        .measure(column, meaning, in: unit) { value($0.value)?.value },
        .bound(column.low, "Lower bound of its 95% interval.") { value($0.value)?.interval.low },
        .bound(column.high, "Upper bound of its 95% interval.") { value($0.value)?.interval.high },
      ]
    }
    let what: [Columns] = [
      .key(
        "entry",
        "The tab, or the item of the More list or a menu; (all) for all moves into and out of the bar together."
      ) {
        $0.value.kind == .all ? "(all)" : $0.value.name
      },
      .text("kind", "promote: into the bar; demote: out of it; move: between hidden places; all.") {
        $0.value.kind.rawValue
      },
      .text("place_before", "Where it was: bar, More, or the menu.") { $0.value.containerBefore },
      .text("place_after", "Where it is.") { $0.value.containerAfter },
    ]
    let use: [Columns] = [
      .measure(
        "uses_per_100_sessions_before", "How often people went to it, per 100 sessions, before.",
        in: .usesPer100Sessions
      ) {
        $0.value.usesPer100Sessions.before
      },
      .measure("uses_per_100_sessions_after", "The same, after.", in: .usesPer100Sessions) {
        $0.value.usesPer100Sessions.after
      },
      .users("users_before", "Users who chose it, before.") { $0.value.kind == .all ? nil : $0.value.users.before },
      .users("users_after", "Users who chose it, after.") { $0.value.kind == .all ? nil : $0.value.users.after },
      .share("user_share_before", "Their share of all users of the side, before.") { $0.value.shareOfUsers.before },
      .share("user_share_after", "The same, after.") { $0.value.shareOfUsers.after },
      .measure(
        "uses_on_day_1", "Uses per 100 sessions within a day of the user's first session after.",
        in: .usesPer100Sessions
      ) { $0.value.usesByNewness[0] },
      .measure("uses_on_days_2_to_7", "The same, 1 to 7 days after it.", in: .usesPer100Sessions) {
        $0.value.usesByNewness[1]
      },
      .measure("uses_on_days_8_to_14", "The same, 7 to 14 days after it.", in: .usesPer100Sessions) {
        $0.value.usesByNewness[2]
      },
      .measure("uses_later", "The same, 14 days after it or later.", in: .usesPer100Sessions) {
        $0.value.usesByNewness[3]
      },
      .text("verdict", "as predicted, less, more, or inconclusive; empty where nothing was predicted.") {
        $0.value.verdict?.rawValue
      },
    ]
    let predicted = estimate(
      .init("predicted_per_100_sessions", bounds: "predicted"),
      "Taps per 100 sessions that the earlier side predicted to save.", in: .tapsPer100Sessions
    ) { $0.predicted }
    let taps: [Columns] = [
      .measure(
        "taps_per_use_before",
        "Navigation taps for each use, before: the opening, the choice, and the steps to where people stayed.",
        in: .tapsPerUse
      ) {
        $0.value.tapsPerUse.before
      },
      .measure("taps_per_use_after", "The same, after.", in: .tapsPerUse) { $0.value.tapsPerUse.after },
    ]
    let change = estimate(.init("taps_per_use_change", bounds: "change"), "After minus before.", in: .tapsPerUse) {
      $0.tapsPerUseChange
    }
    let saved = estimate(
      .init("saved_per_100_sessions", bounds: "saved"),
      "Taps per 100 sessions that this saves at the use of the earlier side.", in: .tapsPer100Sessions
    ) { $0.observed }
    return TableDefinition(
      "compare_moves", "One row for each entry that stands in another place after, and pair of sides.", order: .given,
      sides() + what + predicted + taps + change + saved + use
    ).table(rows(\.moved))
  }
}
