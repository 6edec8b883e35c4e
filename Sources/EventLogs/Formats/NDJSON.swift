import CSimdJSON
import NavigationModel

extension LogFormat {
  /// The native log as newline-delimited JSON, and any other log of one JSON object a line whose fields the app map names.
  static let ndjson = LogFormat(
    name: "ndjson", summary: "One JSON object a line, with the fields of the navigation log or those that `columns:` in the app map names.",
    recognise: { head throws(LogFormatError) in
      if head.firstByte == UInt8(ascii: "[") { throw .array(name: head.name) }
      // What begins with nothing but blank lines is read as well: they are neither events nor rejections.
      guard head.firstByte == nil || head.firstByte == UInt8(ascii: "{") || head.holdsObject else { return nil }
      try head.checkKeys()
      let plan = head.plan
      return SourceDecoding(format: "ndjson", mode: .lines) { tables, keepsRejected in
        NDJSONDecoder(plan, tables, keepsRejected: keepsRejected)
      }
    })
}

extension LogHead {
  /// Whether one of the first lines is a JSON object.
  fileprivate var holdsObject: Bool { lines(20).contains { $0.first { !$0.isBlank } == UInt8(ascii: "{") } }

  /// Refuses a log none of whose first records has a field that an event needs.
  fileprivate func checkKeys() throws(LogFormatError) {
    let reader = JSONRecordReader(paths: plan.paths)
    let values = RecordValues(count: plan.paths.count)
    let needed = [NativeField.time, .user].filter { plan.paths[$0.rawValue] != nil }
    var first: ArraySlice<UInt8>?
    for line in lines(20) {
      let isObject = (Array(line) + [UInt8](repeating: 0, count: csj_padding)).withUnsafeBytes {
        reader.read(UnsafeRawBufferPointer(rebasing: $0[..<line.count]), into: values) == CSJ_OK
      }
      guard isObject else { continue }
      if needed.contains(where: { values[$0].kind != CSJ_ABSENT }) { return }
      first = first ?? line
    }
    guard let first else { return }
    throw .missingKeys(
      name: name, missing: needed.compactMap { plan.paths[$0.rawValue]?.joined(separator: ".") }, present: topLevelKeys(first))
  }

  /// The keys of an object, roughly: texts before a colon outside of nested values.
  private func topLevelKeys(_ line: ArraySlice<UInt8>) -> [String] {
    var keys: [String] = []
    var depth = 0
    var text: [UInt8]?
    var last: [UInt8] = []
    var isEscaped = false
    for byte in line {
      if text != nil {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          last = text ?? []
          text = nil
        } else {
          text?.append(byte)
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): text = []
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":") where depth == 1: keys.append(String(decoding: last, as: UTF8.self))
      default: break
      }
    }
    return keys
  }
}

/// Reads values out of JSON objects through simdjson.
final class JSONRecordReader {
  private let reader: OpaquePointer

  /// - Parameter paths: the paths of keys; the place of each is the place of its value. Nil: a place that stays empty.
  init(paths: [[String]?]) {
    reader = csj_reader_create(paths.count)
    for (place, path) in paths.enumerated() {
      guard let path else { continue }
      let keys = path.map { Array($0.utf8CString) }
      Self.withPointers(to: keys[...], []) { csj_reader_add_path(reader, $0.baseAddress, $0.count, place) }
    }
  }

  /// Calls `body` with pointers to C strings that live as long as the call.
  private static func withPointers(
    to strings: ArraySlice<[CChar]>, _ pointers: [UnsafePointer<CChar>?], _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Void
  ) {
    guard let first = strings.first else { return pointers.withUnsafeBufferPointer(body) }
    first.withUnsafeBufferPointer { withPointers(to: strings.dropFirst(), pointers + [$0.baseAddress], body) }
  }

  deinit { csj_reader_destroy(reader) }

  @inline(__always)
  func read(_ record: UnsafeRawBufferPointer, into values: borrowing RecordValues) -> csj_status {
    csj_reader_read(
      reader, record.baseAddress?.assumingMemoryBound(to: CChar.self), record.count, values.values.baseAddress)
  }
}

private final class NDJSONDecoder: BlockDecoder {
  private let reader: JSONRecordReader
  private var assembler: RecordAssembler

  init(_ plan: FieldPlan, _ tables: LogTables, keepsRejected: Bool) {
    reader = JSONRecordReader(paths: plan.paths)
    assembler = RecordAssembler(plan, tables, readsNumbersFromText: false, keepsRejected: keepsRejected)
  }

  func decode(_ block: borrowing Block, into decoded: inout DecodedBlock) {
    block.forEachRecord { record in
      switch reader.read(record.bytes, into: assembler.values) {
      case CSJ_OK: assembler.take(record, into: &decoded)
      case _ where record.isBlank: break
      case CSJ_NOT_AN_OBJECT: assembler.reject(.notAnObject, record, &decoded)
      case CSJ_NOT_UTF8: assembler.reject(.notUTF8, record, &decoded)
      default: assembler.reject(.notJSON, record, &decoded)
      }
    }
  }
}
