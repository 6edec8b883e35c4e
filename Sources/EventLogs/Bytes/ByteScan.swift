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

/// The character encoding of a log. Everything downstream is UTF-8.
enum TextEncoding: Equatable {
  case utf8
  case utf16(isBigEndian: Bool)
  /// Windows-1252, a superset of ISO 8859-1: what spreadsheets in western languages export.
  case windows1252

  /// Detected by a byte order mark, by every second byte being NUL, or by bytes that are invalid in UTF-8 and letters
  /// next to others in Windows-1252.
  /// - Parameter isWhole: whether nothing follows the head.
  init(head: ArraySlice<UInt8>, isWhole: Bool) {
    self = .utf8
    // UTF-32 begins like UTF-16; it is refused by name.
    if head.starts(with: [0xFF, 0xFE, 0, 0]) { return }
    if head.starts(with: [0xFF, 0xFE]) { self = .utf16(isBigEndian: false) }
    if head.starts(with: [0xFE, 0xFF]) { self = .utf16(isBigEndian: true) }
    if self != .utf8 { return }
    let first = Array(head.prefix(16))
    if first.count >= 4 {
      let even = stride(from: 0, to: first.count, by: 2).allSatisfy { first[$0] == 0 }
      let odd = stride(from: 1, to: first.count, by: 2).allSatisfy { first[$0] == 0 }
      if even != odd { self = .utf16(isBigEndian: even) }
    }
    // JSON is UTF-8 (RFC 8259): an invalid byte is a broken line.
    if self == .utf8, let start = head.first(where: { !$0.isBlank }), start != UInt8(ascii: "{"),
      start != UInt8(ascii: "["), Self.isWindows1252(Array(head), isWhole: isWhole)
    {
      self = .windows1252
    }
  }

  private static func isWindows1252(_ bytes: [UInt8], isWhole: Bool) -> Bool {
    func isLetter(_ index: Int) -> Bool {
      bytes.indices.contains(index) && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[index] | 0x20)
    }
    var found = false
    for (index, byte) in bytes.enumerated() where byte >= 0x80 {
      // What follows the last byte of the head tells whether it begins a character of UTF-8.
      if index == bytes.count - 1, !isWhole { break }
      let follows = index + 1 < bytes.count && (0x80..<0xC0).contains(bytes[index + 1])
      let isBesideLetter =
        (0xC0..<0xFE).contains(byte) && byte != 0xD7 && byte != 0xF7 && !follows
        && (isLetter(index - 1) || isLetter(index + 1))
      // A dash, a quotation mark or a letter between others than letters.
      let isAlone =
        bytes[max(0, index - 1)] < 0x80 && (index + 1 == bytes.count || bytes[index + 1] < 0x80)
      guard isBesideLetter || isAlone else { return false }
      found = found || isBesideLetter
    }
    return found
  }

  /// The characters 80 to 9F of Windows-1252; its five undefined ones are replacement characters.
  private static let windows1252Specials: [UInt16] = [
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD,
    0x017D, 0xFFFD,
    0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD,
    0x017E, 0x0178,
  ]

  /// The next UTF-16 units, which are taken from the bytes; what waits for its other half, an odd byte or the first of
  /// a pair, stays.
  fileprivate func takeUnits(from bytes: inout [UInt8]) -> [UInt16] {
    guard case .utf16(let isBigEndian) = self else {
      defer { bytes.removeAll(keepingCapacity: true) }
      return bytes.map { (0x80..<0xA0).contains($0) ? Self.windows1252Specials[Int($0) - 0x80] : UInt16($0) }
    }
    var units: [UInt16] = []
    for index in stride(from: 0, to: bytes.count & ~1, by: 2) {
      let high = UInt16(bytes[isBigEndian ? index : index + 1])
      let low = UInt16(bytes[isBigEndian ? index + 1 : index])
      units.append(high << 8 | low)
    }
    if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
    bytes.removeFirst(2 * units.count)
    return units
  }
}

/// A stream of UTF-8, made of one in another encoding.
final class TranscodingStream: ByteStream {
  private let base: any ByteStream
  private let encoding: TextEncoding
  private let input = BlockBufferPool.scratch()
  /// Bytes that are not decoded yet.
  private var pending: [UInt8] = []
  private var output: ArraySlice<UInt8> = []
  private var isFirst = true

  init(_ base: any ByteStream, _ encoding: TextEncoding) {
    self.base = base
    self.encoding = encoding
  }

  var consumed: Int { base.consumed }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    while output.isEmpty {
      let count = try base.read(into: input.bytes)
      pending += input.bytes[..<count]
      var units = encoding.takeUnits(from: &pending)
      if isFirst, let first = units.first {
        isFirst = false
        // The byte order mark.
        if first == 0xFEFF { units.removeFirst() }
      }
      if count == 0, !pending.isEmpty {
        units.append(0xFFFD)
        pending = []
      }
      output = Array(String(decoding: units, as: UTF16.self).utf8)[...]
      if count == 0, output.isEmpty { return 0 }
    }
    let count = min(buffer.count, output.count)
    buffer.copyBytes(from: output.prefix(count))
    output = output.dropFirst(count)
    return count
  }
}
