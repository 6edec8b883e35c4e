import CZlib

/// The decompressed bytes of gzip data: all members in order, each verified by its checksum.
///
/// Exporters append members (one for each chunk), and tape and block tools pad the end with zeros; both are supported.
final class GzipStream: ByteStream {
  private enum Phase { case inMember, betweenMembers, inPadding }

  private let base: any ByteStream
  private let name: String
  /// Compressed bytes.
  private let input = BlockBufferPool.scratch()
  /// On the heap, because zlib keeps the address.
  private let zlib = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var phase = Phase.inMember
  private var isAtEnd = false

  /// - Parameters:
  ///   - base: the compressed bytes.
  ///   - name: the input's name, for messages.
  init(_ base: any ByteStream, name: String) throws(LogInputError) {
    self.base = base
    self.name = name
    zlib.initialize(to: z_stream())
    // 15 bits of window; 16 more request the gzip header and checksum.
    let status = inflateInit2_(zlib, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      throw .unreadable(name: name, reason: "zlib cannot start (\(status))")
    }
  }

  deinit {
    inflateEnd(zlib)
    zlib.deallocate()
  }

  var consumed: Int { base.consumed - Int(zlib.pointee.avail_in) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    let space = min(buffer.count, Int(Int32.max))
    zlib.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    zlib.pointee.avail_out = UInt32(space)
    while zlib.pointee.avail_out > 0 {
      if zlib.pointee.avail_in == 0 && !isAtEnd { try refill() }
      switch phase {
      case .inMember:
        if try !inflateSome() { break }
        continue
      case .betweenMembers:
        if isAtEnd && zlib.pointee.avail_in == 0 { return space - Int(zlib.pointee.avail_out) }
        try startNextMember()
        continue
      case .inPadding:
        if isAtEnd && zlib.pointee.avail_in == 0 { return space - Int(zlib.pointee.avail_out) }
        try skipPadding()
        continue
      }
      break
    }
    return space - Int(zlib.pointee.avail_out)
  }

  private func refill() throws(LogInputError) {
    let count = try base.read(into: input.bytes)
    isAtEnd = count == 0
    zlib.pointee.next_in = input.base.assumingMemoryBound(to: UInt8.self)
    zlib.pointee.avail_in = UInt32(count)
  }

  /// Decompresses what is available. `false` if there is no room left.
  private func inflateSome() throws(LogInputError) -> Bool {
    switch inflate(zlib, Z_NO_FLUSH) {
    case Z_OK:
      return true
    case Z_STREAM_END:
      phase = .betweenMembers
      return true
    case Z_BUF_ERROR:
      if zlib.pointee.avail_out == 0 { return false }
      if isAtEnd { throw .cutOff(name: name, container: .gzip, offset: consumed) }
      return true
    case let status:
      throw damaged(zlib.pointee.msg.map { String(cString: $0) } ?? "zlib error \(status)")
    }
  }

  /// Checks the byte after a member: another member, padding, or garbage.
  private func startNextMember() throws(LogInputError) {
    switch zlib.pointee.next_in.pointee {
    case 0x1F:
      guard inflateReset(zlib) == Z_OK else { throw damaged("zlib cannot restart") }
      phase = .inMember
    case 0:
      phase = .inPadding
    default:
      throw damaged("other data follows the end of the gzip data")
    }
  }

  /// Skips the available zeros.
  private func skipPadding() throws(LogInputError) {
    while zlib.pointee.avail_in > 0 {
      guard zlib.pointee.next_in.pointee == 0 else {
        throw damaged("other data follows the padding after the gzip data")
      }
      zlib.pointee.next_in += 1
      zlib.pointee.avail_in -= 1
    }
  }

  private func damaged(_ detail: String) -> LogInputError {
    .damaged(name: name, container: .gzip, offset: consumed, detail: detail)
  }
}
