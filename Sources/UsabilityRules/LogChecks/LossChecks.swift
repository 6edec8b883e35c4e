import Measures
import NavigationModel

// Checks for missing and doubled events.

extension LogCheck {
  private static let heldStructure = "findings on depth, paths, and tabs are at most exploratory"

  static let contradiction = LogCheck(
    id: "contradiction", meaning: "Back events that name another screen than the one below: something between was not logged."
  ) { context in
    let quality = context.measures.logQuality
    return LogCheckResult(
      quality.contradictedBacks, of: quality.namedBacks, limit: LogReliability.contradictionLimit,
      above: "\(heldStructure); look for lost events or screens that are not logged", otherwise: "the screen that the event names is taken")
  }

  static let doubled = LogCheck(
    id: "doubled", meaning: "Navigation events that repeat the one before within 50 ms: logged by two libraries, or sent twice without an `id`."
  ) { context in
    let quality = context.measures.logQuality
    let advice = "log every event once, or give it an `id` that its copy repeats"
    return LogCheckResult(
      quality.doubledActions, of: quality.actions, limit: LogReliability.doubledLimit, above: "\(heldStructure); \(advice)", otherwise: advice)
  }

  static let missingBack = LogCheck(
    id: "missing-back", meaning: "Platforms, or versions of them, with too few back events for their push events."
  ) { context in
    let sums = context.measures.platformMoves.sums.values
    let missing = context.measures.platformMoves.missingBacks(context.scope.names)
    let all = sums.reduce(0) { $0 + $1.sessions }
    let sessions = missing.reduce(0.0) { $0 + $1.sessionShare } * Double(all)
    let holds = missing.contains { $0.sessionShare >= LogReliability.platformShare }
    let named = missing.map { "\($0.label) (\(context.count($0.backs, "back")) for \(context.count($0.pushes, "push", "pushes")))" }
    return LogCheckResult(
      Int(sessions.rounded()), of: all,
      "\(Wording.list(named)): log `back` wherever people go back, swipes and system buttons included" + (holds ? "; \(heldStructure)" : ""))
  }

  static let impliedOpens = LogCheck(
    id: "implied-opens", meaning: "Choices from menus whose opening was not logged."
  ) { context in
    let quality = context.measures.logQuality
    return LogCheckResult(
      quality.impliedMenuOpens, of: quality.menuChoices, limit: LogReliability.impliedOpensLimit,
      above: "findings on menus left without a choice are at most exploratory, and click-through is too high; log `menu_open`",
      otherwise: "counted as opens, but never as abandoned")
  }

  static let noTarget = LogCheck(
    id: "no-target", meaning: "Choices of tabs, More items, and menu items that do not say what was chosen."
  ) { context in
    let quality = context.measures.logQuality
    return LogCheckResult(quality.choicesWithoutTarget, of: quality.choices, "counted as `?`, which no rule judges; log the `target`")
  }

  static let heavyUser = LogCheck(
    id: "heavy-user", meaning: "A user with so large a share of a figure's rows that it describes that user rather than people in general."
  ) { context in
    let sums = zip(HeavyUsers.figures, context.measures.heavyUsers.sums)
    let heavy = sums.compactMap { figure, sum -> (figure: Figure, sum: HeavyUsers.Sum, share: Double)? in
      guard sum.users > 1, sum.n > 0 else { return nil }
      let share = Double(sum.userN) / Double(sum.n)
      return share > max(heavyShare, 3 / Double(sum.users)) ? (figure, sum, share) : nil
    }
    guard let worst = heavy.max(by: { $0.share < $1.share }) else { return LogCheckResult(0, "") }
    let figures = heavy.map { figure, sum, share -> String in
      let rest = sum.n - sum.userN
      let all = Wording.percent(Double(sum.y) / Double(sum.n))
      let without = rest > 0 ? Wording.percent(Double(sum.y - sum.userY) / Double(rest)) : "not known"
      return context.nameable == nil
        ? "\(figure.name) \(all), without \(sum.user) \(without)" : figure.name
    }
    // If small groups are hidden, nothing is said about a single user.
    let hides = context.nameable != nil
    return LogCheckResult(
      hides ? heavy.count : worst.sum.userN, of: hides ? HeavyUsers.figures.count : worst.sum.n,
      "a robot, a kiosk, or a tester? \(figures.joined(separator: "; ")); leave such users out with `exclude_users` in the app map")
  }

  /// A user with a larger share of the rows is heavy; with few users, one above three times an equal share.
  static let heavyShare = 0.1
}
