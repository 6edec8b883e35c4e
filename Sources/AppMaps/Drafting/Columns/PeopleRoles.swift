import EventLogs
import NavigationModel

/// Which columns hold ids of users and of sessions: what a name claims has to hold for the values, and the two have to
/// fit.
extension ColumnRoles {
  mutating func findPeople() {
    let candidates = free.filter(isCandidate)
    let times = start == nil ? times : []
    if part("session") == nil {
      let named = candidates.filter { $0.has(.session) && !$0.has(.event) }.max { $0.count < $1.count }
      if let named, table.isCoherent(named, within: column("user"), times: times), !isPartial(named, candidates) {
        take("session", named, Weight.clear, "its name, and rows close in time")
      }
    }
    if part("user") == nil { findUser(candidates.filter { column in free.contains { $0.key == column.key } }, times) }
    let rest = candidates.filter { column in free.contains { $0.key == column.key } }
    if let user = column("user"), part("session") == nil,
      let session = rest.filter({ $0.isID && $0.count * 50 >= rows * 49 }).max(by: { $0.distinct < $1.distinct }),
      session.distinct > user.distinct, session.distinct * 2 <= rows, table.lies(session, within: user),
      table.isCoherent(session, within: user, times: times)
    {
      take("session", session, Weight.fits, "each lies within one `\(user.shownKey)` and within a day")
    }
    guard part("user") == nil, found.problem == nil else { return }
    if part("session") == nil,
      let visit = rest.filter({ $0.isID || $0.hasLongNumbers }).first(where: { table.isCompact($0, times) })
    {
      take("session", visit, Weight.fits, "the rows of each are close in time, and nothing else names people")
    }
    if let session = part("session") { return takeSessionsAsUsers(session) }
    let possible = rest.filter { $0.distinct > 1 && $0.distinct < $0.count }
    let likely =
      possible.first { $0.isID || $0.words.contains("ip") }
      ?? possible.first { $0.hasLongNumbers && $0.distinct > 2 && table.clusters($0, times) }
    found.problem = .nobody(likeliest: likely?.key)
  }

  /// Whether people who have a session have many rows without one, too: these belong to it.
  private func isPartial(_ session: SampledTable.Column, _ candidates: [SampledTable.Column]) -> Bool {
    guard session.count * 50 < rows * 49 else { return false }
    let user =
      column("user")
      ?? candidates.filter { $0.has(.user) && table.lies(session, within: $0) }
      .max { ($0.count, $0.distinct) < ($1.count, $1.distinct) }
    guard let user else { return false }
    let bare = (0..<table.rows).filter { session.cells[$0] < 0 && user.cells[$0] >= 0 }
    let named = Set((0..<table.rows).filter { session.cells[$0] >= 0 }.map { user.cells[$0] })
    return bare.count * 50 > rows && bare.count { named.contains(user.cells[$0]) } * 2 > bare.count
  }

  private func isCandidate(_ column: SampledTable.Column) -> Bool {
    let isPerson = column.has(.user) || column.has(.session)
    // People who are not logged in have no user.
    let least = column.has(.user) ? 0.05 : 0.5
    if Double(column.count) < least * Double(rows) || column.isMeasure || (column.decimals > 0 && !isPerson) {
      return false
    }
    // Some ids look like times.
    let isNumberOnly = column.isNumber && (isPerson || column.epochs * 10 < column.count * 9)
    let isTime = column.days * 2 > column.count || (column.moments * 2 > column.count && !isNumberOnly)
    return (!isTime || isPerson) && !(column.distinct == column.count && column.count >= 20)
  }

  private mutating func findUser(_ candidates: [SampledTable.Column], _ times: [Int64?]) {
    let session = column("session")
    var scored = candidates.map { (column: $0, score: userScore($0, session)) }.filter {
      $0.score >= Weight.leastUser || ($0.column.has(.user) && $0.score > 0.15)
    }
    // One value for all stands for nobody, where another column separates people.
    if scored.contains(where: { $0.column.distinct > 1 && isOfPeople($0.column, times) }) {
      scored.removeAll { $0.column.distinct == 1 }
    }
    if let session, scored.isEmpty, let visitor = visitor(session, candidates, times) {
      return take("user", visitor, Weight.fits, "each session lies within one of them, and no two at once")
    }
    guard var best = scored.max(by: { ($0.score, $0.column.distinct) < ($1.score, $1.column.distinct) }) else { return }
    if scored.count == 1, best.column.has(.user), session == nil {
      best.score /= filled(best.column)
    }
    var reason = "few values that repeat"
    if best.column.has(.user) {
      reason = "its name, and few values that repeat"
    } else if let (outer, inner) = nested(scored.map(\.column).filter { !$0.has(.user) }, candidates, times) {
      best = (outer, Weight.fits)
      reason = "each `\(inner.shownKey)` lies within one of them"
    } else if let session, table.lies(session, within: best.column) {
      best.score += Weight.holdsSessions
      reason = "each session lies within one of them"
    } else {
      // What people choose changes in a burst, who they are does not.
      let visitors = scored.filter { $0.column.isID && $0.column.distinct > 2 && table.clusters($0.column, times) }
        .map { (column: $0.column, score: $0.score, changing: table.changing($0.column, table.order(by: times))) }
        .sorted { $0.changing < $1.changing }
      // Several ids of the same people agree, or are those of the few devices that each has.
      let alike = visitors.filter {
        $0.column.distinct * 2 <= visitors[0].column.distinct * 3 && table.lies($0.column, within: visitors[0].column)
      }
      let others = visitors.first { visitor in !alike.contains { $0.column.key == visitor.column.key } }
      if let first = alike.max(by: { ($0.column.count, $0.score) < ($1.column.count, $1.score) }),
        others.map({ alike[0].changing * 2 < $0.changing }) ?? true
      {
        best = (first.column, first.score + Weight.bursts)
        reason = "its rows come in bursts, and nothing else names people"
      }
    }
    if let session {
      // Sessions at once are of several people: an account, a flight.
      let atOnce = table.atOnce(session, within: best.column, times)
      if atOnce > Self.fewAtOnce || !best.column.words.isDisjoint(with: Self.groups) {
        let people = candidates.filter { $0.isID && table.lies($0, within: best.column) }
        if let person = visitor(session, people, times) {
          best = (person, Weight.fits)
          reason = "each session lies within one of them, and no two at once"
        } else if atOnce > (best.column.has(.user) ? 0.25 : Self.fewAtOnce) {
          return
        }
      }
    }
    take("user", best.column, best.score, reason)
    let user = best.column
    let others = [session].compactMap(\.self) + candidates.filter { $0.isID && table.clusters($0, times) }
    if let other = others.first(where: { $0.key != user.key && table.areOfNobody($0, without: user) }) {
      fallBack(to: other)
    }
  }

  /// Who is behind sessions: the ids of the most people that have several, each within one of them and none at once.
  private func visitor(
    _ session: SampledTable.Column, _ candidates: [SampledTable.Column], _ times: [Int64?]
  ) -> SampledTable.Column? {
    candidates.filter { column in
      (column.isID || column.hasLongNumbers || (column.distinct >= Self.several && !column.isAttribute))
        && column.key != session.key && column.distinct > 2
        && column.distinct * 20 <= session.distinct * 19 && session.distinct <= column.distinct * Self.mostSessions
        && table.lies(session, within: column) && table.atOnce(session, within: column, times) <= Self.fewAtOnce
    }.max { ($0.count * 20 / rows, $0.distinct) < ($1.count * 20 / rows, $1.distinct) }
  }

  /// So many people that no attribute has sessions of one alone at any time.
  private static let several = 10
  /// The share of somebody's sessions that begin before another one has ended.
  private static let fewAtOnce = 0.03
  /// Several people.
  private static let groups = WordLists.set("groups")

  /// The mean number of sessions of a person in a log; that of a version or a country is higher.
  private static let mostSessions = 20

  /// Whether a column is called a user or a device, or its rows come in bursts.
  private func isOfPeople(_ column: SampledTable.Column, _ times: [Int64?]) -> Bool {
    column.has(.user) || column.has(.device) || (column.isID && table.clusters(column, times))
  }

  private func userScore(_ column: SampledTable.Column, _ session: SampledTable.Column?) -> Double {
    // A user does not change within a session.
    let isOfSession = session.map { table.lies($0, within: column) } ?? true
    if !isOfSession, !column.has(.user) || session.map({ table.changing(column, within: $0) > 0.25 }) ?? false {
      return 0
    }
    // A device with ids for values is an installation, unless it is lent; where something finer is known, so is a
    // kiosk.
    if !column.has(.user) || column.has(.device), isLent(column), column.has(.device) || holdsIDs(column) { return 0 }
    // The session of a device is no device.
    let isDevice = column.has(.device) && !column.has(.session)
    let isNamed = column.has(.user) || (isDevice && column.isID && column.distinct > 2)
    var others: Set<Concept> = [.platform, .version, .locale, .screen, .outcome, .origin]
    if !column.isID { others.formUnion([.label, .kind, .event, .container, .device]) }
    if !isNamed, !column.concepts.isDisjoint(with: others) || column.distinct < 3 { return 0 }
    // What users have is not who they are: a user agent, a kind of user.
    if !column.words.isDisjoint(with: Self.attributes), !column.isID { return 0 }
    let isFew = column.distinct * 2 <= column.count
    var score = column.isID ? Weight.ids : Weight.anyUser
    if isNamed { score = Weight.userName }
    // People share addresses, and have several.
    if column.words.contains("ip") { score -= Weight.severalUsers }
    // The log of a server knows people by their address.
    if column.words.contains("ip"), table.columns.contains(where: Requests.areMethods) { score = Weight.userName }
    if isFew { score += Weight.fewUsers } else if isNamed { score += Weight.manyUsers }
    if column.distinct > 2 { score += Weight.severalUsers }
    if isNamed, column.isID || !column.isNumber { score += Weight.severalUsers }
    if !column.words.isDisjoint(with: Self.attributes) { score -= Weight.attribute }
    if !isOfSession { score -= Weight.severalUsers }
    return score * filled(column)
  }

  private func holdsIDs(_ outer: SampledTable.Column) -> Bool {
    table.columns.contains { inner in
      inner.isID && inner.distinct > 2 * outer.distinct && inner.distinct * 2 < inner.count
        && table.lies(inner, within: outer)
    }
  }

  /// Whether people with different languages have a device: it is lent.
  private func isLent(_ device: SampledTable.Column) -> Bool {
    table.columns.contains { $0.has(.locale) && $0.distinct > 1 && !table.lies(device, within: $0) }
  }

  /// A column with few values is hardly the user.
  private func filled(_ column: SampledTable.Column) -> Double { min(1, 0.2 + Double(column.count) / Double(rows)) }

  private static let attributes = WordLists.set("attributes")

  /// If each value of one column of ids comes with one value of another only, it is the session. Sessions may be
  /// numbered.
  private func nested(_ ids: [SampledTable.Column], _ candidates: [SampledTable.Column], _ times: [Int64?]) -> (
    outer: SampledTable.Column, inner: SampledTable.Column
  )? {
    for inners in [ids, candidates.filter(\.isNumber)] {
      var most: (outer: SampledTable.Column, inner: SampledTable.Column)?
      for outer in ids where outer.distinct > most?.outer.distinct ?? 0 {
        let inner = inners.first { inner in
          inner.key != outer.key && inner.distinct > outer.distinct && inner.distinct * 2 <= rows
            && table.lies(inner, within: outer) && table.isCoherent(inner, within: outer, times: times)
            && table.atOnce(inner, within: outer, times) <= Self.fewAtOnce
        }
        if let inner { most = (outer, inner) }
      }
      if let most { return most }
    }
    return nil
  }
}
