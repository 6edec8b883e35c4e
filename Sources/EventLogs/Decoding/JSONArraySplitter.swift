import CSimdJSON

/// Finds the elements of JSON arrays.
final class JSONArraySplitter {
  private let splitter: OpaquePointer = csj_splitter_create()

  deinit { csj_splitter_destroy(splitter) }

  /// The raw texts of the elements; nil if it is not an array. Valid until the next call.
  func elements(of array: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<RecordValue>? {
    var elements: UnsafePointer<RecordValue>?
    var count = 0
    let bytes = UnsafeRawBufferPointer(array)
    guard csj_splitter_split(splitter, bytes.characters, bytes.count, &elements, &count) == CSJ_OK else { return nil }
    return UnsafeBufferPointer(start: elements, count: count)
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes as C characters.
  var characters: UnsafePointer<CChar>? { baseAddress?.assumingMemoryBound(to: CChar.self) }
}
