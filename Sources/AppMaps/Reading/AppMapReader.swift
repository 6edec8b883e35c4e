import NavigationModel

extension AppMap {
  /// Reads an app map (TheAppMap.md). Strict: what is not understood is refused, never ignored.
  ///
  /// - Parameter yaml: the text of the file; an empty one is a map without declarations.
  /// - Throws: all errors of the map, not only the first.
  package static func read(yaml: String, file: String, rules: [RuleSchema]) throws(AppMapError) -> AppMap {
    var reader = AppMapReader(rules: rules)
    let map = reader.read(yaml)
    guard reader.issues.isEmpty else { throw AppMapError(file: file, issues: reader.issuesInOrder) }
    return map
  }
}

/// Reads one app map, and continues after errors to collect them all. Each group of keys is in a separate file.
package struct AppMapReader {
  let rules: [RuleSchema]
  private(set) var issues: [AppMapError.Issue] = []
  /// Tabs named by `more` or `roots`; whether they exist is checked at the end.
  var tabReferences: [(tab: String, position: AppMapError.Position, isMore: Bool)] = []

  package init(rules: [RuleSchema]) { self.rules = rules }

  /// A key without a value counts as missing.
  mutating func read(_ yaml: String) -> AppMap {
    var map = AppMap()
    guard let root = compose(yaml), !root.isNothing else { return map }
    let keys = MapKeys.all([])
    for entry in entries(
      of: root, expected: "a mapping with the keys \(keys.names.joined(separator: ", "))", keys: keys.names)
    where !entry.value.isNothing {
      keys.first { $0.name == entry.key }?.read?(&self, entry.value, &map)
    }
    checkTabReferences(in: map)
    return map
  }

  /// Records an error, as one line whatever names and patterns it quotes.
  mutating func refuse(_ message: String, at position: AppMapError.Position) {
    issues.append(.init(position: position, message: message.onOneLine))
  }

  /// In the order of the file; at the same position in the order in which they were found. A node repeated by a YAML
  /// alias is reported once.
  var issuesInOrder: [AppMapError.Issue] {
    var seen: Set<AppMapError.Issue> = []
    let sorted = issues.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
    return sorted.map(\.element).filter { seen.insert($0).inserted }
  }

  // Typed access to nodes: each function returns the value, or records an error and returns nothing.
  /// A non-empty text of no more bytes than are read of a name; numbers and switches are read as written.
  mutating func text(_ node: MapNode, expected: String) -> String? {
    if let text = node.text, text.utf8.count > LongName.limit {
      refuse(
        "expected \(expected), found a text of \(text.utf8.count) bytes; \(LongName.limit) are read", at: node.position)
      return nil
    }
    if let text = node.text, !text.allSatisfy(\.isWhitespace) { return text }
    refuse("expected \(expected), found \(node.found)", at: node.position)
    return nil
  }

  /// A finite decimal number, without quotes.
  mutating func number(_ node: MapNode, expected: String, where isValid: (Double) -> Bool = { _ in true }) -> Double? {
    if let text = node.plainText, text.allSatisfy({ "0123456789+-.eE".contains($0) }), let number = Double(text),
      number.isFinite, isValid(number)
    {
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

  mutating func names(_ node: MapNode, expected: String, each: String) -> [String] {
    var firsts: [NameText: AppMapError.Position] = [:]
    return items(of: node, expected: expected).compactMap { item in
      guard let name = text(item, expected: each), isFirst(name, at: item.position, in: &firsts) else { return nil }
      return name
    }
  }

  /// Whether `text` was not listed before; otherwise records an error.
  mutating func isFirst(
    _ text: String, at position: AppMapError.Position, in firsts: inout [NameText: AppMapError.Position]
  ) -> Bool {
    guard let first = firsts[NameText(text)] else {
      firsts[NameText(text)] = position
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
    var firsts: [NameText: AppMapError.Position] = [:]
    return pairs.compactMap { key, value in
      guard let text = text(key, expected: "a name as key") else { return nil }
      if let first = firsts[NameText(text)] {
        refuse("key \(text.quoted) is given twice, first in line \(first.line)", at: key.position)
        return nil
      }
      firsts[NameText(text)] = key.position
      return (text, key.position, value)
    }
  }

  mutating func entries(
    of node: MapNode, expected: String, keys: [String], what: String = "key", of owner: String? = nil
  ) -> [MapEntry] {
    entries(of: node, expected: expected).filter { entry in
      if keys.contains(entry.key) { return true }
      refuse(unknown(what, entry.key, of: owner, among: keys), at: entry.position)
      return false
    }
  }

  func unknown(_ what: String, _ word: String, of owner: String? = nil, among words: [String]) -> String {
    let start = "unknown \(what) \(word.quoted)\(owner.map { " of \($0)" } ?? "")"
    if let nearest = nearestWord(to: word, among: words) { return "\(start); did you mean \(nearest.quoted)?" }
    let listed = 30
    let more = words.count > listed ? ", …" : ""
    return
      "\(start); expected \(words.count > 1 ? "one of " : "")\(words.prefix(listed).joined(separator: ", "))\(more)"
  }

  /// A mapping with known keys that describes one thing; nil if it is not a mapping.
  mutating func record(_ node: MapNode, of what: String, expected: String, keys: [String]) -> MapRecord? {
    let entries = entries(of: node, expected: expected, keys: keys)
    guard let pairs = node.pairs else { return nil }
    return .init(what: what, position: node.position, entries: entries, hasRefusedKeys: entries.count < pairs.count)
  }

  mutating func entry(_ key: String, of record: MapRecord) -> MapEntry? {
    let entry = record[key]
    if entry == nil, !record.hasRefusedKeys { refuse("\(record.what) without `\(key)`", at: record.position) }
    return entry
  }

  mutating func text(_ key: String, of record: MapRecord, expected: String) -> String? {
    entry(key, of: record).flatMap { text($0.value, expected: expected) }
  }

  /// `compare`: the primary measures, and the smallest change worth having.
  mutating func compare(_ node: MapNode) -> AppMap.Compare {
    var compare = AppMap.Compare()
    let keys = MapKeys.compare.names
    for entry in entries(of: node, expected: "a mapping of \(keys.joined(separator: ", "))", keys: keys, of: "compare")
    {
      if entry.key == "primary" {
        compare.primary = names(entry.value, expected: "a list of measures", each: "a measure")
        continue
      }
      let text = (entry.value.text ?? "").filter { $0 != " " }
      if text.hasSuffix("%"), let share = Double(text.dropLast()).map({ $0 / 100 }), (0.0001...0.9999).contains(share) {
        compare.smallest = share
      } else {
        refuse("expected a percentage from 0.01 % to 99.99 %, found \(entry.value.found)", at: entry.value.position)
      }
    }
    return compare
  }

  /// `links`: addresses of sessions and users elsewhere.
  mutating func links(_ node: MapNode) -> AppMap.Links {
    var links = AppMap.Links()
    let keys = MapKeys.links.names
    for entry in entries(of: node, expected: "a mapping of \(keys.joined(separator: ", "))", keys: keys, of: "links") {
      guard let text = text(entry.value, expected: "an address") else { continue }
      let rest = text.replacing("{\(entry.key)}", with: "").replacing("{time}", with: "")
      let isAddress =
        (text.hasPrefix("https://") || text.hasPrefix("http://"))
        && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"'<>\\^`|".utf8.contains($0) }
      // The host is the map's, whatever ids are like.
      let host = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).dropFirst(2).first ?? ""
      let isHost = !(host.prefix { !"/?#".contains($0) }).isEmpty && !host.prefix { !"/?#".contains($0) }.contains("{")
      guard isAddress, isHost, text.contains("{\(entry.key)}"), !rest.contains("{"), !rest.contains("}") else {
        refuse(
          "expected an address such as https://example.com/{\(entry.key)}, found \(entry.value.found)",
          at: entry.value.position)
        continue
      }
      if entry.key == "session" { links.session = text } else { links.user = text }
    }
    return links
  }

  /// `advice`: the number of slots in the bar, pinned entries, and the smallest worthwhile saving.
  mutating func advice(_ node: MapNode) -> AppMap.Advice {
    var advice = AppMap.Advice()
    let keys = MapKeys.advice.names
    for entry in entries(of: node, expected: "a mapping of \(keys.joined(separator: ", "))", keys: keys, of: "advice") {
      switch entry.key {
      case "slots":
        let slots = number(entry.value, expected: "a whole number from 1 to 100") {
          (1...100).contains($0) && $0 == $0.rounded()
        }
        advice.slots = slots.map { Int($0) } ?? advice.slots
      case "pinned": advice.pinned = names(entry.value, expected: "a list of entries", each: "an entry")
      case "looks":
        let looks = number(entry.value, expected: "a whole number from 1 to 10000") {
          (1...10_000).contains($0) && $0 == $0.rounded()
        }
        advice.looks = looks.map { Int($0) }
      case "never": advice.never = names(entry.value, expected: "a list of entries", each: "an entry")
      default:
        advice.leastSaving =
          number(entry.value, expected: "taps per 100 sessions, 0 or more") { $0 >= 0 } ?? advice.leastSaving
      }
    }
    return advice
  }
}

/// All errors of an app map, in the order of its lines.
public struct AppMapError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file, as given.
  public var file: String
  public var issues: [Issue]

  public struct Issue: Sendable, Hashable {
    public var position: Position
    /// What is wrong, what is expected and, if a similar word exists, a suggestion.
    public var message: String
  }

  /// A position in the file; both count from 1, columns in Unicode scalars.
  public struct Position: Sendable, Hashable, Comparable {
    public var line: Int
    public var column: Int

    public static func < (a: Position, b: Position) -> Bool { (a.line, a.column) < (b.line, b.column) }
  }

  /// The maximum number of issues in the description; a file of another kind has thousands.
  static let toldIssues = 20

  /// One line for each issue (`navaudit.yml:12: unknown key …`), and the number of further ones.
  public var description: String {
    var lines = issues.prefix(Self.toldIssues).map { "\(file):\($0.position.line): \($0.message)" }
    if issues.count > Self.toldIssues { lines.append("\(file): \(issues.count - Self.toldIssues) more") }
    return lines.joined(separator: "\n")
  }
}

extension String {
  /// The text in backquotes, truncated for messages.
  var quoted: String {
    let limit = 60
    return "`\(String(unicodeScalars.prefix(limit)).onOneLine)\(unicodeScalars.count > limit ? "…" : "")`"
  }

  /// The text with line breaks and control characters escaped; `é` is unchanged.
  var onOneLine: String {
    unicodeScalars.reduce(into: "") { line, scalar in
      let isPrintable =
        scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && !(0x2028...0x2029).contains(scalar.value)
      line += isPrintable ? String(scalar) : scalar.escaped(asASCII: true)
    }
  }
}
