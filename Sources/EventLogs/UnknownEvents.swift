import NavigationModel

/// The words of events that are none of the native ones, with how often each came up.
///
/// Only so many different words are remembered, those that come first; the others are counted together.
package struct UnknownEvents: Sendable, Equatable {
  static let rememberedWords = 200
  private static let longestWord = 200

  package private(set) var counts: [String: Int] = [:]
  /// Events of words that are not remembered.
  package private(set) var others = 0

  package init() {}

  mutating func note(_ word: UnsafeBufferPointer<UInt8>) { add(String(decoding: word.prefix(Self.longestWord), as: UTF8.self), 1) }

  private mutating func add(_ word: String, _ count: Int) {
    if counts[word] != nil || counts.count < Self.rememberedWords { counts[word, default: 0] += count } else { others += count }
  }

  /// Adds what comes later in the log.
  mutating func append(_ later: UnknownEvents) {
    for (word, count) in later.commonestFirst { add(word, count) }
    others += later.others
  }

  /// The commonest first; as common ones in text order.
  package var commonestFirst: [(word: String, count: Int)] {
    counts.map { (word: $0.key, count: $0.value) }
      .sorted { $0.count == $1.count ? $0.word.precedesByScalars($1.word) : $0.count > $1.count }
  }
}
