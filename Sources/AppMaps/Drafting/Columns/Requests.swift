import EventLogs
import NavigationModel

/// Rows of a site's log that are no screens: pictures, styles, scripts, fonts, feeds, health checks, calls of services,
/// redirects, and methods other than GET.
package struct Requests: Sendable, Equatable {
  /// What each of these rows has, one condition for each kind.
  package private(set) var conditions: [(key: String, test: EventMapping.Test)] = []

  package init() {}

  /// - Parameter address: the column with the addresses; nil if there is none.
  init(_ address: SampledTable.Column?, in table: SampledTable) {
    guard let address, Self.areAddresses(address.values.lazy.map(\.text)) else { return }
    let methods = table.columns.first { $0.values.allSatisfy { Self.methods.contains($0.text.uppercased()) } }
    let codes = table.columns.first {
      !$0.words.isDisjoint(with: ["status", "code"]) && $0.isNumber
        && $0.values.allSatisfy { (100..<600).contains(Int($0.text) ?? 0) }
    }
    if let methods { conditions.append((methods.key, .isOneOf(Self.methods.dropFirst().map(\.self)))) }
    if let codes { conditions.append((codes.key, .matches(Self.redirects))) }
    if methods != nil || address.values.contains(where: { Self.isOne($0.text) }) {
      conditions.append((address.key, .matches(Self.pattern)))
    }
  }

  /// Requests among the names of screens that events give.
  init(_ key: String, names: Set<String>) {
    if Self.areAddresses(names), names.contains(where: Self.isOne) { conditions = [(key, .matches(Self.pattern))] }
  }

  package static func == (a: Requests, b: Requests) -> Bool {
    a.conditions.elementsEqual(b.conditions) { $0.key == $1.key && $0.test == $1.test }
  }

  private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "CONNECT", "TRACE"]
  private static let redirects = "^30[12378]$"
  private static let pattern =
    #"(?i)^(?:[a-z][a-z0-9+.\-]*://[^/?#]*)?/(?:[^?#]*\.(?:css|js|mjs|map|json|xml|rss|atom|txt|ico|png|jpe?g|gif|svg|webp|avif|bmp|woff2?|ttf|otf|eot|mp4|webm|mp3)|(?:api|ajax|graphql|rpc|_[^/?#]*|wp-json|wp-content|cgi-bin)/[^?#]*|(?:healthz?|health-?check|livez|readyz|graphql))/?(?:[?#].*)?$"#

  private static func isOne(_ text: String) -> Bool {
    (try? Pattern(pattern)).map { $0.matches(text) } ?? false
  }

  private static func areAddresses(_ texts: some Collection<String>) -> Bool {
    texts.count { $0.hasPrefix("/") || $0.contains("://") } * 10 > texts.count * 9
  }
}
