import NavigationModel

/// What looks like an act of a person, but was made by the app (``Maker``), and how fine the times are that tell.
///
/// Tables count all that was logged. ``Measures/byPeople(like:)`` gives rules and plan the rest.
package struct AppMade: Measure, Summed {
  package struct Key: MixedHash, BinaryRecord {
    package let subject: Discovery.Subject
    package let platform: Name
    package let maker: Maker

    package static let form = BinaryForm(Self.init(subject:platform:maker:), \.subject, \.platform, \.maker)

    package var bits: UInt64 { subject.bits &* 31 ^ UInt64(platform.rawValue) << 2 ^ UInt64(maker.rawValue) }
  }

  /// Where people make what otherwise only an app does so soon.
  struct Judged {
    /// The platforms whose log writes the opening of a list and the choice from it at once.
    let opening: Set<Name>
    /// Menus that open by themselves when the app starts, with their platforms.
    let starting: Set<NamePair>
    /// The platforms whose times tell nothing of who was quick.
    let batched: Set<Name>

    func isByPeople(_ key: Key) -> Bool {
      if batched.contains(key.platform) { return true }
      return switch key.maker {
      case .person: true
      case .app: false
      case .opening: opening.contains(key.platform)
      case .start: !starting.contains(NamePair(key.subject.name, key.platform))
      }
    }
  }

  package struct Platform: Summed {
    /// Sessions by the step of their clock (``ClockStep``).
    fileprivate var clocks: [Int] = []
    /// Choices whose opening is logged, and those of them that come with it.
    package fileprivate(set) var openedChoices = 0
    package fileprivate(set) var quickChoices = 0
    package fileprivate(set) var backs = 0
    package fileprivate(set) var lateBacks = 0

    /// Where so large a share of the choices come with their opening, both are logged at once.
    private static let openingShare = 0.9

    static let fields = Fields<Self>(\.clocks, \.openedChoices, \.quickChoices, \.backs, \.lateBacks)

    package var opensWithChoice: Bool {
      openedChoices > 0 && Double(quickChoices) >= Self.openingShare * Double(openedChoices)
    }

    /// All times are multiples of it.
    fileprivate var clock: ClockStep {
      clocks.firstIndex { $0 > 0 }.flatMap { ClockStep(rawValue: UInt8($0)) } ?? .minute
    }
  }

  package private(set) var platforms = SumsByName<Platform>()
  /// Uses by what the app made.
  package private(set) var uses = SumsByKey<Key, Int>()
  /// By menu and platform, the times from the first screen of a part to an opening that is left without a choice.
  private var openings = SumsByKey<NamePair, Durations>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let platform = session.segment.platform
    let quality = path.quality
    let number = platforms.number(adding: platform)
    platforms[number: number].clocks.count(at: Int(quality.clock.rawValue))
    platforms[number: number].openedChoices += quality.openedChoices
    platforms[number: number].quickChoices += quality.quickChoices
    platforms[number: number].backs += quality.backs
    platforms[number: number].lateBacks += quality.lateBacks
    for (subject, maker) in counts.usesOfApp {
      uses[adding: Key(subject: subject, platform: platform, maker: maker)] += 1
    }
    for opening in path.occurrences where opening.kind == .menuOpen && opening.maker == .start {
      guard let start = path.steps.first(where: { $0.part == opening.part }) else { continue }
      openings[adding: NamePair(opening.container, platform)].add(max(0, opening.time - start.time))
    }
  }

  static let fields = Fields<Self>(\.platforms, \.uses, \.openings)

  /// The platforms whose log writes the opening of a list and the choice from it at once.
  package var platformsOpeningWithChoice: Set<Name> { Set(platforms.pairs.filter(\.1.opensWithChoice).map(\.0)) }

  /// The menus that open by themselves: they opened 100 times or more just after a start, and the quartiles of the time
  /// until then are less than 10% of its median apart (`H`).
  private var menusOpenedByStart: Set<NamePair> {
    Set(
      openings.pairs.filter { _, times in
        guard times.count >= StraightLines.fewestVisits, let median = times.seconds(.median),
          let low = times.seconds(.percent(25)), let high = times.seconds(.p75)
        else { return false }
        return high - low < 0.1 * median
      }.map(\.0))
  }

  fileprivate func judged(batched: Set<Name>) -> Judged {
    Judged(opening: platformsOpeningWithChoice, starting: menusOpenedByStart, batched: batched)
  }

  fileprivate func usesOfApp(_ judged: Judged) -> [Discovery.Subject: Int] {
    uses.pairs.reduce(into: [:]) { uses, pair in
      if !judged.isByPeople(pair.0) { uses[pair.0.subject, default: 0] += pair.1 }
    }
  }

  /// The coarsest clock of a platform, microseconds.
  package var clockLength: Int64 { platforms.values.map(\.clock.length).max() ?? 0 }
}

extension Maker: BinaryCodable {}

extension Measures {
  /// The screens that a clock leaves, not people.
  package func clocks(_ names: Names) -> Set<Name> { screens.leftByClock(appMade.clockLength, names) }

  private var made: AppMade.Judged { appMade.judged(batched: logQuality.batchedPlatforms) }

  /// What the app made, by what it seemed to use.
  package var usesOfApp: [Discovery.Subject: Int] { appMade.usesOfApp(made) }

  /// The measures of what people did themselves, for rules and plan: without what the app made. What tables count stays
  /// in these.
  /// - Parameter whole: those of the entire log, if these are of a part of it.
  package func byPeople(like whole: Measures? = nil) -> Measures {
    let judged = (whole ?? self).made
    let opening = judged.opening
    if appMade.uses.count == 0, opening.isEmpty { return self }
    let uses = appMade.usesOfApp(judged)
    var people = self
    let discovery = discovery.byPeople(judged)
    people.change(Discovery.self) { $0 = discovery }
    people.change(Tabs.self) { $0.leaveOut(uses, discovery) }
    people.change(MoreList.self) { $0.leaveOut(uses, discovery, hasOpening: !opening.isEmpty) }
    people.change(Menus.self) { $0.leaveOut(uses, discovery, judged) }
    people.change(ChoiceTimes.self) { $0.leaveOut(opening) }
    people.change(Moves.self) { $0 = $0.byPeople(opening: opening) }
    people.change(ChoiceDays.self) { $0.leaveOut(hasOpening: !opening.isEmpty) }
    people.change(OtherSavings.self) { $0.leaveOut(opening: opening) }
    return people
  }
}
