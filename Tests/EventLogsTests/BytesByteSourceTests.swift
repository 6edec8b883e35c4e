import CXXHash
import Foundation
import TestSupport
import Testing

@testable import EventLogs

@Suite("Containers: plain, gzip, zstd, and what is refused")
struct BytesByteSourceTests {
  static let text = Array((0..<3000).map { "{\"line\":\($0),\"user\":\"u\($0 % 17)\"}\n" }.joined().utf8)

  /// The text cut into pieces, each compressed separately.
  private static func pieces(_ pack: ([UInt8]) -> [UInt8], _ size: Int) -> [UInt8] {
    stride(from: 0, to: text.count, by: size).flatMap {
      pack(Array(text[$0..<min($0 + size, text.count)]))
    }
  }

  /// Decompresses gzip data.
  private static func decompressed(_ packed: [UInt8]) throws(LogInputError) -> [UInt8] {
    /// Bytes in memory as a stream.
    final class Memory: ByteStream {
      var bytes: ArraySlice<UInt8>
      var consumed = 0
      init(_ bytes: [UInt8]) { self.bytes = bytes[...] }
      func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
        let piece = bytes.prefix(buffer.count)
        buffer.copyBytes(from: piece)
        bytes = bytes.dropFirst(piece.count)
        consumed += piece.count
        return piece.count
      }
    }
    let stream = PeekableStream(try InflateStream(Memory(packed), .gzip, name: "log"))
    return Array(try stream.peek(1 << 20))
  }

  @Test("One digest and the same records, however it is packed")
  func samePackedOrNot() throws {
    let text = Self.text
    let packings: [(name: String, bytes: [UInt8])] = [
      ("gzip", gzip(text)),
      ("gzip members", Self.pieces(gzip, 999)),
      ("gzip with an empty member", gzip([]) + gzip(text) + gzip([])),
      ("gzip padded with zeros", gzip(text) + [UInt8](repeating: 0, count: 1000)),
      ("zstd", zstd(text)),
      ("zstd frames", Self.pieces(zstd, 999)),
      (
        "zstd with skippable frames",
        [0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3] + zstd(text) + [0x5F, 0x2A, 0x4D, 0x18, 0, 0, 0, 0]
      ),
    ]
    let plain = try readBlocks(bytes: text)
    #expect(plain.records.count == 3000)
    let summary = try #require(plain.summaries.first)
    #expect(summary.bytes == text.count && summary.decompressedBytes == text.count && summary.lines == 3000)
    let reference = XXH3_128bits(text, text.count)
    #expect(summary.digest == String(format: "%016llx%016llx", reference.high64, reference.low64))
    for packing in packings {
      let packed = try readBlocks(bytes: packing.bytes)
      #expect(packed.records == plain.records, "\(packing.name)")
      #expect(packed.summaries.first?.digest == summary.digest, "\(packing.name)")
      #expect(packed.summaries.first?.bytes == packing.bytes.count, "\(packing.name)")
      #expect(packed.summaries.first?.decompressedBytes == text.count, "\(packing.name)")
    }
  }

  @Test("Gzip data that is cut off anywhere is an error, never a shorter log")
  func cutOffGzip() throws {
    let packed = gzip(Array(Self.text.prefix(2000)))
    for length in 2..<packed.count {
      let error = try failure(reading: Array(packed.prefix(length)))
      guard case .cutOff(_, .gzip, length)? = error else {
        Issue.record("cut to \(length): \(String(describing: error))")
        continue
      }
    }
    let error = try failure(reading: Array(packed.prefix(100)))
    #expect(
      error?.description.hasSuffix(": the gzip data is cut off at byte 100; copy or export the file again") == true)
  }

  @Test("Zstd data that is cut off anywhere is an error")
  func cutOffZstd() throws {
    let packed = zstd(Array(Self.text.prefix(2000)))
    for length in 4..<packed.count {
      guard case .cutOff(_, .zstd, length)? = try failure(reading: Array(packed.prefix(length))) else {
        Issue.record("cut to \(length)")
        continue
      }
    }
  }

  @Test("Any flipped bit of gzip data is found, or changes nothing")
  func damagedGzip() throws {
    let text = Array(Self.text.prefix(2000))
    let packed = gzip(text)
    for place in 10..<packed.count {
      var broken = packed
      broken[place] ^= 0x10
      do throws(LogInputError) {
        // A few bits of a compressed block are unused.
        #expect(try Self.decompressed(broken) == text, "byte \(place)")
      } catch {
        switch error {
        case .damaged(_, .gzip, let offset, _), .cutOff(_, .gzip, let offset): #expect(offset <= packed.count)
        default: Issue.record("byte \(place): \(error)")
        }
      }
    }
    let garbage = try failure(reading: packed + Array("garbage".utf8))
    #expect(
      garbage?.description.hasSuffix(
        ": the gzip data is broken at byte \(packed.count) (other data follows the end of the gzip data); "
          + "copy or export the file again") == true)
    guard case .damaged? = try failure(reading: packed + [0, 0, 7]) else {
      Issue.record("padding")
      return
    }
  }

  @Test("Broken zstd data")
  func damagedZstd() throws {
    let packed = zstd(Self.text)
    guard case .damaged(_, .zstd, packed.count, _)? = try failure(reading: packed + Array("garbage".utf8))
    else {
      Issue.record("trailing garbage")
      return
    }
    var broken = packed
    broken[9] = 0xFF
    _ = try failure(reading: broken)
  }

  @Test(
    "Files of other kinds are refused by name",
    arguments: [
      (Array("PAR1xxxx".utf8), "a Parquet file"), (Array("SQLite format 3\0abc".utf8), "a SQLite database"),
      ([0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0], "text in UTF-32"), ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x7B], "text in UTF-32"),
      (Array("BZh9".utf8), "compressed with bzip2"),
      ([UInt8](repeating: 0x61, count: 257) + Array("ustar\0".utf8), "a tar archive"),
    ] as [([UInt8], String)])
  func refused(bytes: [UInt8], kind: String) throws {
    for packed in [bytes, gzip(bytes)] {
      guard case .notALog(_, kind, let advice)? = try failure(reading: packed) else {
        Issue.record("\(kind)")
        continue
      }
      #expect(!advice.isEmpty && !advice.contains("\n"))
    }
  }

  @Test("An archive within another packed file is refused")
  func archiveInside() throws {
    guard
      case .notALog(_, "a ZIP archive in a stream or in another file", _)? = try failure(
        reading: gzip([0x50, 0x4B, 3, 4]))
    else {
      Issue.record("archive")
      return
    }
  }

  @Test("Compressed twice")
  func compressedTwice() throws {
    let error = try failure(reading: zstd(gzip(Self.text)))
    #expect(error?.description.hasSuffix(": is compressed twice (gzip in zstd), not a log; decompress it once") == true)
  }

  @Test("A byte order mark is no part of the first record")
  func byteOrderMark() throws {
    for packed in [[0xEF, 0xBB, 0xBF] + Self.text, gzip([0xEF, 0xBB, 0xBF] + Self.text)] {
      let outcome = try readBlocks(bytes: packed)
      #expect(outcome.records.first?.bytes == Array("{\"line\":0,\"user\":\"u0\"}".utf8))
      #expect(outcome.summaries.first?.decompressedBytes == Self.text.count + 3)
    }
    #expect(try readBlocks(bytes: [0xEF, 0xBB, 0xBF]).records.isEmpty)
  }

  @Test("Decompression bombs are refused, small ones are read")
  func bombs() throws {
    var options = ReadingOptions()
    options.decompression = DecompressionLimits(harmlessBytes: 1 << 20, maximumRatio: 500)
    options.maximumRecordLength = 4 << 20
    options.longestHead = 1 << 20
    let zeros = [UInt8](repeating: 0x20, count: 8 << 20)
    for packed in [gzip(zeros), zstd(zeros)] {
      guard
        case .decompressionBomb(_, let compressed, let decompressed)? = try failure(
          reading: packed, options: options)
      else {
        Issue.record("no bomb")
        continue
      }
      #expect(decompressed > 500 * compressed && decompressed < 2 << 20)
      #expect(try readBlocks(bytes: packed).summaries.first?.decompressedBytes == 8 << 20)
    }
  }

  @Test("Peeking consumes nothing")
  func peek() throws {
    let folder = TemporaryFolder()
    let file = try folder.write(gzip(Self.text), to: "log")
    let source = try ByteSource(opening: try #require(try LogInputs.find([file]).inputs.first))
    #expect(try source.peek(10) == Array(Self.text.prefix(10)))
    #expect(try source.peek() == Array(Self.text.prefix(64 << 10)))
    #expect(try source.peek(Int(1) << 20) == Self.text)
    var read: [UInt8] = []
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 777, alignment: 1)
    defer { piece.deallocate() }
    while case let count = try source.read(into: piece), count > 0 { read += piece[..<count] }
    #expect(read == Self.text)
  }

  @Test("A FIFO is read as a stream, in the same records as the file")
  func fifo() throws {
    let folder = TemporaryFolder()
    let pipe = folder.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let text = Self.text
    let writer = Thread {
      let descriptor = open(pipe, O_WRONLY)
      var sent = 0
      while sent < text.count {
        let count = text.withUnsafeBytes {
          write(descriptor, $0.baseAddress.map { $0 + sent }, min(777, text.count - sent))
        }
        if count <= 0 { break }
        sent += count
      }
      close(descriptor)
    }
    writer.start()
    var options = ReadingOptions()
    options.blockSize = 5000
    let streamed = try readBlocks(try LogInputs.find([pipe]).inputs, options: options)
    let plain = try readBlocks(bytes: text, options: options)
    #expect(streamed.records == plain.records)
    #expect(streamed.summaries.first?.digest == plain.summaries.first?.digest)
  }
}
