import NavigationModel

/// How long tabs take to show their screen: from the selection to the following `screen_view`, for the first opening of a tab in a part of
/// a session and for later ones. The first step of a part is left out, because the app itself is starting.
package struct TabOpenings: Measure {
  package struct Openings: MergeableCell {
    package private(set) var times = Durations()
    private var userCount = UserCount()
    private var sessionCount = SessionCount()
    /// The sessions with the longest times (of first openings); the score is milliseconds.
    package private(set) var examples = Examples()

    package init() {}

    package var users: Int { userCount.users }
    package var sessions: Int { sessionCount.sessions }

    mutating func add(_ time: Int64, _ session: Session) {
      times.add(time)
      userCount.add(session)
      sessionCount.add(session)
    }

    mutating func addExample(_ time: Int64, _ session: Session) { examples.add(session, score: Int(time / 1000)) }

    package mutating func merge(_ other: Openings) {
      times.merge(other.times)
      userCount.merge(other.userCount)
      sessionCount.merge(other.sessionCount)
      examples.merge(other.examples)
    }
  }

  package struct Cell: MergeableCell {
    package internal(set) var first = Openings()
    package internal(set) var later = Openings()

    package init() {}

    package mutating func merge(_ other: Cell) {
      first.merge(other.first)
      later.merge(other.later)
    }
  }

  package private(set) var cells = NameCells<Cell>()
  /// The tabs that were already opened in the current part.
  private var opened = NameSlots()
  /// The tabs that were first opened in the current session, and the longest time of each.
  private var timed = NameSlots()
  private var longest: [Int64] = []

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    guard let start = path.steps.first else { return }
    opened.removeAll()
    var part = start.part &+ 1
    var isFirstStep = true
    var section = Section.none
    for step in path.steps where step.section != section || step.part != part {
      if step.part != part {
        part = step.part
        isFirstStep = true
        opened.removeAll()
      }
      section = step.section
      if section.kind == .tab {
        let isFirst = opened.meets(section.name)
        if step.kind == .tab, step.latency >= 0, !isFirstStep { add(step, isFirst: isFirst, session) }
      }
      isFirstStep = false
    }
    for (tab, time) in zip(timed.names, longest) { cells[adding: tab].first.addExample(time, session) }
    timed.removeAll()
    longest.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ step: Step, isFirst: Bool, _ session: Session) {
    let tab = step.section.name
    guard isFirst else { return cells[adding: tab].later.add(step.latency, session) }
    cells[adding: tab].first.add(step.latency, session)
    let slot = timed.slot(of: tab)
    if slot == longest.count { longest.append(step.latency) } else { longest[slot] = max(longest[slot], step.latency) }
  }

  package mutating func merge(_ other: TabOpenings) { cells.merge(other.cells) }
}

extension Measures {
  package var tabOpenings: TabOpenings { self[TabOpenings.self] }
}
