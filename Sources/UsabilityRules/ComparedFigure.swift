import Measures
import Statistics

/// One measure on both sides of a comparison, with the difference and the verdict.
public struct ComparedFigure: Sendable, Equatable {
  /// A measure on one side.
  public struct Value: Sendable, Equatable {
    public var value: Double?
    public var interval: Interval?
    /// The denominator of a share or mean.
    public var n: Int?
    /// The users with rows.
    public var users: Int?
    /// At least this many of them make it greater than 0; nil if unknown.
    public var usersBehind: Int?

    package init(value: Double? = nil, interval: Interval? = nil, n: Int? = nil, users: Int? = nil, usersBehind: Int? = nil) {
      self.value = value
      self.interval = interval
      self.n = n
      self.users = users
      self.usersBehind = usersBehind
    }
  }

  public var metric: String
  /// The title for people.
  public var title: String
  public var family: ComparedFamily
  public var unit: Figure.Unit
  /// The unit of the rows of a share or mean.
  public var rows: String
  public var better: Figure.Better
  /// `app`, or the kind of the subject.
  public var subjectKind = "app"
  public var subject = "app"
  /// The menu or list that the subject is in.
  public var section: String?
  public var before: Value
  public var after: Value
  /// After − before, with its 95% interval.
  public var change: Estimate?
  public var p: Double?
  /// Adjusted for the number of measures.
  public var pAdjusted: Double?
  /// The smallest change worth having.
  public var smallest: Double?
  /// Nil if it is not judged.
  public var verdict: ChangeVerdict?

  package init(
    metric: String, title: String, family: ComparedFamily, unit: Figure.Unit, rows: String, better: Figure.Better, before: Value, after: Value
  ) {
    self.metric = metric
    self.title = title
    self.family = family
    self.unit = unit
    self.rows = rows
    self.better = better
    self.before = before
    self.after = after
    // A difference of values without an interval is shown, but not judged.
    differenceOfValues = before.value.flatMap { one in after.value.map { $0 - one } }
  }

  /// Whether only the first sessions of each user count.
  package var isOfFirstSessions = false

  private var differenceOfValues: Double?

  /// After − before.
  public var difference: Double? { change?.value ?? differenceOfValues }

  /// The number of users on the smaller side.
  public var users: Int { min(before.users ?? 0, after.users ?? 0) }

  /// The evidence of the difference; nil if it is not judged.
  public var evidence: Evidence? { verdict == nil ? nil : Evidence(eligibleUsers: users) }

  /// Whether the verdict can be acted upon: it is based on ``Evidence/fewUsers`` or more.
  public var isFirm: Bool { verdict != nil && users >= Evidence.fewUsers }
}
