import NavigationModel

extension LogFormat {
  /// Screen names come first, class names are a substitute. A view by class within a second of one by name is the same
  /// view, reported automatically and manually.
  static let ga4 = LogFormat.export(
    "ga4", "Google Analytics 4 and Firebase Analytics: rows of the BigQuery export as JSON.",
    sign: "`event_name` with `event_timestamp` and `event_params`",
    signature: [("event_name", .present), ("event_timestamp", .number), ("event_params", .present)]
  ) { _ in
    let parameters: RecordPath = "event_params"
    func parameter(_ key: String) -> ExportFields.Source { .init(path: parameters.entry(key)) }
    var fields = ExportFields()
    fields.parameters = parameters
    fields.parametersAreEntries = true
    fields[.time] = ["event_timestamp"]
    fields[.user] = ["user_pseudo_id", "user_id"]
    fields[.event] = ["event_name"]
    // There is no id. The bundle is an upload, the index counts the events of a batch.
    fields.identity = [
      "event_timestamp", "event_name", "event_bundle_sequence_id", "batch_page_id", "batch_ordering_id",
      "batch_event_index",
    ]
    fields.sequence = [["batch_ordering_id"], ["batch_event_index"]]
    fields[.session] = [parameter("ga_session_id")]
    fields[.screen] = [
      parameter("firebase_screen"), parameter("screen_name"), .className(parameters.entry("firebase_screen_class")),
      .className(parameters.entry("screen_class")), parameter("page_title"), parameter("page_location"),
    ]
    fields[.platform] = [.platform("platform"), .platform("device.operating_system")]
    fields[.osVersion] = [
      .word("device.operating_system_version") { text in
        // The name may precede it: `Android 11`.
        String(text.drop { !$0.isNumber })
      }
    ]
    fields[.appVersion] = ["app_info.version"]
    fields[.device] = [.deviceClass("device.category"), .model("device.mobile_model_name")]
    fields[.locale] = ["device.language"]
    fields.kinds = ["screen_view": .screenView, "page_view": .screenView]
    return fields
  }
}
