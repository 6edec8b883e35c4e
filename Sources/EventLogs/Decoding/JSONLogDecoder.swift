import CSimdJSON
import NavigationModel

/// Decodes records that are JSON objects: one event each or, if the plan's paths go through arrays, one for each element.
final class JSONLogDecoder: BlockDecoder {
  /// What is read from a record, or from the elements of the array of the level above.
  private struct Level {
    let reader: JSONRecordReader
    /// The index of the array whose elements are the next level.
    let arrayIndex: Int?
    let splitter = JSONArraySplitter()
  }

  private let format: String
  private let levels: [Level]
  private var assembler: RecordAssembler
  /// Checks whether records that lack required fields are of another format.
  private lazy var signatures = SignatureReader(LogFormat.all)

  init(_ plan: FieldPlan, format: String, _ tables: LogTables, keepsRejected: Bool) {
    self.format = format
    var plan = plan
    // Paths through an array: the array is read as raw text.
    let longest = plan.paths.compactMap { $0?.levels }.max { $0.count < $1.count } ?? []
    var arrayIndices: [Int?] = []
    for depth in longest.indices.dropLast() {
      let path = RecordPath(Array(longest[...depth].map(\.steps).joined(separator: [.each])))
      arrayIndices.append(plan.index(of: path + [.whole]))
    }
    arrayIndices.append(nil)
    let paths = plan.paths.map { $0?.levels }
    levels = arrayIndices.enumerated().map { depth, arrayIndex in
      let own = paths.map { $0.flatMap { $0.count == depth + 1 ? $0[depth] : nil } }
      return Level(reader: JSONRecordReader(paths: own, context: arrayIndices.count == 1 ? plan.context : 0..<0), arrayIndex: arrayIndex)
    }
    assembler = RecordAssembler(plan, tables, readsNumbersFromText: plan.export != nil, keepsRejected: keepsRejected)
  }

  func decode(_ block: borrowing Block, into decoded: inout DecodedBlock) { decode(block, into: &decoded, with: &assembler) }

  private func decode(_ block: borrowing Block, into decoded: inout DecodedBlock, with assembler: inout RecordAssembler) {
    let reader = levels[0].reader
    let isFlat = levels.count == 1
    let end = block.end
    block.forEachRecord { record in
      switch reader.read(record.bytes, into: assembler.values) {
      case CSJ_OK where isFlat: take(record, context: reader.context, &decoded, &assembler)
      case CSJ_OK: takeElements(of: 0, record, &decoded, &assembler)
      case _ where record.isBlank: break
      case CSJ_NOT_AN_OBJECT: assembler.reject(.notAnObject, record, &decoded)
      case CSJ_NOT_UTF8: assembler.reject(.notUTF8, record, &decoded)
      default: assembler.reject(record.bytes.baseAddress.map { $0 + record.bytes.count } == end ? .cutOff : .notJSON, record, &decoded)
      }
    }
  }

  @inline(__always)
  private func take(_ record: Record, context: UInt64 = 0, _ decoded: inout DecodedBlock, _ assembler: inout RecordAssembler) {
    if let reason = assembler.take(record, context: context, into: &decoded, json: { Array(record.bytes) }) { reject(reason, record, &decoded, assembler) }
  }

  /// A record of another format lacks required fields: report the format first.
  private func reject(_ reason: RejectionReason, _ record: Record, _ decoded: inout DecodedBlock, _ assembler: borrowing RecordAssembler) {
    let other = reason.isOfMissingField ? signatures.format(of: record.bytes) : nil
    assembler.reject(other == nil || other == format ? reason : .otherFormat, record, &decoded)
  }

  private func takeElements(of depth: Int, _ record: Record, _ decoded: inout DecodedBlock, _ assembler: inout RecordAssembler) {
    guard let index = levels[depth].arrayIndex, let elements = levels[depth].splitter.elements(of: assembler.values.values[index].wholeBytes)
    else { return reject(.noEvent, record, &decoded, assembler) }
    for element in elements {
      guard levels[depth + 1].reader.fill(UnsafeRawBufferPointer(element.raw), into: assembler.values) == CSJ_OK else {
        assembler.reject(.notJSON, record, &decoded)
        continue
      }
      if depth + 2 == levels.count { take(record, &decoded, &assembler) } else { takeElements(of: depth + 1, record, &decoded, &assembler) }
    }
  }
}
