extension AppMap {
  /// The name that `screen_names` gives to a screen; nil if no rule matches.
  package func rewrite(screen: String) -> String? { ScreenNameRules(self).rewrite(screen) }
}

extension AppMap.ScreenName {
  /// The name with `$1`…`$9` replaced by the groups.
  func name(filledFrom match: [String?]) -> String {
    guard name.contains("$") else { return name }
    var filled = ""
    var rest = Substring(name)
    while let dollar = rest.firstIndex(of: "$") {
      filled += rest[..<dollar]
      rest = rest[rest.index(after: dollar)...]
      if let digit = rest.first?.wholeNumberValue, (1...9).contains(digit) {
        if digit < match.count { filled += match[digit] ?? "" }
        rest = rest.dropFirst()
      } else {
        filled += "$"
      }
    }
    return filled + rest
  }
}

/// The `screen_names` rules of an app map, with compiled patterns.
package struct ScreenNameRules: Sendable {
  private let rules: [(pattern: Pattern, rule: AppMap.ScreenName)]

  /// Invalid patterns match nothing; reading a map refuses them.
  package init(_ map: AppMap) {
    rules = map.screenNames.compactMap { rule in (try? Pattern(rule.pattern)).map { ($0, rule) } }
  }

  package var isEmpty: Bool { rules.isEmpty }

  /// The name that the first matching rule gives to a screen; nil if none matches.
  package func rewrite(_ screen: String) -> String? {
    for (pattern, rule) in rules {
      if let match = pattern.firstMatch(in: screen) { return rule.name(filledFrom: match) }
    }
    return nil
  }

  /// Masks personal data (``PersonalData``): `Profile/ann@example.com` becomes `Profile/[e-mail]`. The rules, written
  /// for unmasked names, apply first; if they would change their result, too, the masked name stays, to which they
  /// apply when screens are named.
  /// - Returns: nil if nothing needs masking.
  package func masked(_ name: UnsafeBufferPointer<UInt8>) -> String? {
    guard let masked = PersonalData.masked(name, PersonalData.allCases) else { return nil }
    guard let folded = rewrite(String(decoding: name, as: UTF8.self)) else { return masked }
    let result = PersonalData.masked(folded) ?? folded
    let isFinal = rewrite(result)?.isSame(as: result) ?? true
    return !isFinal && rewrite(masked)?.isSame(as: result) == true ? masked : result
  }
}

/// Names under which frameworks log containers of screens.
package enum ContainerNames {
  private static let wholeNames: Set<String> = [
    // UIKit and SwiftUI. (`HomePageViewController` is the controller of a home page: only UIKit's own class name is
    // certain.)
    "UIPageViewController", "AnyView", "ModifiedContent", "EmptyView", "AutoTracked_HostingController_Fallback",
    // Android.
    "MainActivity", "NavHostFragment",
    // React Native, Flutter, Capacitor.
    "ReactViewController", "ReactActivity", "RNSScreen", "FlutterViewController", "FlutterActivity",
    "FlutterFragmentActivity",
    "FlutterFragment", "CAPBridgeViewController",
  ]
  private static let endings = ["TabBarController", "NavigationController", "SplitViewController", "HostingController"]

  /// Whether a name is that of a container, also with a package (`com.shop.MainActivity`), module or content type
  /// (`UIHostingController<AnyView>`).
  package static func isContainer(_ name: String) -> Bool {
    // A mangled name contains the others.
    if name.hasPrefix("_Tt") { return name.contains("7SwiftUI") || endings.contains { name.contains($0) } }
    let type = name.prefix { $0 != "<" }
    guard let word = type.split(whereSeparator: { $0 == "." || $0 == "/" }).last else { return false }
    return wholeNames.contains(String(word)) || endings.contains { word.hasSuffix($0) }
  }
}

/// A name that is longer than what is read of one: its start, and how much follows. A client that sends such names
/// costs no more time than others.
package struct LongName {
  /// The bytes that are read of a name.
  package static let limit = 1 << 14

  /// Its first bytes: as many as fit into the limit and are whole characters.
  package let start: UnsafeBufferPointer<UInt8>
  /// What stands in the place of the rest: the number of its bytes.
  package let end: String

  package init(_ name: UnsafeBufferPointer<UInt8>, _ limit: Int) {
    var length = limit
    while length > 0, name[length] & 0b1100_0000 == 0b1000_0000 { length -= 1 }
    start = UnsafeBufferPointer(rebasing: name[..<length])
    end = Self.mark + "\(name.count - length) bytes]"
  }

  private static let mark = "…[+"

  package static func isCut(_ name: String) -> Bool {
    name.utf8.count > limit - 4 && name.hasSuffix(" bytes]") && name.contains(mark)
  }
}
