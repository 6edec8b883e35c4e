import NavigationModel
import Testing

@Suite struct `LEB128 numbers` {
  private struct EndOfBytes: Error {}

  private static func bytes(of number: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    LEB128.write(number) { bytes.append($0) }
    return bytes
  }

  /// The number, and how many bytes it took.
  private static func read(_ bytes: [UInt8]) throws -> (number: UInt64?, count: Int) {
    var position = 0
    let number = try LEB128.read { () throws(EndOfBytes) in
      guard position < bytes.count else { throw EndOfBytes() }
      defer { position += 1 }
      return bytes[position]
    }
    return (number, position)
  }

  @Test(
    arguments: [
      (0, [0]), (1, [1]), (127, [0x7F]), (128, [0x80, 1]), (300, [0xAC, 2]), (624_485, [0xE5, 0x8E, 0x26]),
      (.max, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]),
    ] as [(UInt64, [UInt8])])
  func `have these bytes`(number: UInt64, bytes: [UInt8]) { #expect(Self.bytes(of: number) == bytes) }

  @Test(arguments: 0..<64) func `survive, and end where they end`(bit: Int) throws {
    for number in [UInt64(1) << bit, 1 << bit &- 1, ~(1 << bit), UInt64.max >> bit] {
      let bytes = Self.bytes(of: number)
      let read = try Self.read(bytes + [0xFF])
      #expect(read.number == number && read.count == bytes.count)
      #expect(throws: EndOfBytes.self) { try Self.read(Array(bytes.dropLast())) }
    }
  }

  @Test func `of more than 64 bits are refused`() throws {
    let nine = [UInt8](repeating: 0xFF, count: 9)
    #expect(try Self.read(nine + [1]).number == .max)
    for tenth in [2, 0x7F, 0x80, 0x81, 0xFF] as [UInt8] { #expect(try Self.read(nine + [tenth, 0]).number == nil) }
  }

  @Test func `signed ones of small magnitude are small`() {
    #expect([0, -1, 1, -2, 2].map(LEB128.zigzag) == [0, 1, 2, 3, 4])
    for number in [0, 1, -1, 77, -77, .max, .min] as [Int64] { #expect(LEB128.signed(LEB128.zigzag(number)) == number) }
  }
}
