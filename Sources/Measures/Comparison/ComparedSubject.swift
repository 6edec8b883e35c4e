import NavigationModel

/// A figure of one tab, item, menu, gesture or screen in a comparison.
package struct ComparedSubject: Hashable, Sendable {
  /// To add one, add a case, what it is below, and its count in ``UserTally``.
  package enum Kind: UInt8, CaseIterable, Sendable {
    case tabReach, tabBlocked, tabStateLost
    case moreItemReach
    case menuReach, menuAbandonment, menuItemReach
    case gestureReach, gestureFailed
    case screenReach, screenQuickBacks

    private static let definitions: [Definition] = allCases.map(\.definition)

    /// More users who find something hidden is better; for tabs and screens, one's gain may be another's loss.
    private var definition: Definition {
      switch self {
      case .tabReach: Self.reach("tab_reach", "Users who selected the tab", "tab", .tabs, .neither, structural: true)
      case .tabBlocked: Self.share(.tabBlockedShare, "Refused taps on the tab", "tab", structural: true)
      case .tabStateLost:
        Self.share(.stateLostShare, "Returns to the tab that lost their place", "tab", structural: true)
      case .moreItemReach:
        Self.reach("more_item_reach", "Users who chose it from the More list", "item", .menu, .higher)
      case .menuReach: Self.reach("menu_reach", "Users who opened the menu", "menu", .menu, .higher)
      case .menuAbandonment: Self.share(.menuAbandonment, "Opens of the menu left without a choice", "menu")
      case .menuItemReach: Self.reach("menu_item_reach", "Users who chose it from the menu", "item", .menu, .higher)
      case .gestureReach: Self.reach("gesture_reach", "Users who made the gesture", "gesture", .gesture, .higher)
      case .gestureFailed: Self.share(.gestureFailedShare, "Failed tries of the gesture", "gesture")
      case .screenReach: Self.reach("screen_reach", "Users who saw the screen", "screen", .screen, .neither)
      case .screenQuickBacks:
        Self.share(.quickBackRate, "Visits of the screen left within five seconds", "screen", .screen, structural: true)
      }
    }

    private typealias Definition = (
      metric: String, title: String, subjectKind: String, family: ComparedFamily, better: Figure.Better, rows: String,
      needsStructure: Bool
    )

    /// A share of users.
    private static func reach(
      _ metric: String, _ title: String, _ subjectKind: String, _ family: ComparedFamily, _ better: Figure.Better,
      structural: Bool = false
    ) -> Definition { (metric, title, subjectKind, family, better, "user", structural) }

    /// A figure of the app, of one subject.
    private static func share(
      _ figure: Figure, _ title: String, _ subjectKind: String, _ family: ComparedFamily? = nil,
      structural: Bool = false
    ) -> Definition {
      (figure.name, title, subjectKind, family ?? figure.family, figure.better, figure.rows, structural)
    }

    private var known: Definition { Self.definitions[Int(rawValue)] }

    /// Its name in `compare.csv`. A figure that the app has as a whole has the same name there, with another kind of
    /// subject.
    package var metric: String { known.metric }
    package var title: String { known.title }
    /// `tab`, `item`, `menu`, `gesture` or `screen`.
    package var subjectKind: String { known.subjectKind }
    package var family: ComparedFamily { known.family }
    package var better: Figure.Better { known.better }
    /// The unit of the rows.
    package var unit: String { known.rows }
    package var needsStructure: Bool { known.needsStructure }
    /// Whether it is a share of users, each counted once, and not of rows.
    package var isOfUsers: Bool { known.rows == "user" }
  }

  package let figure: Kind
  /// The menu or the More list that the subject is in.
  package let container: Name
  package let name: Name

  /// The menus of the app as a whole; in first sessions only, as ``Figure`` has the figures over all sessions.
  package static let anyMenu = ComparedSubject(.menuReach, .unknown)
  package static let anyMenuLeft = ComparedSubject(.menuAbandonment, .unknown)

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
  /// For each reach, the number of the session in which the user first did it.
  private(set) var firstSessions: [ComparedSubject: Int] = [:]
  /// Opens of menus, by the number of the session: who comes more often knows a menu better.
  private(set) var opens: [(session: Int, subject: ComparedSubject, rows: Rows)] = []
  /// By the entry's name, wherever it stands.
  private(set) var entries: [Name: EntryUse] = [:]
  /// Sessions with steps, by ``NewnessOfLayout``.
  private(set) var sessionsByNewness = [Int](repeating: 0, count: NewnessOfLayout.count)
  private var effects = EntryEffects()
  private var firstStart: Int64?

  var sessions: Int { figures.sessions }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    figures.observe(counts)
    observeSubjects(path, counts)
    if path.steps.isEmpty { return }
    let first = firstStart ?? session.start
    firstStart = first
    let newness = NewnessOfLayout.period(session.start - first)
    sessionsByNewness[newness] += 1
    effects.read(path)
    for effect in effects.effects where effect.isChoice {
      entries[effect.entry.name, default: EntryUse()].add(effect, path.steps, newness: newness)
    }
  }

  private mutating func observeSubjects(_ path: Reconstruction, _ counts: SessionCounts) {
    for use in counts.uses + counts.usesOfApp.map(\.subject) {
      switch use.kind {
      case .tab: mark(.tabReach, use.name)
      case .menu:
        mark(.menuReach, use.name)
        firstSessions[.anyMenu] = firstSessions[.anyMenu] ?? figures.sessions
      case .menuItem: mark(.menuItemReach, use.name, in: use.container)
      case .moreItem: mark(.moreItemReach, use.name, in: use.container)
      case .gesture: mark(.gestureReach, use.name)
      }
    }
    for row in counts.rows {
      count(row.figure, row.name, y: row.y, n: row.n)
      guard row.figure == .menuAbandonment else { continue }
      for subject in [.anyMenuLeft, ComparedSubject(row.figure, row.name)] {
        opens.append((figures.sessions, subject, (row.y, row.n)))
      }
    }
    let steps = path.steps
    for (index, step) in steps.enumerated() {
      guard step.kind.isForward else { continue }
      mark(.screenReach, step.screen)
      guard step.kind != .modal else { continue }
      let isQuickBack = index + 1 < steps.count && step.isQuickBack(next: steps[index + 1])
      count(.screenQuickBacks, step.screen, y: isQuickBack ? 1 : 0)
    }
  }

  private mutating func mark(_ figure: ComparedSubject.Kind, _ name: Name, in container: Name = .unknown) {
    let subject = ComparedSubject(figure, name, in: container)
    if subjects.updateValue((1, 1), forKey: subject) == nil { firstSessions[subject] = figures.sessions }
  }

  private mutating func count(_ figure: ComparedSubject.Kind, _ name: Name, y: Int, n: Int = 1) {
    func add(to rows: inout Rows) { rows = (rows.y + y, rows.n + n) }
    add(to: &subjects[ComparedSubject(figure, name), default: (0, 0)])
  }

  /// The opens of each menu within the first sessions; none with fewer sessions.
  func opens(withinFirst sessions: Int) -> [ComparedSubject: Rows] {
    if self.sessions < sessions { return [:] }
    return opens.reduce(into: [:]) { sums, open in
      guard open.session <= sessions else { return }
      sums[open.subject, default: (0, 0)].y += open.rows.y
      sums[open.subject, default: (0, 0)].n += open.rows.n
    }
  }

  mutating func removeAll() {
    figures.removeAll()
    subjects.removeAll(keepingCapacity: true)
    firstSessions.removeAll(keepingCapacity: true)
    opens.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    for period in sessionsByNewness.indices { sessionsByNewness[period] = 0 }
    firstStart = nil
  }
}
