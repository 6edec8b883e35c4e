import NavigationModel

/// A figure of one tab, item, menu, gesture or screen in a comparison.
public struct ComparedSubject: Hashable, Sendable, Codable {
  /// To add one, add a case, its texts below, and its count in ``observe(_:_:)``.
  public enum Kind: String, CaseIterable, Sendable, Codable {
    case tabReach = "tab_reach"
    case tabBlocked = "tab_blocked"
    case tabStateLost = "tab_state_lost"
    case moreItemReach = "more_item_reach"
    case menuReach = "menu_reach"
    case menuAbandonment = "menu_abandonment"
    case menuItemReach = "menu_item_reach"
    case gestureReach = "gesture_reach"
    case gestureFailed = "gesture_failed"
    case screenReach = "screen_reach"
    case screenQuickBacks = "screen_quick_backs"

    /// Its title.
    public var title: String {
      switch self {
      case .tabReach: "Users who selected the tab"
      case .tabBlocked: "Refused taps on the tab"
      case .tabStateLost: "Returns to the tab that lost their place"
      case .moreItemReach: "Users who chose it from the More list"
      case .menuReach: "Users who opened the menu"
      case .menuAbandonment: "Opens of the menu left without a choice"
      case .menuItemReach: "Users who chose it from the menu"
      case .gestureReach: "Users who made the gesture"
      case .gestureFailed: "Failed tries of the gesture"
      case .screenReach: "Users who saw the screen"
      case .screenQuickBacks: "Visits of the screen left within five seconds"
      }
    }

    /// Whether it is a share of users, each counted once, and not of rows.
    public var isOfUsers: Bool {
      switch self {
      case .tabReach, .moreItemReach, .menuReach, .menuItemReach, .gestureReach, .screenReach: true
      default: false
      }
    }

    public var family: ComparedFamily {
      switch self {
      case .tabReach, .tabBlocked, .tabStateLost: .tabs
      case .moreItemReach, .menuReach, .menuAbandonment, .menuItemReach: .menu
      case .gestureReach, .gestureFailed: .gesture
      case .screenReach, .screenQuickBacks: .screen
      }
    }

    /// More users who find something hidden is better; for tabs and screens, one's gain may be another's loss.
    public var better: Figure.Better {
      switch self {
      case .moreItemReach, .menuReach, .menuItemReach, .gestureReach: .higher
      case .tabReach, .screenReach: .neither
      default: .lower
      }
    }

    public var subjectKind: String {
      switch self {
      case .tabReach, .tabBlocked, .tabStateLost: "tab"
      case .moreItemReach, .menuItemReach: "item"
      case .menuReach, .menuAbandonment: "menu"
      case .gestureReach, .gestureFailed: "gesture"
      case .screenReach, .screenQuickBacks: "screen"
      }
    }

    /// The unit of the rows.
    public var unit: String {
      switch self {
      case .tabBlocked: "tap"
      case .tabStateLost: "return"
      case .menuAbandonment: "opening"
      case .gestureFailed: "gesture"
      case .screenQuickBacks: "visit"
      default: "user"
      }
    }

    public var needsStructure: Bool { family == .tabs || self == .screenQuickBacks }
  }

  public let figure: Kind
  /// The menu or the More list that the subject is in.
  public let container: Name
  public let name: Name

  init(_ figure: Kind, _ name: Name, in container: Name = .unknown) {
    self.figure = figure
    self.name = name
    self.container = container
  }
}

/// What one user did on one side of a comparison. Kept only until the next user.
struct UserTally: Sendable {
  typealias Rows = FigureTally.Rows

  private(set) var figures = FigureTally()
  private(set) var subjects: [ComparedSubject: Rows] = [:]
  /// By the entry's name, wherever it stands.
  private(set) var entries: [Name: EntryUse] = [:]
  /// Sessions with steps, by ``NewnessOfLayout``.
  private(set) var sessionsByNewness = [Int](repeating: 0, count: NewnessOfLayout.count)
  private var effects = EntryEffects()
  private var firstStart: Int64?

  var sessions: Int { figures.sessions }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    figures.observe(counts)
    observeSubjects(path)
    if path.steps.isEmpty { return }
    let first = firstStart ?? session.start
    firstStart = first
    let newness = NewnessOfLayout.period(session.start - first)
    sessionsByNewness[newness] += 1
    effects.read(path)
    for effect in effects.effects where effect.isChoice { entries[effect.entry.name, default: EntryUse()].add(effect, path.steps, newness: newness) }
  }

  private mutating func observeSubjects(_ path: Reconstruction) {
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .tabSelect, .tabReselect:
        mark(.tabReach, occurrence.subject)
        count(.tabBlocked, occurrence.subject, y: 0)
      case .tabBlocked: count(.tabBlocked, occurrence.subject, y: 1)
      case .keptStateReturn: count(.tabStateLost, occurrence.subject, y: occurrence.flag ? 1 : 0)
      case .menuOpen:
        mark(.menuReach, occurrence.container)
        if !occurrence.flag { count(.menuAbandonment, occurrence.container, y: 0) }
      case .menuAbandoned: count(.menuAbandonment, occurrence.container, y: 1, n: 0)
      case .menuSelect: mark(.menuItemReach, occurrence.subject, in: occurrence.container)
      case .gesture:
        if !occurrence.flag { mark(.gestureReach, occurrence.subject) }
        count(.gestureFailed, occurrence.subject, y: occurrence.flag ? 1 : 0)
      default: break
      }
    }
    let steps = path.steps
    for (index, step) in steps.enumerated() {
      if step.kind == .moreItem { mark(.moreItemReach, step.item, in: .more) }
      guard step.kind.isForward else { continue }
      mark(.screenReach, step.screen)
      guard step.kind != .modal else { continue }
      let isQuickBack = index + 1 < steps.count && step.isQuickBack(next: steps[index + 1])
      count(.screenQuickBacks, step.screen, y: isQuickBack ? 1 : 0)
    }
  }

  /// The user did it at least once.
  private mutating func mark(_ figure: ComparedSubject.Kind, _ name: Name, in container: Name = .unknown) {
    subjects[ComparedSubject(figure, name, in: container)] = Rows(y: 1, n: 1)
  }

  private mutating func count(_ figure: ComparedSubject.Kind, _ name: Name, y: Int, n: Int = 1) {
    subjects[ComparedSubject(figure, name), default: Rows()].y += y
    subjects[ComparedSubject(figure, name), default: Rows()].n += n
  }

  mutating func removeAll() {
    figures.removeAll()
    subjects.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    for period in sessionsByNewness.indices { sessionsByNewness[period] = 0 }
    firstStart = nil
  }
}
