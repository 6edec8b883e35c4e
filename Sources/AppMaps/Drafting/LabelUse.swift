import NavigationModel

/// How people of each language went from one name to the next: the input for pairing the names of several languages
/// (``LabelPairs``).
package struct LabelUse: Sendable {
  enum Role: Hashable, Sendable {
    /// The start of a part of a session; it has no name.
    case start
    case tab
    case moreItem
    case menuItem(Name)
    case screen

    var isEntry: Bool { self != .start && self != .screen }
  }

  struct Label: Hashable, Sendable {
    let role: Role
    let name: Name
    static let start = Label(role: .start, name: .unknown)
  }

  struct Link: Hashable, Sendable {
    let from: Label
    let to: Label
  }

  struct Language: Sendable {
    fileprivate(set) var users = 0
    /// How many of them chose or saw it.
    fileprivate(set) var labels: [Label: Int] = [:]
    fileprivate(set) var links: [Link: Int] = [:]
    /// The lists of tabs that were shown, with the users who were shown them.
    fileprivate(set) var bars: [[Name]: Int] = [:]
  }

  private(set) var languages: [String: Language] = [:]
  private let map: NavigationMap
  private var links = 0
  private var language: String?
  private var labels: Set<Label> = []
  private var bars: Set<[Name]> = []

  /// This many steps tell enough.
  private static let mostLinks = 2_000_000
  private static let mostKinds = 100_000

  package init(map: NavigationMap) { self.map = map }

  package var isFull: Bool { links >= Self.mostLinks }

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
    guard let language else { return }
    var last = Label.start
    var own = languages.removeValue(forKey: language) ?? Language()
    defer { languages[language] = own }
    func go(to label: Label) {
      if label == last { return }
      let link = Link(from: last, to: label)
      if own.links.count < Self.mostKinds || own.links[link] != nil { own.links[link, default: 0] += 1 }
      links += 1
      labels.insert(label)
      last = label
    }
    for event in events {
      if event.startsPart { last = .start }
      if event.kind == .tabsShown, event.value.isKnown { bars.insert(list(event.value)) }
      guard event.isNavigation else { continue }
      if event.target.isKnown {
        switch event.kind {
        case .tabSelect: go(to: Label(role: .tab, name: event.target))
        case .moreSelect: go(to: Label(role: .moreItem, name: event.target))
        case .menuSelect: go(to: Label(role: .menuItem(event.container.or(.menu)), name: event.target))
        default: break
        }
      }
      if event.screen.isKnown {
        let screen = map.screen(event.screen)
        if screen.isKnown { go(to: Label(role: .screen, name: screen)) }
      }
    }
  }
}
