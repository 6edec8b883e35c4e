/// A record in a block.
struct Record {
  /// The bytes, without the line end.
  let bytes: UnsafeRawBufferPointer
  /// The line of the source on which it begins, from 1.
  let line: Int
}
