/// A drawing under construction: shapes and texts on an area of fixed width, in points from the top left corner.
struct Drawing: Sendable {
  /// The layouts of a picture.
  enum Form: Sendable, CaseIterable {
    /// For wide screens, paper and files.
    case broad
    /// For phones, with the same font size.
    case narrow

    var width: Double { self == .broad ? 720 : 330 }
  }

  /// Prefixes ids, so that drawings on one page don't clash.
  let name: String
  let form: Form
  var width: Double
  var height: Double
  private var body = Markup()

  init(_ name: String, _ form: Form = .broad, height: Double = 0) {
    self.name = form == .broad ? name : name + "-narrow"
    self.form = form
    width = form.width
    self.height = height
  }

  enum Anchor: String { case start, middle, end }
  enum Size: Double {
    case normal = 13
    case small = 11.5
  }

  mutating func add(_ markup: Markup) { body.append(markup) }

  /// Names may be very long, and a picture shows one many times.
  static func tooltip(_ text: String) -> Markup { element("title") { text.madeVisible() } }

  /// Text that is truncated to fit, with the full text as a tooltip.
  /// - Parameter y: the baseline.
  mutating func text(
    _ text: String, x: Double, y: Double, _ anchor: Anchor = .start, size: Size = .normal, strong: Bool = false,
    color: Palette = .ink, fit: Double = .infinity, turned degrees: Double = 0
  ) {
    let shown = text.madeVisible(limit: 200).fitted(to: fit, size: size.rawValue * (strong ? 1.06 : 1))
    add(
      element(
        "text", .init("x", x), .init("y", y),
        .class("t\(size == .small ? " small" : "")\(strong ? " strong" : "") f-\(color.rawValue)"),
        anchor == .start ? nil : .init("text-anchor", anchor.rawValue),
        degrees == 0 ? nil : .init("transform", "rotate(\(degrees.coordinate) \(x.coordinate) \(y.coordinate))")
      ) {
        Markup(isolating: shown) { stretch in element("tspan", .class("own")) { stretch } }
        if shown.contains("…"), shown != text { Self.tooltip(text) }
      })
  }

  mutating func box(
    x: Double, y: Double, width: Double, height: Double, fill: Palette, hatched: Bool = false, radius: Double = 0,
    says: String? = nil
  ) {
    func rect(_ style: Markup.Attribute, _ title: String?) -> Markup {
      element(
        "rect", .init("x", x), .init("y", y), .init("width", max(width, 0)), .init("height", max(height, 0)),
        radius > 0 ? .init("rx", radius) : nil, style
      ) {
        if let title { Self.tooltip(title) }
      }
    }
    add(rect(.class("f-\(fill.rawValue)"), says))
    if hatched { add(rect(.init("fill", "url(#\(name)-hatch)"), says)) }
  }

  /// A path in SVG syntax.
  mutating func path(_ path: String, _ style: String, says: String? = nil) {
    add(
      element("path", .init("d", path), .class(style)) {
        if let says { Self.tooltip(says) }
      })
  }

  mutating func line(x1: Double, y1: Double, x2: Double, y2: Double, _ style: String) {
    path("M\(x1.coordinate) \(y1.coordinate)L\(x2.coordinate) \(y2.coordinate)", style)
  }

  mutating func dot(x: Double, y: Double, radius: Double, fill: Palette, says: String? = nil) {
    add(
      element("circle", .init("cx", x), .init("cy", y), .init("r", radius), .class("f-\(fill.rawValue)")) {
        if let says { Self.tooltip(says) }
      })
  }

  /// - Parameter isAlone: whether it is a file, with its own style.
  func svg(_ picture: Document.Picture, isAlone: Bool) -> Markup {
    element(
      "svg", isAlone ? .init("xmlns", "http://www.w3.org/2000/svg") : nil,
      .class(isAlone ? "picture" : "picture \(form)"), .init("role", "img"),
      .init("aria-labelledby", "\(name)-title \(name)-description"),
      .init("viewBox", "0 0 \(width.coordinate) \(height.coordinate)"),
      .init("width", width), .init("height", height)
    ) {
      element("title", .id("\(name)-title")) { picture.title.plain }
      element("desc", .id("\(name)-description")) { picture.alternative }
      if isAlone {
        element("style") {
          Markup(verbatim: PageStyle.pictures)
          Markup(colorsOf: Palette.allCases, inPage: false)
        }
      }
      element("defs") {
        element(
          "pattern", .id("\(name)-hatch"), .init("width", 7), .init("height", 7),
          .init("patternUnits", "userSpaceOnUse"),
          .init("patternTransform", "rotate(45)")
        ) {
          element("path", .init("d", "M0 0V7"), .class("s-card"), .init("stroke-width", 3))
        }
      }
      if isAlone { element("rect", .init("width", width), .init("height", height), .class("f-card")) }
      body
    }
  }
}

extension String {
  /// The width of the text at this size: by the metrics of Helvetica, which Arial and Liberation Sans share.
  func width(size: Double) -> Double { unicodeScalars.reduce(0) { $0 + $1.width } * size / 1000 }

  /// The text, truncated with an ellipsis if it does not fit; of `item (container)`, the container goes first.
  func fitted(to limit: Double, size: Double) -> String {
    guard limit.isFinite, width(size: size) > limit else { return self }
    if last == ")", let container = range(of: " (", options: .backwards), container.lowerBound > startIndex {
      return String(self[..<container.lowerBound]).fitted(to: limit, size: size)
    }
    var shown = beginning(limit, size)
    while shown.last == " " { shown.removeLast() }
    return shown + "…"
  }

  /// The same, cut at its beginning if one of the other texts would look alike.
  func fitted(to limit: Double, size: Double, among others: [String]) -> String {
    let shown = fitted(to: limit, size: size)
    guard shown != self, others.contains(where: { $0 != self && $0.fitted(to: limit, size: size) == shown }) else {
      return shown
    }
    return "…" + String(String(reversed()).beginning(limit, size).reversed())
  }

  /// What fits beside an ellipsis.
  private func beginning(_ limit: Double, _ size: Double) -> String {
    var rest = limit - "…".width(size: size)
    return String(
      prefix { character in
        rest -= String(character).width(size: size)
        return rest >= 0
      })
  }
}

extension Unicode.Scalar {
  /// In thousandths of the font size.
  fileprivate var width: Double {
    switch self {
    case "i", "j", "l", "'", "|": 222
    case " ", "\u{A0}", "!", ",", ".", "/", ":", ";", "I", "[", "]", "f", "t", "\\", "·": 278
    case "r", "(", ")", "-", "‹", "›", "`": 333
    case "c", "k", "s", "v", "x", "y", "z", "J": 500
    case "w", "C", "D", "H", "N", "R", "U": 722
    case "A", "B", "E", "K", "P", "S", "V", "X", "Y", "&": 667
    case "F", "T", "Z": 611
    case "G", "O", "Q": 778
    case "m", "M": 833
    case "W": 944
    case "%": 889
    case "@", "…", "—": 1000
    default:
      switch value {
      case 0x0300...0x036F, 0x200D, 0xFE00...0xFE0F: 0  // combining
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0x1F300...0x1FAFF,
        0x20000...0x3FFFD:
        1050
      case 0..<0x250: 556
      default: 640
      }
    }
  }
}
