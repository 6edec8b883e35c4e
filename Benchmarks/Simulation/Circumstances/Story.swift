/// How an app changes during its log, or differs between its users.
///
/// An entry that not everybody could use is as good as any other: rules must not flag it.
package enum Story: Sendable, CaseIterable {
  /// Three identical releases.
  case threeReleases
  /// An entry is added by a release late in the log.
  case entryAdded
  /// An entry is removed by a release early in the log.
  case entryRemoved
  /// An entry exists on one platform.
  case entryOnOnePlatform
  /// An entry exists in one arm of an experiment.
  case entryInOneArm
  /// A tab that refused taps in the first weeks no longer does.
  case flawMended

  package var words: String {
    switch self {
    case .threeReleases: "three releases"
    case .entryAdded: "an entry added"
    case .entryRemoved: "an entry removed"
    case .entryOnOnePlatform: "an entry on one platform"
    case .entryInOneArm: "an entry in one arm"
    case .flawMended: "a flaw mended"
    }
  }

  /// Applies this to a shape and its crowd; false if the shape has no suitable entry.
  package func happen(to shape: inout AppShape, _ crowd: inout Crowd, _ dice: inout Dice) -> Bool {
    let days = Double(crowd.days)
    if self == .threeReleases {
      crowd.releases = [("3.0", -100), ("3.1", days * 0.3), ("3.2", days * 0.65)]
      return true
    }
    if self == .flawMended {
      guard shape.tabs.count > 1 else { return false }
      crowd.releases = [("1.9", -100), ("2.0", days * 0.3)]
      crowd.updateLag = 1
      shape.refuses = [shape.tabs[1].name: 0.12]
      shape.refusesUntil = 1
      return true
    }
    // Any entry except the first tab, on which sessions begin, and rare ones.
    let entries = shape.entries.indices.filter { $0 > 0 && shape.entries[$0].reach >= 0.2 && shape.entries[$0].acts == nil }
    guard !entries.isEmpty else { return false }
    let entry = dice.pick(entries)
    switch self {
    case .entryAdded:
      crowd.releases = [("1.4", -100), ("1.5", days * dice.within(0.5...0.8))]
      shape.change(entry) { $0.since = 1 }
    case .entryRemoved:
      crowd.releases = [("4.0", -100), ("4.1", days * dice.within(0.1...0.4))]
      shape.change(entry) { $0.until = 1 }
    case .entryOnOnePlatform:
      // An item of a menu exists where the menu does.
      let platforms = shape.devices.compactMap(\.segment.platform)
      let platform = dice.pick(platforms.filter { shape.platforms(ofMenuWith: entry)?.contains($0) ?? true })
      shape.change(entry) { $0.platforms = [platform] }
    default:
      crowd.variants = ["control", "new"]
      shape.change(entry) { $0.variants = ["new"] }
    }
    return true
  }
}

extension AppShape {
  /// The platforms of the menu that holds the entry at this index of ``entries``; nil if it is in no menu, or the menu is on all platforms.
  fileprivate func platforms(ofMenuWith index: Int) -> [String]? {
    var index = index - tabs.count - more.count
    for menu in menus where index >= 0 {
      if index < menu.items.count { return menu.platforms }
      index -= menu.items.count
    }
    return nil
  }

  /// Changes the entry at this index of ``entries``.
  mutating func change(_ index: Int, _ change: (inout Entry) -> Void) {
    if index < tabs.count { return change(&tabs[index]) }
    var index = index - tabs.count
    if index < more.count { return change(&more[index]) }
    index -= more.count
    for menu in menus.indices {
      if index < menus[menu].items.count { return change(&menus[menu].items[index]) }
      index -= menus[menu].items.count
    }
  }
}
