import NavigationModel

/// Writes the bytes of a cell into scratch memory, which is then appended to an array.
struct CellWriter: ~Copyable {
  /// The most bytes of any number below, with a sign and a comma.
  static let longest = 21

  private let bytes: UnsafeMutablePointer<UInt8>
  private var count = 0

  private init(_ bytes: UnsafeMutablePointer<UInt8>) { self.bytes = bytes }

  /// - Parameter room: the capacity.
  @inline(__always)
  static func append(to array: inout [UInt8], room: Int, _ write: (inout CellWriter) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(room, 1)) { scratch in
      guard let start = scratch.baseAddress else { return }
      var cell = CellWriter(start)
      write(&cell)
      array.append(contentsOf: UnsafeBufferPointer(start: start, count: cell.count))
    }
  }

  // MARK: - Binary

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }

  /// An integer as LEB128.
  @inline(__always)
  mutating func put(number: UInt64) { LEB128.write(number) { put($0) } }

  /// The same, zigzag-encoded.
  @inline(__always)
  mutating func put(signed number: Int64) { put(number: LEB128.zigzag(number)) }

  /// Eight bytes, little-endian.
  @inline(__always)
  mutating func put(fixed number: UInt64) {
    UnsafeMutableRawPointer(bytes + count).storeBytes(of: number.littleEndian, as: UInt64.self)
    count += 8
  }

  // MARK: - JSON

  /// An array of arrays of integers.
  ///
  /// - Parameters:
  ///   - columns: the maximum number of numbers in a row.
  ///   - row: writes the numbers of a row.
  static func appendJSON<Row>(of rows: [Row], columns: Int, to array: inout [UInt8], _ row: (Row, inout CellWriter) -> Void) {
    append(to: &array, room: rows.count * (columns * longest + 3) + 2) { cell in
      cell.put(UInt8(ascii: "["))
      for each in rows {
        cell.put(UInt8(ascii: "["))
        row(each, &cell)
        cell.bytes[cell.count - 1] = UInt8(ascii: "]")
        cell.put(UInt8(ascii: ","))
      }
      // Overwrites the comma after the last row, if there is one.
      if !rows.isEmpty { cell.count -= 1 }
      cell.put(UInt8(ascii: "]"))
    }
  }

  /// The decimal digits of a number, and a comma.
  @inline(__always)
  mutating func put(decimal number: Int64) {
    if number < 0 { put(UInt8(ascii: "-")) }
    var rest = number.magnitude
    if rest >= 10 {
      count += Self.digits(of: rest) - 1
      let end = count
      repeat {
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        bytes[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
        count -= 1
        rest = quotient
      } while rest >= 10
      bytes[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)
      count = end + 1
    } else {
      put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest))
    }
    put(UInt8(ascii: ","))
  }

  @inline(__always)
  private static func digits(of number: UInt64) -> Int {
    var digits = 1
    var power: UInt64 = 10
    while digits < 20, number >= power {
      digits += 1
      (power, _) = power.multipliedReportingOverflow(by: 10)
    }
    return digits
  }
}
