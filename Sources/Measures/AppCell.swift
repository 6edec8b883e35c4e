import NavigationModel

/// A combination of platform, app version, variant and device, each possibly unknown: sessions in which users saw the same app.
package struct AppCell: MixedHash, Sendable, Codable {
  package let platform: Name
  package let appVersion: Name
  package let variant: Name
  package let device: Name

  package init(_ segment: Segment) {
    platform = segment.platform
    appVersion = segment.appVersion
    variant = segment.variant
    device = segment.device
  }

  package var bits: UInt64 {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    let app = (UInt64(platform.rawValue) &* factor ^ UInt64(appVersion.rawValue)) &* factor ^ UInt64(variant.rawValue)
    return app &* factor ^ UInt64(device.rawValue)
  }
}
