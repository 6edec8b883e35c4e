import NavigationModel

extension LogFormat {
  /// Documents of the drill collection, including `mongoexport`'s wrapped values, and events of the SDK's queue. A view
  /// has two events; only the first, with `visit`, is the screen's appearance.
  static let countly = LogFormat.export(
    "countly", "Countly: drill documents (also from mongoexport), events of the SDK queue.",
    sign: "`e` with `ts`, or `key` with `count` and `timestamp`",
    signature: [("e", .present), ("ts", .present), ("sg", .present)]
  ) { _ in
    var fields = ExportFields()
    fields.parameters = "sg"
    fields[.time] = ["ts", "ts.$numberLong", "ts.$date", "ts.$date.$numberLong", "ts.$numberDouble"]
    fields[.user] = ["did", "uid"]
    fields[.id] = ["_id", "_id.$oid"]
    fields[.session] = ["lsid", "lsid.$oid"]
    common(&fields, event: "e", segmentation: "sg")
    fields[.event] = [.init(path: "e", reading: .unless(ConstantText("[CLY]_custom"))), "n", "e"]
    fields[.screen].append("n")
    fields[.platform] = [.platform("up.p")]
    fields[.osVersion] = [version("up.pv")]
    fields[.appVersion] = [version("up.av")]
    fields[.device] = [.model("up.d")]
    fields[.locale] = ["up.la"]
    return fields
  }

  /// An event in the SDK's queue. The device is next to the events in the request.
  static let countlyQueue = LogFormat.export(
    "countly-queue", "Countly: events of the SDK queue, with `device_id` beside them.",
    sign: "`key` with `count` and `timestamp`",
    signature: [("key", .present), ("count", .present), ("timestamp", .number)]
  ) { _ in
    var fields = ExportFields()
    fields.parameters = "segmentation"
    fields[.time] = ["timestamp"]
    fields[.user] = ["device_id", "did", "user_id"]
    // The event that closes a view has the view's id.
    fields.identity = ["id", "key", "timestamp", "dur"]
    common(&fields, event: "key", segmentation: "segmentation")
    fields[.platform] = [.platform("metrics._os"), .platform("segmentation.segment")]
    fields[.osVersion] = ["metrics._os_version"]
    fields[.appVersion] = ["metrics._app_version"]
    fields[.device] = [.model("metrics._device")]
    fields[.locale] = ["metrics._locale"]
    return fields
  }

  private static func common(_ fields: inout ExportFields, event: RecordPath, segmentation: RecordPath) {
    fields[.event] = [.init(path: event)]
    fields[.screen] = [.init(path: segmentation["name"])]
    fields.kinds = ["[CLY]_view": .screenView, "[CLY]_orientation": .rotate]
    // Plain, and as mongoexport wraps it.
    fields.watched =
      [segmentation["mode"], segmentation["visit"]]
      + ["$numberInt", "$numberLong", "$numberDouble"].map { segmentation["visit"][$0] }
    fields.interpreter = interpretCountly
  }

  /// MongoDB does not allow dots in keys; versions may have colons instead.
  private static func version(_ path: RecordPath) -> ExportFields.Source {
    .word(path) { $0.replacing(":", with: ".") }
  }
}

/// Drops the closing event of a view.
@Sendable private func interpretCountly(_ indices: [Int]) -> ExportFields.Interpreter {
  { values, event in
    if event.kind == .screenView && !indices[1...].contains(where: { values.values[$0].isTrue }) { event.kind = .other }
    if event.kind == .rotate { values[.target] = values.values[indices[0]] }
  }
}
