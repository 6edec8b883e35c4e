import Measures

/// What the checks of the log found.
func logQuality(_ contents: AuditContents) -> Document.Section? {
  let found = contents.logQuality.filter { $0.count != 0 }
  let clean = contents.logQuality.filter { $0.count == 0 }
  var blocks: [Document.Block] = []
  if !found.isEmpty {
    blocks.append(
      .grid(
        Document.Grid(
          columns: [.init("Check"), .init("Found", .trailing), .init("Share", .trailing), .init("What follows from it")],
          rows: found.map { row in
            [
              .text("\(code: row.check)"), .text("\(row.count?.grouped ?? "–")"), .text("\(row.share?.percent ?? "–")"),
              .text(Document.Text(withNames: row.consequence.capitalizedFirst)),
            ]
          })))
  }
  if !clean.isEmpty {
    let names = clean.map { "\(code: $0.check)" as Document.Text }
    blocks.append(.paragraph((found.isEmpty ? "Nothing wrong was found by: " : "Nothing was found by: ") + names.joinedAsList() + "."))
  }
  if !contents.rejections.isEmpty {
    blocks.append(.paragraph("Lines that could not be read:"))
    blocks.append(
      .grid(
        Document.Grid(
          columns: [.init("Reason"), .init("Lines", .trailing), .init("First seen")],
          rows: contents.rejections.map { rejected in
            [
              .text("\(rejected.reason)"), .text("\(rejected.count.grouped)"),
              .text(rejected.examples.map { "\($0.madeVisible(limit: 200))" }.joinedAsList(by: "; ", between: "; ")),
            ]
          })))
  }
  return blocks.isEmpty ? nil : Document.Section("How good the log is", anchor: "log-quality", blocks)
}

/// From what, and how, the report was made.
func making(_ contents: AuditContents) -> Document.Section? {
  var sections: [Document.Section] = []
  if !contents.sources.isEmpty {
    sections.append(
      Document.Section(
        "Logs", anchor: "sources",
        [
          .grid(
            Document.Grid(
              columns: [
                .init("File"), .init("Format"), .init("Lines", .trailing), .init("Events", .trailing), .init("Not readable", .trailing),
              ],
              rows: contents.sources.map { source in
                [
                  .text("\(source.name)"), .text("\(source.format)"), .text("\(source.lines.grouped)"),
                  .text("\(source.events.grouped)"), .text("\(source.rejected.grouped)"),
                ]
              },
              fold: contents.sources.count > 12 ? "Show \(contents.sources.count.of("file"))" : nil))
        ]))
  }
  let settings =
    contents.settings.map { "\($0.name.capitalizedFirst): \($0.value)" as Document.Text }
    + contents.thresholds.map {
      "Changed threshold: \(code: $0.name) of \(code: $0.rule) is \($0.value.short) instead of \($0.usual.short)"
    }
  if !settings.isEmpty { sections.append(Document.Section("Settings", anchor: "settings", [.list(settings)])) }
  let tables = contents.allTables.map { table -> [Document.Grid.Cell] in
    [
      .text("\(link: table.fileName, to: .file(table.fileName))"), .text("\(table.rows.count.grouped)"), .text("\(table.meaning)"),
    ]
  }
  let others = contents.otherFiles.map { file -> [Document.Grid.Cell] in
    [.text("\(link: file.name, to: .file(file.name))"), .text("–"), .text("\(file.meaning)")]
  }
  sections.append(
    Document.Section(
      "Files", anchor: "files",
      [
        .paragraph(
          """
          Everything that was counted is in these files beside the report; \
          \(contents.hidden.map { "only what tells of fewer than \($0.least.grouped) users is not" } ?? "nothing in them is cut"). \
          \(link: DataPackage.fileName, to: .file(DataPackage.fileName)) says what each column means.
          """
        ),
        .grid(
          Document.Grid(
            columns: [.init("File"), .init("Rows", .trailing), .init("What is in it")], rows: tables + others,
            fold: "Show \((tables.count + others.count).of("file"))")),
      ]))
  return Document.Section(
    "How this report was made", anchor: "making",
    [
      .paragraph(
        """
        navaudit put the events of each user in order, cut them into sessions, and followed each session from screen to screen. Rules \
        then looked at the counts. The same log gives the same report, to the byte.
        """
      )
    ], sections: sections)
}
