import Foundation

/// Files that are read whole: app maps, baselines, tables of earlier reports. One that is too long for that is refused
/// before it takes memory.
package enum SmallFile {
  /// Bytes: more than any app map, baseline or data package has. H
  package static let most = 16 << 20
  /// Bytes of a table of an earlier report that is read. H
  package static let mostOfTable = 64 << 20

  /// - Parameters:
  ///   - what: its role, such as `an app map`.
  ///   - mayBeStream: whether a pipe or a device is read, too, as one that the user names.
  /// - Returns: nil if it cannot be read.
  /// - Throws: if it is too long, or a pipe that may stay silent.
  package static func bytes(of path: String, as what: String, most: Int = most, mayBeStream: Bool = false)
    throws(LogInputError) -> [UInt8]?
  {
    let location = FilePathBytes(path)
    let name = location.displayName
    try expectNoNamedPipe(path)
    guard let file = try? OpenFile(opening: location, name: name, isFile: !mayBeStream) else { return nil }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
    defer { room.deallocate() }
    var bytes: [UInt8] = []
    var isTooLong = file.size > most
    while !isTooLong {
      var request = pollfd(fd: file.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&request, 1, -1)
      do {
        guard let count = try file.read(into: room) else { continue }
        if count == 0 { return bytes }
        bytes.append(contentsOf: room[..<count])
      } catch {
        return nil
      }
      isTooLong = bytes.count > most
    }
    throw .tooLong(name: name, most: most, what: what)
  }

  /// - Throws: if a path names a pipe to which nobody may ever write. That of a shell (`<(…)`) is in `/dev/fd`.
  package static func expectNoNamedPipe(_ path: String) throws(LogInputError) {
    var status = stat()
    guard !path.hasPrefix("/dev/"), !path.hasPrefix("/proc/"), stat(path, &status) == 0,
      status.st_mode & S_IFMT == S_IFIFO
    else { return }
    throw .unreadable(name: FilePathBytes(path).displayName, reason: "it is a pipe, to which nobody may ever write")
  }
}
