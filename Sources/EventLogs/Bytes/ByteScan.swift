import Foundation

/// Vectorized search and count of single bytes in memory.
enum ByteScan {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let quote = UInt8(ascii: "\"")

  /// The first index of `byte` in `base[from..<to]`.
  @inline(__always)
  static func first(_ byte: UInt8, in base: UnsafeRawPointer, from: Int, to: Int) -> Int? {
    guard from < to, let found = memchr(base + from, Int32(byte), to - from) else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// The last index of `byte` in `base[from..<to]`. (`memrchr` is not available everywhere.)
  static func last(_ byte: UInt8, in base: UnsafeRawPointer, from: Int, to: Int) -> Int? {
    var end = to
    while end > from {
      if base.load(fromByteOffset: end - 1, as: UInt8.self) == byte { return end - 1 }
      end -= 1
    }
    return nil
  }

  /// How often `byte` occurs in `base[from..<to]`.
  ///
  /// Written so that the compiler vectorizes it. (Swift 6.3 does not specialize `SIMD32`, which is a
  /// hundred times slower; `nonzeroBitCount` has no instruction on the oldest x86-64.)
  static func count(_ byte: UInt8, in base: UnsafeRawPointer, from: Int, to: Int) -> Int {
    let pattern = WordPattern(byte)
    let evenLanes: UInt64 = 0x00FF_00FF_00FF_00FF
    var total = 0
    var position = from
    while to - position >= 8 {
      // Eight lanes of one byte each, which count to 255 before they are added up.
      let words = min((to - position) / 8, 255)
      var lanes: UInt64 = 0
      for word in 0..<words {
        lanes &+= pattern.marks(in: base.loadUnaligned(fromByteOffset: position &+ word &* 8, as: UInt64.self)) >> 7
      }
      let pairs = (lanes & evenLanes) &+ ((lanes >> 8) & evenLanes)
      total += Int((pairs &* 0x0001_0001_0001_0001) >> 48)
      position += words * 8
    }
    while position < to {
      if base.load(fromByteOffset: position, as: UInt8.self) == byte { total += 1 }
      position += 1
    }
    return total
  }
}

struct WordPattern {
  private let repeated: UInt64

  @inline(__always)
  init(_ byte: UInt8) {
    repeated = UInt64(byte) &* 0x0101_0101_0101_0101
  }

  /// The high bit of every matching byte of `word`; exact, without false positives.
  @inline(__always)
  func marks(in word: UInt64) -> UInt64 {
    let difference = word ^ repeated
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ~(((difference & low) &+ low) | difference | low)
  }
}
