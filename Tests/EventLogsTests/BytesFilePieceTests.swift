import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EventLogs

@Suite("Pieces of a file that are read at once")
struct BytesFilePieceTests {
  private let folder = TemporaryFolder()
  private let stream: FileStream
  private let pool = BlockBufferPool(largestKept: 100)

  /// A file of 26 letters, with a line feed after every fifth.
  private static let text = "abcde\nfghij\nklmno\npqrst\nuvwxyz"

  init() throws {
    let file = try folder.write(Self.text, to: "log")
    stream = try FileStream(try #require(try LogInputs.find([file]).inputs.first))
  }

  private func read(_ count: Int) throws -> String {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = try bytes.withUnsafeMutableBytes { try stream.read(into: $0) }
    return String(decoding: bytes[..<read], as: UTF8.self)
  }

  /// The bytes of the next piece, and the values passed to `isWanted`; nil if it is not taken.
  private func take(where isWanted: (borrowing FilePiece.Bytes) -> Bool = { _ in true }) -> String? {
    guard let bytes = stream.takePiece(where: isWanted) else { return nil }
    let all = UnsafeRawBufferPointer(start: bytes.buffer.base, count: bytes.range.upperBound)
    let marks = [bytes.firstLineFeed, bytes.lastLineFeed].map { $0.map { "\($0 - bytes.range.lowerBound)" } ?? "-" }
      .joined(separator: " ")
    return
      "\(bytes.range.lowerBound): \(String(decoding: all[bytes.range], as: UTF8.self)) (\(bytes.lineFeeds): \(marks))"
  }

  @Test func `are used up in their order, whoever has read them and whatever was read before and after`() throws {
    #expect(try read(3) == "abc")
    let first = try #require(stream.claimPiece(of: 10, room: 2, pool: pool))
    let second = try #require(stream.claimPiece(of: 8, room: 0, pool: pool))
    #expect(stream.claimPiece(of: 10, room: 0, pool: pool) == nil, "no more than there is")
    second.read()
    first.read()
    #expect(stream.consumed == 3)
    #expect(take { _ in false } == nil)
    #expect(take() == "2: de\nfghij\nk (2: 2 8)")
    #expect(stream.consumed == 13)
    #expect(take() == "0: lmno\npqr (1: 4 4)")
    #expect(take() == nil)
    #expect(try read(100) == "st\nuvwxyz")
    #expect(try read(100) == "")
    #expect(stream.consumed == Self.text.utf8.count)
  }

  @Test func `are copied where they are not taken, and the rest is taken`() throws {
    _ = stream.claimPiece(of: 12, room: 1, pool: pool)
    _ = stream.claimPiece(of: 4, room: 1, pool: pool)
    #expect(try read(7) == "abcde\nf")
    #expect(take() == "8: ghij\n (1: 4 4)")
    #expect(try read(2) == "kl")
    #expect(take() == "3: mn (0: - -)")
    #expect(try read(3) == "o\np")
  }

  @Test func `end where the file ends by then`() throws {
    _ = stream.claimPiece(of: 10, room: 0, pool: pool)
    let next = stream.claimPiece(of: 10, room: 0, pool: pool)
    next?.read()
    try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("log"))).truncate(atOffset: 8)
    #expect(take() == nil, "not to be joined to what stood behind it")
    #expect(try read(10) == "abcde\nfg")
    #expect(try read(10) == "" && read(10) == "")
    #expect(take() == nil)
  }

  @Test func `that cannot be read are an error in their turn`() throws {
    let opened = open(folder.url.path, O_RDONLY)
    let piece = FilePiece(OpenFile(opened, name: "a folder", isOwned: true), 0..<10, room: 0, pool: pool)
    piece.read()
    if piece.take(where: { _ in true }) != nil { Issue.record("taken") }
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(throws: LogInputError.self) { try bytes.withUnsafeMutableBytes { try piece.copy(into: $0) } }
  }

  @Test func `are no part of pipes, archives and packed files`() throws {
    stream.seek(to: 20)
    #expect(
      stream.claimPiece(of: 11, room: 0, pool: pool) == nil && stream.claimPiece(of: 10, room: 0, pool: pool) != nil)
    let packed = try folder.write(gzip(Array(Self.text.utf8)), to: "packed")
    for path in [packed, "-"] {
      let source = try ByteSource(opening: try #require(try LogInputs.find([path]).inputs.first))
      #expect(source.plainFile?.claimPiece(of: 1, room: 0, pool: pool) == nil)
    }
  }

  /// Lines about as long as the room before a piece, a piece, and the longest record, with short ones in between.
  private static func text(_ random: inout SeededGenerator, lengths: [Int]) -> [UInt8] {
    var text: [UInt8] = []
    while text.count < 300_000 {
      let length =
        random.next() % 3 > 0
        ? Int(random.next() % 50) : lengths[Int(random.next() % UInt64(lengths.count))] + Int(random.next() % 5) - 2
      text += random.bytes(length, of: "abc\"") + (random.next() % 4 == 0 ? [0x0D, 0x0A] : [0x0A])
    }
    return random.next() % 2 == 0 ? text : text.dropLast()
  }

  @Test(.thorough, arguments: [1000, 5000, 70_000], 1...3 as ClosedRange<UInt64>)
  func `give the same lines, whatever their size and the number of threads`(size: Int, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for longest in [size / 2, size * 3 / 2, 16 << 20] {
      let text = Self.text(&random, lengths: [size / 16, size, min(longest, 2 * size)])
      let expected = BytesBlockReaderTests.lines(text, longest: longest)
      let digests = try readBlocks(bytes: gzip(text)).summaries.map(\.digest)
      let file = try folder.write(text, to: "lines")
      var options = ReadingOptions()
      options.blockSize = size
      options.maximumRecordLength = longest
      for threads in [1, 2, 5] {
        let reader = BlockReader(try LogInputs.find([file]).inputs, options: options) { _, _ in .lines }
        let found = Mutex<[(sequence: Int, records: [ReadRecord], skipped: [SkippedRecord])]>([])
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
          do {
            while let block = try reader.next() {
              var records: [ReadRecord] = []
              block.forEachRecord { records.append(ReadRecord(source: 0, line: $0.line, bytes: Array($0.bytes))) }
              let all = (block.sequence, records, block.skipped)
              found.withLock { $0.append(all) }
            }
          } catch {
            Issue.record(error)
          }
        }
        let blocks = found.withLock { $0.sorted { $0.sequence < $1.sequence } }
        // Not `#expect(a == b)`: they are long.
        let isSame = blocks.flatMap(\.records) == expected.records && blocks.flatMap(\.skipped) == expected.skipped
        #expect(isSame, "\(threads) threads, records of up to \(longest) bytes")
        #expect(reader.summaries.map(\.digest) == digests)
      }
    }
  }

  @Test func `wait in no greater number than there are threads`() throws {
    let line = String(repeating: "x", count: 5000) + "\n"
    let file = try folder.write(String(repeating: line, count: 100), to: "long")
    var options = ReadingOptions()
    options.blockSize = 10_000
    let source = try ByteSource(opening: try #require(try LogInputs.find([file]).inputs.first))
    let cutter = SourceCutter(source, sourceIndex: 0, mode: .lines, options: options, pool: pool)
    var blocks = 0
    while true {
      cutter.claimPiece(beside: 1)?.read()
      #expect(source.plainFile?.piecesWaiting ?? 0 <= 2)
      guard let block = try cutter.next(sequence: blocks) else { break }
      blocks = block.sequence + 1
    }
    #expect(blocks > 40)
  }

  @Test func `a log that becomes shorter while it is read ends there`() throws {
    // More than is peeked at before reading.
    let lines = (10_000..<30_000).map { "line \($0)" }
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
