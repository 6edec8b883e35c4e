import NavigationModel
import UsabilityRules

/// The levels beyond which a section is too deep: the thresholds of `depth.over-limit` with the map's settings.
struct DepthLimits {
  /// Deeper than this is a warning.
  let warning: Int
  /// Deeper than this is an error; at least ``warning``.
  let error: Int

  init(_ map: AppMap) {
    func level(_ threshold: Threshold) -> Int { max(1, Int(threshold.value(in: map, of: Threshold.depthRule))) }
    warning = level(.depthWarning)
    error = max(warning, level(.depthError))
  }

  /// `levels 5–6`, where a warning is possible.
  var words: String { warning == error ? "level \(warning)" : "levels \(warning)–\(error)" }

  /// A level's label in a table.
  func label(_ level: Int) -> String {
    level > error ? "\(level.grouped), too deep" : level > warning ? "\(level.grouped), the limit" : level.grouped
  }

  /// A level's background in a picture; nil for levels within the limits.
  func ground(_ level: Int) -> Palette? { level > error ? .beyond : level >= warning ? .band : nil }

  /// The label at the first level of a background.
  func words(startingAt level: Int) -> String? { level == error + 1 ? "too deep" : level == warning ? "\(words): the limit" : nil }
}
