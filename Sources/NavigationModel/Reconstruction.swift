/// What happened in one session: its steps, and what counts without being a step. Made by ``NavigationStack``.
public struct Reconstruction: Sendable {
  public private(set) var steps: [Step] = []
  public private(set) var occurrences: [Occurrence] = []
  /// An event tells more than that a screen appeared.
  public internal(set) var showsStructure = false
  /// Whether an `app_background` lies before the step of the same index.
  private var isAfterBackground: [Bool] = []

  public init() {}

  mutating func removeAll() {
    steps.removeAll(keepingCapacity: true)
    occurrences.removeAll(keepingCapacity: true)
    isAfterBackground.removeAll(keepingCapacity: true)
    showsStructure = false
  }

  mutating func append(_ step: Step, afterBackground: Bool) {
    steps.append(step)
    isAfterBackground.append(afterBackground)
  }

  mutating func append(_ occurrence: Occurrence) {
    occurrences.append(occurrence)
    occurrences[occurrences.count - 1].stepsBefore = Int32(truncatingIfNeeded: steps.count)
  }

  /// The bar was hidden on the present screen.
  mutating func markTabBarHidden(part: UInt32) {
    if let last = steps.last, last.part == part { steps[steps.count - 1].isTabBarHidden = true }
  }

  /// Gives each step the time to the next one of its part, unless the app was in the background between.
  mutating func measureDwell() {
    guard steps.count > 1 else { return }
    for index in 0..<(steps.count - 1) where steps[index].part == steps[index + 1].part && !isAfterBackground[index + 1] {
      steps[index].dwell = steps[index + 1].time - steps[index].time
    }
  }
}

extension Occurrence {
  init(
    _ event: Event, _ kind: Kind, _ part: UInt32, subject: Name = .unknown, container: Name = .unknown, flag: Bool = false
  ) {
    self.init(
      time: event.time, subject: subject, container: container, value: event.value, stepsBefore: 0, part: part, kind: kind,
      outcome: event.outcome, flag: flag)
  }
}

extension Event {
  /// The menu that an event is about.
  var menuContainer: Name { container.or(.menu) }

  /// The screen named like the target, where nothing else tells where the event led.
  func targetScreen(_ map: NavigationMap) -> Name { target.isKnown ? map.screen(target) : .unnamed }

  /// Whether the event tells more than that a screen appeared: structure is known by it.
  var isEvidenceOfStructure: Bool {
    switch kind {
    case .tabSelect, .moreOpen, .moreSelect, .menuSelect, .push, .back, .toRoot, .modalOpen, .modalClose: true
    default: false
    }
  }
}
