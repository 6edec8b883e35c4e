import Measures
import NavigationModel
import Statistics

extension Rule {
  static let depthNeverSeen = Rule(
    id: "depth.never-seen",
    title: "Screen nobody visits",
    claim: "The app map declares the screen, but no user ever visited it.",
    rationale: """
      A screen nobody visits is not wanted, cannot be found, or can no longer be reached. It costs work either way, \
      and the links to it are in the way \
      of others.
      """,
    severities: [.info],
    subject: .screen,
    table: "screens",
    sources: [
      .published(
        """
        Hanley & Lippman-Hand 1983, rule of three: if none of n users does something, at most 3/n of all users do \
        (95%)
        """
      ),
      .heuristic("the share of 1%; new, rare and restricted screens are seen by few for a reason"),
    ],
    thresholds: [
      Threshold("share", 0.01, .share, "at most this share of users may visit the screen, by the rule of three")
    ],
    advice:
      """
      Check whether the route to the screen still works, and fix it. Otherwise make the screen more visible, or \
      remove it.
      """,
    action: RuleAction("Check whether people can still get to "),
    needs: [.declaredScreens],
    traits: [.ofWholeLog],
    examples: [
      .fires(
        subject: "Imprint", .info, "tab:Home > About * 301",
        map: AppMap(parents: ["Imprint": "About", "About": "Home"])),
      .fires(
        subject: "Basket", .info, "tab:Home=Start * 300", map: AppMap(roots: ["Home": "Start", "Basket": "Basket"])),
      .silent(
        "tab:Home > About * 299", because: "3/299 is more than 1%",
        map: AppMap(parents: ["Imprint": "About", "About": "Home"])),
      .silent(
        "tab:Home > About * 400\ntab:Home > Imprint", because: "one of 401 users was there",
        map: AppMap(parents: ["Imprint": "About", "About": "Home"])),
      .silent("tab:Home > About * 400", because: "no map says what could be seen"),
    ],
    judging: Judging { context in
      let sums = context.measures.screens.sums
      return context.scope.names.ordered(Set(sums.keys).union(context.scope.declared.screens)).map { name in
        Subject(
          context.text(name), users: sums[name]?.users(structureKnown: false) ?? 0, eligible: context.scope.users,
          of: name)
      }
    } findings: { context, screens in
      let users = context.scope.users
      let limit = context.threshold("share")
      guard users >= Evidence.leastUsers, let high = ruleOfThree(users), high <= limit else { return [] }
      let estimate = Estimate(value: 0, interval: Interval(low: 0, high: high))
      let unseen = context.unseenScreens
      return screens.filter { unseen.contains($0.item) }.map { screen in
        let above = context.scope.map.screens.first { $0.name.isSame(as: screen.name) }?.parent
        return context.finding(
          Verdict(screen, estimate, threshold: limit, users: users), .info, metric: "reach",
          fact:
            "None of \(users) users ever saw \(screen.name)\(above.map { ", which the app map puts below \($0)" } ?? "")",
          statistics: "at most \(number: Wording.percent(high)) of people go there",
          details: above.map { parent in
            let sum = context.scope.names.name(parent).flatMap { context.measures.screens.sums[$0] }
            return [
              sum.map { "\(Wording.count($0.users(structureKnown: true), "user")) came as far as \(parent)." }
                ?? "Nobody saw \(parent) either."
            ]
          } ?? [])
      }
    }.unless { context in
      guard let high = ruleOfThree(context.scope.users), high > context.threshold("share"),
        !context.unseenScreens.isEmpty
      else { return nil }
      return "too few users: \(number: Wording.percent(high)) may still use what none of them saw"
    })
}

extension RuleContext {
  /// The declared screens without a visit. That of an open menu is never a step.
  fileprivate var unseenScreens: Set<Name> {
    let menus = Set(texts: scope.map.menus.flatMap { [$0.name, $0.screen ?? $0.name] })
    return Set(scope.declared.screens).filter { measures.screens.sums[$0] == nil && !menus.contains(text($0)) }
  }
}
