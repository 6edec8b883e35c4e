import Foundation
import Testing

@testable import Reporting

/// Contrast by the Web Content Accessibility Guidelines 2.2, of the colors that are used together.
@Suite struct PaletteTests {
  /// Text and its backgrounds; 4.5 : 1 is level AA for text.
  static let texts: [(Palette, [Palette])] = [
    (.ink, [.paper, .card, .advice, .band, .beyond, .heat1, .heat2]), (.muted, [.paper, .card, .heat1]),
    (.link, [.paper, .card, .advice]), (.error, [.paper, .card]), (.warning, [.paper, .card]),
    (.info, [.paper, .card]),
    (.onHeat, [.heat3, .heat4]), (.muted, [.band, .beyond]),
  ]

  /// Graphics and their backgrounds; 3 : 1 is level AA for graphics.
  static let shapes: [(Palette, [Palette])] = [
    (.blue, [.card, .band, .heat1]), (.orange, [.card, .beyond, .heat1]), (.green, [.card, .heat1]),
  ]

  @Test(arguments: [false, true])
  func `text is told from its ground`(dark: Bool) {
    for (text, grounds) in Self.texts {
      for ground in grounds {
        let contrast = Self.contrast(text, ground, dark: dark)
        #expect(contrast >= 4.5, "\(text) on \(ground), dark: \(dark): \(contrast)")
      }
    }
  }

  @Test(arguments: [false, true])
  func `shapes are told from their ground`(dark: Bool) {
    for (shape, grounds) in Self.shapes {
      for ground in grounds {
        let contrast = Self.contrast(shape, ground, dark: dark)
        #expect(contrast >= 3, "\(shape) on \(ground), dark: \(dark): \(contrast)")
      }
    }
  }

  @Test func `black on white has the contrast of 21`() {
    #expect(abs(Self.contrast(0x000000, 0xFFFFFF) - 21) < 1e-9)
    #expect(abs(Self.contrast(0x777777, 0xFFFFFF) - 4.478) < 1e-3)
  }

  @Test func `every color is in both style sheets, light and dark`() {
    for color in Palette.allCases {
      #expect(Palette.allCases.pageRules.contains("--\(color.rawValue):\(color.colors.light.css)"))
      #expect(Palette.allCases.pageRules.contains("--\(color.rawValue):\(color.colors.dark.css)"))
      #expect(Palette.allCases.pictureRules.contains(".f-\(color.rawValue){fill:\(color.colors.light.css)}"))
      #expect(Palette.allCases.pictureRules.contains(".s-\(color.rawValue){stroke:\(color.colors.dark.css)}"))
    }
  }

  private static func contrast(_ a: Palette, _ b: Palette, dark: Bool) -> Double {
    dark ? contrast(a.colors.dark, b.colors.dark) : contrast(a.colors.light, b.colors.light)
  }

  private static func contrast(_ a: UInt32, _ b: UInt32) -> Double {
    let a = luminance(a)
    let b = luminance(b)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  private static func luminance(_ rgb: UInt32) -> Double {
    func channel(_ shift: UInt32) -> Double {
      let value = Double(rgb >> shift & 0xFF) / 255
      return value > 0.04045 ? pow((value + 0.055) / 1.055, 2.4) : value / 12.92
    }
    return 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
  }
}
