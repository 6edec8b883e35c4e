import CZlib
import Foundation

/// A ZIP archive, written member by member.
package struct ZipFile {
  private var body = Data()
  private var directory = Data()
  private var count = 0
  /// The common part of the last member's local header and directory entry, and the offset of the header.
  private var last = (common: Data(), offset: 0)

  package init() {}

  /// - Parameters:
  ///   - isStored: whether the bytes are stored without compression.
  ///   - checksum: a wrong checksum, for a damaged archive.
  package mutating func add(
    _ path: String, _ data: Data, isStored: Bool = false, checksum: UInt32? = nil, flags: Int = 0
  ) {
    let packed = isStored ? data : data.deflated
    let sum =
      checksum ?? data.withUnsafeBytes { UInt32(crc32(0, $0.bindMemory(to: UInt8.self).baseAddress, UInt32($0.count))) }
    let offset = body.count
    var common = Data()
    common.append(flags, 2)
    common.append(isStored ? 0 : 8, 2)
    common.append(0, 4)
    common.append(Int(sum), 4)
    common.append(packed.count, 4)
    common.append(data.count, 4)
    body.append(0x0403_4B50, 4)
    body.append(20, 2)
    body += common
    body.append(path.utf8.count, 2)
    body.append(0, 2)
    body += Data(path.utf8) + packed
    last = (common, offset)
    addAgain(path)
  }

  /// Lists the bytes of the last member again, with another path.
  package mutating func addAgain(_ path: String) {
    directory.append(0x0201_4B50, 4)
    directory.append(20, 2)
    directory.append(20, 2)
    directory += last.common
    directory.append(path.utf8.count, 2)
    for _ in 0..<4 { directory.append(0, 2) }
    directory.append(0, 4)
    directory.append(last.offset, 4)
    directory += Data(path.utf8)
    count += 1
  }

  /// The archive so far.
  package var data: Data {
    var end = Data()
    end.append(0x0605_4B50, 4)
    end.append(0, 4)
    end.append(count, 2)
    end.append(count, 2)
    end.append(directory.count, 4)
    end.append(body.count, 4)
    end.append(0, 2)
    return body + directory + end
  }
}

extension Data {
  fileprivate mutating func append(_ number: Int, _ size: Int) {
    for byte in 0..<size { append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
  }
}
