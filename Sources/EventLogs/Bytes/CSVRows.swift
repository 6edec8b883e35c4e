/// The cells of a small CSV file (RFC 4180).
package enum CSVRows {
  /// - Returns: the rows with their cells; nil if quotes are invalid.
  package static func cells(of bytes: [UInt8]) -> [[String]]? {
    var record = CSVRecord(delimiter: UInt8(ascii: ","))
    var rows: [[String]] = []
    let isRead = bytes.withUnsafeBytes { bytes -> Bool in
      guard let base = bytes.baseAddress else { return true }
      var start = 0
      while start < bytes.count {
        let end = RowBoundaries.endOfRow(base, start: start, end: bytes.count, delimiter: record.delimiter)
        do { try record.parse(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) } catch { return false }
        rows.append((0..<record.count).map { String(decoding: record[$0], as: UTF8.self) })
        start = end + 1
      }
      return true
    }
    return isRead ? rows : nil
  }
}
