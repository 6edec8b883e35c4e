import Measures
import NavigationModel

/// An entry where it stands in a layout.
public struct PlacedEntry: Sendable {
  public let entry: Entry
  public let name: String
  /// `bar`, `More`, or the name of the menu.
  public let place: String
  /// Its number in the sums; nil for what nobody chose or landed on.
  let number: UInt32?
  public let eligibleUsers: Int
  /// Whether it may be moved.
  public let isMovable: Bool
}

/// How the navigation of an app stands on a platform at present, and what of it may be moved (ThePlan.md, *Layouts*).
public struct Layout: Sendable {
  /// Where tabs go that leave the bar.
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

  /// What stands somewhere now, in the order of names and then places.
  public let entries: [PlacedEntry]
  /// How many places the bar has, the More tab included.
  public let room: Int
  public let hasMoreList: Bool
  /// Nil where there is neither a More list nor a menu.
  public let target: Target?

  /// Indices of entries: those in the bar, those in the More list, those that may come into the bar, and those that may leave it.
  public let tabs: [Int]
  public let moreItems: [Int]
  public let promotable: [Int]
  public let demotable: [Int]

  /// - Parameters:
  ///   - entries: in any order.
  ///   - slots: for how many there is room in the bar at least.
  ///   - menu: where tabs go that leave the bar, where there is no More list.
  public init(_ entries: [PlacedEntry], slots: Int, menu: String?) {
    let entries = entries.sorted { $0.name == $1.name ? $0.place.precedesByScalars($1.place) : $0.name.precedesByScalars($1.name) }
    self.entries = entries
    tabs = entries.indices.filter { entries[$0].entry.place == .bar }
    moreItems = entries.indices.filter { entries[$0].entry.place == .more }
    hasMoreList = !moreItems.isEmpty
    room = max(slots, tabs.count + (hasMoreList ? 1 : 0))
    target = hasMoreList ? .moreList : menu.map { .menu($0) }
    let namesOfTabs = Set(tabs.map { entries[$0].name })
    promotable = entries.indices.filter { entries[$0].entry.place.isHidden && entries[$0].isMovable && !namesOfTabs.contains(entries[$0].name) }
    demotable = target == nil ? [] : tabs.filter { entries[$0].isMovable }
  }

  /// Whether everything in the More list may be moved, so that its tab could go.
  var canEmptyMoreList: Bool { !moreItems.isEmpty && moreItems.allSatisfy(promotable.contains) }

  /// Indices in the order of names and places.
  func ordered(_ indices: [Int]) -> [Int] { indices.sorted() }

  /// Whether one list of entries comes before another: by their names, then by their places.
  func precedes(_ one: [Int], _ other: [Int]) -> Bool {
    let names = (one.map { entries[$0].name }, other.map { entries[$0].name })
    if names.0 != names.1 { return names.0.lexicographicallyPrecedes(names.1) { $0.precedesByScalars($1) } }
    return one.map { entries[$0].place }.lexicographicallyPrecedes(other.map { entries[$0].place }) { $0.precedesByScalars($1) }
  }
}
