import NavigationModel
import Statistics

/// How long tabs take to show their screen: from the selection to the following `screen_view`, for the first opening of
/// a tab in a part of a session and for later ones. The first step of a part is left out, because the app itself is
/// starting.
package struct TabOpenings: Measure, Summed {
  package struct Openings: Summed {
    package private(set) var times = Durations()
    private var people = UsersAndSessions()
    /// The sessions with the longest times (of first openings); the score is milliseconds.
    package private(set) var examples = Examples()

    package var users: Int { people.users }
    package var sessions: Int { people.sessions }

    mutating func add(_ time: Int64, _ session: Session) {
      times.add(time)
      people.add(session)
      examples.add(session, size: Int(time / 1000))
    }

    static let fields = Fields<Self>(\.times, \.people, \.examples)
  }

  package struct Sum: Summed {
    package internal(set) var first = Openings()
    package internal(set) var later = Openings()

    static let fields = Fields<Self>(\.first, \.later)
  }

  package private(set) var sums = SumsByName<Sum>()
  private var opened = NameList()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
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
        if step.kind == .tab, step.latency >= 0, !isFirstStep, step.maker == .person {
          if isFirst {
            sums[adding: section.name].first.add(step.latency, session)
          } else {
            sums[adding: section.name].later.add(step.latency, session)
          }
        }
      }
      isFirstStep = false
    }
  }

  static let fields = Fields<Self>(\.sums)
}

/// Returns to tabs that had kept more than their root, by tab, on Android and elsewhere: how many found only the root,
/// and the taps to get back. After a pause of half an hour another visit begins, also within one session id: nothing
/// was lost. Actions, which people choose from a list, leave no screen, so they lose nothing either.
package struct LostStates: Measure, Summed {
  package struct Sum: Summed {
    fileprivate var states = ShareWithCount()
    /// Losses after which the user goes down again, in the same stay, to the screen where the tab was left.
    package internal(set) var resumed = 0
    /// The `push` steps needed for that.
    package internal(set) var extraTaps = 0

    /// Returns that found only the root over all returns.
    package var lost: RatioSums { states.share }
    package var losses: CountWithExamples { states.counted }

    static let fields = Fields<Self>(\.states, \.resumed, \.extraTaps)
  }

  /// By tab, and Android or an unknown name.
  package private(set) var sums = SumsByKey<NamePair, Sum>()
  private var declared: DeclaredNames?
  private var sides = PlatformSides()

  mutating func prepare(_ declared: DeclaredNames?, span: SessionSpan?) { self.declared = declared }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences where occurrence.kind == .keptStateReturn {
      if path.quality.hasLongPause, path.wasPaused(before: Int(occurrence.stepsBefore)) { continue }
      if path.onlyActed(before: Int(occurrence.stepsBefore)) { continue }
      let key = NamePair(occurrence.subject, sides.side(of: session.segment.platform, declared))
      sums[adding: key].states.add(occurrence.flag, session)
      if occurrence.flag, let taps = path.pushesBack(to: occurrence.screen, from: Int(occurrence.stepsBefore)) {
        sums[adding: key].resumed += 1
        sums[adding: key].extraTaps += taps
      }
    }
  }

  static let fields = Fields<Self>(\.sums)
}

extension Reconstruction {
  /// Whether a pause of half an hour lies between a step and the one with which its section was left.
  fileprivate func wasPaused(before step: Int) -> Bool {
    guard step < steps.count else { return false }
    for index in (0..<step).reversed() where steps[index].part == steps[step].part {
      if steps[index + 1].time - steps[index].time >= Quality.longPause { return true }
      if steps[index].section == steps[step].section { return false }
    }
    return false
  }

  /// Whether all that people did between a step and the one before it in its section was to choose actions.
  fileprivate func onlyActed(before step: Int) -> Bool {
    guard step < steps.count else { return false }
    for index in (0..<step).reversed() where steps[index].part == steps[step].part {
      if steps[index].section == steps[step].section { return true }
      let isChoice = steps[index].kind == .menuItem || steps[index].kind == .moreItem
      guard isChoice ? isAction(at: index) : steps[index].section.kind.isOfList else { return false }
    }
    return false
  }

  /// The number of `push` steps from the tab's step to the next visit of a screen in the same stay; nil if there is
  /// none.
  fileprivate func pushesBack(to screen: Name, from tab: Int) -> Int? {
    guard tab < steps.count else { return nil }
    var pushes = 0
    for step in steps[(tab + 1)...] {
      if step.part != steps[tab].part || step.section != steps[tab].section || step.kind == .tab { return nil }
      if step.kind == .push { pushes += 1 }
      if step.kind.isForward, step.screen == screen { return max(pushes, 1) }
    }
    return nil
  }
}

extension Section.Kind {
  fileprivate var isOfList: Bool { self == .more || self == .menuItem }
}
