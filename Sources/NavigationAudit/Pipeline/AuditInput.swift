import AppMaps
import EventLogs
import Measures
import NavigationModel
import NavigationStore
import Reporting
import UsabilityRules

/// The measures of a log, with what is needed to judge and to write them.
struct AuditInput: Sendable {
  var measures: Measures
  var scope: MeasureScope
  /// Distinguishes old findings from new ones.
  var recent: RecentPart?
  /// What is judged instead, where a part of the log is doubtful or stands for nobody, and why.
  var clean: (measures: Measures, scope: MeasureScope, recent: RecentPart?, sentence: Text)?
  /// The time since an earlier report beside the time before, if the log has both.
  var since: ComparedSides?
  var sources: [Store.Source]
  var limits: SessionLimits
  /// Kinds of unmapped events, with what they may mean.
  var unread: [UnreadEvent] = []

  /// All of the log, or the part that is ``clean``.
  var judged: (measures: Measures, scope: MeasureScope, recent: RecentPart?) {
    if let clean { (clean.measures, clean.scope, clean.recent) } else { (measures, scope, recent) }
  }

  /// The kinds of unmapped events, the most common first.
  /// - Parameter least: kinds with fewer users are left out, and so are all properties; nil if small groups are not
  ///   hidden.
  func unreadEvents(least: Int?) -> [ReportContents.UnknownEvent] {
    measures.unreadEvents(scope, as: unread, least: least)
  }
}

extension Measures {
  /// The kinds of unmapped events, the most common first.
  /// - Parameters:
  ///   - guesses: what they may mean.
  ///   - least: kinds with fewer users are left out, and so are all properties; nil if small groups are not hidden.
  func unreadEvents(_ scope: MeasureScope, as guesses: [UnreadEvent], least: Int?) -> [ReportContents.UnknownEvent] {
    let guesses = Dictionary(guesses.map { (NameText($0.event), $0) }) { first, _ in first }
    let found = otherEvents.sums.pairs.compactMap { name, cell -> ReportContents.UnknownEvent? in
      let event = scope.names[name]
      guard cell.users >= least ?? 0, event != least.map(NameMeetings.label) else { return nil }
      let guess = guesses[NameText(PersonalData.masked(event) ?? event)]
      return .init(
        event: event, count: cell.count, users: cell.users, properties: least == nil ? guess?.properties ?? "" : "",
        looksLike: guess?.looksLike,
        confidence: guess?.confidence, likelyKind: guess?.likelyKind, mayBeNavigation: guess?.mayBeNavigation ?? false,
        isSomethingElse: UnreadEvent.isSomethingElse(event, looksLike: guess?.looksLike))
    }
    return found.sorted { $0.count == $1.count ? $0.event.precedesByScalars($1.event) : $0.count > $1.count }
  }
}

extension Pipeline {
  /// Notes on how the logs were read, and on what of the app map they do not have.
  func notes(on loadedLogs: LoadedLogs) -> [String] {
    readingNotes(loadedLogs)
      + mapNotes {
        $0.placeholders + $0.mappings(loadedLogs.log.tally) + $0.filters(loadedLogs.log.tally, tables.names)
      }
  }

  func notes(on result: MeasuredSessions, _ figures: AuditInput) -> [String] {
    longSessionNotes(figures) + mapNotes { $0.names(MapCheck.choices(figures.measures, figures.scope.names)) }
      + InferredStructure.notes(options, result.structure, figures)
  }

  /// A note on sessions that ended because they held as many events as a session may hold.
  private func longSessionNotes(_ figures: AuditInput) -> [String] {
    let count = figures.measures.logQuality.fullSessions
    if count == 0 { return [] }
    return [
      """
      \(Wording.count(count, "session")) ended after \(Wording.count(SessionLimits.mostEvents)) events, and another \
      began: a device that is never put away, or one user for everybody
      """
    ]
  }

  /// Notes on what of the app map is not in the logs.
  func mapNotes(_ remarks: (MapCheck) -> [String]) -> [String] {
    if loaded.origin == .draft { return [] }
    return MapCheck.notes(
      remarks(MapCheck(map: map, hidesLog: options.minimumGroup != nil)), source: loaded.givenFile, logs: options.logs)
  }

  /// Notes on how the logs were read.
  func readingNotes(_ loadedLogs: LoadedLogs) -> [String] {
    let cut = loadedLogs.log.sources.filter(\.summary.isCutShort).map {
      options.minimumGroup == nil ? $0.shownName : "a log"
    }
    // Hidden files, such as a logger's install id, are nobody's logs.
    let byReason = Dictionary(grouping: loadedLogs.skipped.filter { $0.reason != .hidden }, by: \.reason)
    var digests: Set<String> = []
    let copies = loadedLogs.log.sources.filter { !digests.insert($0.summary.digest).inserted }
    func left(_ reason: RejectionReason, _ one: String, _ several: String) -> [String] {
      let count = loadedLogs.log.tally.rejected[reason] ?? 0
      let all = Wording.count(loadedLogs.log.tally.lines, "row")
      return count == 0
        ? [] : ["\(Wording.count(count)) of \(all) \(count == 1 ? "\(one) and is" : "\(several) and are") left out"]
    }
    let unnamed =
      left(.nobody, "names no user", "name no user")
      + (loaded.origin == .draft
        ? left(.leftOut, "shows no screen", "show no screen (requests, clicks, and what names none)")
        : left(.leftOut, "is `other`, as the map says,", "are `other`, as the map says,"))
    let turned =
      loadedLogs.spool.readsFromTheEnd
      ? ["the newest row comes first: rows of the same time are read from the bottom up"] : []
    return unnamed + turned + cut.map { "\($0): ends too early; the missing events are not counted" }
      + byReason.keys.sorted { $0.rawValue < $1.rawValue }.map { reason in
        skipped(byReason[reason, default: []].map(\.name), reason.rawValue)
      }
      + (copies.isEmpty ? [] : [skipped(copies.map(\.shownName), "the same as another file")])
  }

  private func skipped(_ names: [String], _ reason: String) -> String {
    if options.minimumGroup != nil { return "skipped (\(reason)): \(Wording.count(names.count, "file"))" }
    let shown = names.prefix(3).joined(separator: ", ")
    return "skipped (\(reason)): \(shown)\(names.count > 3 ? " and \(names.count - 3) more" : "")"
  }

  func figures(_ result: MeasuredSessions, _ store: Store) throws -> AuditInput {
    try figures(result, store.account(), limits: limits(store))
  }

  func figures(_ result: MeasuredSessions, _ account: LogAccount, limits: SessionLimits) throws -> AuditInput {
    var sums = result.sums
    let sources = account.sources
    var map = map(completedBy: result.structure)
    if let least = options.minimumGroup {
      guard sums.measures.totals.users >= least else { throw AuditError.tooFewUsers(least: least) }
      map.raiseUserThresholds(to: least)
      sums.measures.showDays(ofAtLeast: least, loaded.map.calendar)
    }
    sums.measures.tabSets.internTabs(tables.names)
    for measures in sums.since?.measures ?? [] { measures.tabSets.internTabs(tables.names) }
    var declared = DeclaredNames(map, names: tables.names)
    var names = tables.names.snapshot()
    if let least = options.minimumGroup {
      let texts = loaded.declaredTexts
      names = sums.meetings.names(names, least: least, declared: texts)
      // A draft repeats names that single users may have met.
      let shown = texts.union(Set(texts: names.texts))
      map.keepNames { shown.contains($0) }
      declared = DeclaredNames(map, names: tables.names)
    }
    var lineCounts = account.lineCounts(different: sums.measures.totals.events + sums.leftOut)
    lineCounts.nobodies = sums.nobodies.users
    lineCounts.eventsOfNobodies = sums.nobodies.events
    let scope = MeasureScope(
      measures: sums.measures, names: names, map: map, declared: declared, lineCounts: lineCounts)
    func recent(_ measures: Measures, in scope: MeasureScope) -> RecentPart? {
      sums.span.map {
        RecentPart(measures: measures, scope: MeasureScope(measures: measures, in: scope), start: $0.recent)
      }
    }
    let since = sums.since.flatMap { groups -> ComparedSides? in
      let scopes = groups.measures.map { MeasureScope(measures: $0, in: scope) }
      return groups.measures[0].totals.users == 0
        ? nil
        : ComparedSides(
          before: groups.measures[0], after: groups.measures[1], beforeScope: scopes[0], afterScope: scopes[1],
          sums: groups.sums[0])
    }
    var input = AuditInput(
      measures: sums.measures, scope: scope, recent: recent(sums.recent, in: scope), since: since, sources: sources,
      limits: limits,
      unread: account.unread)
    if let clean = sums.clean, clean.measures.totals.users >= options.minimumGroup ?? 1 {
      let part = MeasureScope(
        measures: clean.measures, names: names, map: map, declared: declared, lineCounts: lineCounts)
      let doubt = clean.people.flatMap { CleanPart($0, MeasureScope(measures: $0, in: scope)) }
      let sentences = [doubt?.sentence, LogCheck.nobodies(scope)]
      input.clean = (
        clean.measures, part, recent(clean.recent, in: part), sentences.compactMap(\.self).joined(by: " ")
      )
    }
    return input
  }
}
