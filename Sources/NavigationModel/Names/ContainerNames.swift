/// Names under which frameworks log containers of screens.
package enum ContainerNames {
  private static let wholeNames: Set<String> = [
    // UIKit and SwiftUI. (`HomePageViewController` is the controller of a home page: only UIKit's own class name is certain.)
    "UIPageViewController", "AnyView", "ModifiedContent",
    // Android.
    "MainActivity", "NavHostFragment",
    // React Native, Flutter, Capacitor.
    "ReactViewController", "ReactActivity", "RNSScreen", "FlutterViewController", "FlutterActivity", "FlutterFragmentActivity",
    "FlutterFragment", "CAPBridgeViewController",
  ]
  private static let endings = ["TabBarController", "NavigationController", "SplitViewController", "HostingController"]

  /// Whether a name is that of a container, with or without a package (`com.shop.MainActivity`), module (`Shop.RootTabBarController`) or content
  /// type (`UIHostingController<AnyView>`).
  package static func isContainer(_ name: String) -> Bool {
    // A mangled name contains the others.
    if name.hasPrefix("_Tt") { return name.contains("7SwiftUI") || endings.contains { name.contains($0) } }
    let type = name.prefix { $0 != "<" }
    guard let word = type.split(whereSeparator: { $0 == "." || $0 == "/" }).last else { return false }
    return wholeNames.contains(String(word)) || endings.contains { word.hasSuffix($0) }
  }
}
