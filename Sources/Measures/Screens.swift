import NavigationModel
import Statistics

/// What happens on each screen: visits, returns, how long people stay, where parts begin and end.
public struct Screens: Measure {
  public private(set) var cells = NameCells<Cell>()

  public struct Cell: MergeableCell {
    /// Forward steps that arrive.
    public internal(set) var visits = 0
    /// Steps of any kind that arrive: these are visits where no structure is known.
    public internal(set) var arrivals = 0
    public internal(set) var returns = 0
    public internal(set) var entries = 0
    public internal(set) var exits = 0
    public internal(set) var quickBacks = 0
    /// Visits by depth.
    public internal(set) var depths = DepthCounts()
    var visitUsers = UserCount()
    var visitSessions = SessionCount()
    var arrivalUsers = UserCount()
    var arrivalSessions = SessionCount()
    /// Stays, whatever step began them.
    public internal(set) var dwell = Durations()

    public init() {}

    public mutating func merge(_ other: Cell) {
      visits += other.visits
      arrivals += other.arrivals
      returns += other.returns
      entries += other.entries
      exits += other.exits
      quickBacks += other.quickBacks
      depths.merge(other.depths)
      visitUsers.merge(other.visitUsers)
      visitSessions.merge(other.visitSessions)
      arrivalUsers.merge(other.arrivalUsers)
      arrivalSessions.merge(other.arrivalSessions)
      dwell.merge(other.dwell)
    }

    /// Different users and sessions with a visit.
    public func users(structureKnown: Bool) -> Int { structureKnown ? visitUsers.users : arrivalUsers.users }
    public func sessions(structureKnown: Bool) -> Int { structureKnown ? visitSessions.sessions : arrivalSessions.sessions }
  }

  public init() {}

  public mutating func observe(_ session: Session, _ path: Reconstruction) {
    let steps = path.steps
    for index in steps.indices {
      let step = steps[index]
      let isLast = index + 1 == steps.count || steps[index + 1].part != step.part
      let isFirst = index == 0 || steps[index - 1].part != step.part
      let isQuickBack = !isLast && step.isQuickBack(next: steps[index + 1])
      cells[adding: step.screen].add(step, session, isFirst: isFirst, isLast: isLast, isQuickBack: isQuickBack)
    }
  }

  public mutating func finish() {
    cells.update { $0.dwell.sortIn() }
  }

  public mutating func merge(_ other: Screens) { cells.merge(other.cells) }
}

extension Screens.Cell {
  @inline(__always)
  mutating func add(_ step: Step, _ session: Session, isFirst: Bool, isLast: Bool, isQuickBack: Bool) {
    arrivals += 1
    arrivalUsers.add(session)
    arrivalSessions.add(session)
    if isFirst { entries += 1 }
    if isLast { exits += 1 }
    if step.dwell >= 0 { dwell.add(step.dwell) }
    if step.kind.isForward {
      visits += 1
      visitUsers.add(session)
      visitSessions.add(session)
      depths.count(Int(step.depth))
      if isQuickBack { quickBacks += 1 }
    } else {
      returns += 1
    }
  }
}
