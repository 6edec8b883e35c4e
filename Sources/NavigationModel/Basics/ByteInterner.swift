/// Gives each distinct sequence of bytes a number, 0, 1, 2, … in order of arrival.
///
/// The bytes of all entries are in one array and the hash table holds only numbers, so an entry costs its bytes and
/// about twenty more. Interning is O(length) on average. Each process seeds the hash at random, so no log can be
/// crafted to make its names collide.
public struct ByteInterner: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// Open addressing with linear probing; 0 is free, otherwise the low half of the hash in the upper bits and the
  /// number plus one in the lower.
  private var slots: [UInt64]
  private let seed = ByteInterner.seedOfProcess

  /// A random number for each process. No result depends on it.
  public static let seedOfProcess = UInt64.random(in: .min ... .max)

  public init() { slots = [UInt64](repeating: 0, count: 64) }

  public var count: Int { ends.count }

  /// Bytes of memory in use.
  public var memory: Int { bytes.capacity + 8 * (ends.capacity + slots.capacity) }

  /// The bytes of an entry.
  @inline(__always)
  public func withBytes<R>(of number: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    let start = number == 0 ? 0 : ends[number - 1]
    return try bytes.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[start..<ends[number]])) }
  }

  /// The entry as text; invalid UTF-8 is replaced.
  public func text(of number: Int) -> String {
    withBytes(of: number) { String(decoding: $0, as: UTF8.self) }
  }

  /// The number of `key`; nil if it is no entry.
  public func number(of key: UnsafeBufferPointer<UInt8>) -> Int? {
    let tag = Self.hash(key, seed: seed) << 32
    var slot = Int(truncatingIfNeeded: tag >> 32) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(UInt32(truncatingIfNeeded: slots[slot])) - 1
      if (slots[slot] ^ tag) >> 32 == 0, equals(number, key) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// The number of `key`, and whether it is new.
  public mutating func intern(_ key: UnsafeBufferPointer<UInt8>) -> (number: Int, isNew: Bool) {
    let tag = Self.hash(key, seed: seed) << 32
    var slot = Int(truncatingIfNeeded: tag >> 32) & (slots.count - 1)
    while slots[slot] != 0 {
      if (slots[slot] ^ tag) >> 32 == 0 {
        let number = Int(UInt32(truncatingIfNeeded: slots[slot])) - 1
        if equals(number, key) { return (number, false) }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = ends.count
    bytes.append(contentsOf: key)
    ends.append(bytes.count)
    slots[slot] = tag | UInt64(number + 1)
    if ends.count * 3 > slots.count * 2 { grow() }
    return (number, true)
  }

  @inline(__always)
  private func equals(_ number: Int, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = number == 0 ? 0 : ends[number - 1]
    guard ends[number] - start == key.count else { return false }
    return bytes.withUnsafeBufferPointer {
      Self.equal(UnsafeBufferPointer(rebasing: $0[start..<start + key.count]), key)
    }
  }

  /// Whether two texts of the same length are equal, eight bytes at a time: most are short names, for which a call to
  /// `memcmp` is slower.
  @inline(__always)
  public static func equal(_ some: UnsafeBufferPointer<UInt8>, _ others: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let some = UnsafeRawPointer(some.baseAddress), let other = UnsafeRawPointer(others.baseAddress) else {
      return true
    }
    let count = others.count
    func differ<Word: FixedWidthInteger & BitwiseCopyable>(at index: Int, _: Word.Type) -> Bool {
      some.loadUnaligned(fromByteOffset: index, as: Word.self)
        != other.loadUnaligned(fromByteOffset: index, as: Word.self)
    }
    if count < 8 {
      for index in 0..<count where differ(at: index, UInt8.self) { return false }
      return true
    }
    var index = 0
    while index + 8 < count {
      if differ(at: index, UInt64.self) { return false }
      index += 8
    }
    return !differ(at: count - 8, UInt64.self)
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 2)
    for entry in old where entry != 0 {
      var slot = Int(truncatingIfNeeded: entry >> 32) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }

  /// A hash for tables in memory and for identifiers: eight bytes at a time, multiplied and folded (the mixing step of
  /// wyhash). The same seed gives the same hash in every run on every little-endian machine.
  @inline(__always)
  public static func hash(_ key: UnsafeBufferPointer<UInt8>, seed: UInt64 = 0x9E37_79B9_7F4A_7C15) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: key.count)
    guard let base = UnsafeRawPointer(key.baseAddress) else { return mix(hash, 0xE703_7ED1_A0B4_28DB) }
    var offset = 0
    while offset + 8 <= key.count {
      hash = mix(hash ^ base.loadUnaligned(fromByteOffset: offset, as: UInt64.self), 0xA076_1D64_78BD_642F)
      offset += 8
    }
    // The bytes after the last eight as a number, big-endian.
    var rest: UInt64 = 0
    if offset > 0 {
      let last = UInt64(bigEndian: base.loadUnaligned(fromByteOffset: key.count - 8, as: UInt64.self))
      rest = last & (1 << (UInt64(key.count - offset) * 8) - 1)
    } else {
      for byte in key { rest = rest << 8 | UInt64(byte) }
    }
    return mix(hash ^ rest, 0xE703_7ED1_A0B4_28DB)
  }

  /// Folds the product of the two.
  @inlinable @inline(__always)
  public static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
