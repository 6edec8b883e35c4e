import Measures

func logQuality(_ contents: ReportContents) -> Document.Section? {
  let found = contents.logQuality.filter { $0.count != 0 }
  let clean = contents.logQuality.filter { $0.count == 0 }
  var blocks: [Document.Block] = []
  if !found.isEmpty {
    blocks.append(
      .grid(
        columns: [
          .init("Check", name: "check"), .init("Found", .trailing, name: "count"),
          .init("Share", .trailing, name: "share"),
          .init("Consequence", name: "consequence"),
        ],
        rows: found.map { row in
          [
            .text("\(code: row.check)"), .text("\(row.count.grouped)"), .text("\(row.share?.percent ?? "–")"),
            .text(Document.Text(row.consequence.capitalizedFirst)),
          ]
        }))
  }
  if !clean.isEmpty {
    let names = clean.map { "\(code: $0.check)" as Document.Text }
    let heading: Document.Text =
      found.isEmpty
      ? "\(clean.count.of("check")) found nothing wrong"
      : "\(clean.count.of("other check")) found nothing"
    blocks.append(.collapsible(heading, [.paragraph(names.joinedAsList() + ".")]))
  }
  if !contents.rejections.isEmpty {
    let lines = contents.rejections.reduce(0) { $0 + $1.count }
    let rejections = Document.Block.grid(
      columns: [.init("Reason"), .init("Lines", .trailing), .init("First seen")],
      rows: contents.rejections.map { rejected in
        let examples = rejected.examples.map { "\($0.madeVisible(limit: 200))" as Document.Text }
        return [
          .text("\(rejected.reason)"), .text("\(rejected.count.grouped)"),
          .text(examples.joinedAsList(by: "; ", between: "; ")),
        ]
      })
    blocks.append(.collapsible("\(lines.of("line")) left out", [rejections]))
  }
  return blocks.isEmpty ? nil : Document.Section("Data quality", anchor: "log-quality", blocks, isCollapsed: true)
}

/// How the report was made, and from what.
func methodology(_ contents: ReportContents, _ tables: [Table]) -> Document.Section? {
  var sections: [Document.Section] = []
  if !contents.sources.isEmpty {
    let logs = Document.Block.grid(
      columns: [
        .init("File"), .init("Format"), .init("Lines", .trailing), .init("Events", .trailing),
        .init("Not readable", .trailing),
      ],
      rows: contents.sources.map { source in
        [source.name, source.format, source.lines.grouped, source.events.grouped, source.rejected.grouped].map {
          .text(Document.Text($0))
        }
      },
      fold: contents.sources.count > 12 ? "Show \(contents.sources.count.of("file"))" : nil)
    sections.append(Document.Section("Logs", anchor: "sources", [logs]))
  }
  let settings =
    contents.settings.map { "\($0.name.capitalizedFirst): \($0.value)" as Document.Text }
    + contents.thresholds.map {
      """
      Changed threshold: \(code: $0.name) of \(code: $0.rule) is \($0.value.sixDecimals) instead of \
      \($0.standard.sixDecimals)
      """
    }
  if !settings.isEmpty { sections.append(Document.Section("Settings", anchor: "settings", [.list(settings)])) }
  let files = fileRows(tables)
  let others = contents.otherFiles.map { file -> [Document.Grid.Cell] in
    [.file(file.name, content: nil), .text("–"), .text("\(file.meaning)")]
  }
  sections.append(
    Document.Section(
      "Files", anchor: "files",
      [
        """
        All figures are in these files beside the report; \
        \(contents.hidden.map { "rows about fewer than \($0.least.grouped) users are left out" } ?? "nothing in them is cut"). \
        \(code: DataPackage.fileName) says what each column means. A page holds the small tables; follow their \
        links to save them.
        """,
        .grid(
          columns: [.init("File"), .init("Rows", .trailing), .init("What is in it")], rows: files + others,
          fold: "Show \((files.count + others.count).of("file"))"),
      ]))
  return Document.Section(
    "How this report was made", anchor: "making",
    [
      """
      navaudit sorted each user's events, split them into sessions, and followed each session from screen to screen. \
      Rules then checked \
      the counts. The same log gives a byte-identical report.
      """
    ], sections: sections, isCollapsed: true)
}

/// The rows of the list of files for tables. A page contains the small ones.
func fileRows(_ tables: [Table]) -> [[Document.Grid.Cell]] {
  let largest = 24_000
  let most = 120_000
  var held = 0
  return tables.map { table in
    // Skip much longer tables, which are certainly too long.
    let bytes = table.rows.count * table.columns.count > largest ? nil : CSVWriter.bytes(of: table)
    let isHeld = bytes.map { !table.rows.isEmpty && $0.count <= largest && held + $0.count <= most } ?? false
    if isHeld { held += bytes?.count ?? 0 }
    return [
      .file(table.fileName, content: isHeld ? bytes : nil), .text("\(table.rows.count.grouped)"),
      .text("\(table.meaning)"),
    ]
  }
}
