/// What a finding is about.
package enum SubjectKind: String, Sendable, CaseIterable {
  /// The app: its findings have the subject `app`.
  case app
  /// The root screen of a modal flow.
  case modal
  case tab, section, screen, item, menu, gesture, task, target
  /// Two sections, `A ↔ B` in alphabetical order.
  case pair
}
