import TestSupport
import Testing

@testable import EventLogs

@Suite("Searching and counting bytes")
struct BytesScanTests {
  @Test("First, last and count agree with a plain loop, at every start and length")
  func agreesWithPlainLoop() {
    var random = SeededGenerator(seed: 1)
    // Bytes that differ from the one searched for in one bit.
    let bytes = random.bytes(90, of: "\n\u{0B}\u{08}aaaa") + [0x8A, 0x0A, 0x00, 0x09, 0xFF]
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      for from in 0...bytes.count {
        for to in from...bytes.count {
          let slice = bytes[from..<to]
          #expect(ByteScan.first(0x0A, in: base, from: from, to: to) == slice.firstIndex(of: 0x0A))
          #expect(ByteScan.last(0x0A, in: base, from: from, to: to) == slice.lastIndex(of: 0x0A))
          #expect(ByteScan.count(0x0A, in: base, from: from, to: to) == slice.count { $0 == 0x0A })
        }
      }
    }
  }

  @Test("Lanes do not overflow")
  func manyHits() {
    let bytes = [UInt8](repeating: 0x0A, count: 100_003)
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      #expect(ByteScan.count(0x0A, in: base, from: 0, to: bytes.count) == 100_003)
      #expect(ByteScan.count(0x0B, in: base, from: 0, to: bytes.count) == 0)
    }
  }

  @Test("Memory goes back to the pool, unless it is larger than usual")
  func pool() {
    let pool = BlockBufferPool(largestKept: 1000)
    func address(_ capacity: Int) -> Int {
      let buffer = pool.buffer(capacity: capacity)
      #expect(buffer.capacity >= capacity)
      return Int(bitPattern: buffer.base)
    }
    let first = address(1000)
    #expect(first % 64 == 0)
    #expect(address(10) == first)
    _ = address(100_000)
    #expect(address(1000) == first)
    let held = pool.buffer(capacity: 1000)
    #expect(Int(bitPattern: held.base) == first)
    #expect(address(1000) != first)
  }
}
