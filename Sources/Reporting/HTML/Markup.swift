import Measures

/// A piece of HTML, SVG or other XML. It can only be built from elements, attributes and text, which escape their
/// contents: so text from a log can never become markup.
///
/// The output is also well-formed XML.
package struct Markup: Sendable, Equatable {
  /// The markup as text.
  package private(set) var source = ""

  package init() {}

  /// Text, with invisible characters made visible (``Swift/String/madeVisible(limit:)``).
  package init(_ text: String) { source = Self.escaped(text.madeVisible()) }

  /// Text of several lines, not truncated.
  package init(lines text: String) {
    source = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Self.escaped(String($0).madeVisible(limit: .max)) }.joined(separator: "\n")
  }

  /// A constant of the program, unescaped: a style sheet, a script. A `StaticString` cannot come from a log.
  init(verbatim text: StaticString) { source = text.withUTF8Buffer { String(decoding: $0, as: UTF8.self) } }

  /// A file of the program, unescaped.
  init(file bytes: [UInt8]) { source = String(decoding: bytes, as: UTF8.self) }

  /// The style rules of colors.
  init(colorsOf palette: [Palette], inPage: Bool) { source = inPage ? palette.pageRules : palette.pictureRules }

  package static func + (a: Markup, b: Markup) -> Markup {
    var sum = a
    sum.source += b.source
    return sum
  }

  mutating func append(_ other: Markup) { source += other.source }

  var isEmpty: Bool { source.isEmpty }

  struct Attribute: Sendable {
    fileprivate let name: StaticString
    fileprivate let value: String

    init(_ name: StaticString, _ value: String) {
      self.name = name
      self.value = value
    }

    init(_ name: StaticString, _ number: Double) { self.init(name, number.coordinate) }

    static func id(_ id: String) -> Attribute { Attribute("id", id) }
    static func `class`(_ name: String) -> Attribute { Attribute("class", name) }
    static func href(_ destination: Document.Text.Destination) -> Attribute {
      Attribute("href", MarkdownEscaping.address(destination))
    }
  }

  /// One line for each element, indented as the child of an element at this level of nesting.
  init(indenting elements: [Markup], level: Int) {
    let lineEnd = "\n" + String(repeating: "  ", count: level)
    source = elements.map { "\(lineEnd)  \($0.source)" }.joined() + lineEnd
  }

  /// An element.
  /// - Parameter content: nil for none: `<br/>`.
  init(element name: StaticString, _ attributes: [Attribute?], _ content: Markup?) {
    let tag = name.description
    source = "<" + tag
    for case let attribute? in attributes {
      source += " \(attribute.name)=\"" + Self.escaped(attribute.value.madeVisible(limit: .max)) + "\""
    }
    source += content.map { ">" + $0.source + "</" + tag + ">" } ?? "/>"
  }

  private static func escaped(_ text: String) -> String {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "<"): escaped += "&lt;".utf8
      case UInt8(ascii: ">"): escaped += "&gt;".utf8
      case UInt8(ascii: "&"): escaped += "&amp;".utf8
      case UInt8(ascii: "\""): escaped += "&quot;".utf8
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}

func element(_ name: StaticString, _ attributes: Markup.Attribute?..., @MarkupBuilder content: () -> Markup) -> Markup {
  Markup(element: name, attributes, content())
}

/// A void element: `meta`, `rect`, …
func element(_ name: StaticString, _ attributes: Markup.Attribute?...) -> Markup {
  Markup(element: name, attributes, nil)
}

/// Concatenates markup and text.
@resultBuilder
enum MarkupBuilder {
  static func buildExpression(_ markup: Markup) -> Markup { markup }
  static func buildExpression(_ text: String) -> Markup { Markup(text) }
  static func buildBlock(_ parts: Markup...) -> Markup { join(parts) }
  static func buildArray(_ parts: [Markup]) -> Markup { join(parts) }
  static func buildOptional(_ part: Markup?) -> Markup { part ?? Markup() }
  static func buildEither(first part: Markup) -> Markup { part }
  static func buildEither(second part: Markup) -> Markup { part }

  private static func join(_ parts: [Markup]) -> Markup {
    var sum = Markup()
    for part in parts { sum.append(part) }
    return sum
  }
}

extension Double {
  /// A length in a drawing, to two decimals: `12`, `0.5`, `-3.25`.
  var coordinate: String {
    guard isFinite, magnitude < 1e12 else { return "0" }
    return ((self * 100).rounded() / 100).sixDecimals
  }
}

extension Document.Text {
  /// As HTML. Right-to-left text is isolated, so that it does not reorder the text around it.
  var markup: Markup {
    var markup = Markup()
    for span in spans {
      switch span {
      case .plain(let text): markup.append(Markup(isolating: text))
      case .strong(let text): markup.append(element("strong") { Markup(isolating: text) })
      case .emphasis(let text): markup.append(element("em") { Markup(isolating: text) })
      case .code(let text): markup.append(element("code") { text })
      case .link(let text, .file(let name)):
        markup.append(element("a", .href(.anchor(Self.anchor(ofFile: name)))) { Markup(isolating: text) })
      case .link(let text, let destination): markup.append(element("a", .href(destination)) { Markup(isolating: text) })
      }
    }
    return markup
  }

  /// The anchor at which a page describes a file: links to files lead there, because the page may be read without its
  /// folder.
  static func anchor(ofFile name: String) -> String {
    "file-" + name.replacing(".", with: "-").replacing("_", with: "-")
  }

  /// As the content of a table cell, with the direction of its own script.
  var name: Markup { plain.unicodeScalars.contains(where: \.isFromRightToLeft) ? element("bdi") { markup } : markup }
}

extension Markup {
  /// Text in which numbers stay with their %, and each run of right-to-left text is in a separate element.
  /// - Parameter wrap: makes that element.
  init(isolating words: String, wrap: (String) -> Markup = { text in element("bdi") { text } }) {
    self.init()
    let text = words.utf8.contains(UInt8(ascii: "%")) ? words.replacing(" %", with: "\u{A0}%") : words
    guard text.unicodeScalars.contains(where: \.isFromRightToLeft) else {
      append(Markup(text))
      return
    }
    var rest = Substring(text).unicodeScalars
    while let start = rest.firstIndex(where: \.isFromRightToLeft) {
      append(Markup(String(rest[..<start])))
      // Up to the last such letter before the next left-to-right letter.
      let end = rest[start...].firstIndex { $0.properties.isAlphabetic && !$0.isFromRightToLeft } ?? rest.endIndex
      let last = rest[start..<end].lastIndex(where: \.isFromRightToLeft) ?? start
      let stretch = rest[start...last]
      append(wrap(String(stretch)))
      rest = rest[rest.index(after: last)...]
    }
    append(Markup(String(rest)))
  }
}

extension Unicode.Scalar {
  /// Hebrew, Arabic and related scripts, by block.
  var isFromRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
