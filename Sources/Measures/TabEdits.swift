import NavigationModel

/// The orders of the tabs that people made for themselves (`tabs_edit`): each user's last, with what the bar showed before the first.
public struct TabEdits: Measure {
  /// Lists of tabs as they were logged (joined with `|`).
  public struct Edit: Hashable, Sendable, Codable {
    /// The last `tabs_shown` before the user's first edit; unknown if there was none.
    public let shown: Name
    public let edited: Name
  }

  /// By edit, with the earliest sessions that hold the last edit of a user.
  public private(set) var cells = KeyedCells<Edit, UserCell>()

  private var shown = Name.unknown
  private var edited = Name.unknown
  /// The session of the current user's last edit.
  private var lastEdit = Examples()

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
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

  public mutating func finishUser() {
    if edited.isKnown {
      cells[adding: Edit(shown: shown, edited: edited)].add(user: lastEdit)
    }
    shown = .unknown
    edited = .unknown
  }

  public mutating func merge(_ other: TabEdits) { cells.merge(other.cells) }

  /// Users who ever ordered the tabs.
  public var users: Int { cells.cells.reduce(0) { $0 + $1.users } }
}

extension Measures {
  public var tabEdits: TabEdits { self[TabEdits.self] }
}
