/// Prose whose parts say where they come from: words of ours, names from a log or a map, figures, code.
///
/// Written as a string literal; only what a literal says is ours, and what is interpolated is a name. So nothing parses
/// a text again: a name cannot become a link or markup, and cannot be cut at a full stop.
public struct Text: Sendable, Hashable, ExpressibleByStringInterpolation {
  public enum Run: Sendable, Hashable {
    /// Words of ours; what stands between backticks is code.
    case ours(String)
    /// A name, or other text, from a log, a map or a command line.
    case name(String)
    /// The label of a section as tables write it, `menu:Wishlist`: reports have other words for it.
    case section(String)
    /// A figure, as people read it.
    case number(String)
    /// What people type: an event, a key of the app map, a command.
    case code(String)
    /// An address of ours, which is a link.
    case link(Address)
  }

  /// The target of a link: only a literal can be one.
  public struct Address: Sendable, Hashable {
    public let text: String

    fileprivate init(_ literal: StaticString) { text = String(describing: literal) }
  }

  public private(set) var runs: [Run] = []

  public init() {}

  public init(stringLiteral text: StaticString) { append(.ours(String(describing: text))) }

  public init(stringInterpolation: StringInterpolation) { runs = stringInterpolation.text.runs }

  /// A text that somebody else has written, all of it: a line of a file, a message of a system.
  public init(name: String) { append(.name(name)) }

  fileprivate mutating func append(_ run: Run) {
    switch run {
    case .ours(""), .name(""), .section(""), .number(""): break
    case .ours(let text):
      if case .ours(let before) = runs.last {
        runs[runs.count - 1] = .ours(before + text)
      } else {
        runs.append(run)
      }
    default: runs.append(run)
    }
  }

  public static func + (a: Text, b: Text) -> Text {
    var sum = a
    sum += b
    return sum
  }

  public static func += (a: inout Text, b: Text) { for run in b.runs { a.append(run) } }

  public var isEmpty: Bool { runs.isEmpty }

  /// The text in one piece, code between backticks, for files and terminals.
  public var plain: String {
    runs.map { run in
      switch run {
      case .ours(let text), .name(let text), .section(let text), .number(let text): text
      case .code(let text): "`\(text)`"
      case .link(let address): address.text
      }
    }.joined()
  }

  /// All names in it, in order.
  public var names: [String] {
    runs.compactMap { run in
      switch run {
      case .name(let name), .section(let name): name
      default: nil
      }
    }
  }

  /// The text with longer names cut in the middle.
  /// - Parameter limit: in characters.
  public func cuttingNames(to limit: Int) -> Text {
    var cut = Text()
    for run in runs {
      switch run {
      case .name(let name): cut.append(.name(name.cutInTheMiddle(to: limit)))
      case .section(let name): cut.append(.section(name.cutInTheMiddle(to: limit)))
      default: cut.append(run)
      }
    }
    return cut
  }

  /// The text with a capital letter at its beginning, unless that is a name or code.
  public var capitalizedFirst: Text {
    guard case .ours(let first)? = runs.first else { return self }
    var text = self
    text.runs[0] = .ours(first.prefix(1).uppercased() + first.dropFirst())
    return text
  }

  /// The text with a full stop, unless it already ends a sentence.
  public var asSentence: Text {
    guard let last = plain.last, !".!?…".contains(last) else { return self }
    return self + "."
  }

  public struct StringInterpolation: StringInterpolationProtocol {
    var text = Text()

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: StaticString) { text.append(.ours(String(describing: literal))) }
    public mutating func appendInterpolation(_ name: String) { text.append(.name(name)) }
    public mutating func appendInterpolation(section: String) { text.append(.section(section)) }
    public mutating func appendInterpolation(number: String) { text.append(.number(number)) }
    public mutating func appendInterpolation(code: StaticString) { text.append(.code(String(describing: code))) }
    /// A command or an option with names of the user in it.
    public mutating func appendInterpolation(command: String) { text.append(.code(command)) }
    public mutating func appendInterpolation(link: StaticString) { text.append(.link(Address(link))) }
    public mutating func appendInterpolation(_ number: Int) { text.append(.number(number.grouped)) }
    public mutating func appendInterpolation(_ other: Text) { text += other }
  }
}

extension Text: CustomStringConvertible {
  public var description: String { plain }
}

extension Sequence<Text> {
  /// The texts with another between them.
  public func joined(by separator: Text) -> Text {
    var joined = Text()
    for (index, text) in enumerated() {
      if index > 0 { joined += separator }
      joined += text
    }
    return joined
  }

  /// `a`, `a and b`, `a, b and c`.
  public func list(_ last: Text = " and ") -> Text {
    let texts = Array(self)
    guard texts.count > 1 else { return texts.first ?? Text() }
    return texts.dropLast().joined(by: ", ") + last + texts[texts.count - 1]
  }
}

extension String {
  /// The text, cut in the middle if it has more characters: `The first sc…of the shop`.
  package func cutInTheMiddle(to limit: Int) -> String {
    guard count > limit, limit > 2 else { return self }
    return "\(prefix((limit - 1) - (limit - 1) / 2))…\(suffix((limit - 1) / 2))"
  }
}
