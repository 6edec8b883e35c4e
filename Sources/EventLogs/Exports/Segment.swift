import NavigationModel

extension LogFormat {
  /// Calls of Segment and of RudderStack, which uses the same format. `originalTimestamp` is the device's clock;
  /// `timestamp` drifts towards the time of receipt if events are sent late.
  static let segment = LogFormat.export(
    "segment", "Segment and RudderStack: calls as they are archived, a JSON object each.",
    sign: "`messageId` with `type` track, screen, page, …",
    signature: [
      ("messageId", .present), ("type", .isOneOf(["track", "screen", "page", "identify", "group", "alias"])),
    ]
  ) { _ in
    var fields = ExportFields()
    fields.parameters = "properties"
    fields[.time] = ["originalTimestamp", "originalTimeStamp", "timestamp", "sentAt", "receivedAt"]
    fields[.user] = ["anonymousId", "userId"]
    fields[.event] = ["event", "type"]
    fields[.id] = ["messageId"]
    fields[.session] = ["context.sessionId", "context.session_id", "context.session.id", "properties.session_id"]
    // RudderStack's SDKs put the name of the screen into `event`.
    fields[.screen] = ["name", "event", "properties.name", "properties.title", "properties.path", "context.page.title"]
    fields[.platform] = [.platform("context.os.name"), .platform("context.device.type")]
    fields[.osVersion] = ["context.os.version"]
    fields[.appVersion] = ["context.app.version"]
    fields[.device] = [.model("context.device.model"), .model("context.device.name"), .tabletSystem("context.os.name")]
    fields.screenSize = ("context.screen.width", "context.screen.height", scale: "context.screen.density", dpi: nil)
    fields[.locale] = ["context.locale"]
    fields.kinds = EventKind.lifecycle
    fields.watched = ["type", "properties.from_background"]
    fields.interpreter = interpretSegment
    return fields
  }
}

@Sendable private func interpretSegment(_ indices: [Int]) -> ExportFields.Interpreter {
  let (screen, page, track) = (ConstantText("screen"), ConstantText("page"), ConstantText("track"))
  return { values, event in
    let type = values.values[indices[0]]
    if screen.equals(type) || page.equals(type) {
      event.kind = .screenView
    } else {
      values[.screen] = .absent
      if !track.equals(type) { event.kind = .other }
    }
    event.noteOpening(values, fromBackground: values.values[indices[1]])
  }
}
