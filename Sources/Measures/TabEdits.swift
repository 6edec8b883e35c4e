import NavigationModel

/// The orders of the tabs that people made for themselves (`tabs_edit`): each user's last, with what the bar showed before the first.
package struct TabEdits: Measure {
  /// Lists of tabs as they were logged (joined with `|`).
  package struct Edit: Hashable, Sendable, Codable {
    /// The last `tabs_shown` before the user's first edit; unknown if there was none.
    package let shown: Name
    package let edited: Name
  }

  /// By edit, with the earliest sessions that hold the last edit of a user.
  package private(set) var cells = KeyedCells<Edit, UserCell>()

  private var shown = Name.unknown
  private var edited = Name.unknown
  /// The session of the current user's last edit.
  private var lastEdit = Examples()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
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

  package mutating func finishUser() {
    if edited.isKnown {
      cells[adding: Edit(shown: shown, edited: edited)].add(user: lastEdit)
    }
    shown = .unknown
    edited = .unknown
  }

  package mutating func merge(_ other: TabEdits) { cells.merge(other.cells) }

  /// Users who ever ordered the tabs.
  package var users: Int { cells.cells.reduce(0) { $0 + $1.users } }
}

extension Measures {
  package var tabEdits: TabEdits { self[TabEdits.self] }
}
