import TestSupport
import Testing

@testable import EventLogs

@Suite("Words that are not native")
struct UnknownEventsTests {
  private func note(_ word: String, _ time: Int64, _ record: String, in events: inout UnknownEvents) {
    word.withUTF8Bytes { events.note($0, time: time) { Array(record.utf8) } }
  }

  /// More event names than are kept, each at several times.
  private let log = (0..<1500).flatMap { word in
    (0..<3).map {
      (word: "word \(word)", time: Int64($0 * 7 % 2), record: "{\"n\":\($0)}")
    }
  }

  @Test(.thorough) func `the order of the log and how it is cut change nothing`() {
    var whole = UnknownEvents()
    for event in log { note(event.word, event.time, event.record, in: &whole) }
    #expect(whole.entries.count == UnknownEvents.rememberedWords)
    #expect(whole.others + whole.counts.values.reduce(0, +) == log.count)
    #expect(whole.counts.values.allSatisfy { $0 == 3 })
    for seed: UInt64 in 1...5 {
      var random = SeededGenerator(seed: seed)
      var parts = (0..<4).map { _ in UnknownEvents() }
      for event in log.shuffled(using: &random) {
        note(event.word, event.time, event.record, in: &parts[Int.random(in: 0..<4, using: &random)])
      }
      var together = UnknownEvents()
      for part in parts.shuffled(using: &random) { together.append(part) }
      #expect(together.entries == whole.entries, "\(seed)")
      #expect(together.others == whole.others)
    }
  }

  @Test func `eight different records are kept`() throws {
    var events = UnknownEvents()
    for time in (0..<12) as Range<Int64> {
      for _ in 0..<3 { note("chat", time, "{\"t\":\(time)}", in: &events) }
    }
    let entry = try #require(events.entries["chat"])
    #expect(entry.count == 36)
    #expect(Set(entry.samples.map(\.record)).count == 8 && entry.samples.count == 8)
  }
}
