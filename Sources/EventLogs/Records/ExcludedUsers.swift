import NavigationModel

/// The users whose events are left out. Each is held against the patterns once, by each thread.
struct ExcludedUsers {
  private let patterns: [Pattern]
  private var seen = ByteInterner()
  private var areExcluded: [Bool] = []

  init(_ patterns: [Pattern]) { self.patterns = patterns }

  @inline(__always)
  mutating func hold(_ user: UnsafeBufferPointer<UInt8>) -> Bool { patterns.isEmpty ? false : find(user) }

  private mutating func find(_ user: UnsafeBufferPointer<UInt8>) -> Bool {
    let isLong = user.count > TextDigest.least
    let (number, isNew) =
      isLong ? TextDigest.withDigest(of: user) { seen.intern($0) } : seen.intern(user)
    if isNew {
      if number == NameCache.limit { return startAnew(with: user) }
      areExcluded.append(patterns.contains { $0.isFound(in: user) })
    }
    return areExcluded[number]
  }

  private mutating func startAnew(with user: UnsafeBufferPointer<UInt8>) -> Bool {
    seen = ByteInterner()
    areExcluded.removeAll(keepingCapacity: true)
    return find(user)
  }
}
