import NavigationModel

/// How deep people go in each section, and by which trail they get to its depths.
public struct SectionDepths: Measure {
  /// Trails are remembered for visits below this level.
  public static let trailLevel = 5
  /// Trails are not followed below this level.
  public static let deepestTrail = 50

  public struct Cell: MergeableCell {
    /// Visits by depth.
    public internal(set) var visits: [Int] = []
    /// Sessions by the largest depth that they reached in the section.
    public internal(set) var sessions: [Int] = []
    /// Users by the largest depth that they reached in the section.
    public internal(set) var users: [Int] = []
    /// The deepest sessions.
    public internal(set) var examples = Examples()

    public init() {}

    public mutating func merge(_ other: Cell) {
      visits.add(other.visits)
      sessions.add(other.sessions)
      users.add(other.users)
      examples.merge(other.examples)
    }
  }

  /// The screens from the root of a section to a visit below ``trailLevel``.
  public struct Trail: Hashable, Sendable, Codable {
    public let section: Section
    public let screens: [Name]
  }

  public struct TrailCell: MergeableCell {
    public internal(set) var visits = 0
    var userCount = UserCount()

    public init() {}

    public var users: Int { userCount.users }

    public mutating func merge(_ other: TrailCell) {
      visits += other.visits
      userCount.merge(other.userCount)
    }
  }

  public private(set) var cells = KeyedCells<Section, Cell>()
  public private(set) var trails = KeyedCells<Trail, TrailCell>()

  private var user = UInt32.max
  private var userDepths: [Section: Int] = [:]
  private var sessionDepths: [Section: Int] = [:]
  private var screens: [Section: [Name]] = [:]

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    if session.user != user {
      finish()
      user = session.user
    }
    sessionDepths.removeAll(keepingCapacity: true)
    // Neighbouring steps are mostly in one section: a stay is looked up once.
    var stay = path.steps.startIndex
    while stay < path.steps.endIndex {
      let section = path.steps[stay].section
      stay = observeStay(in: section, from: stay, path.steps)
    }
    if path.steps.contains(where: { $0.depth > Self.trailLevel }) {
      var part: UInt32 = .max
      for step in path.steps {
        if step.part != part {
          part = step.part
          screens.removeAll(keepingCapacity: true)
        }
        follow(step, session)
      }
    }
    for (section, depth) in sessionDepths {
      cells[adding: section].sessions.count(at: depth)
      if depth > Self.trailLevel { cells[adding: section].examples.add(session, score: depth) }
      userDepths[section] = max(userDepths[section, default: 0], depth)
    }
  }

  /// Takes in the neighbouring steps of one section; returns the place of the first one that is in another.
  private mutating func observeStay(in section: Section, from start: Int, _ steps: [Step]) -> Int {
    var index = start
    var deepest = 0
    func count(_ visits: inout [Int]) {
      while index < steps.endIndex, steps[index].section == section {
        let depth = Int(steps[index].depth)
        deepest = max(deepest, depth)
        if steps[index].kind.isForward { visits.count(at: depth) }
        index += 1
      }
    }
    count(&cells[adding: section].visits)
    if deepest > sessionDepths[section, default: 0] { sessionDepths[section] = deepest }
    return index
  }

  /// Keeps the screens above the present one, and the whole trail of a deep visit.
  private mutating func follow(_ step: Step, _ session: Session) {
    guard step.kind != .modal, step.depth <= Self.deepestTrail else { return }
    let above = Int(step.depth) - 1
    var trail = screens.removeValue(forKey: step.section) ?? []
    if trail.count > above { trail.removeLast(trail.count - above) }
    while trail.count < above { trail.append(.unnamed) }
    trail.append(step.screen)
    if step.kind.isForward, step.depth > Self.trailLevel {
      let key = Trail(section: step.section, screens: trail)
      trails[adding: key].visits += 1
      trails[adding: key].userCount.add(session)
    }
    screens[step.section] = trail
  }

  public mutating func finish() {
    for (section, depth) in userDepths { cells[adding: section].users.count(at: depth) }
    userDepths.removeAll(keepingCapacity: true)
    screens.removeAll(keepingCapacity: true)
    user = .max
  }

  public mutating func merge(_ other: SectionDepths) {
    cells.merge(other.cells)
    trails.merge(other.trails)
  }
}
