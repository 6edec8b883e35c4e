import NavigationModel

/// A combination of platform, app version and variant, each possibly unknown: sessions in which users saw the same app.
package struct AppCell: MixedHash, Sendable, Codable {
  package let platform: Name
  package let appVersion: Name
  package let variant: Name

  package init(_ segment: Segment) {
    platform = segment.platform
    appVersion = segment.appVersion
    variant = segment.variant
  }

  package var bits: UInt64 {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    return (UInt64(platform.rawValue) &* factor ^ UInt64(appVersion.rawValue)) &* factor ^ UInt64(variant.rawValue)
  }
}
