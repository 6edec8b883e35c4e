import Foundation
import TestSupport
import Testing

@testable import EventLogs

@Suite struct BytesSequentialStreamTests {
  let folder = TemporaryFolder()
  let path: String
  let pipe: LogInput

  init() throws {
    path = folder.path("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    pipe = try #require(try LogInputs.find([path]).inputs.first)
  }

  /// The other end of the pipe, opened once somebody reads.
  private func writer() async -> FileHandle? {
    await withCheckedContinuation { continuation in
      Thread { [path] in continuation.resume(returning: FileHandle(forWritingAtPath: path)) }.start()
    }
  }

  /// The lines that some tasks read.
  private static func lines(_ reader: BlockReader, tasks: Int) async throws -> [String] {
    try await withThrowingTaskGroup(of: [(sequence: Int, lines: [String])].self) { group in
      for _ in 0..<tasks {
        group.addTask {
          var found: [(sequence: Int, lines: [String])] = []
          while let block = try await reader.next() {
            var lines: [String] = []
            block.forEachRecord { lines.append(String(decoding: $0.bytes, as: UTF8.self)) }
            found.append((block.sequence, lines))
          }
          return found
        }
      }
      var all: [(sequence: Int, lines: [String])] = []
      for try await part in group { all += part }
      return all.sorted { $0.sequence < $1.sequence }.flatMap(\.lines)
    }
  }

  /// More tasks than threads wait, and the one that writes needs a thread too: if they blocked theirs, this would never
  /// end.
  @Test func `while a pipe is silent, other tasks run`() async throws {
    var options = ReadingOptions()
    options.blockSize = 1000
    let reader = BlockReader([pipe], options: options) { _, _ in .lines }
    let count = 4 * ProcessInfo.processInfo.activeProcessorCount
    let text = (0..<20_000).map { "line \($0)" }
    async let read = Self.lines(reader, tasks: count)
    let writer = try #require(await writer())
    // It is more than the pipe holds.
    Thread {
      try? writer.write(contentsOf: Data(text.joined(separator: "\n").utf8))
      try? writer.close()
    }.start()
    let isSame = try await read == text
    #expect(isSame)
    #expect(reader.summaries.map(\.lines) == [20_000])
  }

  @Test(arguments: [false, true]) func `a run that is stopped waits neither for a pipe's writer nor for its bytes`(
    isOpen: Bool
  )
    async throws
  {
    let reader = BlockReader([pipe]) { _, _ in .lines }
    let reading = Task { try await Self.lines(reader, tasks: 3) }
    let writer = isOpen ? try #require(await writer()) : nil
    reading.cancel()
    await #expect(throws: LogInputError.unreadable(name: path, reason: "the run was stopped")) {
      try await reading.value
    }
    try writer?.close()
  }

  @Test func `bytes come in order, whatever the sizes`() throws {
    var random = SeededGenerator(seed: 3)
    let sent = random.bytes(100_000, of: "abcdefgh\n")
    let path = path
    Thread {
      guard let writer = FileHandle(forWritingAtPath: path) else { return }
      for start in stride(from: 0, to: sent.count, by: 777) {
        try? writer.write(contentsOf: Data(sent[start..<min(start + 777, sent.count)]))
      }
      try? writer.close()
    }.start()
    let stream = SequentialStream(pipe)
    var got = [UInt8]()
    var piece = [UInt8](repeating: 0, count: 1500)
    while true {
      let size = 1 + Int(random.next() % 1500)
      let count = try piece.withUnsafeMutableBytes {
        try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[..<size]))
      }
      if count == 0 { break }
      got += piece[..<count]
      #expect(stream.consumed == got.count)
    }
    #expect(got == sent)
  }

  @Test func `a pipe that is gone is an error when it is read`() async throws {
    try FileManager.default.removeItem(atPath: path)
    let reader = BlockReader([pipe]) { _, _ in .lines }
    await #expect(throws: LogInputError.missing(name: path)) { _ = try await reader.next() }
    await #expect(throws: LogInputError.missing(name: path)) { _ = try await reader.next() }
  }
}
