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
      case .link(let text, .file(let name)): markup.append(element("a", .href(.anchor(Self.anchor(ofFile: name)))) { Markup(isolating: text) })
      case .link(let text, let destination): markup.append(element("a", .href(destination)) { Markup(isolating: text) })
      }
    }
    return markup
  }

  /// The anchor at which a page describes a file: links to files lead there, because the page may be read without its folder.
  static func anchor(ofFile name: String) -> String { "file-" + name.replacing(".", with: "-").replacing("_", with: "-") }

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
