import NavigationModel

/// What measures need to become tables: the names as text, what the map declares, all users, and how the log was read.
package struct MeasureScope: Sendable {
  package let names: Names
  package let map: AppMap
  package let declared: DeclaredNames
  package let users: Int
  /// Whether the structure of the app is known (Method.md).
  package private(set) var structureKnown: Bool
  package let lineCounts: LineCounts
  package let eligibility: Eligibility
  /// The new users (``Discovery/newUsers(on:)``); nil if there are none.
  package let newUsers: ClosedRange<Int>?
  /// By number of sessions.
  package let newUsersBySessions: Histogram
  private let discovery: Discovery

  package init(measures: Measures, names: Names, map: AppMap, declared: DeclaredNames, lineCounts: LineCounts) {
    self.names = names
    self.map = map
    self.declared = declared
    self.lineCounts = lineCounts
    users = measures.totals.users
    discovery = measures.discovery
    eligibility = Eligibility(discovery.buildUsers, declared.entries, names: names)
    newUsers = discovery.newUsers(on: measures.logQuality.plausibleDays)
    newUsersBySessions = discovery.usersBySessions(newUsers)
    structureKnown = measures.totals.sessionsWithSteps > 0 && (measures.totals.showsStructure || !map.roots.isEmpty)
  }

  /// The scope of the measures of a part of `whole`. Known structure, new users and builds that are out are taken from
  /// the entire log.
  package init(measures: Measures, in whole: MeasureScope) {
    names = whole.names
    map = whole.map
    declared = whole.declared
    lineCounts = LineCounts()
    users = measures.totals.users
    structureKnown = whole.structureKnown
    discovery = measures.discovery
    eligibility = Eligibility(discovery.buildUsers, in: whole.eligibility, names: names)
    newUsers = whole.newUsers
    newUsersBySessions = discovery.usersBySessions(newUsers)
  }

  /// The users with at least `sessions` sessions who could have used the subject.
  package func eligibleUsers(of subject: Discovery.Subject, withSessions sessions: Int = 1) -> Int {
    eligibility.eligibleUsers(of: subject, withSessions: sessions)
  }

  /// First uses of a hidden item by new users; nil if there are none.
  /// - Parameter people: the uses that count, if not all that were logged do.
  package func firstUses(of subject: Discovery.Subject, in people: Discovery? = nil) -> Discovery.FirstUseRows? {
    guard let newUsers else { return nil }
    let out = eligibility.outBuilds(of: subject)
    let users = out.isEmpty ? newUsersBySessions : discovery.usersBySessions(newUsers, out: out)
    return (people ?? discovery).rows(of: subject, by: newUsers, out: out, users: users)
  }

  func with(structureKnown: Bool) -> MeasureScope {
    var scope = self
    scope.structureKnown = structureKnown
    return scope
  }
}

package struct LineCounts: Sendable, Equatable {
  /// Lines that are not blank.
  package var lines = 0
  package var rejected = 0
  package var duplicates = 0
  /// Accepted lines with a time without offset: it is read as UTC, or in the time zone of the map.
  package var withoutZone = 0
  package var cutSources = 0
  /// Users who stand for nobody, and their events: among the others in tables, but not judged.
  package var nobodies = 0
  package var eventsOfNobodies = 0
  /// Events of users that the app map excludes; not among ``lines``.
  package var excluded = 0

  package init(
    lines: Int = 0, rejected: Int = 0, duplicates: Int = 0, withoutZone: Int = 0, excluded: Int = 0, cutSources: Int = 0
  ) {
    self.excluded = excluded
    self.cutSources = cutSources
    self.lines = lines
    self.rejected = rejected
    self.duplicates = duplicates
    self.withoutZone = withoutZone
  }
}

/// The time between the first and the last session start. Findings hold now or no longer, and some must hold in both
/// halves (TheRules.md).
package struct SessionSpan: Equatable, BinaryRecord {
  /// Microseconds since 1970.
  package let first: Int64
  package let last: Int64

  package static let form = BinaryForm(Self.init(first:last:), \.first, \.last)

  package init(first: Int64, last: Int64) {
    self.first = first
    self.last = max(first, last)
  }

  /// The start of the last third, rounded up.
  package var recent: Int64 { last - (last - first) / 3 }
  /// The start of the second half, rounded up.
  package var midpoint: Int64 { last - (last - first) / 2 }

  /// The third in which a session starts: 0, 1 or 2.
  package func third(of start: Int64) -> Int {
    if start >= recent { return 2 }
    return start >= last - (last - first) / 3 * 2 ? 1 : 0
  }
}
