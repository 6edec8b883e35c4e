import Measures
import NavigationModel

/// The current layout of an app's navigation on a platform, and which entries may move (ThePlan.md, *Layouts*).
public struct Layout: Sendable {
  /// Where demoted tabs go.
  public enum Target: Sendable, Equatable {
    case moreList
    case menu(String)

    public var label: String {
      switch self {
      case .moreList: "More"
      case .menu(let name): name
      }
    }
  }

  /// The current entries, ordered by name and container.
  public let entries: [PlacedEntry]
  /// The number of slots in the bar, including the More tab.
  public let room: Int
  public let hasMoreList: Bool
  /// Nil if there is neither a More list nor a menu.
  public let target: Target?

  /// Indices of entries: those in the bar, those in the More list, those that may be promoted, and those that may be demoted.
  public let tabs: [Int]
  public let moreItems: [Int]
  public let promotable: [Int]
  public let demotable: [Int]
  /// Whether everything in the More list may move, so that its tab could be removed.
  let canEmptyMoreList: Bool

  /// - Parameters:
  ///   - entries: in any order.
  ///   - slots: the minimum number of slots in the bar.
  ///   - menu: where demoted tabs go if there is no More list.
  package init(_ entries: [PlacedEntry], slots: Int, menu: String?) {
    let entries = entries.sorted { $0.name == $1.name ? $0.container.precedesByScalars($1.container) : $0.name.precedesByScalars($1.name) }
    self.entries = entries
    tabs = entries.indices.filter { entries[$0].entry.container == .bar }
    moreItems = entries.indices.filter { entries[$0].entry.container == .more }
    hasMoreList = !moreItems.isEmpty
    room = max(slots, tabs.count + (hasMoreList ? 1 : 0))
    target = hasMoreList ? .moreList : menu.map { .menu($0) }
    let namesOfTabs = Set(tabs.map { entries[$0].name })
    promotable = entries.indices.filter { entries[$0].entry.container.isHidden && entries[$0].isMovable && !namesOfTabs.contains(entries[$0].name) }
    demotable = target == nil ? [] : tabs.filter { entries[$0].isMovable }
    canEmptyMoreList = hasMoreList && Set(promotable).isSuperset(of: moreItems)
  }

  /// Indices ordered by name and container.
  func ordered(_ indices: [Int]) -> [Int] { indices.sorted() }

  /// Whether one list of entries comes before another: by names, then by containers.
  func precedes(_ one: [Int], _ other: [Int]) -> Bool {
    let names = (one.map { entries[$0].name }, other.map { entries[$0].name })
    if names.0 != names.1 { return names.0.lexicographicallyPrecedes(names.1) { $0.precedesByScalars($1) } }
    return one.map { entries[$0].container }.lexicographicallyPrecedes(other.map { entries[$0].container }) { $0.precedesByScalars($1) }
  }
}

/// An entry with its container in a layout.
public struct PlacedEntry: Sendable {
  package let entry: Entry
  public let name: String
  /// `bar`, `More`, or the name of the menu.
  public let container: String
  /// Its number in the sums; nil if nobody chose or landed on it.
  let number: UInt32?
  public let eligibleUsers: Int
  /// Whether it may be moved.
  public let isMovable: Bool
  /// Hardly anybody chooses it, but those who do choose it often, as that of a role: no tab of others makes room for it, and a tab stays.
  var isOfFew = false
  /// A hidden entry, most of whose uses fell on a few days in a row, though not most sessions: an outage or a season.
  var isOfFewDays = false
}
