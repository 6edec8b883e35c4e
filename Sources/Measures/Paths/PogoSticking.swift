import NavigationModel

/// Pogo-sticking: from a hub, people open one detail after the other and come straight back. For each hub, the pushes
/// from it, and those that belong to a run of at least ``leastRun`` quick backs.
///
/// The names of the details don't matter: ids are often folded. A run followed by a long stay (``settledStay``) was a
/// search that succeeded.
package struct PogoSticking: Measure, Summed {
  /// The number of quick backs in a row that make a run.
  package static let leastRun = 3
  /// After a longer stay in the next detail, the search counts as successful, microseconds.
  package static let settledStay: Int64 = 30_000_000

  package struct Sum: Summed {
    /// Pushes that count over all pushes from the hub.
    package private(set) var looks = ShareWithExamples()
    package private(set) var runs = 0

    /// Adds a run of `count` looks if it counts, otherwise plain pushes.
    mutating func add(_ count: Int, counts: Bool, _ session: Session) {
      looks.add(y: counts ? count : 0, n: count, session)
      if counts { runs += 1 }
    }

    static let fields = Fields<Self>(\.looks, \.runs)
  }

  package private(set) var sums = SumsByName<Sum>()
  /// The looks that count, by hub and detail.
  package private(set) var details = SumsByKey<NamePair, Int>()

  /// Pushes to screens in which people look something up are left out.
  private var kinds: ScreenKinds?

  mutating func prepare(_ declared: DeclaredNames?, span: SessionSpan?) { kinds = declared.map(ScreenKinds.init) }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let steps = path.steps
    var index = 1
    while index < steps.count {
      guard isLook(steps[index]), steps[index - 1].part == steps[index].part else {
        index += 1
        continue
      }
      index = observeRun(from: index, steps, session)
    }
  }

  private mutating func isLook(_ step: Step) -> Bool {
    step.kind == .push && kinds?.isScreen(step.screen, of: [.lookup]) != true
  }

  /// Adds the pushes from one hub that are connected by quick backs; returns the index after the last of them.
  private mutating func observeRun(from start: Int, _ steps: [Step], _ session: Session) -> Int {
    let hub = steps[start - 1].screen
    var push = start
    var looks = 0
    while push + 1 < steps.count, steps[push].isQuickBack(next: steps[push + 1]), !steps[push + 1].isAfterGap {
      looks += 1
      guard push + 2 < steps.count, isLook(steps[push + 2]), steps[push + 2].part == steps[push].part,
        !steps[push + 2].isAfterGap,
        steps[push + 1].screen == hub
      else {
        add(looks, from: start, hub: hub, settles: false, steps, session)
        return push + 2
      }
      push += 2
    }
    // The push that ends the run is not a quick back.
    add(looks, from: start, hub: hub, settles: steps[push].dwell > Self.settledStay, steps, session)
    sums[adding: hub].add(1, counts: false, session)
    return push + 1
  }

  private mutating func add(
    _ looks: Int, from start: Int, hub: Name, settles: Bool, _ steps: [Step], _ session: Session
  ) {
    guard looks > 0 else { return }
    let counts = looks >= Self.leastRun && !settles
    sums[adding: hub].add(looks, counts: counts, session)
    if counts {
      for look in 0..<looks { details[adding: NamePair(hub, steps[start + 2 * look].screen)] += 1 }
    }
  }

  static let fields = Fields<Self>(\.sums, \.details)
}
