import NavigationModel

/// Whether the tab bar (`tabs_shown`) is stable: for each user, the lists of tabs that one app version showed on one kind of device.
/// Counting for a user ends when they reorder the tabs (`tabs_edit`).
package struct TabSetChanges: Measure {
  /// The different lists (joined with `|`) that a user had in each version and on each surface with more than one.
  package struct History: Hashable, Sendable, Codable {
    package let lists: [[Name]]

    fileprivate init(_ shown: [Shown]) {
      self.init(Dictionary(grouping: shown, by: \.context).values.filter { $0.count > 1 }.map { $0.map(\.list) })
    }

    /// In a total order within a run.
    private init(_ lists: [[Name]]) {
      self.lists = lists.map { $0.sorted { $0.rawValue < $1.rawValue } }
        .sorted { $0.lexicographicallyPrecedes($1) { $0.rawValue < $1.rawValue } }
    }

    package init(from decoder: any Decoder) throws { self.init(try BinaryDecoder.of(decoder).decode([[Name]].self)) }

    package func encode(to encoder: any Encoder) throws {
      let encoder = try BinaryEncoder.of(encoder)
      try encoder.encode(count: lists.count) { index in
        let list = lists[index]
        try encoder.encode(count: list.count) { encoder.write(list[$0]) }
      }
    }
  }

  /// A list, and where a user had it.
  fileprivate struct Shown: Hashable {
    let list: Name
    let context: Context
  }

  fileprivate struct Context: Hashable {
    let appVersion: Name
    let surface: Sightings.Surface
  }

  /// Users with any list.
  package private(set) var users = 0
  /// The histories with more than one list in one version on one surface, with the earliest sessions in which the list changed.
  package private(set) var cells = KeyedCells<History, UserCell>()

  private var hasEdited = false
  private var pending = Tally<Shown>()
  /// The session in which the current user's list first changed.
  private var change = Examples()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .tabsShown where occurrence.value.isKnown && !occurrence.container.isKnown && !hasEdited:
        let context = Context(appVersion: session.segment.appVersion, surface: .init(session.segment))
        let shown = Shown(list: occurrence.value, context: context)
        let count = pending.keys.count
        pending.count(shown)
        if pending.keys.count > count, change.examples.isEmpty,
          pending.keys.dropLast().contains(where: { $0.context == context })
        {
          change.add(session)
        }
      case .tabsEdit where occurrence.value.isKnown: hasEdited = true
      default: break
      }
    }
  }

  package mutating func finishUser() {
    if pending.total > 0 {
      users += 1
      if !change.examples.isEmpty {
        cells[adding: History(pending.keys)].add(user: change)
        change = Examples()
      }
      pending.removeAll()
    }
    hasEdited = false
  }

  package mutating func merge(_ other: TabSetChanges) {
    users += other.users
    cells.merge(other.cells)
  }
}

extension Measures {
  package var tabSetChanges: TabSetChanges { self[TabSetChanges.self] }
}
