import NavigationModel

/// Which names people of each language met: the input for pairing the names of several languages (``LabelPairs``).
package struct LabelUse: Sendable {
  enum Role: Hashable, Sendable {
    case tab
    case moreItem
    case menuItem(Name)
    case screen

    var isEntry: Bool { self != .screen }
  }

  struct Label: Hashable, Sendable {
    let role: Role
    let name: Name
  }

  struct Language: Sendable {
    fileprivate(set) var users = 0
    /// How many of them chose or saw it.
    fileprivate(set) var labels: [Label: Int] = [:]
    /// The lists of tabs that were shown, with the users who were shown them.
    fileprivate(set) var bars: [[Name]: Int] = [:]
  }

  private(set) var languages: [String: Language] = [:]
  private let map: NavigationMap
  private var names = 0
  private var language: String?
  private var labels: Set<Label> = []
  private var bars: Set<[Name]> = []

  /// This many names tell enough.
  private static let mostNames = 2_000_000

  package init(map: NavigationMap) { self.map = map }

  package var isFull: Bool { names >= Self.mostNames }

  package mutating func nextUser(language: String?) {
    endUser()
    self.language = language
  }

  package mutating func endUser() {
    defer {
      labels.removeAll(keepingCapacity: true)
      bars.removeAll()
    }
    guard let language, !labels.isEmpty else { return }
    var own = languages[language] ?? Language()
    own.users += 1
    for label in labels { own.labels[label, default: 0] += 1 }
    for bar in bars { own.bars[bar, default: 0] += 1 }
    languages[language] = own
  }

  /// Adds a session of the current user.
  /// - Parameter list: the names in the value of an event.
  package mutating func add(_ events: UnsafeBufferPointer<Event>, list: (Name) -> [Name]) {
    guard language != nil else { return }
    func meet(_ label: Label) {
      names += 1
      labels.insert(label)
    }
    for event in events {
      if event.kind == .tabsShown, event.value.isKnown { bars.insert(list(event.value)) }
      guard event.isNavigation else { continue }
      if event.target.isKnown {
        switch event.kind {
        case .tabSelect: meet(Label(role: .tab, name: event.target))
        case .moreSelect: meet(Label(role: .moreItem, name: event.target))
        case .menuSelect: meet(Label(role: .menuItem(event.container.or(.menu)), name: event.target))
        default: break
        }
      }
      if event.screen.isKnown {
        let screen = map.screen(event.screen)
        if screen.isKnown { meet(Label(role: .screen, name: screen)) }
      }
    }
  }
}
