import NavigationModel

/// Parses one line of a ``Trace``.
struct TraceParser {
  /// The largest number of users or repetitions.
  private static let countLimit = 1_000_000

  private let line: Int
  private let characters: [Character]
  private var position = 0

  private init(line: Int, _ text: Substring) {
    self.line = line
    characters = Array(text)
  }

  static func users(in text: String) throws(TraceError) -> [Trace.Users] {
    var all: [Trace.Users] = []
    for (index, text) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      var parser = TraceParser(line: index + 1, text)
      parser.skipSpace()
      if parser.isAtEnd { continue }
      let start = parser.position
      let continues = parser.peek == "&"
      if continues && all.isEmpty { throw parser.error("a first session before `&`") }
      let items = try parser.items()
      let count = try parser.userCount()
      if continues {
        if count != nil { throw parser.error("the number of users only where their first session is", at: start) }
        all[all.count - 1].items += items
      } else {
        all.append(.init(count: count ?? 1, items: items))
      }
    }
    return all
  }

  // MARK: - Lines, groups, numbers

  /// Items up to the end of the line, a closing parenthesis or the number of users.
  private mutating func items() throws(TraceError) -> [Trace.Item] {
    var items: [Trace.Item] = []
    while true {
      skipSpace()
      guard let first = peek, first != ")", first != "*" else { return items }
      switch first {
      case "&":
        position += 1
        items.append(.furtherSession)
      case "+": items.append(.wait(try wait()))
      case "@": items.append(try setting())
      case "(": items.append(try group())
      default: items.append(.event(try event()))
      }
      if let next = peek, !next.isWhitespace, next != ")" { throw error("a space") }
    }
  }

  private mutating func group() throws(TraceError) -> Trace.Item {
    let start = position
    position += 1
    let items = try items()
    guard take(")") else { throw error("`)` for the `(` in column \(start + 1)") }
    skipSpace()
    guard take("x"), peek?.isWhitespace ?? false else { throw error("`x` and how many times, after `)`") }
    skipSpace()
    return .group(items, times: try number(1...Self.countLimit, "how many times"))
  }

  /// The end of the line: `* 40`, or nothing.
  private mutating func userCount() throws(TraceError) -> Int? {
    guard peek != nil else { return nil }
    guard take("*") else { throw error("an event or the end of the line") }
    skipSpace()
    let count = try number(1...Self.countLimit, "the number of users")
    skipSpace()
    if !isAtEnd { throw error("the end of the line after the number of users") }
    return count
  }

  private mutating func wait() throws(TraceError) -> Int64 {
    position += 1
    let amount = try number(0...Self.countLimit, "how long to wait")
    let start = position
    switch takeWhile(\.isLetter) {
    case "ms": return Int64(amount) * 1_000
    case "s": return Int64(amount) * 1_000_000
    case "min": return Int64(amount) * 60_000_000
    case "h": return Int64(amount) * 3_600_000_000
    case let unit: throw error("`ms`, `s`, `min` or `h`", at: start, found: unit.isEmpty ? nil : "`\(unit)`")
    }
  }

  private mutating func setting() throws(TraceError) -> Trace.Item {
    position += 1
    let start = position
    let word = takeWhile { $0.isLetter || $0 == "_" }
    let words = Segment.dimensions.map(\.word)
    guard word == "session" || words.contains(word) else {
      throw error("one of `session`, \(words.quoted)", at: start, found: word.isEmpty ? nil : "`\(word)`")
    }
    guard take("=") else { throw error("`=` and the \(word)") }
    let text = try isAtEndOfToken ? "" : name("the \(word)")
    return words.firstIndex(of: word).map { .dimension($0, text) } ?? .sessionID(text)
  }

  private mutating func number(_ range: ClosedRange<Int>, _ what: String) throws(TraceError) -> Int {
    let start = position
    let digits = takeWhile { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), range.contains(number) else {
      throw error(
        "\(what), \(range.lowerBound)…\(range.upperBound)", at: start, found: digits.isEmpty ? nil : "`\(digits)`")
    }
    return number
  }

  // MARK: - Events

  private mutating func event() throws(TraceError) -> Trace.Draft {
    var draft = try eventWithoutFields()
    if take("@") { draft.depth = UInt8(try number(1...100, "the depth")) }
    if peek == "{" { try fields(&draft) }
    return draft
  }

  private mutating func eventWithoutFields() throws(TraceError) -> Trace.Draft {
    switch peek {
    case "\"": return Trace.Draft(kind: .screenView, screen: try name("a screen"))
    case "<":
      position += 1
      return Trace.Draft(kind: .back, screen: try take(":") ? name("the screen returned to") : "")
    case "^":
      position += 1
      return Trace.Draft(kind: .toRoot)
    case ">":
      position += 1
      let end = position
      skipSpace()
      if let next = peek, next == "+" || (position == end && "{@".contains(next)) {
        position = end
        return Trace.Draft(kind: .push)
      }
      return Trace.Draft(kind: .push, screen: try name("the screen pushed, or a wait, after `>`"))
    default: return try namedEvent()
    }
  }

  /// An event that begins with a word: a screen, or a keyword.
  private mutating func namedEvent() throws(TraceError) -> Trace.Draft {
    let start = position
    let word = try name("an event")
    switch word {
    case "cold": return Trace.Draft(kind: .appOpen, via: .cold)
    case "first": return Trace.Draft(kind: .appOpen, via: .first)
    case "background": return Trace.Draft(kind: .appBackground)
    case "tab":
      var draft = Trace.Draft(kind: .tabSelect, target: try argument("the tab"))
      draft.screen = try screen()
      if take("!") { draft.outcome = .blocked }
      return draft
    case "more":
      let target = try take(":") ? name("the item") : ""
      return Trace.Draft(kind: target.isEmpty ? .moreOpen : .moreSelect, screen: try screen(), target: target)
    case "modal":
      if take("!") { return Trace.Draft(kind: .modalClose) }
      return Trace.Draft(kind: .modalOpen, screen: try take(":") ? name("the modal screen") : "")
    case "link": return Trace.Draft(kind: .deepLink, screen: try take(":") ? name("the screen of the link") : "")
    case "gesture":
      return Trace.Draft(kind: .gesture, target: try argument("the gesture"), outcome: take("!") ? .failed : .ok)
    case "rotate":
      return Trace.Draft(kind: .rotate, target: try argument("the orientation"), outcome: take("!") ? .refused : .ok)
    case "tap":
      let target = try take(":") ? name("the target") : ""
      return Trace.Draft(
        kind: .tap, target: target, outcome: try take("!") ? choice(of: [("dead", .dead), ("missed", .missed)]) : .ok)
    case "badge":
      let tab = try argument("the tab")
      guard take("=") else { throw error("`=` and the badge's value") }
      return Trace.Draft(kind: .badge, target: tab, value: try isAtEndOfToken ? "" : name("the badge's value"))
    case "stack":
      let tab = try take(":") ? name("the tab") : ""
      guard take("=") else { throw error("`=` and the screens") }
      var screens = try name("a screen")
      while take("|") { screens += try "|" + name("a further screen") }
      return Trace.Draft(kind: .stack, target: tab, value: screens)
    case "tabs": return Trace.Draft(kind: .tabsShown, value: try list("the tabs"))
    case "edit": return Trace.Draft(kind: .tabsEdit, value: try list("the tabs"))
    case "bar":
      guard take(":") else { throw error("`:` and `hidden` or `shown`") }
      return Trace.Draft(kind: .tabBar, outcome: try choice(of: [("hidden", .hidden), ("shown", .shown)]))
    case "event":
      guard take(":") else { throw error("`:` and the word of an event") }
      return Trace.Draft(kind: try choice(of: EventKind.allCases.map { ($0.word, $0) }))
    case _ where characters[start] != "\"" && (word == "menu" || word.hasPrefix("menu/")):
      return try menuEvent(container: String(word.dropFirst("menu/".count)))
    default:
      if peek == ":" {
        throw error("a word of the notation before `:`, or quotes around a screen", at: start, found: "`\(word)`")
      }
      return Trace.Draft(kind: .screenView, screen: word)
    }
  }

  private mutating func menuEvent(container: String) throws(TraceError) -> Trace.Draft {
    if take("!") { return Trace.Draft(kind: .menuClose, container: container) }
    guard take(":") else { return Trace.Draft(kind: .menuOpen, container: container) }
    let item = try name("the item")
    return Trace.Draft(kind: .menuSelect, screen: try screen(), target: item, container: container)
  }

  /// `:name`
  private mutating func argument(_ what: String) throws(TraceError) -> String {
    guard take(":") else { throw error("`:` and \(what)") }
    return try name(what)
  }

  /// `=screen`, or nothing.
  private mutating func screen() throws(TraceError) -> String { try take("=") ? name("the screen") : "" }

  /// `:A|B|C`
  private mutating func list(_ what: String) throws(TraceError) -> String {
    var list = try argument(what)
    while take("|") { list += try "|" + name("a further one of \(what)") }
    return list
  }

  /// `{field=value,…}`: fields of the native format.
  private mutating func fields(_ draft: inout Trace.Draft) throws(TraceError) {
    position += 1
    repeat {
      skipSpace()
      let start = position
      let field = takeWhile { $0.isLetter }
      guard Self.fieldWords.contains(field) else {
        throw error("one of \(Self.fieldWords.quoted)", at: start, found: field.isEmpty ? nil : "`\(field)`")
      }
      guard take("=") else { throw error("`=` and the \(field)") }
      switch field {
      case "screen": draft.screen = try name("the screen")
      case "target": draft.target = try name("the target")
      case "container": draft.container = try name("the container")
      case "value": draft.value = try name("the value")
      case "id": draft.id = try name("the id")
      case "session": draft.session = try name("the session")
      case "via": draft.via = try choice(of: Via.allCases.map { ("\($0)", $0) })
      case "outcome": draft.outcome = try choice(of: Outcome.allCases.map { ("\($0)", $0) })
      case "depth": draft.depth = UInt8(try number(1...100, "the depth"))
      case "x": draft.x = try coordinate()
      default: draft.y = try coordinate()
      }
      skipSpace()
    } while take(",")
    guard take("}") else { throw error("`,` or `}`") }
  }

  private static let fieldWords = [
    "screen", "target", "container", "value", "id", "session", "via", "outcome", "depth", "x", "y",
  ]

  private mutating func coordinate() throws(TraceError) -> Float {
    let start = position
    let text = takeWhile { ($0.isASCII && $0.isNumber) || $0 == "." || $0 == "-" }
    guard let number = Float(text) else {
      throw error("a number of points", at: start, found: text.isEmpty ? nil : "`\(text)`")
    }
    return number
  }

  /// One of a few words.
  private mutating func choice<Value>(of values: [(word: String, value: Value)]) throws(TraceError) -> Value {
    let start = position
    let word = takeWhile { $0.isLetter || $0 == "_" }
    if let match = values.first(where: { $0.word == word }) { return match.value }
    throw error(
      values.count == 1 ? values.map(\.word).quoted : "one of \(values.map(\.word).quoted)", at: start,
      found: word.isEmpty ? nil : "`\(word)`")
  }

  // MARK: - Names and characters

  /// A bare name, or one in quotes (in which `\"` is a quote and `\\` a backslash).
  private mutating func name(_ what: String) throws(TraceError) -> String {
    if peek == "\"" { return try quotedName() }
    let start = position
    if let first = peek, "+*&#^".contains(first) { throw error(what) }
    let name = takeWhile { !$0.isWhitespace && !"\"@=:!{}|()<>,".contains($0) }
    if name.isEmpty { throw error(what, at: start) }
    return name
  }

  private mutating func quotedName() throws(TraceError) -> String {
    let start = position
    var name = ""
    position += 1
    while let next = peek {
      position += 1
      if next == "\"" { return name }
      if next == "\\", let escaped = peek {
        position += 1
        name.append(escaped)
      } else {
        name.append(next)
      }
    }
    throw error("`\"` at the end of the name that begins in column \(start + 1)")
  }

  private var isAtEnd: Bool { position >= characters.count }
  private var peek: Character? { isAtEnd ? nil : characters[position] }
  private var isAtEndOfToken: Bool { peek.map { $0.isWhitespace || $0 == ")" } ?? true }

  /// Skips white space and comments.
  private mutating func skipSpace() {
    while let next = peek, next.isWhitespace { position += 1 }
    if peek == "#" { position = characters.count }
  }

  private mutating func take(_ character: Character) -> Bool {
    guard peek == character else { return false }
    position += 1
    return true
  }

  private mutating func takeWhile(_ isWanted: (Character) -> Bool) -> String {
    let start = position
    while let next = peek, isWanted(next) { position += 1 }
    return String(characters[start..<position])
  }

  /// - Parameters:
  ///   - start: the position of the error (default: here).
  ///   - found: what is there (default: the first character).
  private func error(_ expected: String, at start: Int? = nil, found: String? = nil) -> TraceError {
    let start = start ?? position
    let character = start < characters.count ? characters[start] : nil
    let here = character.map { $0.isWhitespace ? "a space" : "`\($0)`" } ?? "the end of the line"
    return TraceError(line: line, column: start + 1, expected: expected, found: found ?? here)
  }
}

extension [String] {
  /// `` `a`, `b`, `c` ``
  fileprivate var quoted: String { map { "`\($0)`" }.joined(separator: ", ") }
}
