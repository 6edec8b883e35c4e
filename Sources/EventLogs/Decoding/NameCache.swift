import NavigationModel

/// One thread's view of a ``NameTable``: known names are found without a lock, and names are masked only once. When the cache is full, it is
/// emptied.
struct NameCache {
  /// The most names that are cached: enough for a hundred thousand screens, not for ten million users.
  static let limit = 1 << 17

  private let table: NameTable
  private let mask: NameMask?
  private var seen = ByteInterner()
  private var names: [Name] = []

  /// - Parameter mask: masks personal data in names; nil to keep names as they are.
  init(_ table: NameTable, mask: NameMask? = nil) {
    self.table = table
    self.mask = mask
  }

  @inline(__always)
  mutating func name(_ bytes: UnsafeBufferPointer<UInt8>) -> Name {
    if bytes.isEmpty { return .unknown }
    let (number, isNew) = seen.intern(bytes)
    if isNew {
      if number == Self.limit { return startAnew(with: bytes) }
      names.append(mask?.masked(bytes).map { table.name($0) } ?? table.name(bytes))
    }
    return names[number]
  }
}

extension NameCache {
  private mutating func startAnew(with bytes: UnsafeBufferPointer<UInt8>) -> Name {
    seen = ByteInterner()
    names.removeAll(keepingCapacity: true)
    return name(bytes)
  }
}
