import NavigationModel

extension LogFormat {
  /// The native log as comma- or tab-separated values, and any other table whose columns the app map names.
  static let csv = LogFormat(
    name: "csv", summary: "CSV or TSV with a header row of the fields of the navigation log or of the columns that `columns:` in the app map names.",
    sign: "a header row with `time`, `user` and `event`, or with what `columns:` names",
    recognise: { head throws(LogFormatError) in
      guard let (header, delimiter) = head.header() else { return nil }
      let plan = head.plan
      let missing = [NativeField.time, .user, .event].filter { field in
        guard let path = plan.paths[field.rawValue], !(field == .event && plan.defaultEvent != nil) else { return false }
        return !header.contains(path.dotted)
      }
      guard missing.isEmpty else {
        // Prose contains commas, too: it counts as a table only if the next row has the same number of cells.
        guard head.looksLikeTable(delimiter: delimiter, cells: header.count) else { return nil }
        throw .missingColumns(name: head.name, missing: missing.compactMap { plan.paths[$0.rawValue]?.dotted }, present: header)
      }
      let headerLine = head.headerLine
      return SourceDecoding(format: "csv", mode: .csv(delimiter: delimiter)) { tables, keepsRejected in
        TableDecoder(plan, columns: header, dialect: .quoted(delimiter: delimiter), headerLine: headerLine, tables, keepsRejected: keepsRejected)
      }
    })
}

extension LogHead {
  func looksLikeTable(delimiter: UInt8, cells count: Int) -> Bool {
    let lines = lines(2)
    return lines.count == 1 || cells(of: lines[1], delimiter: delimiter)?.count == count
  }
}
