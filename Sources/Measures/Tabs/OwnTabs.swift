import NavigationModel

/// Which tabs users select within a session, if more than fit into a bar, by version and width. Counting for a user
/// ends at a `tabs_edit`.
package struct OwnTabs: Measure, Summed {
  /// With more different keys than this, nothing is kept.
  package static let mostKeys = 4096

  /// The tabs that one user selected in a session of a version on a surface. Of sessions with the same, those with the
  /// most tabs: no set contains another.
  package struct Selected: Hashable, BinaryRecord {
    package let appVersion: Name
    package let sets: Unordered<TabSet>

    package static let form = BinaryForm(Self.init(appVersion:sets:), \.appVersion, \.sets)
  }

  package struct TabSet: OrderedInRun, BinaryRecord {
    package let surface: Sightings.Surface
    package let tabs: Unordered<Name>

    package static let form = BinaryForm(Self.init(surface:tabs:), \.surface, \.tabs)

    package var bits: UInt64 { surface.bits.mixed(with: tabs.bits) }

    package func precedes(_ other: TabSet) -> Bool {
      surface == other.surface ? tabs.precedes(other.tabs) : surface.precedes(other.surface)
    }

    fileprivate func contains(_ other: TabSet) -> Bool { surface == other.surface && tabs.contains(other.tabs) }
  }

  /// A user of more sets than this, none of which contains another, names something else by tabs, and is not counted.
  private static let mostSets = 256

  package var isOverfull: Bool { sums.isOverfull }
  private var sums = Bounded<Self>()

  /// Sets of as many tabs or fewer fit into any bar, and are left out.
  private var fitting = RuleLevel.tabs.defaultValue
  private var hasEdited = false
  private var pending: [(appVersion: Name, sets: [TabSet])] = []
  private var hasTooMany = false
  private var current = NameList()

  mutating func prepare(_ declared: DeclaredNames?, span: SessionSpan?) { fitting = declared?.levels.tabs ?? fitting }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    if hasEdited || hasTooMany || sums.isOverfull { return }
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .tabSelect, .tabReselect:
        if !hasEdited, occurrence.subject != .unnamed, occurrence.maker == .person {
          _ = current.number(adding: occurrence.subject)
        }
      case .tabsEdit where occurrence.value.isKnown: hasEdited = true
      default: break
      }
    }
    if current.keys.count > fitting {
      add(
        TabSet(surface: Sightings.Surface(session.segment), tabs: Unordered(current.keys)), session.segment.appVersion)
    }
    current.removeAll()
  }

  private mutating func add(_ set: TabSet, _ version: Name) {
    guard let index = pending.firstIndex(where: { $0.appVersion == version }) else {
      pending.append((version, [set]))
      return
    }
    if pending[index].sets.contains(where: { $0.contains(set) }) { return }
    pending[index].sets.removeAll { set.contains($0) }
    pending[index].sets.append(set)
    hasTooMany = pending[index].sets.count > Self.mostSets
  }

  mutating func finishUser() {
    for (version, sets) in pending where !hasTooMany {
      self.sums.add { $0[adding: Selected(appVersion: version, sets: Unordered(sets))] += 1 }
    }
    pending.removeAll(keepingCapacity: true)
    hasEdited = false
    hasTooMany = false
  }

  static let fields = Fields<Self>(\.sums)

  /// Users by app version and by the number of different tabs in one of their sessions on the surface, among those for
  /// which `isMeant` holds, that has most; without users for whom these fit into a bar.
  /// - Parameter count: how many tabs of the bar these are.
  package func users(where isMeant: (Sightings.Surface) -> Bool, counting count: ([Name]) -> Int = \.count) -> [Name:
    [Int: Int]]
  {
    var users: [Name: [Int: Int]] = [:]
    for (key, amount) in sums.kept.pairs {
      guard let most = key.sets.elements.filter({ isMeant($0.surface) }).map({ count($0.tabs.elements) }).max(),
        most > fitting
      else { continue }
      users[key.appVersion, default: [:]][most, default: 0] += amount
    }
    return users
  }
}

extension OwnTabs: Bounding {
  static func isTooMuch(_ kept: SumsByKey<Selected, Int>) -> Bool { kept.count > mostKeys }
}
