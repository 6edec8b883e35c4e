/// The bytes of a text, and the kind of character at each index.
struct TextScan {
  let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var end: Int { bytes.count }

  /// The byte at an index; 0 beyond the text.
  subscript(index: Int) -> UInt8 { bytes.indices.contains(index) ? bytes[index] : 0 }

  func text(_ range: Range<Int>) -> String { String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self) }

  /// Whether the text contains `word` at an index, ignoring case.
  func holds(_ word: StaticString, at index: Int) -> Bool {
    word.withUTF8Buffer { word in
      index >= 0 && index + word.count <= end && word.indices.allSatisfy { bytes[index + $0].lowercase == word[$0] }
    }
  }

  /// The length of a percent escape at an index: 3 for `%40`, 5 for `%2540`, and so on; 0 if there is none.
  func lengthOfEscape(_ digits: StaticString, at index: Int) -> Int {
    guard self[index] == UInt8(ascii: "%") else { return 0 }
    var next = index + 1
    while holds("25", at: next) { next += 2 }
    return holds(digits, at: next) ? next + 2 - index : 0
  }

  /// The end of the longest run of bytes of a kind from an index.
  func end(of isMember: (UInt8) -> Bool, from index: Int) -> Int {
    var end = index
    while end < self.end, isMember(bytes[end]) { end += 1 }
    return end
  }
}
