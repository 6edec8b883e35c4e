import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EventLogs

@Suite("Blocks of whole records")
struct BytesBlockReaderTests {
  /// The expected lines, computed in the simplest way.
  static func lines(_ bytes: [UInt8], longest: Int = .max) -> (
    records: [ReadRecord], skipped: [SkippedRecord]
  ) {
    var pieces = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    if pieces.last == [] { pieces.removeLast() }
    var records: [ReadRecord] = []
    var skipped: [SkippedRecord] = []
    for (index, piece) in pieces.enumerated() {
      if piece.count > longest {
        skipped.append(SkippedRecord(line: index + 1, length: piece.count))
      } else {
        records.append(ReadRecord(source: 0, line: index + 1, bytes: piece.last == 0x0D ? piece.dropLast() : piece))
      }
    }
    return (records, skipped)
  }

  @Test(
    "Any block size gives the same lines", arguments: sampled(["a\n", "abc,\r\n", "xyz \"\n\r", "abcdefghijklmnopq\n"]))
  func lineSplitting(alphabet: String) throws {
    var random = SeededGenerator(seed: 7)
    let folder = TemporaryFolder()
    let text = random.bytes(1500, of: alphabet)
    for ending in ["", "\n", "\r\n", "end"] {
      let bytes = text + Array(ending.utf8)
      let expected = Self.lines(bytes)
      let inputs = try ["plain": bytes, "gzip": gzip(bytes), "zstd": zstd(bytes)].sorted {
        $0.key < $1.key
      }
      .map { try LogInputs.find([try folder.write($0.value, to: $0.key)]).inputs }
      for size in sampled(Array(1...200), every: 4) {
        var options = ReadingOptions()
        options.blockSize = size
        let outcome = try readBlocks(inputs[size % 3], options: options)
        guard outcome.records == expected.records, outcome.summaries.first?.lines == expected.records.count else {
          Issue.record("block size \(size), ending \(ending.debugDescription)")
          return
        }
      }
    }
  }

  @Test(
    "Lines that are too long are skipped and reported, whatever the block size",
    arguments: sampled(Array(0..<8), thorough: 3))
  func tooLong(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    for _ in 0..<60 {
      bytes += random.bytes(Int(random.next() % 40) == 0 ? 5000 : Int(random.next() % 60), of: "abc")
      bytes.append(0x0A)
    }
    if seed % 2 == 0 { bytes += random.bytes(Int(random.next() % 60), of: "abc") }
    let expected = Self.lines(bytes, longest: 40)
    for size in sampled(Array(1...200), every: 4) {
      var options = ReadingOptions()
      options.blockSize = size
      options.maximumRecordLength = 40
      let outcome = try readBlocks(bytes: bytes, options: options)
      guard outcome.records == expected.records, outcome.skipped == expected.skipped else {
        Issue.record("block size \(size)")
        return
      }
      #expect(outcome.summaries.first?.lines == expected.records.count + expected.skipped.count)
    }
  }

  @Test("A line of 100 MiB is skipped, and its neighbors are read", .thorough)
  func hugeLine() throws {
    let size = 100 << 20
    let bytes = Array("first\n".utf8) + [UInt8](repeating: 0x78, count: size) + Array("\nthird".utf8)
    for (packed, mode) in [(bytes, RecordMode.lines), (gzip(bytes), .csv(delimiter: 0x2C))] {
      let outcome = try readBlocks(bytes: packed, mode: mode)
      #expect(outcome.records.map(\.description) == ["0:1 \"first\"", "0:3 \"third\""])
      #expect(outcome.skipped == [SkippedRecord(line: 2, length: size)])
      #expect(outcome.summaries.first?.lines == 3)
    }
  }

  @Test("A line without end is no log; memory stays bounded")
  func endlessLine() throws {
    var options = ReadingOptions()
    options.endlessLineLength = 64 << 20
    let inputs = try LogInputs.find(["/dev/zero"]).inputs
    let error = try #require(throws: LogInputError.self) { try readBlocks(inputs, options: options) }
    #expect(
      error.description
        == "/dev/zero: line 1 is longer than 67108864 bytes; name a log with one event per line")
  }

  @Test("Empty sources give no block, and are summed up")
  func empty() throws {
    let folder = TemporaryFolder()
    let paths = [
      try folder.write("", to: "a"), try folder.write("x\n", to: "b"), try folder.write(gzip([]), to: "c"),
      try folder.write("\n\n", to: "d"),
    ]
    let outcome = try readBlocks(try LogInputs.find(paths).inputs)
    #expect(outcome.records.map(\.description) == ["1:1 \"x\"", "3:1 \"\"", "3:2 \"\""])
    #expect(outcome.summaries.map(\.lines) == [0, 1, 0, 2])
    #expect(outcome.summaries[0].digest == outcome.summaries[2].digest)
    #expect(outcome.summaries[0].digest == "99aa06d3014798d86001c324468d497f")
  }

  @Test("Detection sees the head of each source, without the byte order mark")
  func detection() throws {
    let folder = TemporaryFolder()
    let paths = [
      try folder.write("\u{FEFF}one\n", to: "a"), try folder.write("", to: "b"),
      try folder.write("three\nfour", to: "c"),
    ]
    let heads = Mutex<[String]>([])
    let reader = BlockReader(try LogInputs.find(paths).inputs) { source, head in
      heads.withLock { $0.append("\(source) \(String(decoding: head, as: UTF8.self))") }
      return .lines
    }
    while try reader.next() != nil {}
    #expect(heads.withLock { $0 } == ["0 one\n", "2 three\nfour"])
    #expect(reader.compressedBytes == 7 + 10)
  }

  @Test("A failure is final, for every thread")
  func failure() throws {
    struct NoFormat: Error {}
    let folder = TemporaryFolder()
    let reader = BlockReader(try LogInputs.find([try folder.write("one\n", to: "a")]).inputs) { _, _ in throw NoFormat()
    }
    #expect(throws: NoFormat.self) { _ = try reader.next() }
    #expect(throws: NoFormat.self) { _ = try reader.next() }
  }

  @Test("Several threads share one reader; each block goes to one of them")
  func threads() throws {
    let folder = TemporaryFolder()
    var paths: [String] = []
    for file in 0..<5 {
      let text = (0..<2000).map { "file \(file) line \($0 + 1)" }.joined(separator: "\n")
      paths.append(try folder.write(file % 2 == 0 ? Array(text.utf8) : gzip(Array(text.utf8)), to: "\(file)"))
    }
    var options = ReadingOptions()
    options.blockSize = 1000
    let reader = BlockReader(try LogInputs.find(paths).inputs, options: options) { _, _ in .lines }
    let blocks = Mutex<[Int: [String]]>([:])
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      do {
        while let block = try reader.next() {
          var lines: [String] = []
          let source = block.sourceIndex
          block.forEachRecord { record in
            let text = String(decoding: record.bytes, as: UTF8.self)
            lines.append(text == "file \(source) line \(record.line)" ? text : "wrong")
          }
          let sequence = block.sequence
          blocks.withLock { $0[sequence] = lines }
        }
      } catch {
        Issue.record(error)
      }
    }
    let all = blocks.withLock { blocks in blocks.keys.sorted().flatMap { blocks[$0] ?? [] } }
    #expect(all == (0..<5).flatMap { file in (1...2000).map { "file \(file) line \($0)" } })
    #expect(blocks.withLock { $0.keys.max() } == blocks.withLock { $0.count - 1 })
    #expect(reader.summaries.map(\.lines) == [2000, 2000, 2000, 2000, 2000])
  }

  @Test("A log that becomes shorter while it is read ends there")
  func shorter() throws {
    // More than is peeked at before reading.
    let lines = (10_000..<30_000).map { "line \($0)" }
    let folder = TemporaryFolder()
    let file = try folder.write(lines.joined(separator: "\n"), to: "shorter")
    var options = ReadingOptions()
    options.blockSize = 4096
    let reader = BlockReader(try LogInputs.find([file]).inputs, options: options) { _, _ in .lines }
    var records: [String] = []
    while let block = try reader.next() {
      block.forEachRecord { records.append(String(decoding: $0.bytes, as: UTF8.self)) }
      if block.sequence == 3 { try FileHandle(forWritingTo: URL(fileURLWithPath: file)).truncate(atOffset: 150_000) }
    }
    #expect(records.count == 13_637)
    #expect(records.dropLast() == lines.prefix(13_636))
  }
}
