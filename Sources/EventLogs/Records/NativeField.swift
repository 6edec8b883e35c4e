import NavigationModel

/// The fields of the native log. The raw value is the index of the field's value in a ``RecordValues``.
package enum NativeField: Int, CaseIterable, Sendable {
  case time, user, event, id, session, screen, target, container, via, outcome, value, depth, x, y
  case platform, osVersion, appVersion, device, width, locale, variant

  /// The indices of the dimensions, in the order of ``Segment/dimensions``.
  static let dimensions = platform.rawValue..<variant.rawValue + 1

  /// The name in the log.
  package var word: String { "\(self)".snakeCased }

  package var meaning: String {
    switch self {
    case .time: "when it happened"
    case .user: "the id of the user or device"
    case .event: "what happened"
    case .id: "the event's own id, to recognize duplicates"
    case .session: "the session's id"
    case .screen: "the screen shown as a result"
    case .target: "what was chosen: a tab, an item, a gesture, a control"
    case .container: "which menu"
    case .via: "how it happened"
    case .outcome: "how it went"
    case .value: "the count on a badge, or the order of the tabs"
    case .depth: "the level of the screen"
    case .x, .y: "where a tap landed, in points from the top left corner"
    case .platform: "`ios`, `android` or another"
    case .osVersion: "the version of the operating system"
    case .appVersion: "the version of the app"
    case .device: "`phone` or `tablet`"
    case .width: "`compact` or `regular`"
    case .locale: "language and region"
    case .variant: "the arm of an experiment"
    }
  }

  package init?(word: String) {
    guard let field = NativeField.allCases.first(where: { $0.word == word }) else { return nil }
    self = field
  }
}
