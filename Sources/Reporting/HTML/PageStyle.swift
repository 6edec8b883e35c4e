/// The colors of pages and pictures, for light and dark mode. Hues are those of Okabe & Ito (Color Universal Design,
/// 2008), which color-blind readers can distinguish, made darker or lighter if text or thin lines need the contrast.
/// Nothing is conveyed by color only.
enum Palette: String, CaseIterable, Sendable {
  case paper, card, ink, muted, line, link, advice, error, warning, info, band, beyond, blue, orange, green, pale
  case heat1, heat2, heat3, heat4, onHeat

  /// For light and dark mode, in sRGB.
  var colors: (light: UInt32, dark: UInt32) {
    switch self {
    // Backgrounds: the page, and the cards and pictures on it.
    case .paper: (0xF6F5F1, 0x14161A)
    case .card: (0xFFFFFF, 0x1D2026)
    case .ink: (0x1C1E22, 0xEAE8E3)
    case .muted: (0x595E67, 0xA9AEB8)
    // Separators.
    case .line: (0xDDDBD3, 0x383D47)
    case .link: (0x00588C, 0x7CC4F0)
    // Recommended actions.
    case .advice: (0xE3F1EB, 0x16322A)
    case .error: (0xA83400, 0xFF9A70)
    case .warning: (0x7A5300, 0xF0BC4C)
    case .info: (0x00588C, 0x7CC4F0)
    // The band of the depth limit, and deeper levels.
    case .band: (0xFBEFC6, 0x40371A)
    case .beyond: (0xF9DFD2, 0x472A1D)
    case .blue: (0x0072B2, 0x56B4E9)
    case .orange: (0xD55E00, 0xF2894A)
    case .green: (0x00795A, 0x3CC79F)
    // Intervals and the background of bars.
    case .pale: (0xCFE3F0, 0x234459)
    // Steps of a heat map, from few to many, and the text on the last two.
    case .heat1: (0xEAF3F9, 0x202B34)
    case .heat2: (0xBBDAED, 0x24465C)
    case .heat3: (0x24709F, 0x5DB0E0)
    case .heat4: (0x005283, 0xA6D9F7)
    case .onHeat: (0xFFFFFF, 0x0B1116)
    }
  }
}

extension UInt32 {
  /// An sRGB color in a style sheet: `#0072b2`.
  var css: String { "#" + (self & 0xFFFFFF).hexadecimal(6) }
}

extension [Palette] {
  /// Variables for a page: `--ink` and so on, light, dark, and always light on paper; and the rules that use them.
  var pageRules: String {
    ":root{\(variables(dark: false))}\n@media (prefers-color-scheme:dark){:root{\(variables(dark: true))}}\n"
      + "@media print{:root{\(variables(dark: false))}}\n" + rules { "var(--\($0.rawValue))" }
  }

  /// Literal colors for a standalone picture.
  var pictureRules: String {
    rules { $0.colors.light.css } + "@media (prefers-color-scheme:dark){\n" + rules { $0.colors.dark.css } + "}\n"
  }

  private func variables(dark: Bool) -> String {
    map { "--\($0.rawValue):\((dark ? $0.colors.dark : $0.colors.light).css)" }.joined(separator: ";")
  }

  private func rules(_ color: (Palette) -> String) -> String {
    map { ".f-\($0.rawValue){fill:\(color($0))}.s-\($0.rawValue){stroke:\(color($0))}\n" }.joined()
  }
}

/// The style and the scripts of a page. The page is complete without the scripts.
enum PageStyle {
  /// The parts of pictures; the same in a page and in a separate file.
  static let pictures: StaticString = """
    .t{font-family:"Helvetica Neue",Helvetica,Arial,"Liberation Sans",sans-serif;font-size:13px}
    .t.small{font-size:11.5px}
    .t.strong{font-weight:600}
    .own{unicode-bidi:isolate}
    .line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
    .thin{fill:none;stroke-width:1}
    .whisker{fill:none;stroke-width:1.5}
    .rim{fill:none;stroke-width:3.5;opacity:.75}
    .dash{stroke-dasharray:5 4}
    .halo{paint-order:stroke;stroke-width:3px;stroke-linejoin:round}
    .flow{opacity:.38}
    .flow:hover{opacity:.8}
    .edge{stroke-width:1}

    """

  static let page = PackageResources.page_css

  static let script = PackageResources.page_js

  /// The hash of ``script`` for the Content-Security-Policy, so no other script runs.
  static let scriptHash = "sha256-" + SHA256.base64(of: script)
}
