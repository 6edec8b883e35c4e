import EventLogs
import NavigationModel

/// Rows of a site's log that are no screens: pictures, styles, scripts, fonts, feeds, health checks, calls of services,
/// redirects, and methods other than GET.
package struct Requests: Sendable, Equatable {
  /// What each of these rows has, one condition for each kind.
  package private(set) var conditions: [(key: String, test: EventMapping.Test)] = []

  package init() {}

  /// - Parameters:
  ///   - address: the column with the addresses; nil if there is none.
  ///   - gap: the time between a row and the one before of the same user, microseconds; nil if it is not known.
  init(_ address: SampledTable.Column?, in table: SampledTable, gap: (Int) -> Int64?) {
    guard let address, Self.areAddresses(address.values.lazy.map(\.text)) else { return }
    let methods = table.columns.first(where: Self.areMethods)
    let codes = table.columns.first {
      !$0.words.isDisjoint(with: ["status", "code"]) && $0.isNumber
        && $0.values.allSatisfy { (100..<600).contains(Int($0.text) ?? 0) }
    }
    if let methods { conditions.append((methods.key, .isOneOf(Self.methods.dropFirst().map(\.self)))) }
    if let codes { conditions.append((codes.key, .matches(Self.redirects))) }
    if let agents = table.columns.first(where: { $0.words.contains("agent") }),
      agents.values.lazy.map(\.text).contains(where: Self.matching(Self.robotNames))
    {
      conditions.append((agents.key, .matches(Self.robotNames)))
    }
    // Calls follow what a page needs them for; people stay before they go to another page, however it is called.
    let areCalls = address.values.map(\.text).map(Self.matching(Self.calls))
    let gaps = address.cells.indices.filter { address.cells[$0] >= 0 && areCalls[Int(address.cells[$0])] }
      .compactMap(gap)
    let arePages = gaps.count > 4 && gaps.count { $0 <= Self.soon } * 2 < gaps.count
    for pattern in arePages ? [Self.files] : [Self.files, Self.calls]
    where methods != nil || address.values.lazy.map(\.text).contains(where: Self.matching(pattern)) {
      conditions.append((address.key, .matches(pattern)))
    }
  }

  private static let soon: Int64 = 2_000_000

  /// Requests among the names of screens that events give.
  init(_ key: String, names: Set<String>) {
    guard Self.areAddresses(names) else { return }
    for pattern in [Self.files, Self.calls] where names.contains(where: Self.matching(pattern)) {
      conditions.append((key, .matches(pattern)))
    }
  }

  package static func == (a: Requests, b: Requests) -> Bool {
    a.conditions.elementsEqual(b.conditions) { $0.key == $1.key && $0.test == $1.test }
  }

  private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "CONNECT", "TRACE"]
  private static let redirects = "^(?:30[12378]|[45][0-9][0-9])$"
  private static let robotNames = "(?i).*(?:bot\\b|crawl|spider|curl/|wget/|python-|headless|monitor).*"
  private static let host = #"(?i)^(?:(?:[a-z][a-z0-9+.\-]*://)?[^/?#]*[.:][^/?#]*)?/"#
  private static let files =
    host
    + #"[^?#]*\.(?:css|js|mjs|map|json|xml|rss|atom|txt|ico|png|jpe?g|gif|svg|webp|avif|bmp|woff2?|ttf|otf|eot|mp4|webm|mp3|axd|pdf|zip|docx?|xlsx?|pptx?|csv)/?(?:[?#].*)?$"#
  private static let calls =
    #"(?i)^[a-z]+://api[.\-].*$|"# + host
    + #"(?:(?:api|ajax|graphql|rpc|_[^/?#]*|wp-json|wp-content|cgi-bin)/[^?#]*|(?:healthz?|health-?check|livez|readyz|graphql))/?(?:[?#].*)?$"#

  private static func matching(_ pattern: String) -> (String) -> Bool {
    let compiled = try? Pattern(pattern)
    return { text in compiled?.matches(text) ?? false }
  }

  /// Which names are addresses of pictures, scripts, or calls of services.
  static func areRequests(_ names: [String]) -> [Bool] {
    guard areAddresses(names) else { return names.map { _ in false } }
    let tests = [files, calls].map(matching)
    return names.map { name in tests.contains { $0(name) } }
  }

  /// Whether all names are those of a router in the fragment: `#/orders`.
  static func areRoutes(_ names: [String]) -> Bool { names.allSatisfy { $0.hasPrefix("#/") || $0.hasPrefix("#!/") } }

  /// Whether all addresses are those of services.
  static func areCalls(_ names: [String]) -> Bool { areAddresses(names) && names.allSatisfy(matching(calls)) }

  static func areMethods(_ column: SampledTable.Column) -> Bool {
    column.distinct > 0 && column.values.allSatisfy { methods.contains($0.text.uppercased()) }
  }

  static func areAddresses(_ texts: some Collection<String>) -> Bool {
    texts.count { text in
      // Some leave the scheme out: `shop.example/cart`.
      text.firstIndex(of: "/").map { $0 == text.startIndex || text[..<$0].contains { ".:#".contains($0) } } ?? false
    } * 10 > texts.count * 9
  }
}
