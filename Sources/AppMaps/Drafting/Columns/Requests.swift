import EventLogs
import Foundation
import NavigationModel

/// Rows of a site's log that are no screens: pictures, styles, scripts, fonts, feeds, health checks, calls of services,
/// redirects, and methods other than GET.
package struct Requests: Sendable, Equatable {
  /// What each of these rows has, one condition for each kind.
  package private(set) var conditions: [(key: String, test: EventMapping.Test)] = []

  /// The columns of addresses that were looked at.
  private var known: Set<String> = []

  package init() {}

  private mutating func leaveOut(_ key: String, _ test: EventMapping.Test) {
    if !conditions.contains(where: { $0.key == key && $0.test == test }) { conditions.append((key, test)) }
  }

  /// - Parameters:
  ///   - address: the column with the addresses.
  ///   - standing: its value in rows whose address is in another column.
  ///   - sight: how the rows follow each other.
  init(_ address: SampledTable.Column, standing: String?, _ sight: PlaceSight) {
    addFlag(sight.table)
    if let standing { leaveOut(address.key, .isOneOf([standing])) }
    let table = sight.table
    known.insert(address.key)
    let texts = address.names
    let plain = address.values.filter { Self.isPlain($0.text) }
    if !plain.isEmpty, plain.reduce(0, { $0 + $1.count }) * 4 <= address.count,
      Self.areAddresses(texts.filter { !Self.isPlain($0) })
    {
      leaveOut(address.key, .matches(Self.noAddress))
    } else if !Self.areAddresses(texts) {
      return
    }
    let methods = table.columns.first(where: Self.areMethods)
    let codes = table.columns.first {
      !$0.words.isDisjoint(with: ["status", "code"]) && $0.isNumber
        && $0.values.allSatisfy { (100..<600).contains(Int($0.text) ?? 0) }
    }
    if let methods {
      let others = methods.values.map(\.text).filter { $0.uppercased() != Self.methods[0] }
      leaveOut(methods.key, .isOneOf(Array(Self.methods.dropFirst()) + others.filter { !Self.methods.contains($0) }))
    }
    if let codes { leaveOut(codes.key, .matches(Self.redirects)) }
    if let agents = table.columns.first(where: { $0.words.contains("agent") }),
      agents.values.lazy.map(\.text).contains(where: Self.matching(Self.robotNames))
    {
      leaveOut(agents.key, .matches(Self.robotNames))
    }
    let areCalls = Self.matching(Self.calls)
    let seen = Seen(address, leaving: standing, sight, isCall: areCalls)
    let pages = seen.counts.filter { !areCalls($0.key) && $0.value.all >= 10 && $0.value.soon * 10 < $0.value.all * 3 }
    // Calls follow what a page needs them for, or any page; people stay before they go to another page, however it is
    // called, and have few ways to it.
    let called = seen.counts.filter { areCalls($0.key) }.values
    let all = called.reduce(0) { $0 + $1.all }
    let arePages =
      all > 4 && called.reduce(0) { $0 + $1.soon } * 2 < all
      && called.reduce(0) { $0 + ($1.before.count * 10 < max(3, pages.count) * 7 ? $1.all : 0) } * 2 > all
    for pattern in arePages ? [Self.files] : [Self.files, Self.calls]
    where methods != nil || address.names.contains(where: Self.matching(pattern)) {
      leaveOut(address.key, .matches(pattern))
    }
    // So is what comes at once, and what lies between two rows of one page, of several pages.
    let followers = seen.counts.filter { name, count in
      !areCalls(name) && count.all >= 20
        && (count.soon * 10 >= count.all * 8 || (count.within * 10 >= count.all * 9 && count.before.count > 2))
    }.keys.sorted()
    guard pages.count > 2, (1...pages.count).contains(followers.count) else { return }
    let paths = followers.map { NSRegularExpression.escapedPattern(for: $0) }.joined(separator: "|")
    leaveOut(address.key, .matches("^(?:[a-z]+://[^/?#]*)?(?:\(paths))/?(?:[?#].*)?$"))
  }

  /// How the addresses of a column follow the pages of the same person; calls are no pages.
  private struct Seen {
    var counts: [String: (all: Int, soon: Int, within: Int, before: Set<String>)] = [:]

    init(_ address: SampledTable.Column, leaving standing: String?, _ sight: PlaceSight, isCall: (String) -> Bool) {
      let form = ScreenAddress.Form(address.names)
      let names = address.names.map { $0 == standing ? "" : form.address($0) }
      let areCalls = names.map(isCall)
      var pages: [Int32: (before: String, last: String, row: Int)] = [:]
      for row in sight.order where address.cells[row] >= 0 {
        let number = Int(address.cells[row])
        let name = names[number]
        let person = sight.user?.cells[row] ?? 0
        let page = pages[person] ?? ("", "", row)
        if name.isEmpty || name == page.last { continue }
        if !page.last.isEmpty {
          var count = counts[name] ?? (0, 0, 0, [])
          count.all += 1
          count.before.insert(page.last)
          if let gap = sight.gap(from: page.row, to: row), gap <= Requests.soon { count.soon += 1 }
          counts[name] = count
        }
        if areCalls[number] { continue }
        if name == page.before { counts[page.last]?.within += 1 }
        pages[person] = (page.last, name, row)
      }
    }
  }

  /// A column that says whether a page was shown: `isPageView`.
  private mutating func addFlag(_ table: SampledTable) {
    for column in table.columns where column.has(.screen) && column.has(.view) && column.distinct == 2 {
      guard let no = column.values.first(where: { ["0", "false", "no", "n"].contains($0.text.lowercased()) }) else {
        continue
      }
      leaveOut(column.key, .isOneOf([no.text]))
    }
  }

  /// What was clicked, beside the addresses of pages: `copy-link`.
  private static func isPlain(_ text: String) -> Bool { !text.contains { "/.#?".contains($0) } }
  private static let noAddress = "^[^/.#?]+$"

  /// Rows that name no screen, of a log that says nothing else.
  /// - Parameter key: the field with the screens.
  mutating func leaveOutBlanks(_ key: String) { leaveOut(key, .matches("^$")) }

  private static let soon: Int64 = 2_000_000

  /// Adds requests among the names of screens, unless some are known.
  mutating func add(_ names: Set<String>, of key: String) {
    guard !known.contains(key), Self.areAddresses(names) else { return }
    for pattern in [Self.files, Self.calls] where names.contains(where: Self.matching(pattern)) {
      leaveOut(key, .matches(pattern))
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
    + #"(?:[^/?#]*/)?(?:(?:api|ajax|graphql|rpc|_[^/?#]*|wp-json|wp-content|cgi-bin)/[^?#]*|(?:healthz?|health-?check|livez|readyz|graphql))/?(?:[?#].*)?$"#

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
