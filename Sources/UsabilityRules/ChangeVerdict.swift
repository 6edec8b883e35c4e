import Measures
import Statistics

/// The verdict on a difference between two sides.
public enum ChangeVerdict: String, Sendable, CaseIterable {
  case better, worse
  /// A difference in a measure without a better direction.
  case changed
  /// If there is a difference at all, it is smaller than the smallest change worth having.
  case same
  /// The data is compatible both with no difference and with one worth having.
  case unsure
  /// One side does not have the control at all.
  case notApplicable = "not_applicable"

  /// The verdict in words.
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

  /// The highest adjusted p-value of a difference: the false discovery rate over all judged rows (Statistics.md).
  public static let falseDiscoveryRate = 0.05

  /// The verdict on a change, after − before.
  ///
  /// The smallest change worth having decides first: if the interval lies within it on both sides, the verdict is *same*, however small the p-value
  /// (Schuirmann 1987, with a 95% interval where 90% would do). Otherwise, if the interval excludes 0 and the adjusted p-value meets the
  /// false discovery rate, it is a difference. Everything else is *unsure*, and so are sides of fewer than ten users.
  package init(_ change: Estimate?, pAdjusted: Double?, smallest: Double, better: Figure.Better, users: Int) {
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
