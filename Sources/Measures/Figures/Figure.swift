import NavigationModel
import Statistics

/// A figure of the whole app, as it stands in `summary.csv` and `compare.csv`: its one definition.
///
/// What a session adds to it is folded by ``AppFigures`` for a log and by ``ComparisonSums`` for two. The tables, the report, the comparison and the
/// glossary take its name, title, meaning, unit and direction from here. Adding one is an entry in one of the files of this folder.
public struct Figure: Sendable {
  /// What the value is.
  public enum Unit: String, Sendable {
    case count, share, mean
    /// A quantile or a maximum, without interval.
    case quantile
  }

  /// Which way is the better one for people.
  public enum Better: String, Sendable {
    case lower, higher
    /// Neither is: a difference is worth knowing, and no verdict on the app.
    case neither
  }

  /// What a session adds: `y` of `n` rows.
  public typealias Part = @Sendable (SessionCounts) -> (y: Int, n: Int)

  /// How the parts of sessions become one figure.
  enum Fold: Sendable {
    /// The sum of y.
    case count(Part)
    /// Σy/Σn, with an interval by user.
    case share(Part)
    /// The share of users with any y above 0.
    case users(Part)
    /// Σy/Σn, in units of 1/`scale`.
    case mean(Part, scale: Int)

  }

  /// The value of a figure, as far as it is known.
  public struct Value: Sendable, Equatable {
    public var value: Double?
    public var interval: Interval?
    /// The denominator of a share or mean, the number of values of a quantile.
    public var n: Int?

    init(_ value: Double? = nil, interval: Interval? = nil, n: Int? = nil) {
      self.value = value
      self.interval = interval
      self.n = n
    }
  }

  /// The name in the tables.
  public let name: String
  /// What people call it.
  public let title: String
  public let meaning: String
  public let unit: Unit
  /// What the denominator counts: `session`, `step`; empty for a count.
  public let rows: String
  public let better: Better
  /// The figures that a comparison adjusts together.
  public let family: ComparedFamily
  /// Only a known structure gives it (Reconstruction.md).
  public let needsStructure: Bool
  /// Whom it counts.
  public let subject: Table.Row.Subject
  /// Whether it is in `summary.csv`.
  public let isInSummary: Bool
  let fold: Fold?
  /// How it is taken from the measures, where that is not the sums of ``AppFigures``.
  private let measured: (@Sendable (Measures, MeasureScope) -> Value)?

  private init(
    _ name: String, _ title: String, _ meaning: String, _ unit: Unit, of rows: String = "", _ better: Better = .neither, _ family: ComparedFamily = .log,
    structural needsStructure: Bool, subject: Table.Row.Subject = .users, isInSummary: Bool = true, _ fold: Fold?,
    measured: (@Sendable (Measures, MeasureScope) -> Value)? = nil
  ) {
    self.name = name
    self.title = title
    self.meaning = meaning
    self.unit = unit
    self.rows = rows
    self.better = better
    self.family = family
    self.needsStructure = needsStructure
    self.subject = subject
    self.isInSummary = isInSummary
    self.fold = fold
    self.measured = measured
  }

  /// The value of a log; empty where it needs a structure that is not known.
  public func value(_ measures: Measures, _ scope: MeasureScope) -> Value {
    if needsStructure && !scope.structureKnown { return Value() }
    return measured?(measures, scope) ?? measures.figures.value(of: self, scope)
  }

  /// By what the sums of a mean are divided to be in its unit.
  public var scale: Double { if case .mean(_, scale: let scale) = fold { Double(scale) } else { 1 } }

  /// Whether it is a share of users, each counted once, rather than of rows.
  public var isOfUsers: Bool { if case .users = fold { true } else { false } }

  /// The value as a cell of a table.
  func cell(_ value: Double?) -> Table.Cell { unit == .count ? .init(value.map { Int($0) }) : .init(value) }

  public static func named(_ name: String) -> Figure? { all.first { $0.name == name } }

  /// All figures, in the order of `summary.csv`.
  public static let all: [Figure] = [log, visits, tabs, depth, more, menus, paths, troubles, compared].flatMap(\.self)

  /// Those of which only a comparison speaks.
  static let compared: [Figure] = [
    stepsPerSession, moreAbandonment, moreExtraTapsPerSession, backAtRootPerSession, tabBlockedShare, stateLostShare, gestureFailedShare,
  ]
}

extension Figure {
  /// How often something happens.
  static func count(_ name: String, _ title: String, _ meaning: String, structural: Bool = false, _ y: @escaping @Sendable (SessionCounts) -> Int) -> Figure {
    Figure(name, title, meaning, .count, structural: structural, .count { (y($0), 0) })
  }

  /// How many there are, as another measure counts them.
  static func count(
    _ name: String, _ title: String, _ meaning: String, subject: Table.Row.Subject = .users, measured: @escaping @Sendable (Measures, MeasureScope) -> Int
  ) -> Figure {
    Figure(name, title, meaning, .count, structural: false, subject: subject, nil) { Value(Double(measured($0, $1))) }
  }

  /// A share of rows of sessions.
  static func share(
    _ name: String, _ title: String, of rows: String, _ better: Better, _ family: ComparedFamily, structural: Bool = true, isInSummary: Bool = true,
    _ meaning: String, _ part: @escaping Part
  ) -> Figure {
    Figure(name, title, meaning, .share, of: rows, better, family, structural: structural, isInSummary: isInSummary, .share(part))
  }

  /// The share of the users of whom a session holds something.
  static func reach(_ name: String, _ title: String, _ better: Better, _ family: ComparedFamily, _ meaning: String, _ holds: @escaping @Sendable (SessionCounts) -> Bool)
    -> Figure
  {
    Figure(name, title, meaning, .share, of: "user", better, family, structural: false, .users { (holds($0) ? 1 : 0, 1) })
  }

  /// A mean over the sessions with steps.
  static func mean(
    _ name: String, _ title: String, _ better: Better, _ family: ComparedFamily, structural: Bool = true, isInSummary: Bool = true, scale: Int = 1,
    measured: (@Sendable (Measures, MeasureScope) -> Value)? = nil, _ meaning: String, _ y: @escaping @Sendable (SessionCounts) -> Int
  ) -> Figure {
    Figure(
      name, title, meaning, .mean, of: "session", better, family, structural: structural, isInSummary: isInSummary,
      .mean({ $0.hasSteps ? (y($0), 1) : (0, 0) }, scale: scale), measured: measured)
  }

  /// A quantile of the depths of sessions.
  static func depthQuantile(_ name: String, _ title: String, _ quantile: Quantile, subject: Table.Row.Subject = .users, _ meaning: String) -> Figure {
    Figure(name, title, meaning, .quantile, of: "session", structural: true, subject: subject, nil) { measures, _ in
      Value(nearestRank(quantile, ofCounts: measures.depths.sessions).map(Double.init), n: measures.totals.sessionsWithSteps)
    }
  }
}
