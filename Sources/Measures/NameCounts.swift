import NavigationModel

/// How often each name was met by one user or in one session, found without hashing. Kept for its memory only, so it is not coded.
struct NameCounts: Sendable, Codable {
  private var counts: [Int] = []
  private(set) var names: [Name] = []

  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws { _ = encoder.unkeyedContainer() }

  subscript(name: Name) -> Int { Int(name.rawValue) < counts.count ? counts[Int(name.rawValue)] : 0 }

  @inline(__always)
  mutating func count(_ name: Name) {
    let number = Int(name.rawValue)
    if number >= counts.count { counts.append(contentsOf: repeatElement(0, count: max(64, number + 1 - counts.count, counts.count))) }
    if counts[number] == 0 { names.append(name) }
    counts[number] += 1
  }

  mutating func removeAll() {
    for name in names { counts[Int(name.rawValue)] = 0 }
    names.removeAll(keepingCapacity: true)
  }
}
