import CZlib

/// The bytes of one member of a ZIP archive, stored or deflated, verified by their checksum at the end.
final class ZipMemberStream: ByteStream {
  private let base: FileStream
  private let member: ZipArchive.Member
  private let name: String
  /// Compressed bytes.
  private let input = BlockBufferPool.scratch()
  /// On the heap, because zlib keeps the address.
  private let zlib = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  /// The number of unread compressed bytes.
  private var rest: Int
  private var written = 0
  private var checksum: UInt
  private var isAtEnd = false

  /// - Parameters:
  ///   - base: the archive.
  ///   - location: its path.
  ///   - name: the member's name, for messages.
  init(_ base: FileStream, _ location: FilePathBytes, _ member: ZipArchive.Member, name: String) throws(LogInputError) {
    self.base = base
    self.member = member
    self.name = name
    rest = member.compressedSize
    checksum = crc32(0, nil, 0)
    zlib.initialize(to: z_stream())
    // A raw stream with 15 bits of window. From here on `deinit` may run.
    let status = inflateInit2_(zlib, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw .unreadable(name: name, reason: "zlib cannot start (\(status))") }
    if member.isEncrypted { throw .notALog(name: name, kind: "encrypted", advice: "unpack the archive with its password and name the folder") }
    guard member.method == 0 || member.method == 8 else {
      throw .notALog(name: name, kind: "compressed with an unsupported ZIP method (\(member.method))", advice: "unpack the archive and name the folder")
    }
    guard let header = try OpenFile(opening: location, name: name).bytes(30, at: member.headerOffset), LittleEndian(header)[0, 4] == 0x0403_4B50
    else { throw damaged("its header is missing") }
    let start = member.headerOffset + 30 + LittleEndian(header)[26, 2] + LittleEndian(header)[28, 2]
    base.seek(to: start)
  }

  deinit {
    inflateEnd(zlib)
    zlib.deallocate()
  }

  var consumed: Int { member.compressedSize - rest - Int(zlib.pointee.avail_in) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    if isAtEnd { return 0 }
    let count = member.method == 0 ? try readStored(into: buffer) : try inflateSome(into: buffer)
    checksum = crc32(checksum, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(count))
    written += count
    if written > member.size { throw damaged("it is longer than the directory says") }
    if isAtEnd && (UInt32(truncatingIfNeeded: checksum) != member.checksum || written != member.size) {
      throw damaged("its checksum is wrong")
    }
    return count
  }

  private func readStored(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    let count = try readBase(into: buffer)
    isAtEnd = rest == 0
    return count
  }

  private func inflateSome(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    let space = min(buffer.count, Int(Int32.max))
    zlib.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    zlib.pointee.avail_out = UInt32(space)
    while zlib.pointee.avail_out == UInt32(space) {
      if zlib.pointee.avail_in == 0 && rest > 0 {
        zlib.pointee.avail_in = UInt32(try readBase(into: input.bytes))
        zlib.pointee.next_in = input.base.assumingMemoryBound(to: UInt8.self)
      }
      switch inflate(zlib, Z_NO_FLUSH) {
      case Z_OK: continue
      case Z_STREAM_END:
        isAtEnd = true
        return space - Int(zlib.pointee.avail_out)
      case Z_BUF_ERROR where rest > 0: continue
      case Z_BUF_ERROR: throw .cutOff(name: name, container: .zip, offset: consumed)
      case let status: throw damaged(zlib.pointee.msg.map { String(cString: $0) } ?? "zlib error \(status)")
      }
    }
    return space - Int(zlib.pointee.avail_out)
  }

  private func readBase(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    if rest == 0 { return 0 }
    let count = try base.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, rest)]))
    if count == 0 { throw .cutOff(name: name, container: .zip, offset: consumed) }
    rest -= count
    return count
  }

  private func damaged(_ detail: String) -> LogInputError {
    .damaged(name: name, container: .zip, offset: member.headerOffset, detail: detail)
  }
}
