/// The fields of the native log. The raw value is the place of the field's value in a ``RecordValues``.
package enum NativeField: Int, CaseIterable, Sendable {
  case time, user, event, id, session, screen, target, container, via, outcome, value, depth, x, y
  case platform, osVersion, appVersion, device, width, locale, variant

  /// The places of the dimensions, in the order of ``Segment/dimensions``.
  static let dimensions = platform.rawValue..<variant.rawValue + 1

  /// The word in the log.
  package var word: String {
    switch self {
    case .osVersion: "os_version"
    case .appVersion: "app_version"
    default: "\(self)"
    }
  }

  package init?(word: String) {
    guard let field = NativeField.allCases.first(where: { $0.word == word }) else { return nil }
    self = field
  }
}
