import GRDB
import GRDBSQLite
import NavigationModel

/// The format of event ids in the table `event_id`.
enum EventIDs {
  static func bytes(_ ids: [UInt32]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(ids.count * 4)
    for id in ids { withUnsafeBytes(of: id.littleEndian) { bytes.append(contentsOf: $0) } }
    return bytes
  }

  static func forEach(in bytes: UnsafeRawBufferPointer, _ body: (UInt32) -> Void) {
    for index in 0..<(bytes.count / 4) { body(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))) }
  }
}
