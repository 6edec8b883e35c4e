import UsabilityRules

/// Renders a document as GitHub-flavored Markdown.
package struct Markdown {
  private var lines: [String] = []

  /// Longer tables are collapsed.
  private static let unfolded = 12

  private init() {}

  package static func render(_ document: Document) -> String {
    var markdown = Markdown()
    markdown.write("# " + markdown.text(document.title))
    for block in document.opening { markdown.write(block) }
    for section in document.sections { markdown.write(section, level: 2) }
    return markdown.lines.joined(separator: "\n") + "\n"
  }

  /// A block of lines, with an empty line before it.
  private mutating func write(_ block: String...) { write(block) }

  private mutating func write(_ block: [String]) {
    if !lines.isEmpty { lines.append("") }
    lines += block
  }

  private mutating func write(_ section: Document.Section, level: Int) {
    let signs = String(repeating: "#", count: min(level, 6))
    write("\(signs) <a id=\"\(section.anchor)\"></a>\(text(section.heading))")
    for block in section.blocks { write(block) }
    for inner in section.sections { write(inner, level: level + 1) }
  }

  private mutating func write(_ block: Document.Block) {
    switch block {
    case .paragraph(let text): write(startText(text))
    case .list(let items): write(items.map { "- " + startText($0) })
    case .grid(let grid): write(grid)
    case .finding(let card): write(card)
    case .note(let text): write("> [!NOTE]", "> " + startText(text))
    case .actions(let actions):
      write(
        actions.enumerated().flatMap { index, action in
          let what =
            "[\(MarkdownEscaping.inline(action.what.plain))](\(MarkdownEscaping.address(.anchor(action.anchor))))"
          let fact = action.fact.isEmpty ? "" : MarkdownEscaping.inline(action.fact.plain) + " "
          return [
            "\(index + 1). \(fact)\(what)  ",
            "   \(MarkdownEscaping.inline(action.facts.joined(separator: " · ")))",
          ]
        })
    case .picture(let picture):
      write("[![\(MarkdownEscaping.inline(picture.alternative))](\(picture.path))](\(picture.path))")
      write(startText(picture.caption))
    case .cards(let cards, let kind):
      write("<details>", "<summary>Show \(cards.count.of(kind))</summary>")
      write(cards.map { line($0) })
      write("</details>")
    case .collapsible(let heading, let blocks):
      write("<details>", "<summary>\(plain(heading))</summary>")
      for block in blocks { write(block) }
      write("</details>")
    }
  }

  private mutating func write(_ card: Document.FindingCard) {
    write("#### <a id=\"\(card.anchor)\"></a>\(card.number). \(text(card.title))")
    write(startText(card.claim))
    lines.append("")
    write(card.facts(inBackground: false))
    let background = card.facts(inBackground: true)
    if !background.isEmpty {
      write("<details>", "<summary>\(MarkdownEscaping.html(Document.FindingCard.backgroundHeading))</summary>")
      lines.append("")
      write(background)
      write("</details>")
    }
  }

  private mutating func write(_ facts: [Document.FindingCard.Fact]) {
    for fact in facts {
      let label = "- **\(MarkdownEscaping.inline(fact.label)):**"
      lines.append(fact.text.isEmpty ? label : label + " " + text(fact.text))
      lines += fact.lines.map { "  - " + startText($0) }
      lines += fact.strips.map { "  - " + line($0) }
    }
  }

  /// `- **Cart** (level 2, 45.2%). From: …. To: ….`
  private func line(_ card: Document.Card) -> String {
    // The names of other cards are no links here: they would be half of the line.
    let facts = card.facts.map { "\(MarkdownEscaping.inline($0.label)): \(text($0.text.withoutLinks(to: "screen-")))." }
    let name = Self.wrapped(card.name, in: "**")
    return (["- <a id=\"\(card.anchor)\"></a>\(name) (\(MarkdownEscaping.inline(card.note)))."] + facts).joined(
      separator: " ")
  }

  /// `u0123456789abcdef-4: 3 before › Home › **More: Coupons** › 2 after`
  private func line(_ strip: Document.Strip) -> String {
    var stops = strip.stops.map { stop -> String in
      let words = [stop.words, stop.screen].filter { !$0.isEmpty }.joined(separator: " ")
      return stop.isMarked ? Self.wrapped(words, in: "**") : MarkdownEscaping.inline(words)
    }
    if strip.earlier > 0 { stops.insert("\(strip.earlier.grouped) before", at: 0) }
    if strip.later > 0 { stops.append("\(strip.later.grouped) after") }
    return ([startText(strip.label)] + (stops.isEmpty ? [] : [stops.joined(separator: " › ")])).joined(separator: ": ")
  }

  private mutating func write(_ grid: Document.Grid) {
    let rows = grid.rows(atMost: grid.extent?.brief ?? .max)
    let fold = grid.fold ?? grid.extent.flatMap { rows.count > Self.unfolded ? "Show \(rows.count.of($0.row))" : nil }
    if let fold { write("<details>", "<summary>\(plain(fold))</summary>") }
    write(
      row(grid.columns.map { text($0.heading, inTable: true) }),
      row(grid.columns.map { $0.alignment == .trailing ? "---:" : "---" }))
    lines += rows.map { row($0.map { cell($0) }) }
    if fold != nil { write("</details>") }
    if let note = grid.extent?.note(showing: rows.count) { write(startText(note)) }
  }

  private func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  private func cell(_ cell: Document.Grid.Cell) -> String {
    switch cell {
    case .text(let text): self.text(text, inTable: true)
    case .bar(let share): Self.bar(share)
    case .file(let name, _): self.text("\(link: name, to: .file(name))", inTable: true)
    }
  }

  /// A bar of up to twenty full blocks; anything above zero shows at least the thinnest one.
  static func bar(_ share: Double) -> String {
    guard share.isFinite, share > 0 else { return "" }
    let eighths = max(1, Int((min(share, 1) * 160).rounded()))
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + rest
  }

  private func startText(_ text: Document.Text) -> String { MarkdownEscaping.start(of: self.text(text)) }

  private func text(_ text: Document.Text, inTable: Bool = false) -> String {
    text.spans.map { span in
      switch span {
      case .plain(let text): MarkdownEscaping.inline(text)
      case .strong(let text): Self.wrapped(text, in: "**")
      case .emphasis(let text): Self.wrapped(text, in: "_")
      case .code(let text): MarkdownEscaping.code(text, inTable: inTable)
      case .link(let text, let destination):
        "[\(MarkdownEscaping.inline(text))](\(MarkdownEscaping.address(destination)))"
      }
    }.joined()
  }

  /// Emphasis markers only work without adjacent spaces.
  private static func wrapped(_ text: String, in sign: String) -> String {
    let escaped = MarkdownEscaping.inline(text)
    guard let first = escaped.first, let last = escaped.last, !first.isWhitespace, !last.isWhitespace else {
      return escaped
    }
    return sign + escaped + sign
  }

  /// The text without markup, for the inside of an HTML element.
  private func plain(_ text: Document.Text) -> String { MarkdownEscaping.html(text.plain) }
}

extension Severity {
  var word: String {
    switch self {
    case .error: "Error"
    case .warning: "Warning"
    case .info: "Note"
    }
  }
}
