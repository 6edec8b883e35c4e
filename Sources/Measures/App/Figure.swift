import NavigationModel
import Statistics

/// A figure of the app in `summary.csv` and `compare.csv`: its only definition.
///
/// ``AppFigures`` folds it for a log, ``ComparisonSums`` for two. The tables, the report, the comparison and the
/// glossary take its name, title, meaning, unit and direction from here. To add one, add an entry in `Figures.swift`.
public struct Figure: Sendable {
  /// The unit of the value.
  public enum Unit: String, Sendable {
    case count, share, mean
    /// A quantile or a maximum, without interval.
    case quantile
  }

  /// The direction that is better for users.
  public enum Better: String, Sendable {
    case lower, higher
    /// Neither: a difference is worth knowing, but not a verdict on the app.
    case neither
  }

  /// What only some apps have.
  package enum Control: Sendable { case moreList, menu }

  /// The value of a figure; unknown parts are nil.
  package struct Value: Sendable, Equatable {
    package var value: Double?
    package var interval: Interval?
    /// The denominator of a share or mean, the number of values for a quantile.
    package var n: Int?

    init(_ value: Double? = nil, interval: Interval? = nil, n: Int? = nil) {
      self.value = value
      self.interval = interval
      self.n = n
    }
  }

  package let name: String
  package let title: String
  package let meaning: String
  package let unit: Unit
  /// The unit of the denominator: `session`, `step`; empty for a count.
  package let rows: String
  package let better: Better
  /// Figures that a comparison adjusts together.
  package let family: ComparedFamily
  /// It requires known structure (Method.md).
  package let needsStructure: Bool
  /// Whether it counts lines of the log, which belong to no session.
  package let isOfLines: Bool
  package let isInSummary: Bool
  /// What it measures the use of: without that, it says nothing of the app.
  package private(set) var control: Control?
  /// The quantity of sessions that it counts: of a share of users, they count if they have any; of a mean, only the
  /// sessions with steps count.
  let part: Quantity?
  /// The denominator of a share or mean, whose interval is by user; nil for counts and for shares of users.
  let whole: Quantity?
  /// The divisor that brings the sums of a mean into its unit.
  package let scale: Double
  /// How it is computed from the measures, if not from the sums of ``AppFigures``.
  private let measured: (@Sendable (Measures, MeasureScope) -> Value)?

  private init(
    _ name: String, _ title: String, _ meaning: String, _ unit: Unit, of rows: String = "", _ better: Better = .neither,
    _ family: ComparedFamily = .log,
    structural needsStructure: Bool, isOfLines: Bool = false, isInSummary: Bool = true, _ part: Quantity?,
    of whole: Quantity? = nil, scale: Double = 1, measured: (@Sendable (Measures, MeasureScope) -> Value)? = nil
  ) {
    self.name = name
    self.title = title
    self.meaning = meaning
    self.unit = unit
    self.rows = rows
    self.better = better
    self.family = family
    self.needsStructure = needsStructure
    self.isOfLines = isOfLines
    self.isInSummary = isInSummary
    self.part = part
    self.whole = whole
    self.scale = scale
    self.measured = measured
  }

  /// The figures, as those of the use of a control.
  static func figures(of control: Control, _ figures: [Figure]) -> [Figure] {
    figures.map { figure in
      var figure = figure
      figure.control = control
      return figure
    }
  }

  /// The value for a log; empty if it requires structure that is not known.
  package func value(_ measures: Measures, _ scope: MeasureScope) -> Value {
    if needsStructure && !scope.structureKnown { return Value() }
    return measured?(measures, scope) ?? measures.figures.value(of: self, scope)
  }

  /// The quantities whose sums make the value, the second the denominator; nil if it is not made of two sums.
  package var parts: (numerator: Quantity, denominator: Quantity)? {
    part.flatMap { part in scale == 1 ? whole.map { (part, $0) } : nil }
  }

  var quantities: [Quantity] { [part, whole].compactMap(\.self) }

  /// Whether it is a share of users, each counted once, and not of rows.
  package var isOfUsers: Bool { unit == .share && part != nil && whole == nil }

  func cell(_ value: Double?) -> Table.Cell { unit == .count ? .init(value.map { Int($0) }) : .init(value) }

  /// The column of its values in a table that has one.
  package var column: TypedColumn<Double> { .init(name) }

  package static func named(_ name: String) -> Figure? { all.first { $0.name == name } }

  /// All figures, in the order of `summary.csv`.
  package static let all: [Figure] = [log, visits, tabs, depth, more, menus, paths, troubles, compared].flatMap(\.self)

  /// Figures that only comparisons show.
  static let compared: [Figure] = [
    stepsPerSession, moreAbandonment, moreExtraTapsPerSession, backAtRootPerSession, tabBlockedShare, stateLostShare,
    gestureFailedShare,
  ]

  static func count(_ name: String, _ title: String, _ meaning: String, _ quantity: Quantity) -> Figure {
    Figure(name, title, meaning, .count, structural: quantity.needsStructure, quantity)
  }

  static func count(
    _ name: String, _ title: String, _ meaning: String, isOfLines: Bool = false,
    measured: @escaping @Sendable (Measures, MeasureScope) -> Int
  ) -> Figure {
    Figure(name, title, meaning, .count, structural: false, isOfLines: isOfLines, nil) {
      Value(Double(measured($0, $1)))
    }
  }

  /// A share of rows of sessions.
  static func share(
    _ name: String, _ title: String, of rows: String, _ better: Better, _ family: ComparedFamily,
    structural: Bool = true, isInSummary: Bool = true,
    _ meaning: String, _ part: Quantity, of whole: Quantity
  ) -> Figure {
    Figure(
      name, title, meaning, .share, of: rows, better, family, structural: structural, isInSummary: isInSummary, part,
      of: whole)
  }

  /// The share of users with at least one session in which it occurs.
  static func reach(
    _ name: String, _ title: String, _ better: Better, _ family: ComparedFamily, _ meaning: String, _ quantity: Quantity
  ) -> Figure {
    Figure(name, title, meaning, .share, of: "user", better, family, structural: false, quantity)
  }

  static func mean(
    _ name: String, _ title: String, _ better: Better, _ family: ComparedFamily, structural: Bool = true,
    isInSummary: Bool = true, scale: Double = 1,
    measured: (@Sendable (Measures, MeasureScope) -> Value)? = nil, _ meaning: String, _ quantity: Quantity
  ) -> Figure {
    Figure(
      name, title, meaning, .mean, of: "session", better, family, structural: structural, isInSummary: isInSummary,
      quantity, of: .sessionsWithSteps, scale: scale, measured: measured)
  }

  static func depthQuantile(
    _ name: String, _ title: String, _ quantile: Quantile, _ meaning: String
  ) -> Figure {
    Figure(name, title, meaning, .quantile, of: "session", structural: true, nil) { measures, _ in
      Value(
        nearestRank(quantile, ofCounts: measures.depths.sessions).map(Double.init), n: measures.totals.sessionsWithSteps
      )
    }
  }
}

/// Families of figures: a comparison adjusts the p-values of a family for its size.
public enum ComparedFamily: String, Sendable, CaseIterable {
  case log, depth, path, tabs, menu, gesture, task, screen
}
