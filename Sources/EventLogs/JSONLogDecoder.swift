import CSimdJSON
import NavigationModel

/// Decodes records that are JSON objects: an event each or, where the plan's paths go through arrays, as many as these have elements.
final class JSONLogDecoder: BlockDecoder {
  /// What is read of a record, or of the elements of the array of the level above.
  private struct Level {
    let reader: JSONRecordReader
    /// The place of the array whose elements are the next level.
    let arrayPlace: Int?
    let splitter = JSONArraySplitter()
  }

  private let format: String
  private let levels: [Level]
  private var assembler: RecordAssembler
  /// Looks at records that lack what an event needs: are they of another format?
  private lazy var signatures = SignatureReader(LogFormat.all)

  init(_ plan: FieldPlan, format: String, _ tables: LogTables, keepsRejected: Bool) {
    self.format = format
    var plan = plan
    // Paths through an array: the array itself is read as it stands.
    let longest = plan.paths.compactMap { $0?.levels }.max { $0.count < $1.count } ?? []
    var arrayPlaces: [Int?] = []
    for depth in longest.indices.dropLast() {
      let path = RecordPath(Array(longest[...depth].map(\.steps).joined(separator: [.each])))
      arrayPlaces.append(plan.place(of: path + [.whole]))
    }
    arrayPlaces.append(nil)
    let paths = plan.paths.map { $0?.levels }
    levels = arrayPlaces.enumerated().map { depth, place in
      Level(reader: JSONRecordReader(paths: paths.map { $0.flatMap { $0.count == depth + 1 ? $0[depth] : nil } }), arrayPlace: place)
    }
    assembler = RecordAssembler(plan, tables, readsNumbersFromText: plan.export != nil, keepsRejected: keepsRejected)
  }

  func decode(_ block: borrowing Block, into decoded: inout DecodedBlock) {
    block.forEachRecord { record in
      switch levels[0].reader.read(record.bytes, into: assembler.values) {
      case CSJ_OK: if levels.count == 1 { take(record, &decoded) } else { takeElements(of: 0, record, &decoded) }
      case _ where record.isBlank: break
      case CSJ_NOT_AN_OBJECT: assembler.reject(.notAnObject, record, &decoded)
      case CSJ_NOT_UTF8: assembler.reject(.notUTF8, record, &decoded)
      default: assembler.reject(.notJSON, record, &decoded)
      }
    }
  }

  private func take(_ record: Record, _ decoded: inout DecodedBlock) {
    if let reason = assembler.take(record, into: &decoded) { reject(reason, record, &decoded) }
  }

  /// A record of another format lacks what is needed: that is said first.
  private func reject(_ reason: RejectionReason, _ record: Record, _ decoded: inout DecodedBlock) {
    let other = reason.isOfMissingField ? signatures.format(of: record.bytes) : nil
    assembler.reject(other == nil || other == format ? reason : .otherFormat, record, &decoded)
  }

  private func takeElements(of depth: Int, _ record: Record, _ decoded: inout DecodedBlock) {
    guard let place = levels[depth].arrayPlace, let elements = levels[depth].splitter.elements(of: assembler.values.values[place].wholeBytes)
    else { return reject(.noEvent, record, &decoded) }
    for element in elements {
      guard levels[depth + 1].reader.fill(UnsafeRawBufferPointer(element.raw), into: assembler.values) == CSJ_OK else {
        assembler.reject(.notJSON, record, &decoded)
        continue
      }
      if depth + 2 == levels.count { take(record, &decoded) } else { takeElements(of: depth + 1, record, &decoded) }
    }
  }
}
