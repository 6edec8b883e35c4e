import Measures
import NavigationModel
import UsabilityRules

// The plan comes first: what to change in a sentence and a picture, and what it saves. A later section holds the
// details.

extension ReportContents {
  var planPicture: Document.Picture? { PlanGroup.groups(advice).first.flatMap { picture(of: $0, 0) } }

  private func picture(of group: PlanGroup, _ number: Int) -> Document.Picture? {
    guard number < BarsPicture.most, let plan = group.plan, let layout = group.platforms[0].layout else { return nil }
    return BarsPicture(
      name: BarsPicture.name(number + 1), plan: plan, layout: layout, platform: group.hasNames ? group.names.plain : "",
      map: scope.map
    ).picture
  }

  /// The plans: what each saves and for whom, what each move saves, what else could be changed, and the limits of the
  /// model.
  /// - Parameter list: the actions; the picture of the first plan is above if it is one of the first.
  func planSection(_ list: ActionList) -> Document.Section? {
    guard advice.noPlan != nil || !advice.platforms.isEmpty else { return nil }
    // Without a verdict there is one thing to do, and it is said.
    if notAssessed?.isOfUnreadEvents == true, advice.noPlan != nil { return nil }
    let groups = PlanGroup.groups(advice)
    let plans = groups.filter { $0.plan != nil }
    let isShown = list.actions.prefix(ActionList.first).contains { $0.anchor == "plan" }
    var blocks: [Document.Block] = []
    if let reason = advice.noPlan { blocks.append(.paragraph(Document.Text(reason.sentence))) }
    for (number, group) in plans.enumerated() {
      if number > 0 || !isShown, let picture = picture(of: group, number) { blocks.append(.picture(picture)) }
      blocks.append(.paragraph(Document.Text(group.sentence).strong + words(group)))
    }
    let others = groups.filter { $0.plan == nil }.map(\.sentence).joined(by: " ")
    if !others.isEmpty { blocks.append(.paragraph(Document.Text(others))) }
    blocks += advice.remarks.map { .paragraph(Document.Text($0)) }
    let labels = SectionLabels(self)
    let worthSaying = advice.platforms.map { ($0, $0.changesWorthSaying) }
    var changes = worthSaying.flatMap { platform, changes in
      changes.map { Document.Text(name(platform)) + Document.Text($0.sentence, labels) }
    }
    if let split = advice.split { changes.append(Document.Text(split.sentence, labels)) }
    if !changes.isEmpty {
      let also =
        plans.isEmpty ? "No tab has to move for these changes" : "Other changes (not included in the plan's saving)"
      blocks += ["\(also) (\(link: "moves.csv", to: .file("moves.csv"))):", .list(changes)]
      if let link = worthSaying.lazy.flatMap(\.1).first(where: { $0.kind == .shortcut }) {
        blocks.append(
          """
          \(emphasis: link.entry) may stand for many pages: a link saves these taps only if it leads to the one that \
          people want.
          """)
      }
    }
    if !plans.isEmpty {
      let facts = plans.flatMap { group -> [Document.Text?] in
        let isAlone = group.plan.map(\.moves.count) ?? 0 > 1
        let seconds =
          """
          \(PlanWeek.secondsPerTap.lowerBound.sixDecimals) to \
          \(PlanWeek.secondsPerTap.upperBound.rounded(decimals: 1)) seconds
          """
        return [
          isAlone ? "The table counts each move alone; above is what they save together." : nil,
          group.week(in: judged.measures.period).map { _ in
            """
            The minutes come from a model of \(seconds) for each tap saved, with an error of 21% (Card, Moran & \
            Newell 1980).
            """
          },
        ] + people(group)
          + group.platforms.map { platform in
            platform.plan?.alternativesInWords.map { Document.Text(name(platform)) + Document.Text($0) }
          }
      }.compactMap(\.self)
      let list: [Document.Block] = facts.isEmpty ? [] : [.list(facts)]
      blocks.append(
        .collapsible(
          "What each move saves, and what the plan assumes",
          [.grid(moves(plans.flatMap(\.platforms)))] + list + [Self.background]))
    }
    return blocks.isEmpty
      ? nil : Document.Section(plans.isEmpty ? "What would save taps" : "The plan", anchor: "plan", blocks)
  }

  /// Who gains and who pays, in words and then in numbers.
  private func words(_ group: PlanGroup) -> Document.Text {
    var text = ""
    if let week = group.week(in: judged.measures.period) {
      let minutes = [week.minutes.expert, week.minutes.novice].map { $0.rounded(decimals: 0) }
      let time =
        minutes[0] == minutes[1]
        ? "about \(Int(week.minutes.novice.rounded()).of("minute"))" : "\(minutes[0]) to \(minutes[1]) minutes"
      text =
        """
         That is \(Wording.taps(per1000UsersAWeek: 1000 * week.tapsPerUser)). All \(week.users.of("user")) together save \
        \(Int(week.taps.rounded()).of("tap")) a week (\(time)).
        """
    }
    if group.platforms.count == 1, let shares = group.plan.flatMap({ shares(of: $0) }) {
      text += " \(shares.better.percent) of the people need fewer taps, "
      text += shares.worse == 0 ? "and nobody needs more." : "\(shares.worse.percent) need more."
    }
    return Document.Text(text)
  }

  private func name(_ platform: Advice.Platform) -> String {
    advice.platforms.count > 1 && !platform.name.isEmpty ? "\(Wording.platform(platform.name)): " : ""
  }

  private func moves(_ platforms: [Advice.Platform]) -> Document.Grid {
    let named = advice.platforms.count > 1
    let rows = platforms.flatMap { platform in
      (platform.plan?.moves ?? []).map { move -> [Document.Grid.Cell] in
        let saving = move.per100Sessions.map { "\($0.value.rounded(decimals: 1)) (\($0.interval.words))" } ?? "–"
        return [.text("\(emphasis: move.entry.name)")] + (named ? [.text("\(Wording.platform(platform.name))")] : [])
          + [
            .text("\(Wording.container(move.entry.container))"), .text("\(Wording.container(move.destination))"),
            .text("\(saving)"),
          ]
      }
    }
    return Document.Grid(
      columns: [.init("Entry")] + (named ? [.init("Platform")] : []) + [
        .init("Today"), .init("Proposed"), .init("Taps saved per 100 sessions (95% interval)", .trailing),
      ], rows: rows)
  }

  /// Who is better and worse off, unless that reveals a small group.
  func shares(of plan: Plan) -> (better: Double, worse: Double)? {
    let isShown = [plan.usersBetter, plan.usersWorse].allSatisfy { users in
      users.map { $0 == 0 || $0 >= hidden?.least ?? 0 } ?? false
    }
    return isShown ? plan.shares : nil
  }

  /// Who would make more taps by the plans of a group, as far as it is known; nil where it would reveal a small group.
  func payers(_ group: PlanGroup) -> String? {
    let plans = group.platforms.compactMap(\.plan)
    let isKnown = plans.allSatisfy { $0.usersWorse != nil || $0.usersWorseAtMost == 0 }
    let worse = plans.reduce(0) { $0 + ($1.usersWorse ?? $1.usersWorseAtLeast) }
    guard worse == 0 || plans.allSatisfy({ shares(of: $0) != nil }) || !isKnown && worse >= hidden?.least ?? 0 else {
      return nil
    }
    let users = Double(max(1, plans.reduce(0) { $0 + $1.users }))
    if worse == 0, isKnown { return "costs nobody a tap" }
    let most = plans.reduce(0) { $0 + $1.usersWorseAtMost }
    // Where no tab leaves the bar, hardly anybody pays.
    if worse == 0, plans.allSatisfy(\.demotions.isEmpty), most >= hidden?.least ?? 0 {
      return "at most \((Double(most) / users).percent) of users would tap more"
    }
    if worse == 0 { return "some may tap more" }
    return "\(isKnown ? "" : "at least ")\((Double(worse) / users).percent) of users would tap more"
  }

  /// Who is better and worse off on each of several platforms.
  private func people(_ group: PlanGroup) -> [Document.Text] {
    if group.platforms.allSatisfy({ $0.plan?.usersBetter == nil }) {
      return group.platforms.compactMap { platform in
        guard let plan = platform.plan,
          [plan.usersBetterAtMost, plan.usersWorseAtLeast].allSatisfy({ $0 == 0 || $0 >= hidden?.least ?? 0 })
        else { return nil }
        let better = plan.part(plan.usersBetterAtMost)
        let worse = plan.part(plan.usersWorseAtLeast)
        var payers = plan.usersWorseAtMost == 0 ? "nobody makes more" : "some may make more"
        if worse > 0 { payers = "at least \(worse.percent) make more" }
        return
          """
          \(name(platform))At most \(better.percent) of the users save taps, and \(payers) (counted for each move alone, \
          entries.csv).
          """
      }
    }
    guard group.platforms.count > 1 else { return [] }
    return group.platforms.compactMap { platform in
      platform.plan.flatMap { shares(of: $0) }.map {
        "\(name(platform))\($0.better.percent) of users would be better off, \($0.worse.percent) worse off."
      }
    }
  }

  /// What a reader must know about the model.
  private static let background = Document.Block.list([
    """
    The plan assumes that people go on wanting the same things. It is chosen on one half of the users; its saving is \
    the taps that it spares in the sessions of the other half.
    """,
    """
    More people may use what they can see. That is a scenario, not part of the saving: an entry in the bar may be \
    used up to 1.5 times as often (hidden navigation was used in 57% of cases, visible navigation in 86%: NN/g \
    2016). When Wikimedia turned an icon into a tab, 23.8% more users started from search, but page views per user \
    did not change (T390900); hiding a long list behind a button raised engagement by 3.6 points there.
    """,
    """
    People have to learn the new places. A tap saved pays back some 2 seconds, so half a minute spent finding an \
    entry again is regained after about 15 uses.
    """,
    """
    The plan assumes that a tab keeps its state while people are elsewhere, and that selecting it again leads to its \
    root, as on iOS. It does not count the steps back that a new tab saves, so promotions tend to save more than \
    predicted.
    """,
  ])
}
