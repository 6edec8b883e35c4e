/// How often each thing occurred in a session, or for a user. It is reused only for its memory, so it is not encoded.
struct Tally<Key: Hashable & Sendable>: Sendable, Codable {
  private var list = KeyList<Key>()
  private var amounts: [Int] = []
  private(set) var total = 0

  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws {}

  var keys: [Key] { list.keys }
  /// Each key with its count, in the order of first occurrence.
  var counts: Zip2Sequence<[Key], [Int]> { zip(list.keys, amounts) }

  @inline(__always)
  mutating func count(_ key: Key, times: Int = 1) {
    let number = list.number(adding: key)
    if number == amounts.count { amounts.append(0) }
    amounts[number] += times
    total += times
  }

  mutating func removeAll() {
    if amounts.isEmpty { return }
    list.removeAll()
    amounts.removeAll(keepingCapacity: true)
    total = 0
  }
}
