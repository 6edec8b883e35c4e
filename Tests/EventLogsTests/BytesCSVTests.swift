import Foundation
import TestSupport
import Testing

@testable import EventLogs

@Suite("Rows and cells of CSV")
struct BytesCSVTests {
  static let comma = UInt8(ascii: ",")

  // MARK: Rows

  /// The expected rows, computed byte by byte.
  private static func rows(
    _ bytes: [UInt8], longest: Int, span: Int
  ) -> (records: [ReadRecord], skipped: [SkippedRecord]) {
    var records: [ReadRecord] = []
    var skipped: [SkippedRecord] = []
    var start = 0
    var line = 1
    var linesUpTo = 0
    while start < bytes.count {
      let lineEnd = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      var end: Int?
      if start < linesUpTo {
        end = lineEnd
      } else {
        var isQuoted = false
        var closing = -2
        var swallowed: Int?
        var place = start
        while place < bytes.count && end == nil && place <= start + longest && place <= (swallowed ?? place) + span {
          switch bytes[place] {
          case 0x0A where !isQuoted: end = place
          case 0x0A: swallowed = swallowed ?? place
          case 0x22 where isQuoted:
            isQuoted = false
            closing = place
          case 0x22: isQuoted = place == start || closing == place - 1 || bytes[place - 1] == comma
          default: break
          }
          place += 1
        }
        if end == nil && place == bytes.count && place - start <= longest && place - (swallowed ?? place) <= span {
          // The end of the file: of a row, or of everything that a stray quote has swallowed.
          if isQuoted && swallowed != nil { linesUpTo = .max } else { end = place }
        } else if end == nil, let swallowed {
          linesUpTo = min(swallowed + span, start + longest + 1)
        } else if end == nil {
          end = lineEnd
        }
        if end == nil { continue }
      }
      guard let stop = end else { continue }
      let row = Array(bytes[start..<stop])
      if row.count > longest {
        skipped.append(SkippedRecord(line: line, length: row.count))
      } else {
        records.append(ReadRecord(source: 0, line: line, bytes: row.last == 0x0D ? row.dropLast() : row))
      }
      line += 1 + row.count { $0 == 0x0A }
      start = stop + 1
    }
    return (records, skipped)
  }

  @Test(
    "Any block size gives the same rows, with stray quotes and rows that are too long",
    arguments: sampled(Array(0..<24)))
  func rowSplitting(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabets = ["a,\"\n", "ab,,\"\"\n\n", "abcdefgh,\"\n\r", "abcdefghijklmnopqrstuvwxyz,,\"\n\n"]
    let bytes = random.bytes(900, of: alphabets[Int(seed) % 4])
    let folder = TemporaryFolder()
    let inputs = try LogInputs.find([try folder.write(bytes, to: "log")]).inputs
    var options = ReadingOptions()
    options.maximumRecordLength = [30, 60, 10_000][Int(seed) % 3]
    options.maximumQuotedSpan = [10, 25, 100, 10_000][Int(seed / 3) % 4]
    let expected = Self.rows(bytes, longest: options.maximumRecordLength, span: options.maximumQuotedSpan)
    for size in 1...200 {
      options.blockSize = size
      let outcome = try readBlocks(inputs, mode: .csv(delimiter: Self.comma), options: options)
      guard outcome.records == expected.records, outcome.skipped == expected.skipped else {
        let different = zip(outcome.records, expected.records).first { $0 != $1 }
        Issue.record("block size \(size): \(String(describing: different)) \(outcome.skipped) \(expected.skipped)")
        return
      }
      #expect(
        outcome.summaries.first?.lines == bytes.split(separator: 0x0A, omittingEmptySubsequences: false).count
          - (bytes.last == 0x0A ? 1 : 0))
    }
  }

  @Test("Small files, small limits: the corners of limits, quotes and block ends", .thorough)
  func rowSplittingInCorners() throws {
    var random = SeededGenerator(seed: 99)
    let folder = TemporaryFolder()
    let path = try folder.write("x", to: "log")
    for attempt in 0..<(isThorough ? 300 : 100) {
      let bytes = random.bytes(1 + Int(random.next() % 80), of: ["a,\"\n", "aaaa,\"\n", "aa,\"\"\n\n\n"][attempt % 3])
      try folder.write(bytes, to: "log")
      var options = ReadingOptions()
      options.maximumRecordLength = 1 + Int(random.next() % 24)
      options.maximumQuotedSpan = 1 + Int(random.next() % 24)
      let expected = Self.rows(bytes, longest: options.maximumRecordLength, span: options.maximumQuotedSpan)
      for size in [1, 2, 3, 7, 8, 20, 1000] {
        options.blockSize = size
        let inputs = try LogInputs.find([path]).inputs
        let outcome = try readBlocks(inputs, mode: .csv(delimiter: Self.comma), options: options)
        guard outcome.records == expected.records, outcome.skipped == expected.skipped else {
          Issue.record("\(String(decoding: bytes, as: UTF8.self).debugDescription) \(options): \(outcome.records)")
          return
        }
      }
    }
  }

  @Test("Line feeds in quoted cells do not end a row; quotes inside of cells do no harm")
  func quotedLineFeeds() throws {
    let text = "a,\"b\nc\"\"\n\"\r\n5\" screen,x\n\"\"\"\n\"\"\",y\n\nlast,\"z\nz\""
    let outcome = try readBlocks(bytes: Array(text.utf8), mode: .csv(delimiter: Self.comma))
    #expect(
      outcome.records.map(\.description) == [
        #"0:1 "a,\"b\nc\"\"\n\"""#, #"0:4 "5\" screen,x""#, #"0:5 "\"\"\"\n\"\"\",y""#, #"0:7 """#,
        #"0:8 "last,\"z\nz\"""#,
      ])
  }

  @Test("A stray quote costs its own line, not the rest of the file", .thorough)
  func strayQuote() throws {
    let rows = (0..<200_000).map { $0 == 1000 ? "u1,\"broken" : "u\($0),Home" }
    let expected = (1000 + 1...200_000).map { $0 }
    for bytes in [Array(rows.joined(separator: "\n").utf8), Array(rows[..<2000].joined(separator: "\n").utf8)] {
      for size in [1000, 1 << 16, 4 << 20] {
        var options = ReadingOptions()
        options.blockSize = size
        let outcome = try readBlocks(bytes: bytes, mode: .csv(delimiter: Self.comma), options: options)
        var parser = CSVRecord(delimiter: Self.comma)
        var broken: [Int] = []
        for record in outcome.records {
          do { try record.bytes.withUnsafeBytes { try parser.parse($0) } } catch { broken.append(record.line) }
        }
        #expect(broken == [1001])
        #expect(outcome.records.last?.line == min(expected.last ?? 0, outcome.records.count))
      }
    }
  }

  @Test("A tab separates the cells of TSV")
  func tabs() throws {
    let text = "a\t\"b\nc\"\n,\"x\ny\"\n"
    let outcome = try readBlocks(bytes: Array(text.utf8), mode: .csv(delimiter: 0x09))
    #expect(outcome.records.map(\.line) == [1, 3, 4])
  }

  // MARK: Cells

  /// The cells of a row, or why there are none.
  private func cells(_ row: [UInt8]) throws -> [[UInt8]] {
    var parser = CSVRecord(delimiter: Self.comma)
    return try row.withUnsafeBytes { bytes in
      try parser.parse(bytes)
      return (0..<parser.count).map { Array(parser[$0]) }
    }
  }

  @Test(
    "Cells of rows",
    arguments: [
      ("", [""]), (",", ["", ""]), ("a", ["a"]), ("a,b", ["a", "b"]), ("\"\"", [""]), ("\"\",", ["", ""]),
      ("\"a,b\",c", ["a,b", "c"]), ("\"a\"\"b\"", ["a\"b"]), ("\"\"\"\"", ["\""]), ("a\"b,c", ["a\"b", "c"]),
      ("\"a\nb\",\"\"\"\",\"\"\"x\"", ["a\nb", "\"", "\"x"]), (" \"a\",b", [" \"a\"", "b"]),
      ("abcdefgh,\"i\",jklmnopq,,r", ["abcdefgh", "i", "jklmnopq", "", "r"]),
      ("aaaaaaa,\"b\"", ["aaaaaaa", "b"]), ("aaaaaa,\"b\"", ["aaaaaa", "b"]),
    ])
  func cells(row: String, expected: [String]) throws {
    #expect(try cells(Array(row.utf8)) == expected.map { Array($0.utf8) })
  }

  @Test(
    "Broken quotes",
    arguments: [
      ("\"", CSVRecord.Failure.unclosedQuote), ("a,\"b", .unclosedQuote), ("\"a\"\"", .unclosedQuote),
      ("\"a\"b", .textAfterQuote), ("\"a\"\"b\" ,c", .textAfterQuote), ("\"a\" \"b\"", .textAfterQuote),
    ])
  func broken(row: String, expected: CSVRecord.Failure) {
    #expect(throws: expected) { try cells(Array(row.utf8)) }
  }

  @Test(
    "What is written is read: cells with delimiters, quotes and line feeds, through a file",
    arguments: sampled(Array(0..<6)))
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var expected: [[[UInt8]]] = []
    var bytes: [UInt8] = []
    for _ in 0..<400 {
      let row = (0..<1 + Int(random.next() % 90)).map { _ in
        random.bytes(Int(random.next() % 24), of: "abcdefghijkl ä,\"\n\r")
      }
      expected.append(row)
      for (index, cell) in row.enumerated() {
        if index > 0 { bytes.append(Self.comma) }
        let needsQuotes = cell.contains { [0x2C, 0x22, 0x0A, 0x0D].contains($0) }
        if needsQuotes || random.next() % 3 == 0 {
          bytes += [0x22] + cell.flatMap { $0 == 0x22 ? [0x22, 0x22] : [$0] } + [0x22]
        } else {
          bytes += cell
        }
      }
      bytes += seed % 2 == 0 ? [0x0A] : [0x0D, 0x0A]
    }
    for size in [1, 17, 100, 4096, 4 << 20] {
      var options = ReadingOptions()
      options.blockSize = size
      let outcome = try readBlocks(bytes: bytes, mode: .csv(delimiter: Self.comma), options: options)
      var parser = CSVRecord(delimiter: Self.comma)
      let read = try outcome.records.map { record in
        try record.bytes.withUnsafeBytes { row in
          try parser.parse(row)
          return (0..<parser.count).map { Array(parser[$0]) }
        }
      }
      #expect(read == expected)
    }
  }
}
