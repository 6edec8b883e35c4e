import CSimdJSON
import NavigationModel

extension LogFormat {
  /// The native log as comma- or tab-separated values, and any other table whose columns the app map names.
  static let csv = LogFormat(
    name: "csv", summary: "CSV or TSV with a header row of the fields of the navigation log or of the columns that `columns:` in the app map names.",
    recognise: { head throws(LogFormatError) in
      guard let line = head.lines(1).first else { return nil }
      let tabs = line.count { $0 == 0x09 }
      let commas = line.count { $0 == UInt8(ascii: ",") }
      guard tabs + commas > 0 else { return nil }
      let delimiter: UInt8 = tabs > commas ? 0x09 : UInt8(ascii: ",")
      guard let header = columnNames(line, delimiter: delimiter) else { return nil }

      let plan = head.plan
      let places = plan.paths.map { path in path.flatMap { header.firstIndex(of: $0.joined(separator: ".")) } }
      let missing = [NativeField.time, .user, .event].filter {
        plan.paths[$0.rawValue] != nil && places[$0.rawValue] == nil && !($0 == .event && plan.defaultEvent != nil)
      }
      guard missing.isEmpty else {
        // Prose has commas too: it is a table of another kind only where the next row has as many cells.
        guard looksLikeTable(head, delimiter: delimiter, cells: header.count) else { return nil }
        throw .missingColumns(
          name: head.name, missing: missing.compactMap { plan.paths[$0.rawValue]?.joined(separator: ".") }, present: header)
      }
      return SourceDecoding(format: "csv", mode: .csv(delimiter: delimiter)) { tables, keepsRejected in
        CSVDecoder(plan, places: places, cells: header.count, delimiter: delimiter, tables, keepsRejected: keepsRejected)
      }
    })

  private static func columnNames(_ line: ArraySlice<UInt8>, delimiter: UInt8) -> [String]? {
    var record = CSVRecord(delimiter: delimiter)
    return line.withUnsafeBytes { bytes -> [String]? in
      guard (try? record.parse(bytes)) != nil else { return nil }
      return (0..<record.count).map { String(decoding: record[$0], as: UTF8.self) }
    }
  }

  private static func looksLikeTable(_ head: LogHead, delimiter: UInt8, cells: Int) -> Bool {
    let lines = head.lines(2)
    return lines.count == 1 || columnNames(lines[1], delimiter: delimiter)?.count == cells
  }
}

private final class CSVDecoder: BlockDecoder {
  /// The column of each value that is asked for, or nil.
  private let places: [Int?]
  private let cells: Int
  private let delimiter: UInt8
  private var assembler: RecordAssembler

  init(_ plan: FieldPlan, places: [Int?], cells: Int, delimiter: UInt8, _ tables: LogTables, keepsRejected: Bool) {
    self.places = places
    self.cells = cells
    self.delimiter = delimiter
    assembler = RecordAssembler(plan, tables, readsNumbersFromText: true, keepsRejected: keepsRejected)
  }

  func decode(_ block: borrowing Block, into decoded: inout DecodedBlock) {
    var row = CSVRecord(delimiter: delimiter)
    let isUTF8 = block.withBytes { isValidUTF8($0) }
    var isHeader = block.firstLine == 1
    block.forEachRecord { record in
      if record.isBlank { return }
      if isHeader {
        isHeader = false
        return
      }
      guard isUTF8 || isValidUTF8(record.bytes) else { return assembler.reject(.notUTF8, record, &decoded) }
      guard (try? row.parse(record.bytes)) != nil else { return assembler.reject(.quotes, record, &decoded) }
      guard row.count == cells else { return assembler.reject(.cellCount, record, &decoded) }
      for (place, column) in places.enumerated() {
        assembler.values.values[place] = column.map { RecordValue(text: row[$0]) } ?? .absent
      }
      assembler.take(record, into: &decoded)
    }
  }

  private func isValidUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    csj_is_utf8(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count) != 0
  }
}
