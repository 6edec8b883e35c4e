import CZlib

/// The members of a ZIP archive (PKWARE APPNOTE 6.3, with ZIP64), from its central directory. Nothing is unpacked to
/// disk.
struct ZipArchive {
  struct Member: Sendable, Equatable {
    /// Its path in the archive, for messages only.
    let path: String
    let method: UInt16
    let isEncrypted: Bool
    let checksum: UInt32
    let compressedSize: Int
    let size: Int
    let headerOffset: Int
  }

  /// Ordered by path.
  private(set) var members: [Member] = []

  /// The largest central directory that is read: some millions of files.
  private static let largestDirectory = 512 << 20
  private static let endSize = 22
  private static let zip64LocatorSize = 20

  /// Whether a file begins like a non-empty archive.
  static func begins(_ location: FilePathBytes) -> Bool {
    OpenFile.beginning(of: location, 4) == [0x50, 0x4B, 0x03, 0x04]
  }

  /// Reads the central directory.
  /// - Throws: ``LogInputError/damaged(name:container:offset:detail:)`` if it is not complete.
  init(_ location: FilePathBytes, size: Int, name: String) throws(LogInputError) {
    func damaged(_ detail: String) -> LogInputError {
      .damaged(name: name, container: .zip, offset: size, detail: detail)
    }
    let file = try OpenFile(opening: location, name: name)

    // The end record is followed by a comment of at most 64 KiB.
    let tailSize = min(size, Self.endSize + 0xFFFF)
    guard let tail = try file.bytes(tailSize, at: size - tailSize),
      let end = stride(from: tail.count - Self.endSize, through: 0, by: -1).first(where: {
        tail.number($0, 4) == 0x0605_4B50
      })
    else { throw damaged("its directory is missing") }
    var directorySize = tail.number(end + 12, 4)
    var directoryOffset = tail.number(end + 16, 4)
    if directorySize == 0xFFFF_FFFF || directoryOffset == 0xFFFF_FFFF || tail.number(end + 10, 2) == 0xFFFF {
      guard end >= Self.zip64LocatorSize, tail.number(end - Self.zip64LocatorSize, 4) == 0x0706_4B50,
        let record = try file.bytes(56, at: tail.number(end - Self.zip64LocatorSize + 8, 8)),
        record.number(0, 4) == 0x0606_4B50
      else { throw damaged("its ZIP64 directory is missing") }
      directorySize = record.number(40, 8)
      directoryOffset = record.number(48, 8)
    }
    guard directorySize <= Self.largestDirectory, let directory = try file.bytes(directorySize, at: directoryOffset)
    else {
      throw damaged("its directory cannot be read")
    }
    var offset = 0
    while offset < directory.count {
      guard let (member, next) = Self.member(directory, at: offset) else { throw damaged("its directory is broken") }
      members.append(member)
      offset = next
    }
    members.sort { ($0.path, $0.headerOffset) < ($1.path, $1.headerOffset) }
  }

  /// The directory entry at an offset, and the offset of the next one.
  private static func member(_ directory: [UInt8], at offset: Int) -> (Member, next: Int)? {
    guard offset + 46 <= directory.count, directory.number(offset, 4) == 0x0201_4B50 else { return nil }
    let nameEnd = offset + 46 + directory.number(offset + 28, 2)
    let extraEnd = nameEnd + directory.number(offset + 30, 2)
    let next = extraEnd + directory.number(offset + 32, 2)
    guard next <= directory.count else { return nil }
    var sizes = [directory.number(offset + 24, 4), directory.number(offset + 20, 4), directory.number(offset + 42, 4)]
    // Numbers that don't fit are in the ZIP64 field, in this order, if needed.
    var field = nameEnd
    while field + 4 <= extraEnd {
      let length = directory.number(field + 2, 2)
      if directory.number(field, 2) == 1 {
        var number = field + 4
        for index in sizes.indices where sizes[index] == 0xFFFF_FFFF && number + 8 <= min(field + 4 + length, extraEnd)
        {
          sizes[index] = directory.number(number, 8)
          number += 8
        }
      }
      field += 4 + length
    }
    guard sizes.allSatisfy({ $0 >= 0 }) else { return nil }
    let member = Member(
      path: String(decoding: directory[(offset + 46)..<nameEnd], as: UTF8.self),
      method: UInt16(directory.number(offset + 10, 2)),
      isEncrypted: directory.number(offset + 8, 2) & 1 == 1, checksum: UInt32(directory.number(offset + 16, 4)),
      compressedSize: sizes[1], size: sizes[0],
      headerOffset: sizes[2])
    return (member, next)
  }
}

extension ZipArchive.Member {
  var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }
  var isFolder: Bool { path.hasSuffix("/") }
}

extension [UInt8] {
  /// The little-endian integer of `count` bytes at an offset; negative if it does not fit an `Int`.
  fileprivate func number(_ offset: Int, _ count: Int) -> Int {
    self[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

/// The bytes of one member of a ZIP archive, stored or deflated, verified by their checksum at the end.
final class ZipMemberStream: ByteStream {
  private let contents: any ByteStream
  private let member: ZipArchive.Member
  private let name: String
  private var written = 0
  private var checksum = crc32(0, nil, 0)

  init(_ base: FileStream, _ location: FilePathBytes, _ member: ZipArchive.Member, name: String) throws(LogInputError) {
    self.member = member
    self.name = name
    let packed = PackedMember(base, member.compressedSize, name: name)
    contents = member.method == 0 ? packed : try InflateStream(packed, .zip, name: name, start: member.headerOffset)
    if member.isEncrypted {
      throw .notALog(name: name, kind: "encrypted", advice: "unpack the archive with its password and name the folder")
    }
    guard member.method == 0 || member.method == 8 else {
      throw .notALog(
        name: name, kind: "compressed with an unsupported ZIP method (\(member.method))",
        advice: "unpack the archive and name the folder")
    }
    guard let header = try OpenFile(opening: location, name: name).bytes(30, at: member.headerOffset),
      header.number(0, 4) == 0x0403_4B50
    else { throw damaged("its header is missing") }
    base.seek(to: member.headerOffset + 30 + header.number(26, 2) + header.number(28, 2))
  }

  var consumed: Int { contents.consumed }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    let count = try contents.read(into: buffer)
    checksum = crc32(checksum, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(count))
    written += count
    if written > member.size { throw damaged("it is longer than the directory says") }
    if count == 0 && (UInt32(truncatingIfNeeded: checksum) != member.checksum || written != member.size) {
      throw damaged("its checksum is wrong")
    }
    return count
  }

  private func damaged(_ detail: String) -> LogInputError {
    .damaged(name: name, container: .zip, offset: member.headerOffset, detail: detail)
  }
}

/// The bytes of a member as they are in the archive.
private final class PackedMember: ByteStream {
  private let base: FileStream
  private let size: Int
  private let name: String
  private(set) var consumed = 0

  init(_ base: FileStream, _ size: Int, name: String) {
    self.base = base
    self.size = size
    self.name = name
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    if consumed == size { return 0 }
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, size - consumed)])
    let count = try base.read(into: room)
    if count == 0 { throw .cutOff(name: name, container: .zip, offset: consumed) }
    consumed += count
    return count
  }
}
