import Measures
import NavigationModel

extension Advice {
  /// The advice that follows from the measures of a log.
  /// - Parameter least: entries chosen by fewer users (but by some) are not moved, because a plan would reveal them.
  package init(_ measures: Measures, _ scope: MeasureScope, hidingFewerThan least: Int? = nil) {
    self = AdviceMaker(measures.byPeople(), scope, leastUsers: least ?? 1).advice
  }
}

/// Finds the layouts, makes their plans, and says why there is none.
struct AdviceMaker {
  let measures: Measures
  let scope: MeasureScope
  let use: Eligibility
  /// All entries of the app, ordered by name and container.
  let entries: [Entry]

  let choicesByDay: [Entry: [(day: Int, count: Int)]]
  /// Tabs that only a role uses: they stay.
  private let tabsOfRoles: Set<NameText>
  /// Buttons on a page that are logged like tabs: they are in no bar.
  let strips: Set<Name>
  private let sessionsByDay: [Int: Int]

  /// Entries chosen by fewer users are not moved; 1 if nothing is hidden.
  let leastUsers: Int

  init(_ measures: Measures, _ scope: MeasureScope, leastUsers: Int) {
    self.leastUsers = leastUsers
    self.measures = measures
    self.scope = scope
    use = scope.eligibility
    choicesByDay = measures.choiceDays.byEntry
    tabsOfRoles = SeveralBars.tabsOfRoles(measures, scope)
    strips = measures.tabOrigins.stripNames
    sessionsByDay = measures.daily.sums.pairs.reduce(into: [:]) { $0[$1.0.day, default: 0] += $1.1.sessions }
    let names = scope.names
    entries = measures.entries(scope).sorted {
      let one = names.rank($0.name)
      let other = names.rank($1.name)
      return one == other ? $0.container.label(names).precedesByScalars($1.container.label(names)) : one < other
    }
  }

  var names: Names { scope.names }
  private var moves: Moves { measures.moves }
  var settings: AppMap.Advice { scope.map.advice }

  var advice: Advice {
    var advice = Advice()
    advice.entries = entries.map { row($0, moves.whole, eligible: use.eligibleUsers(of: $0.subject)) }
    // Tabs that were only inferred are no bar to change.
    let isStructured = scope.structureKnown && scope.map.guess?.tabs.isEmpty ?? true
    let platforms = Set(use.builds.map(\.platform)).count
    if !isStructured {
      advice.noPlan = .noStructure
    } else if moves.isOverfull {
      advice.noPlan = .tooManyEntries
    } else if platforms > LayoutFinder.mostPlatforms {
      advice.noPlan = .tooManyPlatforms(platforms)
    }
    if advice.noPlan != nil { return advice }
    let doubts = LogReliability(measures, scope)
    let rareTabs = SeveralBars.rareTabs(measures, scope)
    for sessions in LayoutFinder(entries: entries, measures, scope).layouts {
      let platform = platform(sessions, doubts, rareTabs)
      advice.platforms.append(platform)
      advice.remarks += [otherVariants(sessions, platform), otherVersions(sessions)].compactMap(\.self)
      if let layout = platform.layout {
        advice.remarks += conditionalTabs(layout, sessions) + notCounted(sessions) + actionWords(platform, layout)
      }
      if platform.plan != nil, let remark = fewDays(sessions) { advice.remarks.append(remark) }
      if platform.daysOfUse != nil {
        advice.remarks += (platform.plan?.promotions ?? []).compactMap { usedOnFewDays($0, 10) }.map {
          "\($0.words): the plan saves taps on these days."
        }
      }
    }
    advice.remarks = remarks(on: advice.platforms.compactMap(\.layout)) + advice.remarks
    // Labels of several languages are no two apps.
    let isOfLanguages = SeveralBars.all(measures, scope).contains { $0.field == "locale" }
    advice.split = isOfLanguages ? nil : Split(measures.entrySets, names)
    return advice
  }

  func row(_ entry: Entry, _ sums: MoveSums, eligible: Int) -> Advice.EntryRow {
    Advice.EntryRow(
      entry: entry, sums: own(entry, sums),
      per100Sessions: sums.saving(moves.number(of: entry).map { [($0, 1)] } ?? []).estimate()?.per100,
      eligibleUsers: eligible)
  }

  /// What is counted of an entry.
  func own(_ entry: Entry, _ sums: MoveSums) -> EntrySums {
    moves.number(of: entry).flatMap { sums.entries[$0] } ?? EntrySums()
  }

  private func platform(
    _ sessions: LayoutFinder.Sessions, _ doubts: LogReliability, _ rareTabs: [NameText: Set<NameText>]
  ) -> Advice.Platform {
    var advice = Advice.Platform(name: names[sessions.platform], users: sessions.users)
    if sessions.builds.isEmpty {
      advice.noPlan = .tooFewUsers
      return advice
    }
    if measures.totals.platforms[sessions.platform]?.hasStructure == false {
      advice.noPlan = .noStructure
      return advice
    }
    advice.versions = sessions.versions.map { names[$0] }
    if !otherVariants(sessions).isEmpty {
      advice.variants = names.ordered(Set(sessions.builds.map(\.variant))).map { names[$0] }
    }
    let days = days(of: sessions)
    advice.days = (days.last?.day ?? 0) - (days.first?.day ?? 0) + 1
    let halves = UserHalf.allCases.map { moves.sums(of: sessions.builds, $0) }
    advice.sums = halves.reduce(into: MoveSums()) { $0.merge($1) }
    let eligible = use.eligibleUsers(of: entries.map(\.subject), in: sessions.builds)
    let others = sessions.tabsOfOthers.union(sessions.absentTabs).map { NameText(names[$0]) }
    let layout = layout(
      eligible, advice.sums, sessions.bar, without: (rareTabs[NameText(advice.name)] ?? []).union(others))
    advice.layout = layout
    advice.entries = zip(entries, eligible).map { row($0, advice.sums, eligible: $1) }
    let doubt = doubts.noPlanReason(in: sessions.builds)
    advice.noPlan = noPlanReason(layout, advice.sums) ?? doubt
    if advice.noPlan == nil {
      advice.plans = planMaker(layout, sessions.builds, halves).plans
      let endings = layout.entries.filter { endsSessions($0.entry, advice.sums) }
      let rushes = advice.plan?.promotions.map { usedOnFewDays($0, 10)?.days.count } ?? [nil]
      advice.daysOfUse = rushes.contains(nil) ? nil : rushes.compactMap(\.self).max()
      advice.whyNot =
        advice.plan == nil
        ? advice.plans.first.flatMap {
          whyNot($0) ?? onlyTogether(advice.plans) ?? keptForFew(layout) ?? keptForLeaving(endings, advice.sums)
        } : nil
      if advice.plans.isEmpty { advice.noPlan = reasonToMoveNothing(layout, endings, advice.sums) }
    }
    if doubt == nil { advice.otherChanges = OtherChange.all(measures, sessions.builds, advice.sums, layout, scope) }
    return advice
  }

  /// Makes plans of the sessions in some builds. A move saves nothing where its entry is not there yet: then the builds
  /// that have it count, if enough people have these.
  private func planMaker(_ layout: Layout, _ builds: Set<AppBuild>, _ halves: [MoveSums]) -> PlanMaker {
    let thirds = (0..<3).map { third in builds.merged { moves.thirds[Moves.Third($0, third)] } }
    return PlanMaker(
      layout, halves: halves, thirds: moves.thirds.isEmpty ? nil : thirds, leastSaving: settings.leastSaving
    ) { entries in
      let with = builds.filter { build in !entries.contains { use.isOut($0.subject, of: build) } }
      guard with.count < builds.count, use.users(in: with) >= LayoutFinder.fewestUsers else { return nil }
      return planMaker(layout, with, UserHalf.allCases.map { moves.sums(of: with, $0) })
    }
  }

  /// The variants of an experiment whose people, enough for a plan of their own, have another layout than that of the
  /// sessions.
  private func otherVariants(_ sessions: LayoutFinder.Sessions) -> [Name] {
    let variants = Set(sessions.builds.map(\.variant))
    let others = use.builds.filter {
      $0.platform == sessions.platform && sessions.versions.contains($0.appVersion) && !variants.contains($0.variant)
    }
    let builds = Dictionary(grouping: others, by: \.variant).filter {
      use.users(in: Set($0.value)) >= max(LayoutFinder.fewestUsers, leastUsers)
    }
    return sessions.builds.isEmpty ? [] : names.ordered(builds.keys.filter(\.isKnown))
  }

  private func otherVariants(_ sessions: LayoutFinder.Sessions, _ platform: Advice.Platform) -> Text? {
    let others = otherVariants(sessions).map { names[$0] }
    guard let first = others.first else { return nil }
    let own = platform.variants.map { $0.isEmpty ? "none" : $0 }
    return
      """
      This is the layout of the variant \(Text.names(own)). People of \(Text.names(others))\(place(sessions)) have \
      another; to judge it, run the same command with \(command: "--only variant=\(first)").
      """
  }

  /// ` on iOS`; empty if the platform is not known.
  func place(_ sessions: LayoutFinder.Sessions) -> Text {
    let platform = names[sessions.platform]
    return platform.isEmpty ? "" : " on \(Wording.platform(platform))"
  }

  /// That nearly all sessions of a layout with a plan began within less than a week.
  private func fewDays(_ sessions: LayoutFinder.Sessions) -> Text? {
    guard let most = ChoiceDays.busiest(days(of: sessions), share: Self.mostSessions)?.days.count,
      most < Self.fewestDays
    else { return nil }
    return
      """
      Nearly all sessions\(place(sessions)) began within \(Wording.count(most, "day")). 
      """
        + "People do other things on weekends, so see in a longer log whether the plan still saves taps."
  }

  /// The sessions of a layout's versions by the day, in order.
  private func days(of sessions: LayoutFinder.Sessions) -> [(day: Int, count: Int)] {
    let own = measures.daily.sums.pairs.filter {
      $0.0.platform == sessions.platform && sessions.versions.contains($0.0.appVersion)
    }
    return own.reduce(into: [:]) { $0[$1.0.day, default: 0] += $1.1.sessions }.sorted { $0.key < $1.key }.map {
      (day: $0.key, count: $0.value)
    }
  }

  /// A plan is better founded on so many days, which hold this share of the sessions: clocks may be wrong.
  private static let fewestDays = 7
  private static let mostSessions = 0.99

  /// - Parameters:
  ///   - eligible: the users who could have used each entry.
  ///   - bar: tabs that it shows in some sessions only stay.
  ///   - rare: tabs that most people do not have.
  private func layout(
    _ eligible: [Int], _ sums: MoveSums, _ bar: ShownSessions.Bar, without rare: Set<NameText>
  ) -> Layout {
    let fixed = Set(texts: settings.never + (settings.pinned ?? []))
    let standing = zip(entries, eligible).filter { entry, eligible in
      eligible > 0
        && (entry.container == .bar
          ? !rare.contains(names[entry.name]) && !strips.contains(entry.name)
          : !measures.isWithdrawn(entry.subject, use))
    }
    let pin = settings.pinned == nil ? defaultPin(standing.map(\.0).filter { $0.container == .bar }, sums) : nil
    let menu = menuWithMostChoices(standing.map(\.0), sums)
    let barIsFull =
      standing.count { $0.0.container == .bar } + (standing.contains { $0.0.container == .more } ? 1 : 0)
      >= settings.slots
    let rates = standing.map(\.0).filter { $0.container == .bar }.map { rate($0, sums) }.sorted()
    let median = rates.isEmpty ? 0 : rates[(rates.count - 1) / 2]
    return Layout(
      standing.map { entry, eligible in
        let isOfFew = isOfFew(entry, eligible, sums, median)
        let users = own(entry, sums).users
        return PlacedEntry(
          entry: entry, name: names[entry.name], container: entry.container.label(names),
          number: moves.number(of: entry), eligibleUsers: eligible,
          isMovable: eligible >= LayoutFinder.fewestEligibleUsers && !fixed.contains(names[entry.name]) && entry != pin
            && (users == 0 || users >= leastUsers)
            && !endsSessions(entry, sums) && !measures.isAction(entry, own(entry, sums))
            && !(entry.container == .bar && bar.isConditional(entry.name))
            && !(isOfFew && (entry.container == .bar || barIsFull)) && !isByLinks(entry)
            && !(entry.container == .bar && tabsOfRoles.contains(names[entry.name])),
          isOfFew: isOfFew, isOfFewDays: isOfFewDays(entry))
      }, slots: settings.slots, menu: menu?.label(names))
  }

  /// Whether people leave with a hidden entry.
  private func endsSessions(_ entry: Entry, _ sums: MoveSums) -> Bool {
    entry.container.isHidden && own(entry, sums).isOfLeaving
  }

  /// Choices of an entry in a session of its users.
  private func rate(_ entry: Entry, _ sums: MoveSums) -> Double {
    Double(own(entry, sums).choices) / Double(max(1, measures.discovery.sessionsOfUsers(of: entry.subject)))
  }

  /// Whether hardly anybody chooses an entry, but those who do choose it more often than others select the usual tab:
  /// it is one of few, of a role or a flag.
  private func isOfFew(_ entry: Entry, _ eligible: Int, _ sums: MoveSums, _ median: Double) -> Bool {
    let users = own(entry, sums).users
    return users * 20 < eligible && users > 0 && rate(entry, sums) > median
  }

  /// Whether 80% of the uses of a hidden entry fell on a third of the days or less, in a row, on which at most half of
  /// the sessions began, though it was used before, or the log goes on after them.
  private func isOfFewDays(_ entry: Entry) -> Bool {
    guard entry.container.isHidden, let last = sessionsByDay.keys.max(),
      let busiest = ChoiceDays.busiest(choicesByDay[entry] ?? [], share: 0.8),
      busiest.days.count * 3 <= daysOfLog
    else { return false }
    return holdFewSessions(busiest.days) && (busiest.daysBefore >= 3 || last - busiest.days.upperBound >= 3)
  }

  /// Whether at most half of the sessions began on these days.
  private func holdFewSessions(_ days: some Sequence<Int>) -> Bool {
    days.reduce(0) { $0 + (sessionsByDay[$1] ?? 0) } * 2 <= sessionsByDay.values.reduce(0, +)
  }

  var daysOfLog: Int {
    max(1, Int(((measures.period.map { $0.upperBound - $0.lowerBound } ?? 0) + 86_399_999_999) / 86_400_000_000))
  }

  /// Whether more people come to a tab by links to its root than select it, and more than hardly any: it is where those
  /// links lead.
  private func isByLinks(_ entry: Entry) -> Bool {
    guard entry.container == .bar else { return false }
    let users = measures.tabHabits.users(
      of: entry.name, root: scope.declared.root(of: entry.name), withSessions: 1, withoutFirst: false)
    return users.linked > users.selected && users.linked * 20 >= use.eligibleUsers(of: entry.subject)
  }

  /// The tab on which most parts of sessions land; without landings the map's first tab, otherwise the tab chosen most.
  /// On ties, the first by name.
  private func defaultPin(_ tabs: [Entry], _ sums: MoveSums) -> Entry? {
    func most(_ count: (EntrySums) -> Int) -> (tab: Entry, count: Int)? {
      tabs.map { ($0, count(own($0, sums))) }.reduce(nil) { best, next in
        best.map { $0.count >= next.1 ? $0 : next } ?? next
      }
    }
    if let landed = most(\.landings), landed.count > 0 { return landed.tab }
    if let declared = scope.declared.tabs.first(where: { name in tabs.contains { $0.name == name } }) {
      return Entry(declared, in: .bar)
    }
    return most(\.choices)?.tab
  }

  private func menuWithMostChoices(_ standing: [Entry], _ sums: MoveSums) -> Entry.Container? {
    var choices: [Entry.Container: Int] = [:]
    for entry in standing {
      if case .menu(let menu) = entry.container, !measures.menus.isLocal(menu) {
        choices[entry.container, default: 0] += own(entry, sums).choices
      }
    }
    return choices.min {
      $0.value == $1.value ? $0.key.label(names).precedesByScalars($1.key.label(names)) : $0.value > $1.value
    }?.key
  }

  /// Notes on the entries.
  private func remarks(on layouts: [Layout]) -> [Text] {
    var remarks: [Text] = []
    let placesByName = layouts.map {
      Dictionary(grouping: $0.entries.map(\.entry), by: \.name).filter { $0.value.count > 1 }
    }
    for name in names.ordered(Set(placesByName.flatMap(\.keys))) {
      guard let all = placesByName.lazy.compactMap({ $0[name] }).first else { continue }
      let labels = all.map { entry in
        switch entry.container {
        case .bar: "the tab bar"
        case .more: "the More list"
        case .menu: Wording.menu(entry.container.label(names))
        }
      }
      let isTab = all.contains { $0.container == .bar }
      remarks.append(
        "\(names[name]) stands in several places (\(labels.joined(separator: ", "))): "
          + (isTab ? "it is a tab already, so the other one is not moved." : "at most one of them is moved."))
    }
    let known = Set(texts: entries.map { names[$0.name] })
    for name in (settings.pinned ?? []) + settings.never where !known.contains(name) {
      remarks.append(
        "The app map says not to move \(name), but no tab and no item of a menu or More list has that name.")
    }
    return remarks
  }
}

extension Set<AppBuild> {
  /// The sums of all builds.
  fileprivate func merged(_ sums: (AppBuild) -> MoveSums?) -> MoveSums {
    compactMap(sums).reduce(into: MoveSums()) { $0.merge($1) }
  }
}
