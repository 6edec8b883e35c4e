import NavigationModel

/// How the app was opened, in the terms of Segment's specification, which others follow.
struct AppOpening {
  private let foregrounded = ConstantText("Application Foregrounded")

  /// Distinguishes a cold from a warm opening of the app.
  /// - Parameter fromBackground: the export's value, if any.
  func read(_ values: borrowing RecordValues, fromBackground: RecordValue, _ event: inout ExportedEvent) {
    if event.kind == .appOpen { event.via = fromBackground.isTrue || foregrounded.equals(values[.event]) ? .warm : .cold }
  }
}
