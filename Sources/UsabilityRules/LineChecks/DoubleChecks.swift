import NavigationModel

// The same thing twice.

extension LineCheck {
  static let doubleScreen = LineCheck(.doubleScreen) { log in
    let again = log.lines(raising: \.doubleScreens) + log.lines(raising: \.classViews)
    var byClass: [Int] = []
    var rapid: [Int] = []
    var views = 0
    for (first, second) in log.neighbors
    where second.event.kind == .screenView && first.event.screen.isKnown && second.event.screen.isKnown {
      views += 1
      let pause = second.event.time - first.event.time
      guard first.event.screen != second.event.screen, pause <= rapidLimit else { continue }
      if Spelling.stem(log.names[first.event.screen]) == Spelling.stem(log.names[second.event.screen]) {
        byClass.append(second.line)
      } else if pause <= Self.instant {
        rapid.append(second.line)
      }
    }
    let fix = "log each appearance once: turn off the automatic screen events, or the manual ones"
    let isOften = rapid.count >= 3 && rapid.count * 5 > views
    return found("\(Wording.count(again.count, "screen")) logged twice within half a second", fix: fix, lines: again)
      + found("\(Wording.count(byClass.count, "screen")) logged by name and by class", fix: fix, lines: byClass)
      + found(
        "\(Wording.count(rapid.count, "screen")) logged under two names at once", fix: fix, lines: isOften ? rapid : [])
  }

  /// The longest time between two reports of one appearance, microseconds.
  private static let rapidLimit: Int64 = 1_000_000
  /// Nobody moves twice within this time, microseconds.
  static let instant: Int64 = 100_000

  static let doubled = LineCheck(.doubled) { log in
    let lines = log.lines(raising: \.doubledActions)
    let fix = "log every event once, or give it an `id` that its copy repeats"
    return found("\(Wording.count(lines.count, "event")) logged twice within 250 ms", fix: fix, lines: lines)
  }

  static let twoLibraries = LineCheck(
    "two-libraries", "Two libraries log the same moves, under two users or two kinds of names."
  ) { log in
    let fix = "log with one of them, or analyze the log of each alone"
    let respelled = log.neighbors.filter { first, second in
      first.event.kind == second.event.kind && second.event.time - first.event.time <= instant
        && log.isRespelled(first.event, second.event)
    }
    return found(
      "\(Wording.count(respelled.count, "event")) logged twice in two spellings", fix: fix,
      lines: respelled.map(\.1.line))
      + log.shadows(fix: fix) + log.sharedMoves(fix: fix)
  }
}

extension TracedLog {
  /// Whether two events of one kind say the same in two spellings.
  fileprivate func isRespelled(_ first: Event, _ second: Event) -> Bool {
    if first.screen == second.screen, first.target == second.target { return false }
    func isSame(_ one: Name, _ other: Name) -> Bool {
      one == other || Spelling.stem(names[one]) == Spelling.stem(names[other])
    }
    return isSame(first.screen, second.screen) && isSame(first.target, second.target)
  }

  /// Events of one name that are not understood and each come with a navigation event.
  fileprivate func shadows(fix: String) -> [LogProblem] {
    let times = Dictionary(grouping: records.filter { $0.event.isNavigation }, by: \.event.user).mapValues {
      $0.map(\.event.time).sorted()
    }
    let others = Dictionary(grouping: records.filter { $0.event.kind == .other }, by: \.event.container)
    var found: [(word: String, lines: [Int])] = []
    for (word, records) in others where records.count >= 3 {
      let shadows = records.filter { record in
        guard let own = times[record.event.user] else { return false }
        let next = own.firstIndex { $0 >= record.event.time - LineCheck.instant } ?? own.count
        return next < own.count && own[next] <= record.event.time + LineCheck.instant
      }
      if shadows.count * 5 >= records.count * 4 { found.append((names[word], shadows.map(\.line))) }
    }
    return LineCheck.found(
      """
      \(LogProblem.list(found.map(\.word))) always \(found.count == 1 ? "comes" : "come") together with a \
      navigation event, like a copy from another library
      """,
      fix: fix, lines: found.flatMap(\.lines))
  }

  /// Pairs of users who do the same at the same times.
  fileprivate func sharedMoves(fix: String) -> [LogProblem] {
    let moves = records.filter(\.event.isNavigation).sorted { ($0.event.time, $0.line) < ($1.event.time, $1.line) }
    var shared: [Set<UInt32>: [Int]] = [:]
    for (first, second) in zip(moves, moves.dropFirst())
    where first.event.user != second.event.user && first.event.kind == second.event.kind
      && second.event.time - first.event.time <= LineCheck.instant
      && (first.event.screen, first.event.target, first.event.value)
        == (second.event.screen, second.event.target, second.event.value)
    {
      shared[[first.event.user, second.event.user], default: []].append(second.line)
    }
    return shared.values.filter { $0.count >= 5 }.sorted { $0[0] < $1[0] }.flatMap {
      LineCheck.found(
        "\(Wording.count($0.count, "event")) logged at the same time for two users, as if two libraries logged them",
        fix: fix,
        lines: $0)
    }
  }
}
