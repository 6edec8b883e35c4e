extension Document.Text {
  /// As HTML. Writing from right to left is set apart, so that it does not turn round what stands beside it.
  var markup: Markup {
    var markup = Markup()
    for span in spans {
      switch span {
      case .plain(let text): markup.append(Markup(isolating: text))
      case .strong(let text): markup.append(element("strong") { Markup(isolating: text) })
      case .emphasis(let text): markup.append(element("em") { Markup(isolating: text) })
      case .code(let text): markup.append(element("code") { text })
      case .link(let text, .file(let name)): markup.append(element("a", .href(.anchor(Self.anchor(ofFile: name)))) { Markup(isolating: text) })
      case .link(let text, let destination): markup.append(element("a", .href(destination)) { Markup(isolating: text) })
      }
    }
    return markup
  }

  /// Where a page says what a file is: links to files lead there, since a page may be read far from its folder.
  static func anchor(ofFile name: String) -> String { "file-" + name.replacing(".", with: "-").replacing("_", with: "-") }

  /// As the content of a table's cell, whose direction is that of its own writing.
  var name: Markup { plain.unicodeScalars.contains(where: \.isFromRightToLeft) ? element("bdi") { markup } : markup }
}

extension Markup {
  /// Text in which no number is parted from its %, and each stretch of writing from right to left stands in an element of its own.
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
      // Up to the last such letter before the next one that runs from left to right.
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
  /// Hebrew, Arabic and their neighbours, by blocks.
  var isFromRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
