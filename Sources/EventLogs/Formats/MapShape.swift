import NavigationModel

/// A key of a mapping with known keys.
package struct MapKey: Sendable {
  package let name: String
  package let shape: MapShape
  /// Its meaning, in one sentence without a full stop.
  package let meaning: String
  package let isRequired: Bool

  package init(_ name: String, _ shape: MapShape, _ meaning: String = "", isRequired: Bool = false) {
    self.name = name
    self.shape = shape
    self.meaning = meaning
    self.isRequired = isRequired
  }
}

extension [MapKey] {
  package var names: [String] { map(\.name) }
}

/// The shape of a value in an app map or in a description of a format, and what it is called in messages: `a screen`.
///
/// ``MapReader/check(_:_:)`` refuses what does not fit; the JSON Schema and the reference are rendered from the same
/// shapes, and whoever reads a value that fits takes it out of the ``MapNode`` by its keys.
package indirect enum MapShape: Sendable {
  /// A text; numbers and switches count as text, too.
  case text(String, mayBeEmpty: Bool = false)
  case pattern
  case truth
  /// One of several words; `what` names such a word.
  case word([String], what: String)
  case number(String, least: Double)
  case whole(ClosedRange<Int>)
  /// A field: names joined by dots, or a list of names.
  case path(String)
  /// A list of `each`. In a list without repetition, the first required key identifies a mapping.
  case list(String, MapShape, isUnique: Bool = true, mayBeEmpty: Bool = true)
  /// A mapping with arbitrary names as keys.
  case named(String, MapShape)
  /// A mapping with fields as keys, at least one.
  case fields(String, MapShape)
  case record(Record)
  /// A mapping with one of these keys: a way to write `what`.
  case one([MapKey], what: String)
  /// One of several shapes; the first is the usual one.
  case either([MapShape], String? = nil)
  case nothing
  /// A shape whose values also have to pass a test.
  case tested(MapShape, @Sendable (MapNode, inout MapReader) -> Void)

  /// A mapping with known keys.
  package struct Record: Sendable {
    package let keys: [MapKey]
    /// What it describes, where a key is missing: `a task`.
    let what: String
    /// Whose keys they are, where one is unknown.
    let owner: String?
    /// What a key is, where it is unknown.
    let keyword: String
    /// What is expected, if not the keys.
    let expected: String?
    /// What helps besides the nearest key.
    let advice: String?
    /// A key without a value counts as missing.
    let skipsNothing: Bool
  }

  package static func record(
    _ what: String, _ keys: [MapKey], owner: String? = nil, keyword: String = "key", expected: String? = nil,
    advice: String? = nil, skipsNothing: Bool = false
  ) -> MapShape {
    .record(
      Record(
        keys: keys, what: what, owner: owner, keyword: keyword, expected: expected, advice: advice,
        skipsNothing: skipsNothing))
  }

  /// What is expected, in messages.
  var expected: String {
    switch self {
    case .text(let noun, _), .path(let noun), .number(let noun, _), .list(let noun, _, _, _), .named(let noun, _),
      .fields(let noun, _):
      noun
    case .pattern: "a regular expression"
    case .truth: "true or false"
    case .word(_, let what): what
    case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .record(let record): record.expected ?? Self.written(record.keys)
    case .one(let keys, _): keys.names.map { "{\($0): …}" }.joined(separator: " or ")
    case .either(let shapes, let noun):
      noun ?? shapes.map(\.expected).filter { $0 != Self.nothing.expected }.joined(separator: " or ")
    case .nothing: "nothing"
    case .tested(let shape, _): shape.expected
    }
  }

  /// `{tab: …, items: […]}`, or the names of many keys.
  private static func written(_ keys: [MapKey]) -> String {
    var shown = keys
    if keys.count > 3 { shown = keys.filter(\.isRequired) }
    if shown.isEmpty { return "a mapping of \(keys.names.joined(separator: ", "))" }
    let written = shown.map { key in
      if case .list = key.shape { return "\(key.name): […]" }
      return "\(key.name): …"
    }
    return "{\(written.joined(separator: ", "))}"
  }

  /// Whether a value of this kind is of the shape, or an attempt at it.
  fileprivate func isMeant(by node: MapNode) -> Bool {
    switch self {
    case .text, .pattern, .truth, .word, .number, .whole: node.text != nil
    case .path: node.text != nil || node.items != nil
    case .list: node.items != nil
    case .named, .fields, .record, .one: node.pairs != nil
    case .either(let shapes, _): shapes.contains { $0.isMeant(by: node) }
    case .nothing: node.isNothing
    case .tested(let shape, _): shape.isMeant(by: node)
    }
  }

  /// The text that a list without repetition holds once.
  fileprivate func identity(of node: MapNode) -> String? {
    switch self {
    case .record(let record): record.keys.first(where: \.isRequired).flatMap { node[$0.name]?.text }
    case .either(let shapes, _): shapes.first { $0.isMeant(by: node) }?.identity(of: node)
    case .tested(let shape, _): shape.identity(of: node)
    default: node.text
    }
  }
}

// MARK: - Checking

extension MapReader {
  /// Refuses what does not fit a shape.
  /// - Parameter expected: what is expected, if not what the shape is called.
  package mutating func check(_ node: MapNode, _ shape: MapShape, expected: String? = nil) {
    let expected = expected ?? shape.expected
    switch shape {
    case .text(_, let mayBeEmpty): checkText(node, expected, mayBeEmpty: mayBeEmpty)
    case .pattern:
      if checkText(node, expected), let text = node.text { checkPattern(text, at: node.position) }
    case .truth:
      if node.isOn == nil { refuse("expected \(expected), found \(node.found)", at: node.position) }
    case .word(let words, let what):
      if checkText(node, expected), let word = node.text, !words.contains(word) {
        refuse(unknown(what.withoutArticle, word, among: words), at: node.position)
      }
    case .number(_, let least):
      if node.number.map({ $0 < least }) ?? true {
        refuse("expected \(expected), found \(node.found)", at: node.position)
      }
    case .whole(let range):
      if node.number.map({ Int(exactly: $0).map(range.contains) ?? false }) != true {
        refuse("expected \(expected), found \(node.found)", at: node.position)
      }
    case .path: checkPath(node, expected)
    case .list(_, let each, let isUnique, let mayBeEmpty):
      guard let items = items(of: node, expected: expected) else { return }
      if items.isEmpty, !mayBeEmpty { refuse("expected \(expected), found an empty list", at: node.position) }
      checkItems(items, each, isUnique: isUnique)
    case .named(_, let value):
      for entry in entries(of: node, expected: expected) { check(entry.value, value) }
    case .fields(_, let value): checkFields(node, value, expected)
    case .record(let record): checkRecord(node, record, expected)
    case .one(let keys, let what):
      let known = entries(of: node, expected: expected, keys: keys, of: what)
      if known.count != 1, node.pairs?.count == known.count {
        refuse("expected \(expected), found \(known.isEmpty ? "an empty mapping" : "both")", at: node.position)
      }
      for (key, value) in known { check(value, key.shape) }
    case .either(let shapes, _): checkEither(node, shapes, expected)
    case .nothing:
      if !node.isNothing { refuse("expected nothing, found \(node.found)", at: node.position) }
    case .tested(let shape, let test):
      let before = issues.count
      check(node, shape, expected: expected)
      if issues.count == before { test(node, &self) }
    }
  }

  @discardableResult
  private mutating func checkText(_ node: MapNode, _ expected: String, mayBeEmpty: Bool = false) -> Bool {
    if let text = node.text, text.utf8.count > LongName.limit {
      refuse(
        "expected \(expected), found a text of \(text.utf8.count) bytes; \(LongName.limit) are read", at: node.position)
      return false
    }
    if let text = node.text, mayBeEmpty || !text.allSatisfy(\.isWhitespace) { return true }
    refuse("expected \(expected), found \(node.found)", at: node.position)
    return false
  }

  /// The most instructions of all patterns of a map: ten thousand of names have fewer. More take seconds, each time
  /// that the map is read.
  private static let mostOfPatterns = 500_000

  package mutating func checkPattern(_ pattern: String, at position: AppMapError.Position) {
    if sizeOfPatterns > Self.mostOfPatterns { return }
    do {
      sizeOfPatterns += try Pattern(pattern).size
      if sizeOfPatterns > Self.mostOfPatterns {
        refuse(
          "the regular expressions up to \(pattern.quoted) are too large together; repeat less in them, as in {0,500}",
          at: position)
      }
    } catch let error as Pattern.Invalid {
      // It may have been too large.
      sizeOfPatterns += Self.mostOfPatterns / 20
      let part = error.part == pattern ? "" : " \(error.part.quoted)"
      refuse(
        "invalid regular expression \(pattern.quoted): \(error.reason)\(part) (the syntax is that of RE2)", at: position
      )
    } catch {}
  }

  private mutating func checkPath(_ node: MapNode, _ expected: String) {
    if let items = node.items {
      if items.isEmpty { refuse("expected \(expected), found an empty list", at: node.position) }
      checkItems(items, .text("a name"), isUnique: false)
    } else if checkText(node, expected), let path = node.path, path.contains("") {
      refuse(
        "empty name in the path \((node.text ?? "").quoted); write names that contain dots as a list", at: node.position
      )
    }
  }

  private mutating func checkItems(_ items: [MapNode], _ each: MapShape, isUnique: Bool) {
    var firsts: [NameText: AppMapError.Position] = [:]
    for item in items {
      let before = issues.count
      check(item, each)
      guard isUnique, issues.count == before, let text = each.identity(of: item) else { continue }
      if let first = firsts[NameText(text)] {
        refuse("\(text.quoted) is listed twice, first in line \(first.line)", at: item.position)
      } else {
        firsts[NameText(text)] = item.position
      }
    }
  }

  private mutating func checkFields(_ node: MapNode, _ value: MapShape, _ expected: String) {
    guard let pairs = node.pairs, !pairs.isEmpty else {
      return refuse("expected \(expected), found \(node.pairs == nil ? node.found : "none")", at: node.position)
    }
    var lines: [[String]: Int] = [:]
    for (key, test) in pairs {
      checkPath(key, "a field or a path")
      check(test, value)
      guard let path = key.path else { continue }
      if let line = lines[path] {
        refuse("field \(path.joined(separator: ".").quoted) is given twice, first in line \(line)", at: key.position)
      }
      lines[path] = lines[path] ?? key.position.line
    }
  }

  private mutating func checkRecord(_ node: MapNode, _ record: MapShape.Record, _ expected: String) {
    let known = entries(
      of: node, expected: expected, keys: record.keys, what: record.keyword, of: record.owner, advice: record.advice)
    // Where a key was refused, a missing one is most likely misspelled.
    if let pairs = node.pairs, known.count == pairs.count {
      for key in record.keys where key.isRequired && !known.contains(where: { $0.key.name == key.name }) {
        refuse("\(record.what.withoutArticle) without `\(key.name)`", at: node.position)
      }
    }
    for (key, value) in known where !(record.skipsNothing && value.isNothing) { check(value, key.shape) }
  }

  /// A text is checked by what the whole is called: it may have been meant as each of the shapes.
  private mutating func checkEither(_ node: MapNode, _ shapes: [MapShape], _ expected: String) {
    guard let meant = shapes.first(where: { $0.isMeant(by: node) }) else {
      return refuse("expected \(expected), found \(node.found)", at: node.position)
    }
    if node.text == nil, node.items == nil || !meant.isPath { return check(node, meant) }
    check(node, meant, expected: expected)
  }

  private mutating func items(of node: MapNode, expected: String) -> [MapNode]? {
    if node.items == nil { refuse("expected \(expected), found \(node.found)", at: node.position) }
    return node.items
  }

  /// The entries of a mapping with arbitrary names as keys.
  private mutating func entries(of node: MapNode, expected: String) -> [(name: String, key: MapNode, value: MapNode)] {
    guard let pairs = node.pairs else {
      refuse("expected \(expected), found \(node.found)", at: node.position)
      return []
    }
    var firsts: [NameText: AppMapError.Position] = [:]
    return pairs.compactMap { key, value in
      guard checkText(key, "a name as key"), let name = key.text else { return nil }
      if let first = firsts[NameText(name)] {
        refuse("key \(name.quoted) is given twice, first in line \(first.line)", at: key.position)
        return nil
      }
      firsts[NameText(name)] = key.position
      return (name, key, value)
    }
  }

  private mutating func entries(
    of node: MapNode, expected: String, keys: [MapKey], what: String = "key", of owner: String? = nil,
    advice: String? = nil
  ) -> [(key: MapKey, value: MapNode)] {
    entries(of: node, expected: expected).compactMap { name, key, value in
      if let known = keys.first(where: { $0.name == name }) { return (known, value) }
      refuse(unknown(what, name, of: owner, among: keys.names, otherwise: advice), at: key.position)
      return nil
    }
  }

  /// - Parameter otherwise: what to do if no word is near; nil: the words are listed.
  package func unknown(
    _ what: String, _ word: String, of owner: String? = nil, among words: [String], otherwise: String? = nil
  ) -> String {
    let start = "unknown \(what) \(word.quoted)\(owner.map { " of \($0)" } ?? "")"
    if let nearest = nearestWord(to: word, among: words) { return "\(start); did you mean \(nearest.quoted)?" }
    if let otherwise { return "\(start); \(otherwise)" }
    let listed = 30
    let more = words.count > listed ? ", …" : ""
    return
      "\(start); expected \(words.count > 1 ? "one of " : "")\(words.prefix(listed).joined(separator: ", "))\(more)"
  }
}

extension MapShape {
  fileprivate var isPath: Bool {
    if case .path = self { true } else { false }
  }
}

extension String {
  /// `task` of `a task`.
  fileprivate var withoutArticle: String {
    for article in ["a ", "an "] where hasPrefix(article) { return String(dropFirst(article.count)) }
    return self
  }

  /// The text in backquotes, truncated for messages.
  package var quoted: String {
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
