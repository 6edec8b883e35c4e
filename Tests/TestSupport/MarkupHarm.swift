extension MarkupElement {
  /// What a page or a picture would do beyond showing its content; nil if nothing. Our own script, which ``read(_:)``
  /// leaves out, is allowed.
  package var harm: String? {
    for element in all {
      if !Self.elements.contains(element.name) { return "an element `\(element.name)`" }
      for (name, value) in element.attributes {
        if name.hasPrefix("on") { return "a handler `\(name)`" }
        if ["src", "href", "xlink:href", "action", "formaction", "srcdoc"].contains(name), !Self.isHarmless(value) {
          return "an address `\(value)`"
        }
        if value.unicodeScalars.contains(where: \.isInvisible) {
          return "an attribute `\(name)` with characters that nobody sees"
        }
      }
      if element.ownText.unicodeScalars.contains(where: { $0 != "\n" && $0.isInvisible }) {
        return "an element `\(element.name)` with characters that nobody sees: \(element.ownText.debugDescription)"
      }
    }
    // What the page can be asked about is data, and no program.
    let scripts = all("script").filter { $0["type"] != "application/json" }
    return all("script").count > 2 || scripts.count > 1 || scripts.contains { !$0.text.isEmpty }
      ? "a script of somebody else's" : nil
  }

  /// All elements in our pages and pictures.
  private static let elements: Set<String> = [
    "a", "article", "aside", "b", "bdi", "body", "caption", "circle", "code", "dd", "defs", "desc", "details", "div",
    "dl",
    "dt", "em", "figcaption", "figure",
    "footer", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "html", "li", "link", "main", "meta", "nav", "ol",
    "p", "path", "pattern", "pre", "rect",
    "script", "section", "span",
    "strong", "style", "summary", "svg", "table", "tbody", "td", "text", "th", "thead", "title", "tr", "tspan", "ul",
  ]

  /// An anchor in the page, a file next to it, a web page, or an empty picture.
  private static func isHarmless(_ address: String) -> Bool {
    // A table to download: browsers never open a link to `data:` as a page.
    let table = "data:text/csv;charset=utf-8;base64,"
    if address.hasPrefix(table) {
      return address.dropFirst(table.count).allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || "+/=".contains($0))
      }
    }
    return address.hasPrefix("#") || address == "data:," || address.hasPrefix("https://")
      || !address.contains { ":\\".contains($0) } && !address.hasPrefix("/")
  }
}

extension Unicode.Scalar {
  /// A control character, or one that changes the direction of writing or has zero width.
  package var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format:
      ![0x00AD, 0x0600, 0x0601, 0x0602, 0x0603, 0x0604, 0x0605, 0x06DD, 0x070F, 0x08E2, 0x200C, 0x200D].contains(value)
    default: false
    }
  }
}
