import NavigationModel
import Statistics

extension Measures {
  /// One row for each measure of the whole log.
  public func summary(_ scope: MeasureScope) -> Table {
    var rows = SummaryRows(structureKnown: scope.structureKnown)
    let visits = scope.structureKnown ? totals.forwardSteps : totals.steps
    let sessions = totals.sessionsWithSteps
    rows.count("events", totals.events)
    rows.count("events_rejected", scope.intake.rejected)
    rows.count("events_duplicate", scope.intake.duplicates)
    rows.count("users", totals.users)
    rows.count("sessions", totals.sessions)
    rows.count("steps", totals.steps)
    rows.share("inferred_steps", totals.inferredSteps)
    rows.count("visits", visits)
    rows.structural { rows in
      rows.count("tab_switches", sectionChanges.tabSwitches)
      let perSession = sessions > 0 ? Double(sectionChanges.tabSwitches) / Double(sessions) : nil
      rows.value("tab_switches_per_session", perSession, n: sessions)
      rows.value("depth_mean", depths.mean, n: sessions)
      rows.value("depth_p50", nearestRank(.median, ofCounts: depths.sessions).map(Double.init), n: sessions)
      rows.value("depth_p90", nearestRank(.p90, ofCounts: depths.sessions).map(Double.init), n: sessions)
      rows.value("depth_max", nearestRank(.maximum, ofCounts: depths.sessions).map(Double.init), n: sessions)
      rows.share("sessions_deeper_than_5", depths.sessionsDeeperThan5)
      rows.share("sessions_deeper_than_6", depths.sessionsDeeperThan6)
    }
    rows.count("more_opens", moreList.opens)
    rows.count("more_abandoned", moreList.abandoned)
    rows.count("more_extra_taps", moreList.extraTaps)
    rows.share("more_toll", moreList.toll)
    rows.count("menu_opens", menus.abandonment.sumN)
    rows.share("menu_reach", successes: menus.users, of: totals.users)
    rows.share("menu_abandonment", menus.abandonment)
    rows.structural { rows in
      rows.share("back_share", returns.returnSteps)
      rows.share("quick_back_rate", returns.quickBacks)
      rows.share("back_chain_sessions", returns.backChains)
      rows.share("ping_pong_sessions", returns.pingPongs)
    }
    rows.value("revisit_rate", returns.meanRevisitRate, n: sessions)
    rows.structural { rows in
      rows.count("tab_blocked", tabs.blocked)
      rows.count("back_at_root", returns.backsAtRoot)
      rows.count("state_lost", tabs.stateLost)
    }
    return Table(
      name: "summary", meaning: "One row for each measure of the whole log.",
      columns: [
        .init("metric", .text, "The measure."),
        .init("value", .number, "Its value; shares are fractions 0–1, empty where it is not known."),
        .init("ci_low", .number, "Lower bound of the 95 % interval of a share."),
        .init("ci_high", .number, "Upper bound of the 95 % interval of a share."),
        .init("n", .integer, "The denominator of a share or mean, the number of values of a quantile or maximum."),
      ],
      rows: rows.rows)
  }
}

/// The rows of the summary as they are put together.
private struct SummaryRows {
  let structureKnown: Bool
  var rows: [[Table.Cell]] = []

  init(structureKnown: Bool) { self.structureKnown = structureKnown }

  mutating func count(_ metric: String, _ count: Int) {
    rows.append([.text(metric), .integer(count), .unknown, .unknown, .unknown])
  }

  mutating func value(_ metric: String, _ value: Double?, n: Int) {
    rows.append([.text(metric), .init(value), .unknown, .unknown, .integer(n)])
  }

  mutating func share(_ metric: String, _ sums: RatioSums) {
    let interval = sums.interval()
    rows.append([.text(metric), .init(sums.share), .init(interval?.low), .init(interval?.high), .integer(sums.sumN)])
  }

  mutating func share(_ metric: String, successes: Int, of n: Int) {
    let interval = wilson(successes: successes, of: n)
    let share = n > 0 ? Double(successes) / Double(n) : nil
    rows.append([.text(metric), .init(share), .init(interval?.low), .init(interval?.high), .integer(n)])
  }

  /// Rows that are empty, but for their name, where no structure is known.
  mutating func structural(_ add: (inout SummaryRows) -> Void) {
    let before = rows.count
    add(&self)
    guard !structureKnown else { return }
    for index in before..<rows.count { rows[index] = [rows[index][0], .unknown, .unknown, .unknown, .unknown] }
  }
}
