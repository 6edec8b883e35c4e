import Measures
import NavigationModel
import Reporting
import Statistics
import UsabilityRules

/// A check whether two sides may be compared. A check that refuses ends the run, unless its id is allowed.
///
/// To add one, write a `static let` and list it in ``all``.
struct ComparisonGuard: Sendable {
  let id: String
  let meaning: String
  let evaluate: @Sendable (ComparisonCheckContext, inout ComparisonCheck) -> Void

  /// Whether users may override it. Not if that would print shares of a handful of people.
  var canBeAllowed: Bool { id != "users" }

  static let all: [ComparisonGuard] = [
    .calendar, .overlap, .users, .userIDs, .structure, .platforms, .window, .exposure, .experience, .instrumentation,
    .kinds, .rejections, .sampleRatio,
    .mixedUsers,
  ]

  static func results(_ context: ComparisonCheckContext) -> [ComparisonCheck] {
    all.map { check in
      var found = ComparisonCheck(check.id, .passed, before: "", after: "", "")
      check.evaluate(context, &found)
      if found.outcome == .refused && check.canBeAllowed && context.comparison.allowed.contains(check.id) {
        found.outcome = .allowed
      }
      if found.message.isEmpty { found.message = check.meaning }
      return found
    }
  }

  /// Sides with fewer users are not compared: shares of so few users are not printed anywhere.
  private static let users = ComparisonGuard(id: "users", meaning: "Ten users or more on each side.") {
    context, found in
    let before = context.sides.before.totals.users
    let after = context.sides.after.totals.users
    found.before = Wording.count(before)
    found.after = Wording.count(after)
    if min(before, after) < Evidence.leastUsers {
      let (label, users) = before < after ? (context.beforeLabel, before) : (context.afterLabel, after)
      let hint = users == 0 ? context.values.map { "; there are \($0)" } ?? "" : ""
      found.refuse(
        "\(label) has \(Wording.count(users, "user")), too few to compare (at least \(Evidence.leastUsers))\(hint)")
    } else if min(before, after) < Evidence.fewUsers {
      found.warn("fewer than \(Evidence.fewUsers) users on a side: what follows are hints")
    }
  }

  private static let overlap = ComparisonGuard(id: "overlap", meaning: "No session is on both sides.") {
    context, found in
    if let file = context.filesOnBoth.first {
      found.refuse("\(file) is on both sides, so they differ less than they should; leave it out of one")
    } else if context.sessionsOnBoth > 0 {
      found.refuse(
        """
        \(Wording.count(context.sessionsOnBoth, "session")) \(context.sessionsOnBoth == 1 ? "matches" : "match") \
        both sides; choose sides that do not overlap
        """)
    }
  }

  /// If the sides write users differently, the same people would silently count as different ones.
  private static let userIDs = ComparisonGuard(id: "user-ids", meaning: "Users are written the same way on both sides.")
  { context, found in
    if context.keysDiffer {
      found.warn(
        """
        the stores have different keys, so people who are on both sides count as different ones; create both with the \
        same NAVAUDIT_KEY to compare them with themselves
        """)
    }
    guard let patterns = context.userPatterns else { return }
    found.before = patterns.before.text
    found.after = patterns.after.text
    if context.sides.sums.usersOnBoth == 0, found.before != found.after,
      min(patterns.before.share, patterns.after.share) > 0.5
    {
      found.refuse(
        """
        no user is on both sides, and they are written differently (\(found.before) and \(found.after)); use the \
        same ids, or take all users as different people
        """)
    }
  }

  private static let structure = ComparisonGuard(
    id: "structure", meaning: "Both sides show how the app is built, or neither does."
  ) { context, found in
    func word(_ scope: MeasureScope) -> String { scope.structureKnown ? "known" : "not known" }
    let before = context.sides.beforeScope
    let after = context.sides.afterScope
    found.before = word(before)
    found.after = word(after)
    if before.structureKnown != after.structureKnown {
      let bare = before.structureKnown ? context.afterLabel : context.beforeLabel
      found.refuse(
        """
        \(bare) shows only which screens appeared, the other side how people got there; log `tab_select`, `push` and \
        `back` on both, or name the roots in one app map
        """)
    }
  }

  /// A larger difference in platform shares gives a warning. `H`
  private static let mixLimit = 0.1

  private static let platforms = ComparisonGuard(id: "platforms", meaning: "Both sides have the same platforms.") {
    context, found in
    let before = mix(context.sides.before, context)
    let after = mix(context.sides.after, context)
    func words(_ mix: [(name: String, share: Double)]) -> String {
      mix.map { "\($0.name) \(Wording.percent($0.share))" }.joined(separator: ", ")
    }
    found.before = words(before)
    found.after = words(after)
    guard !context.comparison.dimensions.contains("platform") else { return }
    let names = Set(before.map(\.name)).union(after.map(\.name))
    let distance =
      names.reduce(0.0) { sum, name in
        sum + abs((before.first { $0.name == name }?.share ?? 0) - (after.first { $0.name == name }?.share ?? 0))
      } / 2
    if !before.isEmpty, !after.isEmpty, distance > 0.999 {
      found.refuse(
        """
        the sides have no platform in common (\(before.map(\.name).joined(separator: ", ")) and \
        \(after.map(\.name).joined(separator: ", "))); compare platforms with --by platform
        """)
    } else if distance > mixLimit {
      found.warn(
        """
        the mix of platforms differs, which may be part of every difference; compare one platform with --before and \
        --after
        """)
    }
  }

  /// Platforms by their share of the sessions with steps, in text order, without unknown ones.
  private static func mix(_ measures: Measures, _ context: ComparisonCheckContext) -> [(name: String, share: Double)] {
    let names = context.sides.afterScope.names
    let known = measures.totals.platforms.pairs.filter { $0.0.isKnown }
    let all = known.reduce(0) { $0 + $1.1.sessionsWithSteps }
    return names.ordered(known.map(\.0)).map { name in
      (names[name], Double(measures.totals.platforms[name]?.sessionsWithSteps ?? 0) / Double(max(all, 1)))
    }
  }

  /// A ratio of window lengths above this gives a warning or a refusal. `H`
  private static let windowLimit = 3.0
  private static let windowWarning = 1.5

  private static let window = ComparisonGuard(id: "window", meaning: "Both sides cover about the same time.") {
    context, found in
    func days(_ measures: Measures) -> Double {
      measures.period.map { Double($0.upperBound - $0.lowerBound) / 86_400e6 } ?? 0
    }
    let before = days(context.sides.before)
    let after = days(context.sides.after)
    found.before = "\(Wording.oneDecimal(before)) days"
    found.after = "\(Wording.oneDecimal(after)) days"
    // An hour more or less does not matter.
    let ratio = (max(before, after) + 1.0 / 24) / (min(before, after) + 1.0 / 24)
    if ratio > windowLimit {
      found.refuse(
        """
        one side covers \(found.before), the other \(found.after): longer periods give higher reach; compare periods \
        of equal length
        """)
    } else if ratio > windowWarning {
      found.warn("longer periods give higher reach: shares of users favor the longer side")
    }
  }

  private static let exposure = ComparisonGuard(
    id: "exposure", meaning: "Users have about as many sessions on both sides."
  ) { context, found in
    func perUser(_ measures: Measures) -> Double {
      Double(measures.totals.sessions) / Double(max(measures.totals.users, 1))
    }
    let before = perUser(context.sides.before)
    let after = perUser(context.sides.after)
    found.before = Wording.oneDecimal(before) + " sessions a user"
    found.after = Wording.oneDecimal(after) + " sessions a user"
    if context.sides.exposureDiffers || max(before, after) > windowWarning * min(before, after) {
      let compared =
        context.sides.firstSessions.map {
          "shares of users, reach and discovery are compared in each user's first \(Wording.count($0, "session"))"
        } ?? "all sessions are compared, because chance may explain the difference"
      found.warn("the more sessions people have, the more they reach: \(compared)")
    }
  }

  private static let experience = ComparisonGuard(id: "experience", meaning: "Hardly anyone is on both sides.") {
    context, found in
    let sums = context.sides.sums
    found.before = "\(Wording.count(sums.usersOnBoth)) on both"
    found.after = found.before
    if let churn = context.sides.churn {
      let others = "\(Wording.count(churn.users - sums.usersOnBoth)) of \(Wording.count(churn.users, "user"))"
      found.warn(
        """
        \(others) \(churn.isBefore ? "did not come again" : "were not there before"), so only what the \
        \(Wording.count(sums.usersOnBoth)) on both sides show, too, is called better or worse
        """)
    } else if !sums.overlapIsSmall {
      found.warn(
        """
        \(Wording.count(sums.usersOnBoth, "user")) are on both sides: people who have found an item need not look for \
        it again, so the reach of hidden items changes with time anyway and is called neither better nor worse
        """)
    }
  }

  /// If shares of inferred steps differ by more than this, the sides were logged in different ways. `H`
  private static let inferredLimit = 0.1

  private static let instrumentation = ComparisonGuard(
    id: "instrumentation", meaning: "Both sides have similar shares of inferred steps."
  ) { context, found in
    func inferred(_ measures: Measures) -> Double { measures.figures.share(.inferredSteps).share ?? 0 }
    let before = inferred(context.sides.before)
    let after = inferred(context.sides.after)
    found.before = "\(Wording.percent(before)) inferred"
    found.after = "\(Wording.percent(after)) inferred"
    if abs(before - after) > inferredLimit {
      found.refuse(
        """
        the sides are logged in different ways (\(Wording.percent(before)) and \(Wording.percent(after)) of the steps \
        are inferred from screens); compare logs of the same instrumentation
        """)
    } else if let doubt = context.sides.structureDoubt {
      found.warn("figures of depth, paths and tabs are inconclusive: \(doubt.plain)")
    }
  }

  /// If the weeks of the sides, weighted by users, differ by more than this, the calendar explains part of every
  /// difference. `H`
  private static let calendarLimit = 0.1

  private static let calendar = ComparisonGuard(id: "calendar", meaning: "Both sides cover the same weeks.") {
    context, found in
    let apart = context.sides.weeksApart
    found.before = "\(Wording.wholePercent(1 - apart)) of the weeks in common"
    found.after = found.before
    if apart > calendarLimit {
      found.warn(
        "the sides cover different weeks, so season and habit are part of every difference")
    }
  }

  /// A kind of event that is common on one side and absent on the other: different logging, or a different app. `H`
  private static let kinds = ComparisonGuard(id: "kinds", meaning: "Both sides hold the same kinds of events.") {
    context, found in
    let before = counts(context.sides.before)
    let after = counts(context.sides.after)
    let onlyBefore = zip(before, after).filter { $0.count >= plenty && $1.count == 0 }.map(\.0.kind)
    let onlyAfter = zip(before, after).filter { $0.count == 0 && $1.count >= plenty }.map(\.1.kind)
    found.before = onlyBefore.joined(separator: ", ")
    found.after = onlyAfter.joined(separator: ", ")
    if !onlyBefore.isEmpty || !onlyAfter.isEmpty {
      found.warn(
        """
        kinds of events that only one side has: \((onlyBefore + onlyAfter).joined(separator: ", ")); changed logging \
        is the usual cause of a jump
        """)
    }
  }

  private static let plenty = 30

  private static func counts(_ measures: Measures) -> [(kind: String, count: Int)] {
    [
      ("tab_select", measures.tabs.sums.values.reduce(0) { $0 + $1.selects }),
      ("more_open", measures.moreList.opens), ("more_select", measures.moreList.choices.count),
      ("menu_open", measures.menus.opensOfAll),
      ("menu_select", measures.menus.items.values.reduce(0) { $0 + $1.count }),
      ("back", measures.figures.share(.backShare).sumY),
      ("gesture", measures.gestures.sums.values.reduce(0) { $0 + $1.failed.sumN }),
    ]
  }

  /// Shares of rejected lines that differ by more than one percentage point. `H`
  private static let rejections = ComparisonGuard(
    id: "rejected-lines", meaning: "Both sides have similar shares of rejected lines."
  ) { context, found in
    guard let rejected = context.rejected else { return }
    found.before = Wording.percent(rejected.before)
    found.after = Wording.percent(rejected.after)
    if abs(rejected.before - rejected.after) > 0.01 {
      found.warn("more lines of one side could not be read, and what they held is missing there")
    }
  }

  /// The p-value below which the split of an experiment is not the intended one. `H`
  private static let sampleRatioLimit = 0.001

  private static let sampleRatio = ComparisonGuard(
    id: "sample-ratio", meaning: "Users of an experiment match the intended split."
  ) { context, found in
    let users = [context.sides.before.totals.users, context.sides.after.totals.users]
    guard context.comparison.isExperiment else {
      found.message = "Not an experiment: the split of users does not matter."
      return
    }
    found.before = Wording.count(users[0])
    found.after = Wording.count(users[1])
    let split = context.comparison.split
    let weights = [context.beforeArm, context.afterArm].map { split.isEmpty ? 1 : split[$0] ?? 0 }
    if let p = sampleRatioPValue(users, weights: weights), p < sampleRatioLimit {
      found.refuse(
        """
        the arms have \(Wording.count(users[0])) and \(Wording.count(users[1], "user")), which is unlikely by chance \
        (sample ratio mismatch, p < \(sampleRatioLimit.sixDecimals)); find out where users were lost, or set the \
        intended split with --split
        """)
    }
  }

  /// The share of users in more than one arm above which an experiment is refused. `H`
  private static let mixedLimit = 0.01

  private static let mixedUsers = ComparisonGuard(
    id: "mixed-users", meaning: "Users of an experiment stay in their arm."
  ) { context, found in
    guard context.comparison.isExperiment else { return }
    let share = Double(context.mixedUsers) / Double(max(context.users, 1))
    if context.mixedUsers > 0 {
      found.outcome = share > mixedLimit ? .refused : .warning
      found.message =
        """
        \(Wording.count(context.mixedUsers, "user")) (\(Wording.percent(share))) were in more than one arm and are \
        left out of all; assign each user to one arm permanently
        """
    }
  }
}
extension ComparisonCheck {
  fileprivate mutating func warn(_ message: String) { (outcome, self.message) = (.warning, message) }
  fileprivate mutating func refuse(_ message: String) { (outcome, self.message) = (.refused, message) }
}

struct ComparisonCheckContext {
  let sides: ComparedSides
  let beforeLabel: String
  let afterLabel: String
  let comparison: ComparisonOptions
  var beforeArm = ""
  var afterArm = ""
  /// The share of rejected lines, by side; nil if both sides come from one log.
  var rejected: (before: Double, after: Double)?
  var userPatterns: (before: (text: String, share: Double), after: (text: String, share: Double))?
  /// The number of sessions and of files that are on both sides.
  var sessionsOnBoth = 0
  var filesOnBoth: [String] = []
  /// The number of users in more than one arm of an experiment, and of all users.
  var mixedUsers = 0
  var users = 0
  /// Whether the sides are stores with different keys, which recognize nobody.
  var keysDiffer = false
  /// The values of the dimensions, for messages about a value that does not occur.
  var values: String?
}

/// Why two sides are not compared: one line for each refusing check.
public struct ComparisonRefusal: Error, CustomStringConvertible {
  public let checks: [ComparisonCheck]
  let labels: (before: String, after: String)

  public var description: String {
    checks.map { check in
      let canBeAllowed = ComparisonGuard.all.contains { $0.id == check.id && $0.canBeAllowed }
      return "\(labels.after) cannot be compared with \(labels.before): \(check.message)"
        + (canBeAllowed ? " (--allow \(check.id) compares all the same)" : "")
    }
    .joined(separator: "\n")
  }
}
