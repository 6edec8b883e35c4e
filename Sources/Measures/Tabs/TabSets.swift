import NavigationModel

/// Which tabs the app shows (`tabs_shown`), to how many users, by version and width; the orders that users made
/// (`tabs_edit`); and tabs with badges.
package struct TabSets: Measure, Summed {
  /// A list of tabs as it was logged (``ListText``), and where.
  package struct Shown: Hashable, BinaryRecord {
    package let tabs: Name
    package let appVersion: Name
    package let width: Name
    package let device: Name

    package static let form = BinaryForm(
      Self.init(tabs:appVersion:width:device:), \.tabs, \.appVersion, \.width, \.device)
  }

  package private(set) var shown = SumsByKey<Shown, UserCount>()
  package private(set) var edited = SumsByName<UserCount>()
  package private(set) var badged = SumsByName<UserCount>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .tabsShown where occurrence.value.isKnown && !occurrence.container.isKnown:
        let segment = session.segment
        shown[
          adding: Shown(
            tabs: occurrence.value, appVersion: segment.appVersion, width: segment.width, device: segment.device)
        ].add(session)
      case .tabsEdit where occurrence.value.isKnown: edited[adding: occurrence.value].add(session)
      case .badge: badged[adding: occurrence.subject].add(session)
      default: break
      }
    }
  }

  /// Interns each tab of the lists as a separate name.
  package func internTabs(_ names: NameTable) {
    for list in shown.keys.map(\.tabs) + edited.keys {
      _ = names.names(ofList: list)
    }
  }

  static let fields = Fields<Self>(\.shown, \.edited, \.badged)

  /// The tabs in the lists that were shown or edited.
  func names(_ scope: MeasureScope) -> [Name] {
    let lists = Set(shown.keys.map(\.tabs)).union(edited.keys)
    return Array(Set(lists.flatMap { scope.names.tabs(in: $0) }))
  }
}

extension Names {
  /// The different tabs of a logged list, in order. They must be among the names (``TabSets/internTabs(_:)``).
  package func tabs(in list: Name) -> [Name] {
    var seen: Set<Name> = []
    return (ListText.names(in: self[list]) ?? [self[list]]).compactMap { name($0) }.filter { seen.insert($0).inserted }
  }
}

/// The orders of the tabs that people made for themselves (`tabs_edit`): each user's last, with what the bar showed
/// before the first.
package struct TabEdits: Measure, Summed {
  /// By the lists of tabs, as they were logged: the last `tabs_shown` before the user's first edit,
  /// unknown if there was none, and the last edit; with the earliest sessions that hold it.
  package private(set) var sums = SumsByKey<NamePair, UsersWithExamples>()

  private var shown = Name.unknown
  private var edited = Name.unknown
  private var lastEdit = Examples()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .tabsShown where !edited.isKnown && !occurrence.container.isKnown: shown = occurrence.value.or(shown)
      case .tabsEdit where occurrence.value.isKnown:
        edited = occurrence.value
        lastEdit = Examples()
        lastEdit.add(session)
      default: break
      }
    }
  }

  mutating func finishUser() {
    if edited.isKnown {
      sums[adding: NamePair(shown, edited)].add(user: lastEdit)
    }
    shown = .unknown
    edited = .unknown
  }

  static let fields = Fields<Self>(\.sums)

  /// Users who ever ordered the tabs.
  package var users: Int { sums.values.reduce(0) { $0 + $1.users } }
}

/// Whether the tab bar (`tabs_shown`) is stable: each user's lists of tabs in one app version on one kind of device.
/// Counting ends at a `tabs_edit`.
package struct TabSetChanges: Measure, Summed {
  /// The different lists that a user had in each version and on each surface with more than one.
  package typealias History = Unordered<Unordered<Name>>

  package private(set) var users = 0
  /// The histories with more than one list in one version on one surface, with the earliest sessions in which the list
  /// changed.
  package private(set) var sums = SumsByKey<History, UsersWithExamples>()
  /// The first lists of these users in their order, if they changed more than once: a list may have come back.
  package private(set) var sequences = SumsByKey<[Name], UsersWithExamples>()
  private static let longestSequence = 6

  private var hasEdited = false
  private var pending = SumsByKey<Pair<Name, Sightings.Surface>, (lists: KeyList<Name>, order: [Name])>()
  /// The session in which the current user's list first changed.
  private var change = Examples()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .tabsShown where occurrence.value.isKnown && !occurrence.container.isKnown && !hasEdited:
        let surface = Sightings.Surface(session.segment)
        let here = pending.number(adding: Pair(session.segment.appVersion, surface), as: (KeyList(), []))
        let number = pending[number: here].lists.number(adding: occurrence.value)
        let order = pending.values[here].order
        if order.last != occurrence.value, order.count < Self.longestSequence {
          pending[number: here].order.append(occurrence.value)
        }
        if number > 0, change.examples.isEmpty { change.add(session) }
      case .tabsEdit where occurrence.value.isKnown: hasEdited = true
      default: break
      }
    }
  }

  mutating func finishUser() {
    if pending.count > 0 {
      users += 1
      if !change.examples.isEmpty {
        let history = Unordered(pending.values.filter { $0.lists.count > 1 }.map { Unordered($0.lists.keys) })
        sums[adding: history].add(user: change)
        if let order = pending.values.first(where: { $0.order.count > 2 })?.order {
          sequences[adding: order].add(user: change)
        }
        change = Examples()
      }
      pending.removeAll()
    }
    hasEdited = false
  }

  static let fields = Fields<Self>(\.users, \.sums, \.sequences)
}
