import NavigationModel

extension LogFormat {
  /// `app.navigation.complete` names the screen that it led to. Other records and spans carry the name of their screen,
  /// so the first one with another screen is its appearance; a click on a widget is a tap on its screen.
  static let otlpLogs = otlp(
    "otlp", "OpenTelemetry: logs of the collector's file exporter (OTLP/JSON).", "resourceLogs",
    ["scopeLogs", "logRecords"], identity: [])

  static let otlpSpans = otlp(
    "otlp-spans", "OpenTelemetry: spans of the collector's file exporter (OTLP/JSON).", "resourceSpans",
    ["scopeSpans", "spans"], identity: ["spanId", "traceId"])

  /// - Parameter identity: what identifies a record.
  private static func otlp(
    _ name: String, _ summary: String, _ root: String, _ lists: [String], identity: [String]
  ) -> LogFormat {
    .export(name, summary, sign: "an array `\(root)`", signature: [(RecordPath(members: [root]), .list)]) { _ in
      let resource = RecordPath(members: [root]).each["resource"]["attributes"]
      let record = lists.reduce(RecordPath(members: [root])) { $0.each[$1] }.each
      let attributes = record["attributes"]
      func attribute(_ key: String) -> ExportFields.Source { .init(path: attributes.entry(key)) }
      func shared(_ key: String) -> ExportFields.Source { .init(path: resource.entry(key)) }
      var fields = ExportFields()
      fields.parameters = attributes
      fields.parametersAreEntries = true
      fields.identity = identity.map { record[$0] }
      fields[.time] = [
        .init(path: record["timeUnixNano"], reading: .unless(ConstantText("0"))),
        .init(path: record["startTimeUnixNano"], reading: .unless(ConstantText("0"))),
        .init(path: record["observedTimeUnixNano"]),
      ]
      fields[.user] = [
        shared("app.installation.id"), attribute("app.installation.id"), shared("device.id"), shared("enduser.id"),
        attribute("user.id"),
        attribute("enduser.id"), shared("user.id"),
      ]
      fields[.event] = [.init(path: record["eventName"]), attribute("event.name"), .init(path: record["name"])]
      fields[.session] = [attribute("session.id"), shared("session.id")]
      fields[.screen] = [
        attribute("app.navigation.destination.name"), attribute("app.screen.name"), attribute("app.screen.id"),
        attribute("screen.name"),
      ]
      fields[.target] = [attribute("app.widget.name"), attribute("app.widget.id")]
      fields[.x] = [attribute("app.screen.coordinate.x")]
      fields[.y] = [attribute("app.screen.coordinate.y")]
      fields[.platform] = [.platform(resource.entry("os.name")), .platform(resource.entry("os.type"))]
      fields[.osVersion] = [shared("os.version")]
      fields[.appVersion] = [shared("service.version")]
      fields[.device] = [
        .model(resource.entry("device.model.identifier")), .model(resource.entry("device.model.name")),
      ]
      fields[.locale] = [shared("browser.language")]
      fields.kinds = ["app.screen.click": .tap, "app.widget.click": .tap]
      fields.watched = [attributes.entry("ios.app.state"), attributes.entry("android.app.state")]
      fields.interpreter = interpretOTLP
      return fields
    }
  }
}

/// Distinguishes screen appearances and the app's lifecycle from other records.
@Sendable private func interpretOTLP(_ indices: [Int]) -> ExportFields.Interpreter {
  let lifecycle = ConstantText("device.app.lifecycle")
  let unnamed = ConstantText("record")
  return { values, event in
    if values[.event].textBytes.isEmpty { values[.event] = unnamed.value }
    if lifecycle.equals(values[.event]) {
      let state = String(decoding: values.first(indices[0..<2]).textBytes, as: UTF8.self)
      if state == "background" { event.kind = .appBackground }
      if state == "foreground" || state == "active" {
        event.kind = .appOpen
        event.via = .warm
      }
    } else if event.kind == .other, !values[.screen].textBytes.isEmpty {
      event.kind = .screenView
    }
  }
}
