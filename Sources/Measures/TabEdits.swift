import NavigationModel

/// The orders of the tabs that people made for themselves (`tabs_edit`): the last of each user, with what the bar had shown before the first.
public struct TabEdits: Measure {
  /// Lists of tabs as they were logged (joined with `|`).
  public struct Edit: Hashable, Sendable, Codable {
    /// The last `tabs_shown` before the user's first edit; unknown where there was none.
    public let shown: Name
    public let edited: Name
  }

  public struct Cell: MergeableCell {
    public fileprivate(set) var users = 0
    /// The earliest sessions with the user's last edit.
    public fileprivate(set) var examples = Examples()

    public init() {}

    public mutating func merge(_ other: Cell) {
      users += other.users
      examples.merge(other.examples)
    }
  }

  public private(set) var cells = KeyedCells<Edit, Cell>()

  private var user = UInt32.max
  private var shown = Name.unknown
  private var edited = Name.unknown
  /// The session of the present user's last edit.
  private var lastEdit = Examples()

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    if session.user != user {
      finish()
      user = session.user
    }
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .tabsShown where !edited.isKnown: shown = occurrence.value.or(shown)
      case .tabsEdit where occurrence.value.isKnown:
        edited = occurrence.value
        lastEdit = Examples()
        lastEdit.add(session)
      default: break
      }
    }
  }

  public mutating func finish() {
    if edited.isKnown {
      let edit = Edit(shown: shown, edited: edited)
      cells[adding: edit].users += 1
      cells[adding: edit].examples.merge(lastEdit)
    }
    shown = .unknown
    edited = .unknown
    user = .max
  }

  public mutating func merge(_ other: TabEdits) { cells.merge(other.cells) }

  /// Users who ever ordered the tabs.
  public var users: Int { cells.cells.reduce(0) { $0 + $1.users } }
}
