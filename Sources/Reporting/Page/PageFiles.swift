/// The style and the scripts of a page. The page is complete without the scripts.
enum PageFiles {
  static let style = PackageResources.page_css

  /// Tables and folds, answers, and the section that asks, in this order.
  static let script = PackageResources.page_js + PackageResources.answers_js + PackageResources.ask_js

  /// The hash of ``script`` for the Content-Security-Policy, so no other script runs.
  static let hash = "sha256-" + SHA256.base64(of: script)
}
