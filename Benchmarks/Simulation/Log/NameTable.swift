/// Every text that a log may contain, encoded once as JSON, so that writing it only copies bytes.
struct NameTable: Sendable {
  /// A text in the table.
  typealias Name = Int32
  /// No text.
  static let none: Name = -1

  private(set) var bytes: [UInt8] = []
  private(set) var starts: [Int32] = [0]
  /// The length in bytes of the longest text.
  private(set) var longest = 0
  private var known: [String: Name] = [:]

  /// The index of a text, added if it is new.
  mutating func name(_ text: String) -> Name { add(JSONText.string(text)) }

  /// The index of a list of texts.
  mutating func list(_ texts: [String]) -> Name {
    add("[" + texts.map(JSONText.string).joined(separator: ",") + "]")
  }

  /// The index of text that is already JSON, or a piece of a line.
  mutating func add(_ json: String) -> Name {
    if let name = known[json] { return name }
    let name = Name(starts.count - 1)
    bytes.append(contentsOf: json.utf8)
    starts.append(Int32(bytes.count))
    longest = max(longest, json.utf8.count)
    known[json] = name
    return name
  }
}

extension NameTable {
  /// A table that begins with the fixed words.
  static func withWords() -> NameTable {
    var table = NameTable()
    for word in EventWord.allCases { _ = table.add(",\"event\":\(JSONText.string(word.text))") }
    for word in Word.allCases { _ = table.name("\(word)") }
    return table
  }
}
