import NavigationModel

extension LogFormat {
  /// Times are those of the device; events of the same time are ordered by `event_id`, a counter of the device.
  /// Autocaptured touches are read as far as their classes allow (``Touch``).
  static let amplitude = LogFormat.export(
    "amplitude", "Amplitude: events of the Export API, the ZIP archive as it comes or its parts.",
    sign: "`event_type` with `event_time` and `event_properties`",
    signature: [("event_type", .present), ("event_time", .present), ("event_properties", .present)]
  ) { _ in
    let properties: RecordPath = "event_properties"
    func property(_ key: String) -> RecordPath { properties["[Amplitude] " + key] }
    var fields = ExportFields()
    fields.parameters = properties
    fields[.time] = ["client_event_time", "event_time"]
    fields[.user] = ["device_id", "user_id", "amplitude_id"]
    fields[.event] = ["event_type"]
    fields[.id] = ["$insert_id", "uuid"]
    fields.sequence = [["event_id"]]
    fields[.session] = [.init(path: "session_id", reading: .unless(ConstantText("-1")))]
    fields[.screen] = [
      .init(path: property("Fragment Identifier")), .init(path: property("Fragment Class")),
      .init(path: property("Screen Name")),
    ]
    fields[.platform] = [.platform("platform"), .platform("os_name")]
    fields[.osVersion] = ["os_version"]
    fields[.appVersion] = ["version_name"]
    fields[.device] = [
      .model("device_model"), .model("device_type"), .model("device_family"), .tabletSystem("os_name"),
    ]
    fields[.locale] = ["language"]
    fields.kinds = [
      "[Amplitude] Screen Viewed": .screenView, "[Amplitude] Fragment Viewed": .screenView,
      "[Amplitude] Page Viewed": .screenView,
      "[Amplitude] Application Opened": .appOpen, "[Amplitude] Application Backgrounded": .appBackground,
      "[Amplitude] Deep Link Opened": .deepLink,
    ]
    fields.watched = [
      property("Action"), property("Target View Class"), property("Target Class"), property("Target Element"),
      property("Hierarchy"),
      property("Target Accessibility Label"), property("Target Text"), property("Target Accessibility Identifier"),
      property("Target Resource"), property("Target Test ID"), property("Gesture Recognizer"),
      property("From Background"),
    ]
    fields.interpreter = interpretAmplitude
    return fields
  }
}

/// Amplitude's autocaptured touches, and how the app was opened.
@Sendable private func interpretAmplitude(_ indices: [Int]) -> ExportFields.Interpreter {
  let touched = ConstantText("[Amplitude] Element Interacted")
  let fragment = ConstantText("[Amplitude] Fragment Viewed")
  let touches = TouchReader()
  return { values, event in
    event.noteOpening(values, fromBackground: values.values[indices[11]])
    // The activity is the container of its fragments.
    if event.kind == .screenView, !fragment.equals(values[.event]) {
      event.isNamedByClass = values[.screen].textBytes.ends(with: "Activity")
    }
    guard touched.equals(values[.event]) else { return }
    touches.read(
      action: values.first(indices[0..<1]), targetClass: values.first(indices[1..<4]),
      surroundings: values.first(indices[4..<5]),
      label: values.first(indices[5..<10]), recognizer: values.first(indices[10..<11]), in: values, &event)
  }
}
