import Foundation
import TestSupport
import Testing

@testable import EventLogs

/// One gzip member.
func gzip(_ bytes: [UInt8]) -> [UInt8] { Array(Data(bytes).gzipped) }

/// One zstd frame.
func zstd(_ bytes: [UInt8]) -> [UInt8] { Array(Data(bytes).zstandard) }

/// A record, as the consumer sees it.
struct ReadRecord: Equatable, CustomStringConvertible {
  let source: Int
  let line: Int
  let bytes: [UInt8]
  var description: String { "\(source):\(line) \(String(decoding: bytes, as: UTF8.self).debugDescription)" }
}

/// The complete output of a reader.
struct ReadBlocks: Equatable {
  var records: [ReadRecord] = []
  var skipped: [SkippedRecord] = []
  var summaries: [SourceSummary] = []
  var blockCount = 0
}

/// Reads inputs to their end, and checks the invariants of every block.
func readBlocks(
  _ inputs: [LogInput], mode: RecordMode = .lines, options: ReadingOptions = ReadingOptions()
) throws -> ReadBlocks {
  let reader = BlockReader(inputs, options: options) { _, _ in mode }
  var outcome = ReadBlocks()
  while let block = try reader.next() {
    #expect(block.sequence == outcome.blockCount)
    #expect(block.count > 0 || !block.skipped.isEmpty)
    outcome.blockCount += 1
    outcome.skipped += block.skipped
    let source = block.sourceIndex
    let isPadded = block.withBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      return (0..<BlockBuffer.padding).allSatisfy { base.load(fromByteOffset: bytes.count + $0, as: UInt8.self) == 0 }
    }
    #expect(isPadded)
    block.forEachRecord { record in
      outcome.records.append(ReadRecord(source: source, line: record.line, bytes: Array(record.bytes)))
    }
  }
  outcome.summaries = reader.summaries
  return outcome
}

/// Reads bytes as a file.
func readBlocks(
  bytes: [UInt8], mode: RecordMode = .lines, options: ReadingOptions = ReadingOptions()
) throws -> ReadBlocks {
  let folder = TemporaryFolder()
  let file = try folder.write(bytes, to: "log")
  return try readBlocks(try LogInputs.find([file]).inputs, mode: mode, options: options)
}

/// The error with which reading bytes ends.
func failure(reading bytes: [UInt8], options: ReadingOptions = ReadingOptions()) throws -> LogInputError? {
  #expect(throws: LogInputError.self) { try readBlocks(bytes: bytes, options: options) }
}
