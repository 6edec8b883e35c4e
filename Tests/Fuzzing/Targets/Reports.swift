import AppMaps
import Measures
import NavigationModel
import TestSupport
import Yams

@testable import EventLogs
@testable import NavigationAudit
@testable import Reporting
@testable import UsabilityRules

extension FuzzTarget {
  /// App maps: what is not understood is refused, with a position in the file.
  static let appMaps = FuzzTarget(name: "app-maps") { bytes in
    let yaml = String(decoding: bytes, as: UTF8.self)
    do throws(AppMapError) {
      let map = try AppMap.read(yaml: yaml, file: "navaudit.yml", rules: RuleSchema.all)
      let names = NameTable()
      for text in ["Home", "Product/12", "<b>"] { _ = names.name(text) }
      _ = (NavigationMap(map, names: names), DeclaredNames(map, names: names))
    } catch {
      guard !error.issues.isEmpty, error.issues.allSatisfy({ $0.position.line >= 1 && $0.position.column >= 1 }),
        !error.issues.contains(where: { $0.message.contains { $0.isNewline } })
      else { fatalError("refused at no place, or over several lines: \(error)") }
    }
  }

  /// Names as `init` writes them into a map, parsed again.
  static let yamlTexts = FuzzTarget(name: "yaml-texts", longest: 64) { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    // Foundation drops a byte order mark at the start of a text, and so does Yams.
    if text.unicodeScalars.first == "\u{FEFF}" { return }
    let yaml = "a: \(text.yaml)\nb: \([text, text].yaml)\n"
    let node = try Yams.compose(yaml: yaml)
    for read in [node?["a"], node?["b"]?[0], node?["b"]?[1]] {
      try promise(
        read?.scalar?.string.utf8.elementsEqual(text.utf8) == true,
        "\(text.debugDescription) becomes \(yaml.debugDescription)")
    }
  }

  /// A name in each syntax: it stays text, and can be parsed again.
  static let escapes = FuzzTarget(name: "escapes", longest: 256) { bytes in
    let text = String(decoding: bytes, as: UTF8.self)

    let markup = element("p", .id(text)) { text }.source
    try promise(
      markup.utf8.count { $0 == UInt8(ascii: "<") } == 2 && markup.utf8.count { $0 == UInt8(ascii: "\"") } == 2,
      "markup that breaks out: \(markup)")
    try promise(
      !markup.unicodeScalars.contains(where: \.isInvisible),
      "markup with characters that nobody sees: \(markup.debugDescription)")

    let inline = MarkdownEscaping.inline(text)
    let marks = inline.utf8.count { $0 == UInt8(ascii: "@") }
    try promise(inline.utf8.count { $0 == UInt8(ascii: "<") } == marks, "Markdown that breaks out: \(inline)")
    try promise(
      !inline.unicodeScalars.contains(where: \.isInvisible),
      "Markdown with characters that nobody sees: \(inline.debugDescription)")
    var isEscaped = false
    for scalar in inline.unicodeScalars {
      try promise(isEscaped || !"`*_[]|~$".unicodeScalars.contains(scalar), "Markdown that is not escaped: \(inline)")
      isEscaped = scalar == "\\" && !isEscaped
    }
    let code = MarkdownEscaping.code(text, inTable: true)
    try promise(!code.unicodeScalars.contains { $0 == "\n" || $0 == "\r" }, "code of several lines")
    let bars = zip(code.utf8, code.utf8.dropFirst()).contains { $1 == UInt8(ascii: "|") && $0 != UInt8(ascii: "\\") }
    try promise(!bars, "code that ends its cell: \(code)")

    var writer = CSVWriter(
      Table(name: "t", meaning: "", columns: [.init("a", .text, .text, ""), .init("b", .text, .text, "")]))
    writer.append(Table.Row([.text(text), .text(text)]))
    let written = String(decoding: writer.take(), as: UTF8.self)
    let table = try CSVTable(written)
    let cell = table.rows.first?.first ?? ""
    try promise(
      table.rows.count == 1 && table.rows[0] == [cell, cell], "a row that breaks: \(written.debugDescription)")
    try promise(
      text.unicodeScalars.contains(where: \.isInvisible) || cell.utf8.elementsEqual(text.utf8)
        || cell.utf8.elementsEqual(("'" + text).utf8),
      "another cell: \(cell.debugDescription)")
    try promise(!["=", "+", "-", "@", "\t", "\r"].contains(cell.unicodeScalars.first), "a formula: \(cell)")

    let json = String.json([text: text])
    let values = RecordValues(count: 1)
    try promise(
      JSONRecordReader(paths: [RecordPath(members: [text])]).read(unpadded: Array(json.utf8), into: values),
      "no JSON: \(json)")
  }

  /// Complete reports on arbitrary events with arbitrary names.
  static let reports = FuzzTarget(name: "reports", longest: 512) { bytes in
    var choices = Choices(bytes)
    let texts = (0..<5).map { _ in choices.text() }
    let people = MadePeople(&choices, texts: texts)
    let measures = people.measures(of: people.users.indices)
    let scope = people.scope(measures)
    let results = Rule.judge(measures, scope)
    // A finding about each text, even if no rule found anything.
    let findings =
      results.findings
      + texts.map { text in
        Finding(
          rule: Rule.all[0].id, severity: .info, evidence: .exploratory, subjectKind: "screen", subject: text,
          section: text, metric: "depth", users: 1,
          eligibleUsers: 1, message: "\(text) is deep", recommendation: "move \(text) up", source: "H",
          details: ["\(text)"])
      }
    var contents = ReportContents(
      app: texts[0], measures: measures, scope: scope, tables: measures.tables(scope), findings: findings)
    contents.sources = [(texts[1], texts[2], 1, 1, 0)]
    let document = Document(contents)
    _ = Markdown.render(document)
    for page in [HTMLPage.render(document)] + document.pictures.map(\.svg) {
      if let harm = try MarkupElement.read(page).harm { throw BrokenPromise(description: harm) }
    }
    let record = FindingsRecord(
      version: "1", app: texts[0], rulesNotRun: [], findings: findings.map { .init($0) }, file: texts[3])
    for format in FindingsFormat.all { _ = format.render(record) }
  }
}
