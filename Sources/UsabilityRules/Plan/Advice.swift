import Measures
import NavigationModel
import Statistics

/// What would save people taps: for each platform a plan, or the reason why there is none, and other possible changes.
public struct Advice: Sendable {
  /// The advice for one platform.
  public struct Platform: Sendable {
    /// Empty if unknown.
    public let name: String
    /// The app versions of the current layout, newest first.
    public internal(set) var versions: [String] = []
    /// The variants of an experiment that have the layout, if people of others have another one; otherwise empty.
    public internal(set) var variants: [String] = []
    /// All users of the platform.
    public let users: Int
    /// The users and sessions of the layout; a user counts once in each version and variant.
    package internal(set) var sums = MoveSums()
    public internal(set) var layout: Layout?
    /// The days from the first to the last session of the layout's versions.
    package internal(set) var days = 0
    /// The days on which nearly all that the plan moves is used, if they are few: what it saves is no matter of weeks.
    package internal(set) var daysOfUse: Int?
    /// Every entry of the app, in the layout's sessions.
    package internal(set) var entries: [EntryRow] = []
    /// Smallest first.
    public internal(set) var plans: [Plan] = []
    /// Why there are no plans.
    public internal(set) var noPlan: NoPlanReason?
    /// Why no plan is recommended, although one would have saved taps: a clause.
    public internal(set) var whyNot: Text?
    /// Other possible changes, the largest saving of each kind first; none where the log is doubtful.
    public internal(set) var otherChanges: [OtherChange] = []

    /// The largest plan that is recommended.
    public var plan: Plan? { plans.last(where: \.isRecommended) }

    /// The gain of a plan per week in which the layout was there, by what it promises; nil for logs of less than a
    /// week.
    /// - Parameter span: the times of the first and the last event, microseconds.
    package func week(of plan: Plan, in span: ClosedRange<Int64>?) -> PlanWeek? {
      let week = 7 * 86_400_000_000.0
      guard daysOfUse == nil, let saving = plan.promised, let span, Double(span.upperBound - span.lowerBound) >= week,
        users > 0
      else {
        return nil
      }
      let length = min(Double(span.upperBound - span.lowerBound), max(week, Double(days) * 86_400_000_000))
      return PlanWeek(taps: saving.value / 100 * Double(plan.sessions) * week / length, users: users)
    }
  }

  public internal(set) var platforms: [Platform] = []
  /// Why there is no advice for any platform.
  public internal(set) var noPlan: NoPlanReason?
  /// Names in several containers, and contradictions between the map and the log: a sentence each.
  public internal(set) var remarks: [Text] = []
  /// Two groups of entries that hardly anyone uses together.
  public internal(set) var split: Split?
  /// Every entry of the app, for the entire log.
  package internal(set) var entries: [EntryRow] = []

  /// The number of users of an app version that a plan requires.
  public static let fewestUsers = LayoutFinder.fewestUsers

  /// No advice.
  package init() {}

  /// Adds what is said of a whole log to the advice for a part of it: its entries, and why there is no plan elsewhere.
  package mutating func add(partsOf whole: Advice) {
    entries = whole.entries
    platforms = whole.platforms.map { platform in platforms.first { $0.name.isSame(as: platform.name) } ?? platform }
  }

  /// A row of the table of entries.
  package struct EntryRow: Sendable {
    package let entry: Entry
    package let sums: EntrySums
    package let per100Sessions: Estimate?
    package let eligibleUsers: Int
  }
}

/// The gain of a plan per week: the taps that all users together would save.
package struct PlanWeek: Sendable {
  /// The cost of an extra level, seconds: for an expert by the keystroke-level model with touch constants, and for a
  /// novice with the mental act and a list of six to scan. It is a model, with an error of 21% (Card, Moran & Newell
  /// 1980).
  package static let secondsPerTap = 1.3...3.0

  package let taps: Double
  package let users: Int

  package init(taps: Double, users: Int) { (self.taps, self.users) = (taps, users) }

  package var tapsPerUser: Double { taps / Double(max(users, 1)) }

  /// The time for the taps, by the model.
  package var minutes: (expert: Double, novice: Double) {
    (taps * Self.secondsPerTap.lowerBound / 60, taps * Self.secondsPerTap.upperBound / 60)
  }
}

/// Why there is no plan.
public enum NoPlanReason: Sendable, Equatable {
  case noStructure
  case tooManyEntries
  case tooManyPlatforms(Int)
  case tooFewUsers
  case noTabs
  /// There are no tabs, and people choose from these menus without opening them.
  case inSight([String])
  case nothingHidden(tabs: Int)
  case otherBar(map: [String], log: [String])
  case noChoices
  case noRoom
  /// What is hidden is also in the bar, or the app map keeps it where it is, or too few people have it.
  case nothingMovable(tabs: [String], keptByMap: [String], others: Int)
  /// These are chosen when people leave, as sign-out is.
  case endings([String])
  /// These act on the screen that people are on, as refreshing does.
  case actions([String])
  /// The bar is full, and only few people choose these, though often: a role, a flag, a device?
  case forFew([String])
  /// The log is doubtful.
  case doubt(Text, remedy: Text)

  /// The reason in one sentence, with what to do about it.
  public var sentence: Text {
    switch self {
    case .noStructure:
      "No plan: the log shows which screens appeared, but not how people got there. One event shows it: `stack`."
    case .tooManyEntries:
      """
      No plan: the log names more tabs and menu items than an app can have. Fold names that carry ids with \
      screen_names and events in the app map.
      """
    case .tooManyPlatforms(let count):
      """
      No plan: the log names \(count) platforms, more than \(LayoutFinder.mostPlatforms). Log the operating system \
      as platform, or map it in the app map.
      """
    case .tooFewUsers: "Not enough yet: a plan requires \(LayoutFinder.fewestUsers) users of one app version."
    case .noTabs:
      """
      No plan: the log shows no tab bar into which an entry could be moved. Consider one with the three to five most \
      used entries.
      """
    case .inSight(let menus):
      """
      No plan: the log shows no tab bar, and people choose from \(Text.names(menus)) without opening \
      \(menus.count > 1 ? "them" : "it"): always in sight, or its opening is not logged.
      """
    case .nothingHidden(let tabs):
      """
      No plan: no menu and no More list holds anything that could move into the \
      bar\(tabs > 5 ? " of \(tabs) tabs" as Text : Text()).
      """
    case .otherBar(let map, let log):
      """
      No plan: the app map lists the tabs \(map.prefix(6).map { Text(name: $0) }.joined(by: ", ")), but people selected \
      \(log.prefix(6).map { Text(name: $0) }.joined(by: ", ")). Correct `tabs` in the app map.
      """
    case .noChoices: "No plan: nobody in the log chose a tab or an item of a menu or More list."
    case .endings(let names):
      """
      No plan: people choose \(Text.names(Array(names.prefix(6)))) last in their sessions, as they do to sign out. \
      If it is what they come for, a tab saves them a tap each time.
      """
    case .actions(let names):
      """
      No plan: \(Text.names(Array(names.prefix(6)))) \(names.count == 1 ? "acts" : "act") on the screen that people \
      are on, so \(names.count == 1 ? "it is an action, not a destination" : "they are actions, not destinations").
      """
    case .forFew(let names):
      """
      No plan: the tab bar is full. A few people use \(Text.names(Array(names.prefix(6)))) often (a role, a flag or a \
      device?), so no tab should make way for it.
      """
    case .doubt(let doubt, let remedy): "No plan: \(doubt). To get one, \(remedy)."
    case .noRoom: "No plan: the bar is full, and no tab may leave it."
    case .nothingMovable(let tabs, let kept, let others):
      "No plan: " + Self.whyNothingMoves(tabs, kept, others).list() + "."
    }
  }

  private static func whyNothingMoves(_ tabs: [String], _ kept: [String], _ others: Int) -> [Text] {
    var reasons: [Text] = []
    if !tabs.isEmpty { reasons.append("\(Text.names(tabs)) \(tabs.count == 1 ? "is a tab" : "are tabs") already") }
    if !kept.isEmpty {
      reasons.append("the app map keeps \(Text.names(kept)) where \(kept.count == 1 ? "it is" : "they are")")
    }
    if others > 0 {
      reasons.append("too few people have \(reasons.isEmpty ? "what" : "what else") the menus or the More list hide")
    }
    return reasons
  }
}
