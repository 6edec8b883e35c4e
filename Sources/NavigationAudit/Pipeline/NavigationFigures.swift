import AppMaps
import Measures
import NavigationModel
import NavigationStore
import Reporting
import UsabilityRules

/// The measures of a log, with what is needed to judge and to write them.
struct NavigationFigures: Sendable {
  var measures: Measures
  var scope: MeasureScope
  /// The measures broken down by segment, if requested.
  var segments: SegmentFigures?
  /// The people behind each figure, if small groups are hidden.
  var crowds: Crowds?
  /// Distinguishes old findings from new ones.
  var recent: RecentPart?
  var sources: [Store.Source]
  /// The limits at which sessions were cut.
  var limits: SessionLimits
  /// Kinds of unmapped events, with what they may mean.
  var unread: [UnreadEvent] = []
}

extension NavigationFigures {
  /// The kinds of unmapped events, the most common first.
  /// - Parameter least: kinds with fewer users are left out, and so are all properties; nil if small groups are not hidden.
  func unreadEvents(least: Int?) -> [AuditContents.UnknownEvent] {
    let guesses = Dictionary(unread.map { ($0.event, $0) }) { first, _ in first }
    let found = measures.otherEvents.cells.pairs.compactMap { name, cell -> AuditContents.UnknownEvent? in
      let event = scope.names[name]
      guard cell.users >= least ?? 0, event != crowds?.label else { return nil }
      let guess = guesses[PersonalData.masked(event) ?? event]
      return .init(
        event: event, count: cell.count, users: cell.users, properties: least == nil ? guess?.properties ?? "" : "", looksLike: guess?.looksLike,
        confidence: guess?.confidence, mayBeNavigation: guess?.mayBeNavigation ?? false,
        isSomethingElse: UnreadEvent.isSomethingElse(event, looksLike: guess?.looksLike))
    }
    return found.sorted { $0.count == $1.count ? $0.event.precedesByScalars($1.event) : $0.count > $1.count }
  }
}
