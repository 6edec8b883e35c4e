/// Determines the formats of single records by their signatures.
final class SignatureReader {
  private let formats: [(format: LogFormat, signature: RecordSignature)]
  private let reader: JSONRecordReader
  private let values: RecordValues

  init(_ formats: [LogFormat]) {
    self.formats = formats.compactMap { format in format.signature.map { (format, $0) } }
    let paths = self.formats.flatMap { $0.signature.requirements.map(\.path) }
    reader = JSONRecordReader(paths: paths)
    values = RecordValues(count: paths.count)
  }

  /// The index of the first format whose signature a record has; nil if it has none.
  func index(of record: some Collection<UInt8>) -> Int? {
    guard reader.read(unpadded: record, into: values) else { return nil }
    var end = 0
    return formats.firstIndex { _, signature in
      let start = end
      end += signature.requirements.count
      return signature.matches(Array(values.values[start..<end]))
    }
  }

  /// The name of that format.
  func format(of record: some Collection<UInt8>) -> String? { index(of: record).map { formats[$0].format.name } }

  /// The number of records of each format, without formats that no record has.
  func votes(of records: [ArraySlice<UInt8>]) -> [(format: LogFormat, count: Int)] {
    var counts = [Int](repeating: 0, count: formats.count)
    for record in records {
      if let index = index(of: record) { counts[index] += 1 }
    }
    return zip(formats, counts).filter { $1 > 0 }.map { ($0.format, $1) }
  }
}
