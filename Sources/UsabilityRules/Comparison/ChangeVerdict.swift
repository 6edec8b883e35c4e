import Measures
import Statistics

/// What a difference between two sides says.
public enum ChangeVerdict: String, Sendable, CaseIterable {
  case better, worse
  /// A difference in a measure of which neither way is the better one.
  case changed
  /// If there is a difference at all, it is smaller than the smallest one worth having.
  case same
  /// The data are compatible with no difference and with one worth having.
  case unsure
  /// A side does not have such a control at all: there is nothing to compare.
  case notApplicable = "not_applicable"

  /// As reports say it.
  public var words: String {
    switch self {
    case .better: "better"
    case .worse: "worse"
    case .changed: "changed"
    case .same: "no difference detected"
    case .unsure: "inconclusive"
    case .notApplicable: "not applicable"
    }
  }

  /// The highest adjusted p-value of a difference: the false discovery rate over all judged rows together (TheRules.md).
  public static let falseDiscoveryRate = 0.05

  /// The verdict on a change, after − before.
  ///
  /// The smallest change worth having decides first: an interval that lies within it on both sides is *same*, however small the p-value
  /// (Schuirmann 1987, with a 95% interval where 90% would do). Otherwise an interval that leaves 0 out, with an adjusted p-value that holds the
  /// false discovery rate, is a difference. Everything else is *unsure*; so are sides of fewer than ten users.
  public init(_ change: Estimate?, pAdjusted: Double?, smallest: Double, better: Figure.Better, users: Int) {
    guard let change, let pAdjusted, users >= Evidence.leastUsers else {
      self = .unsure
      return
    }
    let interval = change.interval
    if -smallest < interval.low, interval.high < smallest {
      self = .same
    } else if interval.contains(0) || pAdjusted > Self.falseDiscoveryRate {
      self = .unsure
    } else {
      switch better {
      case .neither: self = .changed
      case .lower: self = change.value < 0 ? .better : .worse
      case .higher: self = change.value > 0 ? .better : .worse
      }
    }
  }
}
