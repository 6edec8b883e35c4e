import Measures
import NavigationModel
import Statistics
import UsabilityRules

/// Platforms with the same plan, or with the same reason for having none.
package struct PlanGroup: Sendable {
  package let platforms: [Advice.Platform]
  /// Whether it is the only group.
  let isOnly: Bool

  /// What the platforms of a group have in common. Its first text orders the groups.
  private static func key(_ platform: Advice.Platform) -> [String] {
    switch (platform.noPlan, platform.plan) {
    case (.tooFewUsers, _): return ["3"]
    case (let reason?, _): return ["2", reason.sentence.plain]
    case (nil, let plan?) where plan.promised != nil:
      let tabs = platform.layout.map { layout in layout.tabs.map { layout.entries[$0].name } } ?? []
      return ["0"] + plan.moves.flatMap { [$0.kind.rawValue, $0.entry.name, $0.entry.container, $0.destination] } + tabs
    default: return ["1"] + [platform.whyNot?.plain].compactMap(\.self)
    }
  }

  /// The groups, those with plans first, each in the order of the advice.
  package static func groups(_ advice: Advice) -> [PlanGroup] {
    let groups = advice.platforms.grouped(by: key)
    let ordered = groups.enumerated().sorted { ($0.element.key[0], $0.offset) < ($1.element.key[0], $1.offset) }
    return ordered.map { PlanGroup(platforms: $0.element.elements, isOnly: ordered.count == 1) }
  }

  /// The plan of the first platform, and so of all; nil if there is none.
  var plan: Plan? { platforms[0].noPlan == nil && platforms[0].plan?.promised != nil ? platforms[0].plan : nil }

  /// `Android and iOS`; empty if the log gives no platform.
  var names: Text {
    platforms.map { platform -> Text in
      "\(Wording.platform(platform.name))" + (platform.ofVariants.map { " (\($0))" } ?? "")
    }.list()
  }

  /// ` on Android and iOS`, if platforms must be distinguished.
  private var onPlatforms: Text {
    let isBare = isOnly && platforms.count == 1 && platforms[0].name.isEmpty
    return isBare ? platforms[0].ofVariants.map { " for the \($0)" } ?? "" : " on \(names)"
  }

  /// Whether the log gives platforms.
  var hasNames: Bool { platforms.contains { !$0.name.isEmpty } }

  /// What to change, without what it saves.
  var moves: Text { "\((plan?.moves ?? []).map(\.words).list().capitalizedFirst)\(onPlatforms)." }

  /// What to change, or why there is no plan: a complete sentence.
  package var sentence: Text {
    if case .tooFewUsers? = platforms[0].noPlan {
      return
        "No plan yet\(isOnly ? Text() : " for \(names)"): a plan requires \(Advice.fewestUsers) users of one app version."
    }
    if let reason = platforms[0].noPlan { return isOnly ? reason.sentence : "\(names): \(reason.sentence)" }
    guard let plan else {
      let reason = platforms[0].whyNot ?? "no move between the tab bar, More and menus reliably saves taps"
      return "Leave the tabs and menus as they are\(onPlatforms), because \(reason)."
    }
    let moves = plan.moves.map(\.words).list().capitalizedFirst
    let savings = platforms.compactMap { platform in
      platform.plan?.promised.map {
        (platform: platform, value: $0.value.rounded(decimals: 1), interval: $0.interval.words)
      }
    }
    if savings.count == 1 {
      return
        """
        \(moves)\(onPlatforms). People would save \(savings[0].value) taps per 100 sessions (95% interval \
        \(savings[0].interval)).
        """
    }
    let parts = savings.enumerated().map { number, saving -> Text in
      """
      \(saving.value)\(number == 0 ? " taps per 100 sessions" : "") on \(Wording.platform(saving.platform.name)) \
      (\(number == 0 ? "95% interval " : "")\(saving.interval))
      """
    }
    return "\(moves). People would save \(parts.list())."
  }

  /// The weekly gain of the plans of all platforms.
  func week(in span: ClosedRange<Int64>?) -> PlanWeek? {
    let weeks = platforms.compactMap { platform in platform.plan.flatMap { platform.week(of: $0, in: span) } }
    guard weeks.count == platforms.count, !weeks.isEmpty else { return nil }
    return PlanWeek(taps: weeks.reduce(0) { $0 + $1.taps }, users: weeks.reduce(0) { $0 + $1.users })
  }

  /// The taps saved on a day of use, where days of use are few and a week says nothing.
  var tapsPerDayOfUse: Double? {
    let days = platforms.compactMap { platform in platform.daysOfUse.map { (platform, Double(max($0, 1))) } }
    guard days.count == platforms.count else { return nil }
    return days.reduce(0) { sum, day in
      sum + Self.taps(of: day.0, \.value) / day.1
    }
  }

  /// Taps that the plans would have saved over the entire log, by their held-out savings.
  var taps: Double { platforms.reduce(0) { $0 + Self.taps(of: $1, \.value) } }

  /// Their low bounds.
  var sureTaps: Double { platforms.reduce(0) { $0 + Self.taps(of: $1, \.interval.low) } }

  private static func taps(of platform: Advice.Platform, _ saving: KeyPath<Estimate, Double>) -> Double {
    guard let plan = platform.plan, let promised = plan.promised else { return 0 }
    return promised[keyPath: saving] / 100 * Double(plan.sessions)
  }
}

/// A change on a platform that is in no plan, and whose saving is sure.
package struct OtherSaving: Sendable {
  /// Empty if unknown.
  let platform: String
  /// The sessions of the platform's layout.
  let sessions: Int
  let change: OtherChange

  /// The low bound of the taps that it would have saved over the log.
  var sureTaps: Double { change.per100Sessions.interval.low / 100 * Double(sessions) }

  /// What to change, without what it saves.
  var words: Text { change.words + (platform.isEmpty ? "." : " on \(Wording.platform(platform)).") }

  /// What is sure to save taps on the platforms. A link is not: the log cannot tell whether it would lead to the right
  /// one of many.
  static func all(_ advice: Advice) -> [OtherSaving] {
    advice.platforms.flatMap { platform in
      platform.changesWorthSaying.filter { $0.kind != .shortcut }.map {
        OtherSaving(platform: platform.name, sessions: platform.sums.sessions, change: $0)
      }
    }
  }
}

extension Advice.Platform {
  /// The other changes that are worth a sentence, two of each kind, but one start: none for a few people, and no other
  /// start by which more people would pay than gain.
  var changesWorthSaying: [OtherChange] {
    let all = otherChanges.filter { $0.isForMany && ($0.kind != .start || $0.users * 10 >= users) }
    return OtherChange.Kind.allCases.flatMap { kind in all.filter { $0.kind == kind }.prefix(kind == .start ? 1 : 2) }
  }
}

extension Advice.Platform {
  /// `variant A`, if people of others have another layout.
  fileprivate var ofVariants: Text? {
    variants.isEmpty ? nil : "variant \(Text.names(variants.map { $0.isEmpty ? "none" : $0 }))"
  }
}

extension Advice {
  /// One sentence for each group of platforms with the same plan.
  package var sentences: [Text] { noPlan.map { [$0.sentence] } ?? PlanGroup.groups(self).map(\.sentence) }
}

extension Plan {
  /// The alternatives that the halves of the users would choose.
  var alternativesInWords: Text? {
    guard isStable == false, !alternatives.isEmpty else { return nil }
    let lists = Set(alternatives.map { $0.map(\.name) }).sorted { $0.precedesByScalars($1) }
    let words = lists.map { names in names.map { Text(name: $0) }.joined(by: ", ") }
    return
      "The choice is not stable: data from one half of the users suggests moving \(words.joined(by: "; or "))."
  }
}

extension Plan.Move {
  fileprivate var words: Text {
    switch kind {
    case .promote: "move \(entry.name) from \(Wording.container(entry.container)) into the tab bar"
    case .demote:
      "move \(entry.name) from the tab bar "
        + (destination == "More" ? "behind More" : "into \(Wording.container(destination))")
        + (isRare ? Self.unlessVital : "")
    }
  }
}

extension Wording {
  static func container(_ name: String) -> String {
    switch name {
    case "bar": "the tab bar"
    case "More": "the More list"
    case "menu": "the menu"
    default: "the menu \(name)"
    }
  }
}

extension Interval {
  /// `6.6 to 12.2`.
  var words: String { "\(low.rounded(decimals: 1)) to \(high.rounded(decimals: 1))" }
}

extension OtherChange {
  var sentence: Text {
    let saving: Text =
      """
      \(per100Sessions.value.rounded(decimals: 1)) taps per 100 sessions (95% interval \
      \(per100Sessions.interval.words))
      """
    if kind == .removeLevel {
      return "People only pass \(entry) on the way to \(destination). Leaving it out saves \(saving)."
    }
    return words + ", which saves \(saving)."
  }

  /// What to change, without a full stop.
  fileprivate var words: Text {
    switch kind {
    case .start: return "Open the app on \(entry) instead of \(origin)"
    case .shortcut:
      let root: Text = origin == "(none)" ? "on the first screen" : "at the root of \(section: origin)"
      return "Link to \(entry) \(root)"
    case .removeLevel: return "Leave out \(entry), which people only pass on the way to \(destination)"
    }
  }
}

extension Split {
  var sentence: Text {
    let sides = groups.map { names in names.map { "\(section: $0)" as Text }.joined(by: ", ") }
    return
      """
      This may be two apps in one. Only in \(Wording.percent(crossingSessions.value)) of the sessions do people use \
      \(sides[0]) as well as \(sides[1]) (95% interval \(Wording.percent(crossingSessions.interval)); \
      \(Wording.percent(crossingUsers.value)) of the users). Consider separate layouts, or analyze them separately.
      """
  }
}
