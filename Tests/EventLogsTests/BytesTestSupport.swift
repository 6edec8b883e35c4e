import CZlib
import CZstd
import Foundation
import Testing

@testable import EventLogs

/// Shared by the tests of the bytes layer.
enum BytesTest {
  /// A folder that is removed when the value is destroyed.
  final class TemporaryFolder {
    let path: String

    init() throws {
      path = FileManager.default.temporaryDirectory.path + "/navaudit-bytes-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
      try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file (and its parent folders) and returns its path.
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
      let file = path + "/" + name
      let folder = (file as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(fileURLWithPath: file))
      return file
    }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }
  }

  /// One gzip member.
  static func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    var stream = z_stream()
    try #require(
      deflateInit2_(&stream, 6, Z_DEFLATED, 15 + 16, 8, 0, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
    defer { deflateEnd(&stream) }
    var packed = [UInt8](repeating: 0, count: bytes.count + bytes.count / 100 + 1000)
    var input = bytes
    let count = input.withUnsafeMutableBufferPointer { source in
      packed.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        #expect(deflate(&stream, Z_FINISH) == Z_STREAM_END)
        return target.count - Int(stream.avail_out)
      }
    }
    return Array(packed.prefix(count))
  }

  /// One zstd frame.
  static func zstd(_ bytes: [UInt8]) throws -> [UInt8] {
    var packed = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
    let count = ZSTD_compress(&packed, packed.count, bytes, bytes.count, 3)
    try #require(ZSTD_isError(count) == 0)
    return Array(packed.prefix(count))
  }

  /// A record, as the consumer sees it.
  struct Read: Equatable, CustomStringConvertible {
    let source: Int
    let line: Int
    let bytes: [UInt8]
    var description: String { "\(source):\(line) \(String(decoding: bytes, as: UTF8.self).debugDescription)" }
  }

  /// The complete output of a reader.
  struct Outcome: Equatable {
    var records: [Read] = []
    var skipped: [SkippedRecord] = []
    var summaries: [SourceSummary] = []
    var blockCount = 0
  }

  /// Reads inputs to their end, and checks the invariants of every block.
  static func read(
    _ inputs: [LogInput], mode: RecordMode = .lines, options: ReadingOptions = ReadingOptions()
  ) throws -> Outcome {
    let reader = BlockReader(inputs, options: options) { _, _ in mode }
    var outcome = Outcome()
    while let block = try reader.next() {
      #expect(block.sequence == outcome.blockCount)
      #expect(block.count > 0 || !block.skipped.isEmpty)
      outcome.blockCount += 1
      outcome.skipped += block.skipped
      let source = block.sourceIndex
      let isPadded = block.withBytes { bytes in
        guard let base = bytes.baseAddress else { return false }
        return (0..<Block.padding).allSatisfy { base.load(fromByteOffset: bytes.count + $0, as: UInt8.self) == 0 }
      }
      #expect(isPadded)
      block.forEachRecord { record in
        outcome.records.append(Read(source: source, line: record.line, bytes: Array(record.bytes)))
      }
    }
    outcome.summaries = reader.summaries
    return outcome
  }

  /// Reads bytes as a file.
  static func read(
    bytes: [UInt8], mode: RecordMode = .lines, options: ReadingOptions = ReadingOptions()
  ) throws -> Outcome {
    let folder = try TemporaryFolder()
    let file = try folder.write("log", bytes)
    return try read(try LogInputs.find([file]).inputs, mode: mode, options: options)
  }

  /// The error with which reading bytes ends.
  static func failure(reading bytes: [UInt8], options: ReadingOptions = ReadingOptions()) throws -> LogInputError? {
    #expect(throws: LogInputError.self) { try read(bytes: bytes, options: options) }
  }
}
