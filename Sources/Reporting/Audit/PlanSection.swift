import Measures
import UsabilityRules

// The plan comes first: what to change in a sentence and a picture, and what it saves. A later section holds the details.

extension AuditContents {
  /// Above the verdict: the sentence, the picture and the gain of each plan; if there is none, a sentence.
  var planOpening: [Document.Block] {
    let groups = PlanGroup.groups(advice)
    var blocks: [Document.Block] = []
    if let silence = advice.silence { blocks.append(.paragraph(Document.Text(silence.sentence))) }
    for (number, group) in groups.enumerated() where group.plan != nil {
      blocks.append(.paragraph("\(strong: group.sentence)"))
      blocks += gain(of: group, number)
    }
    let others = groups.filter { $0.plan == nil }.map(\.sentence).joined(separator: " ")
    if !others.isEmpty { blocks.append(.paragraph(Document.Text(others))) }
    return blocks
  }

  private func gain(of group: PlanGroup, _ number: Int) -> [Document.Block] {
    guard let plan = group.plan, let layout = group.platforms[0].layout else { return [] }
    var blocks: [Document.Block] = []
    if number < BarsPicture.most {
      blocks.append(
        .picture(BarsPicture(name: BarsPicture.name(number + 1), plan: plan, layout: layout, platform: group.names, map: scope.map).picture))
    }
    var figures: [Document.KeyFigure] = []
    if let week = group.week(in: measures.period) {
      figures += [
        .init("Taps saved a week, all users", week.taps.rounded(decimals: 0)), .init("Taps saved a week, per user", week.tapsPerUser.rounded(decimals: 2)),
        .init("Minutes saved a week, all users", "\(week.minutes.expert.rounded(decimals: 0))–\(week.minutes.novice.rounded(decimals: 0))"),
      ]
    }
    if group.platforms.count == 1, let shares = told(plan) {
      figures += [.init("Users better off", shares.better.percent), .init("Users worse off", shares.worse.percent)]
    }
    return figures.isEmpty ? blocks : blocks + [.figures(figures)]
  }

  /// What each move saves, what else could be changed, and the limits of the model.
  var planSection: Document.Section? {
    guard advice.silence != nil || !advice.platforms.isEmpty else { return nil }
    let groups = PlanGroup.groups(advice).filter { $0.plan != nil }
    var blocks: [Document.Block] = []
    if !groups.isEmpty { blocks.append(.grid(moves(groups.flatMap(\.platforms)))) }
    let facts = groups.flatMap { group in
      [Self.alone(group), seconds(group)] + people(group)
        + group.platforms.map { platform in platform.plan.flatMap { PlanWords.alternatives($0) }.map { name(platform) + $0 } }
    }.compactMap(\.self)
    if !facts.isEmpty { blocks.append(.list(facts.map { Document.Text($0) })) }
    blocks += advice.remarks.map { .paragraph(Document.Text($0)) }
    var others = advice.platforms.flatMap { platform in
      OtherChange.Kind.allCases.flatMap { kind in
        platform.otherChanges.filter { $0.kind == kind }.prefix(2).map { Document.Text(name(platform) + PlanWords.sentence($0)) }
      }
    }
    if let split = advice.split { others.append(Document.Text(PlanWords.sentence(split))) }
    if !others.isEmpty {
      let also = groups.isEmpty ? "No tab has to move for these changes" : "Other changes (not included in the plan's saving)"
      blocks += [.paragraph("\(also) (\(link: "moves.csv", to: .file("moves.csv"))):"), .list(others)]
    }
    if !groups.isEmpty { blocks.append(background) }
    return blocks.isEmpty ? nil : Document.Section(groups.isEmpty ? "What would save taps" : "The plan in detail", anchor: "plan", blocks)
  }

  private func name(_ platform: Advice.Platform) -> String { advice.platforms.count > 1 && !platform.name.isEmpty ? "\(platform.name): " : "" }

  /// A row for each move on each platform.
  private func moves(_ platforms: [Advice.Platform]) -> Document.Grid {
    let named = advice.platforms.count > 1
    let rows = platforms.flatMap { platform in
      (platform.plan?.moves ?? []).map { move -> [Document.Grid.Cell] in
        let saving = move.per100Sessions.map { "\($0.value.rounded(decimals: 1)) (\(PlanWords.words($0.interval)))" } ?? "–"
        return [.text("\(emphasis: move.entry.name)")] + (named ? [.text("\(platform.name)")] : []) + [
          .text("\(PlanWords.words(ofContainer: move.entry.container))"), .text("\(PlanWords.words(ofContainer: move.destination))"), .text("\(saving)"),
        ]
      }
    }
    return Document.Grid(
      columns: [.init("Entry")] + (named ? [.init("Platform")] : []) + [
        .init("Today"), .init("Proposed"), .init("Taps saved per 100 sessions (95% interval)", .trailing),
      ], rows: rows)
  }

  /// Who is better and worse off, unless that reveals a small group.
  private func told(_ plan: Plan) -> (better: Double, worse: Double)? {
    let isTold = [plan.usersBetter, plan.usersWorse].allSatisfy { users in users.map { $0 == 0 || $0 >= hidden?.least ?? 0 } ?? false }
    return isTold ? plan.shares : nil
  }

  private static func alone(_ group: PlanGroup) -> String? {
    group.plan.map(\.moves.count) ?? 0 > 1 ? "The table counts each move alone; at the top is what they save together." : nil
  }

  private func seconds(_ group: PlanGroup) -> String? {
    guard group.week(in: measures.period) != nil else { return nil }
    return
      "The minutes are a model: \(PlanWeek.secondsPerTap.lowerBound.short) to \(PlanWeek.secondsPerTap.upperBound.rounded(decimals: 1)) seconds for each tap saved; its error was 21% (Card, Moran & Newell 1980)."
  }

  /// Who is better and worse off on each of several platforms.
  private func people(_ group: PlanGroup) -> [String] {
    if group.platforms.allSatisfy({ $0.plan?.usersBetter == nil }) {
      return ["Who is better or worse off is known for each move alone (entries.csv), not for combined moves."]
    }
    guard group.platforms.count > 1 else { return [] }
    return group.platforms.compactMap { platform in
      platform.plan.flatMap(told).map { "\(name(platform))\($0.better.percent) of users would be better off, \($0.worse.percent) worse off." }
    }
  }

  /// What a reader must know about the model.
  private var background: Document.Block {
    .fold(
      "What the plan assumes",
      [
        .list([
          "People want what they wanted in this log. A saving is a count of taps over the same sessions in another layout, chosen on one half of the users and measured on the other.",
          "More people may use what they can see. That is a scenario, not part of the saving: an entry in the bar may be used up to 1.5 times as often (hidden navigation was used in 57% of cases, visible navigation in 86%: NN/g 2016). When Wikimedia turned an icon into a tab, 23.8% more users started from search, but page views per user did not change (T390900); hiding a long list behind a button raised engagement by 3.6 points there.",
          "People have to learn the new places. A tap saved pays back some 2 seconds, so a person who needs half a minute to find an entry again has it back after about 15 uses.",
          "A tab keeps its state while people are elsewhere, and selecting it again leads to its root, as on iOS. An entry that comes into the bar gets no credit for ways back that people climbed step by step, so promotions tend to save more than predicted.",
        ])
      ])
  }
}
