import NavigationModel

/// What an export says about an event beyond the fields of the navigation log.
struct ExportedEvent {
  var kind = EventKind.other
  /// The kind is derived from autocapture; the app did not log it.
  var isInferred = false
  /// The screen is named only by its class.
  var isNamedByClass = false
  var via = Via.unknown
  /// A hash of the event's identity; 0 if it has an id or no identity.
  var identity: UInt64 = 0
  /// The order among events of the same time.
  var sequence: UInt16 = 0
  /// The correction of the time, microseconds.
  var timeShift: Int64 = 0

  /// Whether the screen in the export's record is that of the event; for other events it is only where the user was.
  var keepsScreen: Bool {
    switch kind {
    case .screenView, .tap, .gesture, .rotate: true
    default: false
    }
  }
}
