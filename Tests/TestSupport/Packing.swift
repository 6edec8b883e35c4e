import CZlib
import CZstd
import Foundation

extension Data {
  /// These bytes as one gzip member.
  package var gzipped: Data { deflated(windowBits: 15 + 16) }

  /// These bytes as a raw stream, as in a ZIP archive.
  package var deflated: Data { deflated(windowBits: -15) }

  private func deflated(windowBits: Int32) -> Data {
    var stream = z_stream()
    deflateInit2_(&stream, 6, Z_DEFLATED, windowBits, 8, 0, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var source = [UInt8](self)
    var packed = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(count))))
    let size = source.withUnsafeMutableBufferPointer { source in
      packed.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        deflate(&stream, Z_FINISH)
        return target.count - Int(stream.avail_out)
      }
    }
    return Data(packed.prefix(size))
  }

  /// What the zstd frame holds with which these bytes begin.
  package var unpackedFrame: Data {
    get throws {
      let source = Array(self)
      let size = ZSTD_findFrameCompressedSize(source, source.count)
      let bound = ZSTD_getFrameContentSize(source, source.count)
      guard ZSTD_isError(size) == 0, bound < 1 << 30 else { throw CocoaError(.fileReadCorruptFile) }
      var content = [UInt8](repeating: 0, count: Int(bound))
      let count = ZSTD_decompress(&content, content.count, source, size)
      guard ZSTD_isError(count) == 0 else { throw CocoaError(.fileReadCorruptFile) }
      return Data(content[..<count])
    }
  }

  /// These bytes as one zstd frame.
  package var zstandard: Data {
    let source = [UInt8](self)
    var packed = [UInt8](repeating: 0, count: ZSTD_compressBound(source.count))
    let size = ZSTD_compress(&packed, packed.count, source, source.count, 3)
    return Data(packed.prefix(size))
  }
}

extension Data {
  /// The contents of these bytes, a gzip member.
  /// - Parameter size: at least the size of the contents.
  package func gunzipped(size: Int) -> Data {
    var stream = z_stream()
    inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { inflateEnd(&stream) }
    var source = [UInt8](self)
    var contents = Data(count: size)
    let count = source.withUnsafeMutableBufferPointer { source in
      contents.withUnsafeMutableBytes { target in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.assumingMemoryBound(to: UInt8.self).baseAddress
        stream.avail_out = UInt32(target.count)
        inflate(&stream, Z_FINISH)
        return target.count - Int(stream.avail_out)
      }
    }
    return contents.prefix(count)
  }
}
