import Foundation

/// On what the app runs: the segments of reports. What is nil is not logged.
public struct LogPlatform: Sendable, Equatable {
  /// `ios`, `ipados`, `macos`, …
  public var platform: String?
  public var osVersion: String?
  public var appVersion: String?
  /// `phone`, `tablet`, …
  public var device: String?
  public var locale: String?
  /// The arm of an experiment.
  public var variant: String?

  public init(
    platform: String? = nil, osVersion: String? = nil, appVersion: String? = nil, device: String? = nil,
    locale: String? = nil, variant: String? = nil
  ) {
    self.platform = platform
    self.osVersion = osVersion
    self.appVersion = appVersion
    self.device = device
    self.locale = locale
    self.variant = variant
  }

  /// The present device and app. The language is left out: with few users it would single people out.
  public static var current: LogPlatform {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    let isTablet = model.hasPrefix("iPad")
    #if os(iOS)
      let platform = isTablet ? "ipados" : "ios"
    #elseif os(macOS)
      let platform = "macos"
    #elseif os(tvOS)
      let platform = "tvos"
    #elseif os(watchOS)
      let platform = "watchos"
    #elseif os(visionOS)
      let platform = "visionos"
    #elseif os(Android)
      let platform = "android"
    #else
      let platform = "linux"
    #endif
    let isPhone = model.hasPrefix("iPhone") || model.hasPrefix("iPod")
    let device: String? = if isTablet { "tablet" } else { isPhone ? "phone" : nil }
    return LogPlatform(
      platform: platform, osVersion: "\(version.majorVersion).\(version.minorVersion)",
      appVersion: Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String, device: device)
  }

  /// `iPhone14,2`, also of a simulator.
  private static var model: String {
    if let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] { return simulated }
    var system = utsname()
    uname(&system)
    return withUnsafeBytes(of: &system.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  var fields: [(name: StaticString, value: String?)] {
    [
      ("platform", platform), ("os_version", osVersion), ("app_version", appVersion), ("device", device),
      ("locale", locale), ("variant", variant),
    ]
  }
}
