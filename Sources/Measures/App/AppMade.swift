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

    /// - Parameter platforms: those on which choices that come with their opening are by people.
    func isByPeople(opening platforms: Set<Name>) -> Bool { maker == .opening && platforms.contains(platform) }
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
  }

  static let fields = Fields<Self>(\.platforms, \.uses)

  /// The platforms whose log writes the opening of a list and the choice from it at once.
  package var platformsOpeningWithChoice: Set<Name> { Set(platforms.pairs.filter(\.1.opensWithChoice).map(\.0)) }

  /// What the app made, by what it seemed to use.
  package var usesOfApp: [Discovery.Subject: Int] { usesOfApp(opening: platformsOpeningWithChoice) }

  fileprivate func usesOfApp(opening: Set<Name>) -> [Discovery.Subject: Int] {
    uses.pairs.reduce(into: [:]) { uses, pair in
      if !pair.0.isByPeople(opening: opening) { uses[pair.0.subject, default: 0] += pair.1 }
    }
  }

  /// The coarsest clock of a platform, microseconds.
  package var clockLength: Int64 { platforms.values.map(\.clock.length).max() ?? 0 }
}

extension Maker: BinaryCodable {}

extension Measures {
  /// The screens that a clock leaves, not people.
  package var clocks: Set<Name> { screens.leftByClock(appMade.clockLength) }

  /// The measures of what people did themselves, for rules and plan: without what the app made. What tables count stays
  /// in these.
  /// - Parameter whole: those of the entire log, if these are of a part of it.
  package func byPeople(like whole: Measures? = nil) -> Measures {
    let opening = (whole ?? self).appMade.platformsOpeningWithChoice
    if appMade.uses.count == 0, opening.isEmpty { return self }
    let uses = appMade.usesOfApp(opening: opening)
    var people = self
    let discovery = discovery.byPeople(opening: opening)
    people.change(Discovery.self) { $0 = discovery }
    people.change(Tabs.self) { $0.leaveOut(uses, discovery) }
    people.change(MoreList.self) { $0.leaveOut(uses, discovery, hasOpening: !opening.isEmpty) }
    people.change(Menus.self) { $0.leaveOut(uses, discovery, opening) }
    people.change(ChoiceTimes.self) { $0.leaveOut(opening) }
    people.change(Moves.self) { $0 = $0.byPeople(opening: opening) }
    people.change(ChoiceDays.self) { $0.leaveOut(hasOpening: !opening.isEmpty) }
    people.change(OtherSavings.self) { $0.leaveOut(opening: opening) }
    return people
  }
}
