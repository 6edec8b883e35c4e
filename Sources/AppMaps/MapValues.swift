/// Typed access to nodes: each gives the value, or notes what is wrong and gives nothing.
extension AppMapReader {
  /// A text that is not empty; numbers and switches are read as they are written.
  mutating func text(_ node: MapNode, expected: String) -> String? {
    if let text = node.text, !text.allSatisfy(\.isWhitespace) { return text }
    refuse("expected \(expected), found \(node.found)", at: node.position)
    return nil
  }

  /// A finite decimal number, written without quotes.
  mutating func number(_ node: MapNode, expected: String) -> Double? {
    if let text = node.plainText, text.allSatisfy({ "0123456789+-.eE".contains($0) }), let number = Double(text), number.isFinite {
      return number
    }
    refuse("expected \(expected), found \(node.found)", at: node.position)
    return nil
  }

  /// What a word says that stands for true or false, in any of YAML's spellings.
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

  /// Whether `text` was not listed before; else that is noted.
  mutating func isFirst(_ text: String, at position: AppMapError.Position, in firsts: inout [String: AppMapError.Position]) -> Bool {
    guard let first = firsts[text] else {
      firsts[text] = position
      return true
    }
    refuse("\(text.quoted) is listed twice, first in line \(first.line)", at: position)
    return false
  }

  /// The entries of a mapping whose keys are names of any kind.
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

  /// The entries of a mapping whose keys are given.
  mutating func entries(of node: MapNode, expected: String, keys: [String], what: String = "key", of owner: String? = nil) -> [MapEntry] {
    entries(of: node, expected: expected).filter { entry in
      if keys.contains(entry.key) { return true }
      refuse(unknown(what, entry.key, of: owner, among: keys), at: entry.position)
      return false
    }
  }

  /// What to say of a word that is none of those that are known.
  func unknown(_ what: String, _ word: String, of owner: String? = nil, among words: [String]) -> String {
    let start = "unknown \(what) \(word.quoted)\(owner.map { " of \($0)" } ?? "")"
    if let nearest = nearestWord(to: word, among: words) { return "\(start); did you mean \(nearest.quoted)?" }
    let told = 25
    let more = words.count > told ? ", …" : ""
    return "\(start); expected \(words.count > 1 ? "one of " : "")\(words.prefix(told).joined(separator: ", "))\(more)"
  }

  /// A mapping with given keys that describes one thing, or nil where it is no mapping.
  mutating func record(_ node: MapNode, of what: String, expected: String, keys: [String]) -> MapRecord? {
    let entries = entries(of: node, expected: expected, keys: keys)
    guard let pairs = node.pairs else { return nil }
    return .init(what: what, position: node.position, entries: entries, hasRefusedKeys: entries.count < pairs.count)
  }

  /// The entry at a key that must be there.
  mutating func entry(_ key: String, of record: MapRecord) -> MapEntry? {
    let entry = record[key]
    if entry == nil, !record.hasRefusedKeys { refuse("\(record.what) without `\(key)`", at: record.position) }
    return entry
  }

  /// The text at a key that must be there.
  mutating func text(_ key: String, of record: MapRecord, expected: String) -> String? {
    entry(key, of: record).flatMap { text($0.value, expected: expected) }
  }
}
