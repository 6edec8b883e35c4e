/// The colors of pages and pictures, for light and dark mode. Hues are those of Okabe & Ito (Color Universal Design, 2008), which color-blind readers can
/// distinguish, made darker or lighter if text or thin lines need the contrast. Nothing is conveyed by color only.
enum Palette: String, CaseIterable, Sendable {
  /// Backgrounds: the page, and the cards and pictures on it.
  case paper, card
  case ink, muted
  /// Separator lines.
  case line
  /// Links.
  case link
  /// Recommended actions.
  case advice
  /// Severities.
  case error, warning, info
  /// The band of depth 5–6, and deeper levels.
  case band, beyond
  /// Series.
  case blue, orange, green
  /// A light blue, for intervals and the background of bars.
  case pale
  /// Steps of a heat map, from few to many, and the text on the last two.
  case heat1, heat2, heat3, heat4, onHeat

  var light: Colour {
    switch self {
    case .paper: 0xF6F5F1
    case .card: 0xFFFFFF
    case .ink: 0x1C1E22
    case .muted: 0x595E67
    case .line: 0xDDDBD3
    case .link: 0x00588C
    case .advice: 0xE3F1EB
    case .error: 0xA83400
    case .warning: 0x7A5300
    case .info: 0x00588C
    case .band: 0xFBEFC6
    case .beyond: 0xF9DFD2
    case .blue: 0x0072B2
    case .orange: 0xD55E00
    case .green: 0x00795A
    case .pale: 0xCFE3F0
    case .heat1: 0xEAF3F9
    case .heat2: 0xBBDAED
    case .heat3: 0x24709F
    case .heat4: 0x005283
    case .onHeat: 0xFFFFFF
    }
  }

  var dark: Colour {
    switch self {
    case .paper: 0x14161A
    case .card: 0x1D2026
    case .ink: 0xEAE8E3
    case .muted: 0xA9AEB8
    case .line: 0x383D47
    case .link: 0x7CC4F0
    case .advice: 0x16322A
    case .error: 0xFF9A70
    case .warning: 0xF0BC4C
    case .info: 0x7CC4F0
    case .band: 0x40371A
    case .beyond: 0x472A1D
    case .blue: 0x56B4E9
    case .orange: 0xF2894A
    case .green: 0x3CC79F
    case .pale: 0x234459
    case .heat1: 0x202B34
    case .heat2: 0x24465C
    case .heat3: 0x5DB0E0
    case .heat4: 0xA6D9F7
    case .onHeat: 0x0B1116
    }
  }

  /// An sRGB color.
  struct Colour: Sendable, Hashable, ExpressibleByIntegerLiteral {
    let rgb: UInt32

    init(integerLiteral rgb: UInt32) { self.rgb = rgb }

    /// `#0072b2`.
    var css: String {
      let digits = String(rgb & 0xFFFFFF, radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }
  }

  static func colours(dark: Bool) -> [(name: String, colour: Colour)] { allCases.map { ($0.rawValue, dark ? $0.dark : $0.light) } }
}
