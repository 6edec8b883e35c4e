import NavigationModel

extension LogFormat {
  /// Mixpanel has no screens, only custom events; its helpers' events and the usual names are read. Projects made
  /// before 2023 may have times in the project's zone: the time of receipt gives the offset (``shift(_:)``).
  static let mixpanel = LogFormat.export(
    "mixpanel", "Mixpanel: events of the raw export.",
    sign: "`event` with `properties.time`, and no `distinct_id` beside them",
    signature: [("event", .present), ("properties.time", .number), ("distinct_id", .absent)]
  ) { head in
    let properties: RecordPath = "properties"
    func property(_ key: String) -> ExportFields.Source { .init(path: properties[key]) }
    var fields = ExportFields()
    fields.parameters = properties
    fields[.time] = [property("time")]
    // The anonymous id is the same with and without its prefix.
    fields[.user] = [
      property("$device_id"), .init(path: properties["distinct_id"], reading: .after(ConstantText("$device:"))),
      property("$user_id"),
    ]
    fields[.event] = ["event"]
    fields.identity = [properties["$insert_id"], "event", properties["time"]]
    fields[.session] = [property("$session_id"), property("session_id")]
    fields[.screen] = [
      property("current_page_title"), property("$screen_name"), property("screen_name"), property("Screen Name"),
      property("screen"),
      property("Screen"), property("Screen Title"), property("current_url_path"), property("$current_url"),
    ]
    fields[.platform] = [.platform(properties["$os"])]
    fields[.osVersion] = [property("$os_version")]
    fields[.appVersion] = [property("$app_version_string"), property("$app_version"), property("$app_release")]
    fields[.device] = [.model(properties["$model"]), .tabletSystem(properties["$os"])]
    fields.screenSize = (
      properties["$screen_width"], properties["$screen_height"], scale: nil, dpi: properties["$screen_dpi"]
    )
    fields.kinds = [
      "$mp_page_view": .screenView, "$mp_web_page_view": .screenView, "Viewed Screen": .screenView,
      "Screen Viewed": .screenView,
      "Screen View": .screenView, "screen_view": .screenView,
    ]
    let shift = shift(head)
    if shift != 0 {
      fields.interpreter = { _ in { _, event in event.timeShift -= shift } }
      let minutes = abs(shift) / 60_000_000
      fields.remark = "times moved by \(shift > 0 ? "-" : "+")\(minutes / 60) h \(minutes % 60) min to UTC"
    }
    return fields
  }

  /// How far the times of a file are ahead of UTC, microseconds: the most common difference to the time of receipt
  /// among the first records, in quarters of an hour.
  private static func shift(_ head: LogHead) -> Int64 {
    let reader = JSONRecordReader(paths: ["properties.time", "properties.$mp_api_timestamp_ms"])
    let values = RecordValues(count: 2)
    var counts: [Int64: Int] = [:]
    var records = 0
    for line in head.lines(.max) where reader.read(unpadded: line, into: values) {
      guard case .microseconds(let time, _) = Timestamp(values.values[0].textBytes),
        case .microseconds(let receipt, _) = Timestamp(values.values[1].textBytes)
      else { continue }
      let quarter: Int64 = 900_000_000
      let quarters = Int64((Double(time - receipt) / Double(quarter)).rounded())
      // Zones are 1 to 14 hours from UTC; smaller or larger differences are delays.
      if abs(quarters) <= 14 * 4 { counts[abs(quarters) < 4 ? 0 : quarters * quarter, default: 0] += 1 }
      records += 1
    }
    let most = counts.max { ($0.value, -abs($0.key), -$0.key) < ($1.value, -abs($1.key), -$1.key) }
    guard let most, most.value * 2 > records else { return 0 }
    return most.key
  }
}
