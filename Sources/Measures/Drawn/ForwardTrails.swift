import NavigationModel

/// The trails of drawn users on the way forward: unbroken rows of forward steps, each to a screen that the trail does not have yet.
package struct ForwardTrails {
  /// What stands between the screens of a trail.
  package static let separator = " › "

  private var trails = SumsByKey<[Name], Frequency>()

  init(_ drawn: DrawnSessions) {
    for (user, own) in drawn.users.enumerated() {
      for session in own.sessions {
        var trail: [Name] = []
        func finish() {
          if trail.count > 1 { trails[adding: trail].add(user: UInt32(user)) }
          trail.removeAll(keepingCapacity: true)
        }
        for step in session.steps {
          if step.isFirst || !step.kind.isForward || trail.contains(step.screen) { finish() }
          trail.append(step.screen)
        }
        finish()
      }
    }
  }

  /// The table `forward_trails`.
  func table(_ scope: MeasureScope) -> Table {
    typealias Row = (text: String, trail: Frequency)
    let rows = trails.pairs.filter { $0.1.users >= DrawnParts.leastUsers }.map { screens, trail -> Row in
      (screens.map { scope.names[$0] }.joined(separator: Self.separator), trail)
    }
    return TableDefinition<Row>(
      "forward_trails", "One row for each trail of forward steps that at least three drawn users took.", smallGroups: .ownUsers,
      [
        .key(.trail, "The screens of the trail, from the first to the one after which the user turned back, came to a screen again or left.") { $0.text },
        .count(.count, "How often.") { $0.trail.count },
        .users(.users, "By how many users.") { $0.trail.users },
      ]
    ).table(rows)
  }
}
