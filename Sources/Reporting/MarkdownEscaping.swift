/// Escapes text for Markdown (GitHub's dialect), so that it is shown literally.
enum MarkdownEscaping {
  /// Text within a line.
  static func inline(_ text: String) -> String {
    let visible = text.madeVisible()
    if isPlain(visible) { return visible }
    var escaped = ""
    var word = ""  // The letters before the current character, in lower case: `https` of `https://`.
    for scalar in visible.unicodeScalars {
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "|", "~", "$", "#", "!": escaped += "\\\(scalar)"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      case "@": escaped += "@<!-- -->"  // Prevents mentions and mail links.
      // Prevents autolinks.
      case ":" where ["http", "https", "ftp", "mailto", "xmpp"].contains { word.hasSuffix($0) }: escaped += "&#58;"
      case "." where word.hasSuffix("www"): escaped += "&#46;"
      default: escaped.unicodeScalars.append(scalar)
      }
      if scalar.properties.isAlphabetic { word += scalar.properties.lowercaseMapping } else { word = "" }
    }
    return escaped
  }

  /// Whether a text needs no escaping: letters, digits, spaces and some punctuation, like nearly all texts.
  private static func isPlain(_ text: String) -> Bool {
    var last: UInt8 = 0
    return text.utf8.allSatisfy { byte in
      defer { last = byte }
      // Prevents `www.` autolinks.
      return byte == UInt8(ascii: ".")
        ? last | 0x20 != UInt8(ascii: "w") : byte.isLetterOrDigit || " ,;()%/-".utf8.contains(byte)
    }
  }

  /// Text at the beginning of a block, where more characters would begin a heading, a list, a rule or indented code.
  static func start(of block: String) -> String {
    let spaces = block.prefix { $0 == " " }
    let rest = block.dropFirst(spaces.count)
    let lead = String(repeating: "&#32;", count: spaces.count)
    guard let first = rest.unicodeScalars.first else { return lead }
    switch first {
    case "-", "+", "=", ":": return lead + "\\" + rest
    case "0"..."9":
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let after = rest.dropFirst(digits.count)
      if after.first == "." || after.first == ")" { return lead + digits + "\\" + after }
      return lead + rest
    default: return lead + rest
    }
  }

  /// Inline code. In a table, a bar would end the cell even here.
  static func code(_ text: String, inTable: Bool) -> String {
    var visible = text.madeVisible()
    if visible.isEmpty || visible.allSatisfy({ $0 == " " }) { return inline("“\(visible)”") }
    if inTable { visible = visible.replacing("|", withText: "\\|") }
    let longest = longestRunOfBackticks(visible)
    let fence = String(repeating: "`", count: longest + 1)
    let space = longest > 0 || (visible.hasPrefix(" ") && visible.hasSuffix(" ")) ? " " : ""
    return fence + space + visible + space + fence
  }

  private static func longestRunOfBackticks(_ text: String) -> Int {
    var run = 0
    var longest = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }

  /// Text within an HTML element.
  static func html(_ text: String) -> String { Markup(text).source.replacing("@", withText: "&#64;") }

  static func address(_ destination: Document.Text.Destination) -> String {
    let text =
      switch destination {
      case .anchor(let anchor): "#" + anchor
      case .file(let path): path
      case .web(let address): address
      }
    return text.percentEncoded(except: \.isOfAddress)
  }
}

extension String {
  /// The text with another for each such scalar. Not by characters: one with a combining accent is another `Character`.
  fileprivate func replacing(_ scalar: Unicode.Scalar, withText text: String) -> String {
    unicodeScalars.split(separator: scalar, omittingEmptySubsequences: false).map { String($0) }.joined(separator: text)
  }
}
