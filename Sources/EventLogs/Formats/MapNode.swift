import Foundation
import NavigationModel
import Yams

/// A node of an app map's or a format's YAML. YAML's type resolution is not applied: `off`, `4.10` and `1e3` keep their
/// text, and whoever needs a number or a switch parses that text.
package struct MapNode {
  private let node: Node

  init(_ node: Node) { self.node = node }

  /// A mapping of names to texts, as from `--columns`.
  package init(_ texts: [(name: String, text: String)]) {
    node = Node(texts.map { (Node($0.name, .implicit, .doubleQuoted), Node($0.text, .implicit, .doubleQuoted)) })
  }

  /// The root of a file of our own; nil if it is not valid.
  init?(yaml: String) {
    guard let root = try? Yams.compose(yaml: yaml, .basic, .default, .utf8) else { return nil }
    node = root
  }

  package var position: AppMapError.Position { node.mark.map { .init($0) } ?? .init(line: 1, column: 1) }

  /// The text of a scalar, quoted or not; nil if it is ``isNothing`` or not a scalar.
  package var text: String? { isNothing ? nil : node.scalar?.string }

  var plainText: String? { node.scalar?.style == .plain ? text : nil }

  /// Whether it is left empty: YAML's null.
  package var isNothing: Bool {
    guard let scalar = node.scalar, scalar.style == .plain else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(scalar.string)
  }

  package var items: [MapNode]? { node.sequence?.map(MapNode.init) }

  package var pairs: [(key: MapNode, value: MapNode)]? { node.mapping?.map { (MapNode($0.key), MapNode($0.value)) } }

  /// The value of a key; nil if there is none, or it is left empty.
  package subscript(key: String) -> MapNode? {
    let value = pairs?.first { $0.key.text == key }?.value
    return value.flatMap { $0.isNothing ? nil : $0 }
  }

  /// The texts of a list; empty for anything else.
  package var texts: [String] { items?.compactMap(\.text) ?? [] }

  /// The entries of a mapping with names as keys; empty for anything else.
  package var named: [(name: String, value: MapNode)] { pairs?.map { ($0.key.text ?? "", $0.value) } ?? [] }

  /// A finite decimal number, without quotes.
  package var number: Double? {
    guard let text = plainText, text.allSatisfy({ "0123456789+-.eE".contains($0) }) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The value of a word for true or false, in any of YAML's spellings.
  package var isOn: Bool? {
    switch text?.lowercased() {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: nil
    }
  }

  /// A field: names joined by dots, or a list of names.
  package var path: [String]? {
    items == nil ? text?.split(separator: ".", omittingEmptySubsequences: false).map(String.init) : texts
  }

  var found: String {
    switch node {
    case .sequence: return "a list"
    case .mapping: return "a mapping"
    case .scalar, .alias:
      guard let text else { return "nothing" }
      if text.allSatisfy(\.isWhitespace) { return "an empty text" }
      return plainText == nil ? "the text \(text.quoted)" : text.quoted
    }
  }
}

/// Reads YAML, and collects all that is wrong with it.
package struct MapReader {
  package private(set) var issues: [AppMapError.Issue] = []
  /// The sizes of the patterns that were tried.
  var sizeOfPatterns = 0

  package init() {}

  /// Records an error, as one line, also where it quotes names and patterns with line breaks.
  package mutating func refuse(_ message: String, at position: AppMapError.Position) {
    issues.append(.init(position: position, message: message.onOneLine))
  }

  /// - Throws: all errors, in the order of the file; at the same position in the order in which they were found. A node
  ///   repeated by a YAML alias is reported once.
  package func finish(file: String) throws(AppMapError) {
    if issues.isEmpty { return }
    var seen: Set<AppMapError.Issue> = []
    let sorted = issues.enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
    throw AppMapError(file: file, issues: sorted.map(\.element).filter { seen.insert($0).inserted })
  }
}

/// Parses YAML, and reports syntax errors in one line.
extension MapReader {
  /// The root of the only document; nil if there is none or the YAML is invalid.
  package mutating func compose(_ yaml: String) -> MapNode? {
    // A byte order mark would shift the columns of the first line.
    let yaml = yaml.unicodeScalars.first == "\u{FEFF}" ? String(yaml.unicodeScalars.dropFirst()) : yaml
    if let line = lineNestedTooDeep(yaml) {
      refuse("nested more than \(Self.deepest) levels deep", at: .init(line: line, column: 1))
      return nil
    }
    do {
      return try Yams.compose(yaml: yaml, .basic, .default, .utf8).map(MapNode.init)
    } catch let error as YamlError {
      refuse(error, in: yaml)
    } catch {
      refuse("not valid YAML: \(error)", at: .init(line: 1, column: 1))
    }
    return nil
  }

  /// More levels than any map has. Composing takes stack for each, and threads of macOS have 512 KB.
  private static let deepest = 64

  /// The first line that is nested deeper than ``deepest``, by indentation, dashes and brackets. Brackets in quotes
  /// open nothing. Others stay open only over lines that go on, since those of a regular expression without quotes may
  /// never close.
  private func lineNestedTooDeep(_ yaml: String) -> Int? {
    var indents: [Int] = []
    var brackets = 0
    for (number, line) in lines(of: yaml).enumerated() {
      let text = line.drop { $0 == " " }
      guard let first = text.first, first != "#" else { continue }
      let indent = line.count - text.count
      while let last = indents.last, last >= indent { indents.removeLast() }
      indents.append(indent)
      let dashes = text.prefix { $0 == "-" || $0 == " " }.count { $0 == "-" }
      for character in Self.unquoted(text) {
        if character == "[" || character == "{" { brackets += 1 }
        if indents.count + dashes + brackets > Self.deepest { return number + 1 }
        if character == "]" || character == "}" { brackets = max(0, brackets - 1) }
      }
      if let last = text.last(where: { $0 != " " }), !"[{,:".contains(last) { brackets = 0 }
    }
    return nil
  }

  /// The characters of a line that are in no quoted scalar. Quotes begin one only where a scalar begins; what is not
  /// closed in its line counts as unquoted, so that nothing deep is hidden by it.
  private static func unquoted(_ line: Substring) -> [Character] {
    var unquoted: [Character] = []
    var rest = line
    var mayBegin = true
    while let character = rest.first {
      rest.removeFirst()
      if mayBegin, character == "\"" || character == "'", let end = endOfScalar(in: rest, quote: character) {
        rest = rest[rest.index(after: end)...]
        mayBegin = false
        continue
      }
      unquoted.append(character)
      if character != " " { mayBegin = "[{,:-?".contains(character) }
    }
    return unquoted
  }

  /// The index of the quote that ends a scalar. In double quotes a backslash escapes; in single ones a quote is
  /// doubled.
  private static func endOfScalar(in text: Substring, quote: Character) -> Substring.Index? {
    var index = text.startIndex
    while index < text.endIndex {
      let next = text.index(after: index)
      if text[index] == "\\", quote == "\"" {
        index = next < text.endIndex ? text.index(after: next) : next
      } else if text[index] != quote {
        index = next
      } else if quote == "'", next < text.endIndex, text[next] == "'" {
        index = text.index(after: next)
      } else {
        return index
      }
    }
    return nil
  }

  private mutating func refuse(_ error: YamlError, in yaml: String) {
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _):
      // An unclosed construct is detected past the end of the file.
      let line = min(mark.line, lines(of: yaml).count)
      let start = context.map { " \($0.text)\($0.mark.line < line ? " from line \($0.mark.line)" : "")" } ?? ""
      let advice = isIndentedByTabs(line: line, of: yaml) ? "; indent with spaces, not with tabs" : ""
      refuse("not valid YAML: \(problem)\(start)\(advice)", at: .init(line: line, column: mark.column))
    case .composer(let context, let problem, let mark, _):
      refuse("not valid YAML: \(context.map { "\($0.text), " } ?? "")\(problem)", at: .init(mark))
    case .reader(let problem, let offset, _, _):
      let line = yaml.prefix(offset ?? 0).count { $0.isNewline } + 1
      refuse("not valid YAML: \(problem)", at: .init(line: line, column: 1))
    case .duplicatedKeysInMapping(let keys, let context):
      refuseDuplicate(keys.first ?? "", first: .init(context.mark), in: yaml)
    default:
      refuse("not valid YAML: \(error)", at: .init(line: 1, column: 1))
    }
  }

  /// Yams reports the first position of the key; the mistake is its repetition, which is searched for in the lines
  /// below.
  private mutating func refuseDuplicate(_ key: String, first: AppMapError.Position, in yaml: String) {
    let lines = lines(of: yaml)
    let indent = first.column - 1
    for number in lines.indices.dropFirst(first.line) {
      let line = lines[number]
      let spaces = line.prefix { $0 == " " }.count
      guard let start = line.dropFirst(spaces).first, start != "#" else { continue }
      if spaces < indent { break }
      if spaces == indent, isKey(key, of: line.dropFirst(spaces)) {
        return refuse(
          "key \(key.quoted) is given twice, first in line \(first.line)",
          at: .init(line: number + 1, column: first.column))
      }
    }
    refuse("key \(key.quoted) is given twice", at: first)
  }

  private func isKey(_ key: String, of line: Substring) -> Bool {
    ["", "\"", "'"].contains { quote in
      let start = quote + key + quote
      return line.hasPrefix(start) && line.dropFirst(start.count).first { $0 != " " } == ":"
    }
  }

  private func isIndentedByTabs(line number: Int, of yaml: String) -> Bool {
    let lines = lines(of: yaml)
    guard lines.indices.contains(number - 1) else { return false }
    return lines[number - 1].prefix { $0 == " " || $0 == "\t" }.contains("\t")
  }

  /// The lines of a text; an empty one after the last line break does not count.
  private func lines(of text: String) -> [Substring] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.last == "" ? lines.dropLast() : lines
  }
}

extension AppMapError.Position {
  fileprivate init(_ mark: Mark) { self.init(line: mark.line, column: mark.column) }
}
