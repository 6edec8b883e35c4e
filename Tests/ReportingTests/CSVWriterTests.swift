import Measures
import Reporting
import Testing

@Suite struct CSVWriterTests {
  func csv(_ cells: [Table.Cell]) -> String {
    let columns = cells.indices.map { Table.Column("c\($0)", .text, .text, "") }
    let bytes = CSVWriter.bytes(of: Table(name: "t", meaning: "", columns: columns, rows: [.init(cells)]))
    let text = String(decoding: bytes, as: UTF8.self)
    let header = cells.indices.map { "c\($0)" }.joined(separator: ",") + "\n"
    return text.hasPrefix(header) && text.hasSuffix("\n")
      ? String(text.dropFirst(header.count).dropLast()) : "no header: \(text)"
  }

  @Test(arguments: [
    ("Home", "Home"), ("Grüße", "Grüße"), ("a b", "a b"), (" a ", " a "), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""),
    ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), ("a\r\nb", "\"a\r\nb\""), ("a;b|c\td", "a;b|c\td"), ("\"", "\"\"\"\""),
    ("", ""),
  ])
  func `text is quoted only where it must be`(text: String, written: String) { #expect(csv([.text(text)]) == written) }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+49", "'+49"), ("-5", "'-5"), ("@SUM(A1)", "'@SUM(A1)"), ("\tx", "'\tx"), ("\rx", "\"'\rx\""),
    ("=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\""), ("a=b", "a=b"), (" =1", "' =1"),
    ("'=1", "'=1"), ("-", "'-"),
  ])
  func `a spreadsheet never runs what stands in a log`(text: String, written: String) {
    #expect(csv([.text(text)]) == written)
  }

  @Test func `numbers, dates and times are for machines`() {
    #expect(
      csv([.integer(-1234), .number(-0.5), .number(1.0 / 3), .number(12), .number(0.0000004), .number(.nan), .unknown])
        == "-1234,-0.5,0.333333,12,0,,")
    #expect(
      csv([.date(0), .date(20_513), .time(1_767_603_600_250_000)]) == "1970-01-01,2026-03-01,2026-01-05T09:00:00.25Z")
  }

  @Test func `the file has one header row, line feeds and no byte order mark`() {
    let table = Table(
      name: "t", meaning: "", columns: [.init("a", .text, .text, ""), .init("b", .count, .integer, "")],
      rows: [.init([.text("x"), .integer(1)]), .init([.text("y"), .unknown])])
    #expect(CSVWriter.bytes(of: table) == Array("a,b\nx,1\ny,\n".utf8))
  }

  @Test func `long tables can be written piece by piece`() {
    var writer = CSVWriter(Table(name: "t", meaning: "", columns: [.init("a", .text, .text, "")]))
    #expect(writer.take() == Array("a\n".utf8))
    writer.append(.init([.text("x")]))
    #expect(writer.take() == Array("x\n".utf8))
    #expect(writer.take().isEmpty)
  }
}
