/// A path in the bytes of the file system, which need not be UTF-8.
struct FilePathBytes: Sendable, Equatable {
  /// The bytes, ending in NUL.
  let terminated: [CChar]

  init(_ path: String) {
    terminated = path.utf8CString.map { $0 }
  }

  init(cString: UnsafePointer<CChar>) {
    var bytes: [CChar] = []
    var next = cString
    while next.pointee != 0 {
      bytes.append(next.pointee)
      next += 1
    }
    terminated = bytes + [0]
  }

  private init(terminated: [CChar]) {
    self.terminated = terminated
  }

  /// The bytes without the NUL, for sorting.
  var bytes: [UInt8] { terminated.dropLast().map { UInt8(bitPattern: $0) } }

  /// The path as text; bytes that are not UTF-8 become replacement characters.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The path of `name` inside this folder.
  func appending(_ name: FilePathBytes) -> FilePathBytes {
    let slash = CChar(UInt8(ascii: "/"))
    var path = Array(terminated.dropLast())
    if path.last != slash { path.append(slash) }
    return FilePathBytes(terminated: path + name.terminated)
  }

  /// The path as text for a one-line message: control and bidirectional characters become `?`.
  var displayName: String {
    var name = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: name.append("?")
      default: name.append(scalar)
      }
    }
    return String(name)
  }
}
