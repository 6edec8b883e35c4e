import NavigationModel
import Statistics

extension Figure.Value {
  /// A share of rows, with an interval that accounts for rows of the same user.
  init(_ sums: RatioSums?) { self.init(sums?.share, interval: sums?.interval(), n: sums?.sumN) }

  /// A share of users, each counted once.
  init(users: Int, of all: Int) {
    self.init(all > 0 ? Double(users) / Double(all) : nil, interval: wilson(successes: users, of: all), n: all)
  }
}

extension TableColumns {
  /// A share, and its interval in the columns of its bounds.
  /// - Parameter low, high: the meanings of the bounds.
  static func shareWithInterval(
    _ column: TypedColumn<Double>, _ meaning: String, basis: String? = nil,
    low: String = "Lower bound of the 95% interval.",
    high: String = "Upper bound of the 95% interval.", _ value: @escaping (Row) -> Figure.Value
  ) -> Self {
    .init([
      Table.Column(column.name, .share, .share, meaning, basis: basis),
      Table.Column(column.low.name, .bound, .share, low),
      Table.Column(column.high.name, .bound, .share, high),
    ]) { row, cells in
      let value = value(row)
      cells += [.init(value.value), .init(value.interval?.low), .init(value.interval?.high)]
    }
  }

  /// A share of rows, with an interval that accounts for rows of the same user.
  static func shareByUser(
    _ column: TypedColumn<Double>, _ meaning: String, basis: String? = nil, _ sums: @escaping (Row) -> RatioSums?
  ) -> Self {
    shareWithInterval(
      column, meaning, basis: basis, low: "Lower bound of the 95% interval, by user.",
      high: "Upper bound of the 95% interval, by user."
    ) { Figure.Value(sums($0)) }
  }

  typealias Use = (Row) -> (subject: Discovery.Subject, users: Int)

  /// The share of the eligible users who use something, with its Wilson interval.
  fileprivate static func shareOfEligible(_ scope: MeasureScope, _ use: @escaping Use) -> Self {
    shareWithInterval(.reach, "Those users over the eligible users.") { row in
      let (subject, users) = use(row)
      let eligible = scope.eligibleUsers(of: subject)
      return Figure.Value(users: min(users, eligible), of: eligible)
    }
  }

  /// Like a bound, it reveals nothing about who did something, and is hidden with the share.
  static func eligibleUsers(_ meaning: String, _ users: @escaping (Row) -> Int) -> Self {
    .init([Table.Column(TypedColumn<Int>.eligibleUsers.name, .bound, .integer, meaning, in: .users)]) {
      $1.append(.integer(users($0)))
    }
  }

  fileprivate static func eligibleUsers(_ scope: MeasureScope, _ use: @escaping Use) -> Self {
    eligibleUsers("Users with a session in which the app may have had it.") { scope.eligibleUsers(of: use($0).subject) }
  }

  /// The share of the eligible users who use something, and the eligible users.
  static func reach(of scope: MeasureScope, _ use: @escaping Use) -> Self {
    let share = shareOfEligible(scope, use)
    let eligible = eligibleUsers(scope, use)
    return .init(share.columns + eligible.columns) { row, cells in
      share.fill(row, &cells)
      eligible.fill(row, &cells)
    }
  }
}

extension Measures {
  /// The table `reach`: the reach of everything in the navigation, with uniform columns.
  func reach(_ scope: MeasureScope) -> Table {
    typealias Row = (subject: Discovery.Subject, users: Int)
    let rows: [[Row]] = [
      tabs.rows(self, scope).map { (.init(.tab, $0.name), $0.sum.users) },
      moreList.rows(scope).map { (.init(.moreItem, $0.name, container: .more), $0.sum.users) },
      menus.rows(scope).map { (.init(.menu, $0.name), $0.sum.opens.users) },
      menus.itemRows(scope).map { (.init(.menuItem, $0.key.item, container: $0.key.menu), $0.sum.users) },
      gestures.sums.rows(scope.names).map { (.init(.gesture, $0.name), $0.sum.users) },
    ]
    return TableDefinition<Row>(
      "reach", "One row for each tab, More item, menu, menu item and gesture: how many of those who could use it did.",
      [
        .key(.kind, "What it is: gesture, menu, menu_item, more_item or tab.") { "\($0.subject.kind)".snakeCased },
        .key(.container, "What it is in: bar, More, or the menu; empty for menus and gestures.") { row in
          switch row.subject.kind {
          case .tab: "bar"
          case .moreItem: "More"
          case .menuItem: scope.names[row.subject.container]
          case .menu, .gesture: nil
          }
        },
        .key("entry", "Its name.") { scope.names[$0.subject.name] },
        .users(.users, "Users who used it.") { $0.users },
        .eligibleUsers(scope) { $0 },
        .shareOfEligible(scope) { $0 },
      ]
    ).table(rows.flatMap(\.self))
  }
}
