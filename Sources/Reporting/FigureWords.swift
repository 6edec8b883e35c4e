import Measures

extension Figure {
  /// A value of the figure, in the style of reports.
  func text(_ value: Double?) -> String {
    // A mean of shares reads like a share.
    unit == .mean && scale > 1 ? Unit.share.text(value) : unit.text(value)
  }
}

extension Figure.Unit {
  /// A value, in the style of reports: `1,234`, `22.6%`, `2.41`.
  func text(_ value: Double?) -> String {
    guard let value else { return "–" }
    return switch self {
    case .count: Int(value).grouped
    case .share: value.percent
    case .mean: value.rounded(decimals: 2)
    case .quantile: value.rounded(decimals: 0)
    }
  }
}
