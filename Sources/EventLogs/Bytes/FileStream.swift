#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The bytes of a file.
final class FileStream: ByteStream {
  private let file: OpenFile
  /// The offset of what was not read or claimed.
  private var position = 0
  /// The length of the file when it was found.
  private let size: Int
  /// Claimed pieces that are not consumed, in order.
  private var pieces: [FilePiece] = []
  private(set) var consumed = 0
  /// Whether the file ended before its original length.
  private(set) var isCutShort = false

  /// Opens an input that is a file.
  init(_ input: LogInput) throws(LogInputError) {
    size = input.size ?? 0
    file = try OpenFile(opening: input.location, name: input.name)
    #if canImport(Glibc)
      _ = posix_fadvise(file.descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    #endif
  }

  /// Moves to another offset.
  func seek(to offset: Int) { position = offset }

  /// The number of claimed pieces that are not consumed.
  var piecesWaiting: Int { pieces.count }

  /// Claims a piece, which any thread may read, and which is consumed in order.
  /// - Parameter room: the number of bytes to reserve before it.
  /// - Returns: nil if fewer bytes are left.
  func claimPiece(of count: Int, room: Int, pool: BlockBufferPool) -> FilePiece? {
    guard count <= size - position else { return nil }
    let piece = FilePiece(file, position..<position + count, room: room, pool: pool)
    pieces.append(piece)
    position += count
    return piece
  }

  /// Consumes the next claimed piece without copying it, if there is one and it is wanted.
  func takePiece(where isWanted: (borrowing FilePiece.Bytes) -> Bool) -> FilePiece.Bytes? {
    guard let bytes = pieces.first?.take(where: isWanted) else { return nil }
    consumed += bytes.range.count
    pieces.removeFirst()
    return bytes
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    while true {
      let count: Int
      if let piece = pieces.first {
        guard let some = try piece.copy(into: buffer) else {
          pieces.removeFirst()
          continue
        }
        // If the file became shorter, the piece stays, and the file ends in it.
        count = some
      } else {
        count = try file.read(into: buffer, at: position)
        position += count
      }
      consumed += count
      if count == 0 { isCutShort = consumed < size }
      return count
    }
  }
}
