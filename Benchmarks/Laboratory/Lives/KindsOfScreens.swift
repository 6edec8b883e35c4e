/// The kinds of screens, as the map declares them: the first matching pattern wins.
///
/// Patterns are names, or prefixes followed by `*`; the map writes them as regular expressions.
package struct KindsOfScreens: Sendable {
  private let kinds: [(pattern: String, kind: String)]

  package init(_ kinds: [(pattern: String, kind: String)]) { self.kinds = kinds }

  package func kind(of screen: String) -> String? {
    kinds.first { $0.pattern.hasSuffix("*") ? screen.hasPrefix($0.pattern.dropLast()) : screen == $0.pattern }?.kind
  }
}
