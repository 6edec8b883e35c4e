import NavigationModel

/// Typed access to nodes: each function returns the value, or records an error and returns nothing.
extension AppMapReader {
  /// A non-empty text; numbers and switches are read as written.
  mutating func text(_ node: MapNode, expected: String) -> String? {
    if let text = node.text, !text.allSatisfy(\.isWhitespace) { return text }
    refuse("expected \(expected), found \(node.found)", at: node.position)
    return nil
  }

  /// A finite decimal number, without quotes.
  mutating func number(_ node: MapNode, expected: String) -> Double? {
    if let text = node.plainText, text.allSatisfy({ "0123456789+-.eE".contains($0) }), let number = Double(text), number.isFinite {
      return number
    }
    refuse("expected \(expected), found \(node.found)", at: node.position)
    return nil
  }

  /// The value of a word for true or false, in any of YAML's spellings.
  func isOn(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: nil
    }
  }

  mutating func items(of node: MapNode, expected: String) -> [MapNode] {
    if let items = node.items { return items }
    refuse("expected \(expected), found \(node.found)", at: node.position)
    return []
  }

  /// A list of different names.
  mutating func names(_ node: MapNode, expected: String, each: String) -> [String] {
    var firsts: [String: AppMapError.Position] = [:]
    return items(of: node, expected: expected).compactMap { item in
      guard let name = text(item, expected: each), isFirst(name, at: item.position, in: &firsts) else { return nil }
      return name
    }
  }

  /// Whether `text` was not listed before; otherwise records an error.
  mutating func isFirst(_ text: String, at position: AppMapError.Position, in firsts: inout [String: AppMapError.Position]) -> Bool {
    guard let first = firsts[text] else {
      firsts[text] = position
      return true
    }
    refuse("\(text.quoted) is listed twice, first in line \(first.line)", at: position)
    return false
  }

  /// The entries of a mapping with arbitrary names as keys.
  mutating func entries(of node: MapNode, expected: String) -> [MapEntry] {
    guard let pairs = node.pairs else {
      refuse("expected \(expected), found \(node.found)", at: node.position)
      return []
    }
    var firsts: [String: AppMapError.Position] = [:]
    return pairs.compactMap { key, value in
      guard let text = text(key, expected: "a name as key") else { return nil }
      if let first = firsts[text] {
        refuse("key \(text.quoted) is given twice, first in line \(first.line)", at: key.position)
        return nil
      }
      firsts[text] = key.position
      return MapEntry(key: text, position: key.position, value: value)
    }
  }

  /// The entries of a mapping with known keys.
  mutating func entries(of node: MapNode, expected: String, keys: [String], what: String = "key", of owner: String? = nil) -> [MapEntry] {
    entries(of: node, expected: expected).filter { entry in
      if keys.contains(entry.key) { return true }
      refuse(unknown(what, entry.key, of: owner, among: keys), at: entry.position)
      return false
    }
  }

  /// The message for an unknown word.
  func unknown(_ what: String, _ word: String, of owner: String? = nil, among words: [String]) -> String {
    let start = "unknown \(what) \(word.quoted)\(owner.map { " of \($0)" } ?? "")"
    if let nearest = nearestWord(to: word, among: words) { return "\(start); did you mean \(nearest.quoted)?" }
    let told = 30
    let more = words.count > told ? ", …" : ""
    return "\(start); expected \(words.count > 1 ? "one of " : "")\(words.prefix(told).joined(separator: ", "))\(more)"
  }

  /// A mapping with known keys that describes one thing; nil if it is not a mapping.
  mutating func record(_ node: MapNode, of what: String, expected: String, keys: [String]) -> MapRecord? {
    let entries = entries(of: node, expected: expected, keys: keys)
    guard let pairs = node.pairs else { return nil }
    return .init(what: what, position: node.position, entries: entries, hasRefusedKeys: entries.count < pairs.count)
  }

  /// The entry of a required key.
  mutating func entry(_ key: String, of record: MapRecord) -> MapEntry? {
    let entry = record[key]
    if entry == nil, !record.hasRefusedKeys { refuse("\(record.what) without `\(key)`", at: record.position) }
    return entry
  }

  /// The text of a required key.
  mutating func text(_ key: String, of record: MapRecord, expected: String) -> String? {
    entry(key, of: record).flatMap { text($0.value, expected: expected) }
  }
}
