import NavigationModel

extension Document {
  /// A line of text: spans that each format writes and escapes in its own syntax.
  ///
  /// Written as a string literal; interpolations (`\(name)`, `\(strong: …)`, `\(code: …)`, `\(link: …, to: …)`) may
  /// come from the log.
  package struct Text: Sendable, Equatable, ExpressibleByStringInterpolation {
    package enum Span: Sendable, Equatable {
      case plain(String)
      case strong(String)
      case emphasis(String)
      case code(String)
      case link(String, Destination)
    }

    /// The target of a link. Never text from the log.
    package enum Destination: Sendable, Equatable {
      /// A section, card or table of the same document.
      case anchor(String)
      /// A file beside the report.
      case file(String)
      case web(String)
    }

    package private(set) var spans: [Span] = []

    package init() {}

    package init(_ text: String) { append(.plain(text)) }

    package init(stringLiteral text: String) { append(.plain(text)) }

    package init(stringInterpolation: StringInterpolation) { spans = stringInterpolation.text.spans }

    package mutating func append(_ span: Span) {
      switch span {
      case .plain(""): break
      case .plain(let text):
        if case .plain(let before) = spans.last {
          spans[spans.count - 1] = .plain(before + text)
        } else {
          spans.append(span)
        }
      default: spans.append(span)
      }
    }

    package static func + (a: Text, b: Text) -> Text {
      var sum = a
      for span in b.spans { sum.append(span) }
      return sum
    }

    package var isEmpty: Bool { spans.isEmpty }

    /// The text, in which links to anchors that begin like this are plain.
    func withoutLinks(to start: String) -> Text {
      spans.reduce(into: Text()) { text, span in
        if case .link(let words, .anchor(let anchor)) = span, anchor.hasPrefix(start) {
          text.append(.plain(words))
        } else {
          text.append(span)
        }
      }
    }

    /// The text, its plain parts in bold.
    var strong: Text {
      var bold = Text()
      for span in spans {
        if case .plain(let text) = span { bold.append(.strong(text)) } else { bold.append(span) }
      }
      return bold
    }

    /// With a capital letter at its beginning.
    var capitalizedFirst: Text {
      guard case .plain(let first)? = spans.first else { return self }
      var text = self
      text.spans[0] = .plain(first.capitalizedFirst)
      return text
    }

    /// With a full stop, unless it already ends a sentence.
    var asSentence: Text {
      guard let last = plain.last, !".!?…".contains(last) else { return self }
      return self + "."
    }

    /// The text without markup.
    var plain: String {
      spans.map { span in
        switch span {
        case .plain(let text), .strong(let text), .emphasis(let text), .code(let text), .link(let text, _): text
        }
      }.joined()
    }

    package struct StringInterpolation: StringInterpolationProtocol {
      var text = Text()

      package init(literalCapacity: Int, interpolationCount: Int) {}

      package mutating func appendLiteral(_ literal: String) { text.append(.plain(literal)) }
      package mutating func appendInterpolation(_ string: String) { text.append(.plain(string)) }
      /// An integer, in the style of reports.
      package mutating func appendInterpolation(_ number: Int) { text.append(.plain(number.grouped)) }
      package mutating func appendInterpolation(_ other: Text) { text = text + other }
      package mutating func appendInterpolation(strong: String) { text.append(.strong(strong)) }
      package mutating func appendInterpolation(emphasis: String) { text.append(.emphasis(emphasis)) }
      package mutating func appendInterpolation(code: String) { text.append(.code(code)) }
      package mutating func appendInterpolation(link: String, to destination: Destination) {
        text.append(.link(link, destination))
      }
    }
  }
}

extension Document.Text {
  /// A text with the names of sections for people. What is ours may hold code between backticks; what is not is never
  /// parsed.
  /// - Parameter labels: nil leaves the names of sections as tables have them.
  init(_ text: Text, _ labels: SectionLabels? = nil) {
    self.init()
    for run in text.runs {
      switch run {
      case .ours(let words):
        for (index, piece) in words.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
          append(index % 2 == 1 ? .code(String(piece)) : .plain(String(piece)))
        }
      case .name(let name): append(.plain(name))
      case .section(let section): append(.plain(labels?[section] ?? section))
      case .number(let figure): append(.plain(figure))
      case .code(let code): append(.code(code))
      case .link(let address): append(.link(address.text, .web(address.text)))
      }
    }
  }
}

extension Sequence<Document.Text> {
  /// `a, b and c`.
  func joinedAsList(by last: String = " and ", between: String = ", ") -> Document.Text {
    let texts = Array(self)
    var joined = Document.Text()
    for (index, text) in texts.enumerated() {
      if index > 0 { joined = joined + Document.Text(index == texts.count - 1 ? last : between) }
      joined = joined + text
    }
    return joined
  }
}
