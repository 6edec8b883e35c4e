import Reporting

extension String {
  /// The width of the terminal's lines, in columns.
  static let columns = 100

  /// The text in lines of at most 100 columns, broken at spaces; longer words are cut in the middle.
  /// - Parameter indent: of all lines but the first, and what stands before the first.
  func wrapped(indent: Int = 0) -> String {
    let room = Self.columns - indent
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      let word = String(word).cutInTheMiddle(to: room)
      if line.isEmpty {
        line = word
      } else if line.count + 1 + word.count <= room {
        line += " " + word
      } else {
        lines.append(line)
        line = word
      }
    }
    lines.append(line)
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }
}
