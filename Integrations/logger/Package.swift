// swift-tools-version: 6.2
import PackageDescription

/// The logger alone, for apps: nothing else is fetched. Its sources are those of the package that this folder is in.
let package = Package(
  name: "navigation-log",
  platforms: [.macOS(.v15), .iOS(.v15)],
  products: [.library(name: "NavigationLog", targets: ["NavigationLog"])],
  targets: [.target(name: "NavigationLog", resources: [.copy("PrivacyInfo.xcprivacy")])]
)
