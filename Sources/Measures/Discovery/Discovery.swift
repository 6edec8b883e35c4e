import NavigationModel
import Statistics

/// Who uses what, and when first: for each item of the More list and of menus, each menu, tab and gesture, the users by
/// number of sessions; and for hidden items, the users by the number of the session of their first use.
package struct Discovery: Measure, Summed {
  package enum Kind: UInt8, BinaryCodable {
    case moreItem, menuItem, menu, tab, gesture
  }

  package struct Subject: MixedHash, BinaryRecord {
    package let kind: Kind
    /// The menu; unknown for subjects outside of menus.
    package let container: Name
    package let name: Name

    package init(_ kind: Kind, _ name: Name, container: Name = .unknown) {
      self.kind = kind
      self.container = container
      self.name = name
    }

    package static let form = BinaryForm({ Self($0, $1, container: $2) }, \.kind, \.name, \.container)

    package var bits: UInt64 {
      (UInt64(container.rawValue) << 32 | UInt64(name.rawValue)) &+ UInt64(kind.rawValue) << 61
    }
  }

  /// The build of a user's first session, and the UTC day (since 1970-01-01) on which it starts, or ``firstOpen`` or
  /// ``returning``.
  typealias Cohort = Pair<AppBuild, Int>
  /// A marker outside the calendar, for users whose first session contains an `app_open` with `via: first`.
  private static let firstOpen = 1 << 40
  /// Another one, for users whose first session is not in the part of the log that is measured: nobody is new there who
  /// was there before.
  private static let returning = -1 << 40

  /// The users who used an item.
  fileprivate struct FirstUses: Summed {
    /// By the session of the first use, counted from the first session.
    var first = Histogram()
    /// By the session of the last use, counted from the last session.
    var last = Histogram()
    /// By their number of sessions.
    var sessions = Histogram()

    fileprivate mutating func add(first: Int, last: Int, sessions: Int, times: Int = 1) {
      self.first.count(first, times)
      self.last.count(last, times)
      self.sessions.count(sessions, times)
    }

    static let fields = Fields<Self>(\.first, \.last, \.sessions)
  }

  /// Users by their builds, and by the builds in which they used each subject.
  package private(set) var buildUsers = BuildUsers()
  /// The users of each subject, by their number of sessions.
  private var usersBySubject = SumsByKey<Subject, Histogram>()
  /// The users of each cohort, by their number of sessions.
  private var cohorts = SumsByKey<Cohort, Histogram>()
  private var firstUses = SumsByKey<Subject, SumsByKey<Cohort, FirstUses>>()
  /// What is to be added for the users of something that the app seemed to use, so that only their own uses count.
  private var corrections = SumsByKey<AppMade.Key, SumsByKey<Cohort, FirstUses>>()
  /// Sessions by the UTC day of their start.
  package private(set) var sessionsByDay: [Int: Int] = [:]
  package private(set) var usersBySessions = Histogram()

  // The current user.
  private var sessions = 0
  private var cohort = Cohort(AppBuild(Segment()), 0)
  /// The builds of the user's sessions, in order of first occurrence, as indices into ``buildUsers``.
  private var builds = KeyList<UInt32>()
  private var segment = Segment()
  private var build = 0
  private var lists = KeyList<Name>()
  /// Of a subject used: the sessions of the first and the last use, and which of the user's first 64 builds it was
  /// used in, a bit for each.
  private typealias Use = (first: Int, last: Int, builds: UInt64)
  private var uses = SumsByKey<Subject, Use>()
  /// The same for what the app seemed to use.
  private var appUses = SumsByKey<Subject, (use: Use, key: AppMade.Key)>()
  /// Some of the subjects used in the current session, found without hashing.
  private var recent = [(subject: Subject, session: Int)](repeating: (Subject(.tab, .unknown), 0), count: 64)

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let day = Int(session.start.flooredDivision(by: 86_400_000_000).0)
    if sessions == 0 {
      let firstDay = counts.isFirstOpen ? Self.firstOpen : day
      cohort = Cohort(AppBuild(session.segment), session.number > 1 ? Self.returning : firstDay)
    }
    sessions += 1
    sessionsByDay[day, default: 0] += 1
    if sessions == 1 || session.segment != segment { enter(session.segment) }
    for subject in counts.uses { note(subject) }
    for (subject, maker) in counts.usesOfApp {
      noteApp(AppMade.Key(subject: subject, platform: session.segment.platform, maker: maker))
    }
    for list in counts.tabLists { _ = lists.number(adding: list) }
  }

  private mutating func enter(_ segment: Segment) {
    self.segment = segment
    build = builds.number(adding: buildUsers.number(adding: AppBuild(segment)))
  }

  private mutating func note(_ subject: Subject) {
    let slot = Int(subject.name.rawValue &+ subject.container.rawValue &* 31) & 63
    if recent[slot].session == sessions, recent[slot].subject == subject { return }
    recent[slot] = (subject, sessions)
    let bit: UInt64 = build < 64 ? 1 << UInt64(build) : 0
    let number = uses.number(adding: subject, as: (sessions, sessions, 0))
    uses[number: number].last = sessions
    uses[number: number].builds |= bit
  }

  private mutating func noteApp(_ key: AppMade.Key) {
    let number = appUses.number(adding: key.subject, as: ((sessions, sessions, 0), key))
    appUses[number: number].use.last = sessions
    if build < 64 { appUses[number: number].use.builds |= 1 << UInt64(build) }
    // What may be by people decides.
    if key.maker != .app { appUses[number: number].key = key }
  }

  /// Counts the uses by the app as logged, and what is to be added to undo it.
  private mutating func finishUsesOfApp(_ all: UInt32) {
    for (subject, (use, key)) in appUses.pairs {
      var logged = use
      var correction = FirstUses()
      if let number = uses.number(of: subject) {
        let own = uses[number: number]
        logged = (min(own.first, use.first), max(own.last, use.last), own.builds | use.builds)
        uses[number: number] = logged
        correction.add(first: own.first, last: sessions - own.last + 1, sessions: sessions)
      } else {
        finish(subject, use, all)
      }
      correction.add(first: logged.first, last: sessions - logged.last + 1, sessions: sessions, times: -1)
      corrections[adding: key][adding: cohort].merge(correction)
    }
  }

  mutating func finishUser() {
    if sessions > 0 {
      usersBySessions.count(sessions)
      cohorts[adding: cohort].count(sessions)
      let all = buildUsers.number(ofSet: builds.keys.sorted())
      buildUsers.add(userWith: sessions, set: all)
      if appUses.count > 0 { finishUsesOfApp(all) }
      for (subject, use) in uses.pairs { finish(subject, use, all) }
      if lists.count > 0 {
        buildUsers.add(
          userShown: lists.keys, using: uses.keys.lazy.filter { $0.kind == .tab }.map(\.name), sessions: sessions,
          set: all)
        lists.removeAll()
      }
    }
    sessions = 0
    builds.removeAll()
    appUses.removeAll()
    if uses.count == 0 { return }
    uses.removeAll()
    for slot in recent.indices { recent[slot].session = 0 }
  }

  private mutating func finish(_ subject: Subject, _ use: Use, _ all: UInt32) {
    usersBySubject[adding: subject].count(sessions)
    let isEverywhere = builds.count <= 64 && use.builds.nonzeroBitCount == builds.count
    let set =
      isEverywhere
      ? all
      : buildUsers.number(
        ofSet: builds.keys.prefix(64).enumerated().filter { use.builds & 1 << UInt64($0.offset) != 0 }.map(\.element)
          .sorted())
    buildUsers.add(userOf: subject, set: set)
    guard subject.isHiddenItem else { return }
    firstUses[adding: subject][adding: cohort].add(first: use.first, last: sessions - use.last + 1, sessions: sessions)
  }

  static let fields = Fields<Self>(
    \.buildUsers, \.usersBySubject, \.cohorts, \.firstUses, \.sessionsByDay, \.usersBySessions, \.corrections)

  /// The same of what people did themselves.
  func byPeople(_ judged: AppMade.Judged) -> Discovery {
    var people = self
    for (key, cohorts) in corrections.pairs where !judged.isByPeople(key) {
      for (cohort, correction) in cohorts.pairs {
        people.usersBySubject[adding: key.subject].merge(correction.sessions)
        if key.subject.isHiddenItem { people.firstUses[adding: key.subject][adding: cohort].merge(correction) }
      }
    }
    return people
  }

  /// The users of a subject.
  func users(of subject: Subject) -> Int { usersBySubject[subject]?.count(from: 0) ?? 0 }

  package var subjects: Set<Subject> { Set(usersBySubject.keys) }

  package func users(withSessions sessions: Int) -> Int { usersBySessions.count(from: sessions) }

  package func sessionsOfUsers(of subject: Subject) -> Int {
    usersBySubject[subject]?.bins.reduce(0) { $0 + $1.value * $1.count } ?? 0
  }

  /// Users with at least `sessions` sessions who ever used each subject of a kind; only subjects with any.
  package func users(of kind: Kind, withSessions sessions: Int) -> [Subject: Int] {
    usersBySubject.pairs.reduce(into: [:]) { users, use in
      let count = use.1.count(from: sessions)
      if use.0.kind == kind, count > 0 { users[use.0] = count }
    }
  }
}

extension Discovery.Subject {
  var isHiddenItem: Bool { kind == .moreItem || kind == .menuItem }
}

// MARK: - New users

extension Discovery {
  /// Users first seen this many days or more after the first day of the log count as new.
  private static let fewestDaysBeforeNew = 14

  /// The days on which the new users were first seen (OutputFiles.md), or ``firstOpen`` if the log itself shows who
  /// opened
  /// the app for the first time. Nil if there are no new users.
  /// - Parameter plausible: the days whose times can be right (``LogQuality/plausibleDays``).
  package func newUsers(on plausible: ClosedRange<Int>?) -> ClosedRange<Int>? {
    if cohorts.keys.contains(where: { $0.second == Self.firstOpen }) { return Self.firstOpen...Self.firstOpen }
    guard let plausible, let first = sessionsByDay.keys.filter(plausible.contains).min(),
      first + Self.fewestDaysBeforeNew <= plausible.upperBound
    else { return nil }
    let new = (first + Self.fewestDaysBeforeNew)...plausible.upperBound
    return cohorts.keys.contains { new.contains($0.second) } ? new : nil
  }

  /// First uses by new users, as rows for Kaplan–Meier: by the number of the session, the others censored at their last
  /// session; and the same counted backwards, last uses by the number of the session, counted from the last. If all
  /// users know an item from the start, both are alike. With the new users by number of sessions.
  package typealias FirstUseRows = (fromFirst: [SurvivalRow], fromLast: [SurvivalRow], usersBySessions: Histogram)

  /// The new users whose first session is in a build that is not out, by number of sessions.
  func usersBySessions(_ new: ClosedRange<Int>?, out: Set<AppBuild> = []) -> Histogram {
    var users = Histogram()
    guard let new else { return users }
    for (cohort, counts) in cohorts.pairs where new.contains(cohort.second) && !out.contains(cohort.first) {
      users.merge(counts)
    }
    return users
  }

  /// The first uses of a subject by new users whose first session is in a build that is not out.
  /// - Parameter users: these users by number of sessions (``usersBySessions(_:out:)``).
  func rows(of subject: Subject, by new: ClosedRange<Int>, out: Set<AppBuild>, users: Histogram) -> FirstUseRows {
    var uses = FirstUses()
    if let cohorts = firstUses[subject] {
      for (cohort, counts) in cohorts.pairs where new.contains(cohort.second) && !out.contains(cohort.first) {
        uses.merge(counts)
      }
    }
    return (
      Self.rows(uses.first, users, without: uses.sessions), Self.rows(uses.last, users, without: uses.sessions), users
    )
  }

  /// Rows of users to whom something happened in a session, and of the others, censored at their last one.
  /// - Parameter users: all users by number of sessions; `found`: those to whom it happened.
  private static func rows(_ events: Histogram, _ users: Histogram, without found: Histogram) -> [SurvivalRow] {
    var censored = users
    for (sessions, count) in found.bins { censored.count(sessions, -count) }
    return merged(
      events.bins.map { SurvivalRow(time: $0.value, events: $0.count, censored: 0) }
        + censored.bins.map { SurvivalRow(time: $0.value, events: 0, censored: $0.count) })
  }
}

extension Discovery {
  func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] {
    let names = scope.names
    let table = TableDefinition<(subject: Subject, step: SurvivalStep)>(
      "discovery", "One row for each hidden item and session number: who of the new users has used it by then.",
      order: .given,
      [
        .key(.container, "The menu, or More for the More list.") { names[$0.subject.container] },
        .key(.item, "The item.") { names[$0.subject.name] },
        .numberKey(.sessionNumber, "Number of a user's session, 1 being the first seen.") { $0.step.time },
        .users(.atRisk, "Users with at least this many sessions who had not used the item before.") { $0.step.atRisk },
        .users("discovered", "Of these, the ones who use it in that session.") { $0.step.events },
        .shareWithInterval(
          .undiscoveredShare, "Kaplan–Meier estimate of the share of users who have not used it after that session.",
          basis: "discovered",
          low: "Lower bound of its 95% band (log-log); empty while it is 1 and once it is 0.",
          high: "Upper bound of its 95% band."
        ) { Figure.Value($0.step.survival, interval: $0.step.band) },
      ]
    ).table(curves(scope))
    return [table]
  }

  private func curves(_ scope: MeasureScope) -> [(subject: Subject, step: SurvivalStep)] {
    if scope.newUsers == nil { return [] }
    let declared =
      scope.declared.moreItems.map { Subject(.moreItem, $0, container: .more) }
      + scope.declared.menuItems.map { Subject(.menuItem, $0.item, container: $0.menu) }
    let hidden = subjects.filter { $0.kind == .moreItem || $0.kind == .menuItem }.union(declared)
    // By the keys; a menu may have the same name as the More list.
    let ordered = hidden.sorted {
      (scope.names.rank($0.container), scope.names.rank($0.name), $0.kind.rawValue)
        < (scope.names.rank($1.container), scope.names.rank($1.name), $1.kind.rawValue)
    }
    return ordered.flatMap { subject in
      kaplanMeier((scope.firstUses(of: subject)?.fromFirst ?? []).withEveryTime()).map { (subject, $0) }
    }
  }
}
