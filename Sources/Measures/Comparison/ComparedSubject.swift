import NavigationModel

/// A figure of one tab, item, menu, gesture or screen that a comparison looks at.
public struct ComparedSubject: Hashable, Sendable, Codable {
  /// Adding one is a case, its words below, and where ``observe(_:_:)`` counts it.
  public enum Figure: String, CaseIterable, Sendable, Codable {
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

    public var kind: ComparedMeasure.Kind {
      switch self {
      case .tabReach, .moreItemReach, .menuReach, .menuItemReach, .gestureReach, .screenReach: .users
      default: .share
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

    /// More users who find something hidden are better; of tabs and screens, one's gain may be another's loss.
    public var better: ComparedMeasure.Better {
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

    /// What the rows are.
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

  public let figure: Figure
  /// The menu or the More list that the subject is in.
  public let container: Name
  public let name: Name

  init(_ figure: Figure, _ name: Name, in container: Name = .unknown) {
    self.figure = figure
    self.name = name
    self.container = container
  }
}

/// What one user did on one side of a comparison. Kept only until the next user comes.
struct UserTally: Sendable {
  struct Rows: Sendable {
    var y = 0
    var n = 0
  }

  private(set) var sessions = 0
  /// By the place in ``ComparedMeasure/all``.
  private(set) var figures = [Rows](repeating: Rows(), count: ComparedMeasure.all.count)
  private(set) var subjects: [ComparedSubject: Rows] = [:]
  private var seen: Set<Name> = []

  mutating func observe(_ path: Reconstruction) {
    sessions += 1
    let counts = SessionCounts(path, seen: &seen)
    for (place, measure) in ComparedMeasure.all.enumerated() {
      let (y, n) = measure.rows(counts)
      if measure.kind == .users {
        figures[place].y = max(figures[place].y, y)
        figures[place].n = 1
      } else {
        figures[place].y += y
        figures[place].n += n
      }
    }
    observeSubjects(path)
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
        count(.menuAbandonment, occurrence.container, y: 0)
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
  private mutating func mark(_ figure: ComparedSubject.Figure, _ name: Name, in container: Name = .unknown) {
    subjects[ComparedSubject(figure, name, in: container)] = Rows(y: 1, n: 1)
  }

  private mutating func count(_ figure: ComparedSubject.Figure, _ name: Name, y: Int, n: Int = 1) {
    subjects[ComparedSubject(figure, name), default: Rows()].y += y
    subjects[ComparedSubject(figure, name), default: Rows()].n += n
  }

  mutating func removeAll() {
    sessions = 0
    for place in figures.indices { figures[place] = Rows() }
    subjects.removeAll(keepingCapacity: true)
  }
}
