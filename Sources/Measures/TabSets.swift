import NavigationModel

/// Which tabs the app shows (`tabs_shown`), to how many users, in which version and at which width; the orders that users made
/// (`tabs_edit`); and the tabs that badges name.
public struct TabSets: Measure {
  /// A list of tabs as it was logged (joined with `|`), and where.
  public struct Shown: Hashable, Sendable, Codable {
    public let tabs: Name
    public let appVersion: Name
    public let width: Name
    public let device: Name
  }

  public struct Cell: MergeableCell {
    private var userCount = UserCount()

    public init() {}

    public var users: Int { userCount.users }
    mutating func add(_ session: Session) { userCount.add(session) }
    public mutating func merge(_ other: Cell) { userCount.merge(other.userCount) }
  }

  public private(set) var shown = KeyedCells<Shown, Cell>()
  public private(set) var edited = NameCells<Cell>()
  public private(set) var badged = NameCells<Cell>()

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
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
  public func internTabs(_ names: NameTable) {
    for list in shown.keys.map(\.tabs) + edited.keys {
      for tab in names.text(list).split(separator: "|") { _ = names.name(String(tab)) }
    }
  }

  public mutating func merge(_ other: TabSets) {
    shown.merge(other.shown)
    edited.merge(other.edited)
    badged.merge(other.badged)
  }
}

extension TabSets {
  /// The tabs in the lists that were shown or edited.
  func names(_ scope: MeasureScope) -> [Name] {
    let lists = Set(shown.keys.map(\.tabs)).union(edited.keys)
    let texts = Set(lists.flatMap { scope.names[$0].split(separator: "|").map(String.init) })
    return texts.compactMap { scope.names.name($0) }
  }
}

extension Measures {
  public var tabSets: TabSets { self[TabSets.self] }
}
