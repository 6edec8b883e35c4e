import NavigationModel

/// Figures by day (of the session's start), platform and app version.
package struct Daily: Measure, Summed {
  static var isForRules: Bool { false }

  package struct Key: MixedHash, BinaryRecord {
    package let day: Int
    package let platform: Name
    package let appVersion: Name

    package static let form = BinaryForm(Self.init(day:platform:appVersion:), \.day, \.platform, \.appVersion)

    package var bits: UInt64 {
      UInt64(truncatingIfNeeded: day) << 48 ^ UInt64(platform.rawValue) << 24 ^ UInt64(appVersion.rawValue)
    }
  }

  package struct Sum: Summed {
    private var userCount = UserCount()
    package private(set) var sessions = 0
    /// By the index in ``Quantity/daily``.
    private var sums = [Int](repeating: 0, count: Quantity.daily.count)

    package var users: Int { userCount.users }

    subscript(quantity: Quantity) -> Int { sums[quantity.index] }

    /// Of a mean or share; nil without a denominator.
    func value(_ figure: Figure) -> Double? {
      guard let (numerator, denominator) = figure.parts, self[denominator] > 0 else { return nil }
      return Double(self[numerator]) / Double(self[denominator])
    }

    mutating func add(_ session: Session, _ counts: SessionCounts) {
      userCount.add(session)
      sessions += 1
      for index in sums.indices { sums[index] += counts.amounts[index] }
    }

    static let fields = Fields<Self>(\.userCount, \.sessions, \.sums)
    var isValid: Bool { sums.count == Quantity.daily.count }
  }

  package private(set) var sums = SumsByKey<Key, Sum>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let key = Key(day: session.day, platform: session.segment.platform, appVersion: session.segment.appVersion)
    sums[adding: key].add(session, counts)
  }

  static let fields = Fields<Self>(\.sums)

  func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] {
    typealias Row = (key: Key, sum: Sum)
    let names = scope.names
    let known = scope.structureKnown
    func columns(_ quantities: [Quantity]) -> [TableColumns<Row>] {
      quantities.map { quantity in
        // Without known structure, every step is a visit.
        let counted = quantity.name == Quantity.visits.name && !known ? Quantity.steps : quantity
        return .count(quantity.column, quantity.meaning) { known || !counted.needsStructure ? $0.sum[counted] : nil }
      }
    }
    var all: [TableColumns<Row>] = [
      .dayKey(.date, "The day.") { $0.key.day },
      .key(.platform, "The platform; empty where it is not known.") { names[$0.key.platform] },
      .key(.appVersion, "The version of the app; empty where it is not known.") { names[$0.key.appVersion] },
      .users(
        .users, "Users with a session, each once in the row: rows cannot be added up, as somebody may be in several."
      ) { $0.sum.users },
      .sessions(.sessions, "Sessions that began on the day.") { $0.sum.sessions },
    ]
    all += columns(Quantity.ofUse)
    all.append(
      .measure(Figure.depthMean.column, "Mean depth of the sessions with steps.", in: .levels) {
        known ? $0.sum.value(.depthMean) : nil
      })
    all += columns(Quantity.ofProblems)
    all.append(
      .count("user_days", "The users again, as days on which somebody used the app: these can be added up.") {
        $0.sum.users
      })
    all += columns(Quantity.ofFigures)
    let table = TableDefinition<Row>(
      "daily",
      """
      One row for each day (\(scope.declared.calendar.zone), of the session's start), platform and version of the \
      app. Days more than a year from the 
      """
        + "median event are left out: their clocks were off.", all
    ).table(sums.pairs.filter { measures.logQuality.plausibleDays?.contains($0.0.day) ?? true }.map { ($0.0, $0.1) })
    return [table]
  }
}

extension Quantity {
  /// The quantities of `daily.csv`.
  static let daily: [Quantity] = ofUse + ofProblems + ofFigures

  fileprivate static let ofUse: [Quantity] = [.visits, .tabSwitches, .moreItems, .menuOpens, .menusAbandoned]
  fileprivate static let ofProblems: [Quantity] = [.sessions(deeperThan: 5), .sessions(deeperThan: 6), .quickBacks]
  /// What the figures of a range of days are computed from, besides those above.
  fileprivate static let ofFigures: [Quantity] = [
    .sessionsWithSteps, .depth, .steps, .inferred, .returns, .plainVisits, .tabSteps, .explicitMenuOpens, .backChains,
    .pingPongs, .tabTaps, .tabBlocked,
    .keptStateReturns, .stateLost,
  ]
}
