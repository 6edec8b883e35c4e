import CSimdJSON
import NavigationModel

extension LogFormat {
  /// The native log as newline-delimited JSON, and any other log with one JSON object per line whose fields the app map
  /// names.
  static let ndjson = LogFormat(
    name: "ndjson",
    summary:
      "One JSON object per line, with the fields of the navigation log or those that `columns:` in the app map names.",
    sign: "a first record that is a JSON object with `time` and `user`, or with what `columns:` names",
    signature: ["time", "user", "event"].map { .init(path: [$0], test: .is(.present)) },
    recognize: { head throws(LogFormatError) in
      // Also accepts a head of blank lines, which are neither events nor rejections.
      guard head.holdsObject || head.isOnlyLikeObjects else { return nil }
      try head.checkKeys()
      return .json("ndjson", head.plan)
    })

  /// The native log as comma- or tab-separated values, and any other table whose columns the app map names.
  static let csv = LogFormat(
    name: "csv",
    summary:
      """
      CSV or TSV with a header row of the fields of the navigation log or of the columns that `columns:` in the app \
      map names.
      """,
    sign: "a header row with `time`, `user` and `event`, or with what `columns:` names",
    recognize: { head throws(LogFormatError) in
      guard let header = head.header() else { return nil }
      let plan = head.plan
      let missing = [NativeField.time, .user, .event].filter { field in
        guard let path = plan.paths[field.rawValue], !(field == .event && plan.hasDefault(.event)) else {
          return false
        }
        return !([path] + plan.alternatives(of: field).compactMap { plan.paths[$0] }).contains(where: header.holds)
      }
      guard missing.isEmpty else {
        if header.columns.contains("root_id"), header.columns.contains("root_tstamp") {
          throw .refused(
            name: head.name, kind: "a table of Snowplow contexts",
            advice: "join it to the events, whose `event_id` is its `root_id`, as LogsAndExports.md shows")
        }
        // Prose contains commas, too: it counts as a table only if the next rows have the same number of cells.
        if header.columns.count > 2, let odd = header.ragged {
          throw .ragged(
            name: head.name, line: odd.line, cells: odd.cells, columns: header.columns.count, headerLine: header.line)
        }
        guard header.isOfTable else { return nil }
        throw .missingColumns(
          name: head.name, missing: missing.compactMap { plan.paths[$0.rawValue]?.dotted }, present: header.columns)
      }
      return .table(header.isOfServer ? "access log" : "csv", plan, header)
    })
}

extension LogHead {
  /// Refuses a log if none of its first records has a field that events need.
  fileprivate func checkKeys() throws(LogFormatError) {
    let reader = JSONRecordReader(paths: plan.paths)
    let values = RecordValues(count: plan.paths.count)
    let needed = [NativeField.time, .user].filter { plan.paths[$0.rawValue] != nil }
    let indices = needed.flatMap { [$0.rawValue] + plan.alternatives(of: $0) }
    var first: ArraySlice<UInt8>?
    for line in lines(20) {
      guard reader.read(unpadded: line, into: values) else { continue }
      if indices.contains(where: { values.values[$0].kind != CSJ_ABSENT }) { return }
      first = first ?? line
    }
    guard let first else { return }
    throw .missingKeys(
      name: name, missing: needed.compactMap { plan.paths[$0.rawValue]?.dotted }, present: JSONLister().keys(of: first))
  }
}
