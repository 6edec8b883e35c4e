import NavigationModel

/// The first screens of each part of a session: the trails that people take from the start.
package struct Trails: Measure, Summed {
  static var isForRules: Bool { false }

  /// The number of screens of a trail.
  package static let length = 4

  /// A link of a trail, from one screen to the next.
  package struct Link: MixedHash, BinaryRecord {
    /// The position of ``from`` in the part, from 1.
    package let step: Int
    package let from: Name
    /// Unknown at the end of the part.
    package let to: Name

    package static let form = BinaryForm(Self.init(step:from:to:), \.step, \.from, \.to)

    package var bits: UInt64 {
      (UInt64(from.rawValue) << 32 | UInt64(to.rawValue)) &+ UInt64(truncatingIfNeeded: step) << 61
    }
  }

  package private(set) var sums = SumsByKey<Link, Frequency>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let steps = path.steps
    var number = 0
    for index in steps.indices {
      number = index > 0 && steps[index - 1].part == steps[index].part ? number + 1 : 1
      guard number < Self.length else { continue }
      let isLast = index + 1 == steps.count || steps[index + 1].part != steps[index].part
      let to = isLast ? .unknown : steps[index + 1].screen
      sums[adding: Link(step: number, from: steps[index].screen, to: to)].add(session)
    }
  }

  static let fields = Fields<Self>(\.sums)
}

/// The steps of a path, and its different screens.
typealias PathLength = Pair<Int, Int>

/// How often people return to screens that they have already seen in the session.
package struct Revisits: Measure, Summed {
  static var isForRules: Bool { false }

  /// Sessions by number of steps and of different screens.
  private var sessions = SumsByKey<PathLength, Int>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    if counts.hasSteps { sessions[adding: PathLength(counts.figures.steps, counts.screens)] += 1 }
  }

  static let fields = Fields<Self>(\.sessions)

  /// Mean over the sessions with steps of (S − N) / S, with S steps and N different screens; nil without such sessions.
  package var mean: Double? {
    var sum = 0.0
    var count = 0
    for (key, amount) in sessions.pairs.sorted(by: { ($0.0.first, $0.0.second) < ($1.0.first, $1.0.second) }) {
      sum += Double(amount) * Double(key.first - key.second) / Double(key.first)
      count += amount
    }
    return count > 0 ? sum / Double(count) : nil
  }
}

/// Every change of section between neighboring steps of a part.
package struct SectionChanges: Measure, Summed {
  package struct Sum: Summed {
    package private(set) var count = 0
    /// Changes by a `tab` step: these are the tab switches.
    package private(set) var tabSteps = 0
    private var userCount = UserCount()

    package var users: Int { userCount.users }

    mutating func add(_ session: Session, isTabStep: Bool) {
      count += 1
      if isTabStep { tabSteps += 1 }
      userCount.add(session)
    }

    static let fields = Fields<Self>(\.count, \.tabSteps, \.userCount)
  }

  package private(set) var sums = SumsByKey<Pair<Section, Section>, Sum>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let steps = path.steps
    for index in steps.indices.dropFirst() {
      let from = steps[index - 1]
      let to = steps[index]
      if from.part == to.part, from.section != to.section {
        sums[adding: Pair(from.section, to.section)].add(session, isTabStep: to.kind == .tab)
      }
    }
  }

  static let fields = Fields<Self>(\.sums)

  func tables(_ measures: Measures, _ scope: MeasureScope) -> [Table] { [table(scope)] }

  private func table(_ scope: MeasureScope) -> Table {
    let names = scope.names
    // A tab may have the same name as the More list or a menu item: then the kinds of the sections decide.
    func rank(_ section: Section) -> (UInt8, UInt32) { (section.kind.rawValue, names.rank(section.name)) }
    let rows = sums.pairs.sorted { a, b in
      let one = rank(a.0.first)
      let two = rank(b.0.first)
      return one == two ? rank(a.0.second) < rank(b.0.second) : one < two
    }
    return TableDefinition<(pair: Pair<Section, Section>, sum: Sum)>(
      "tab_switches", "One row for each change of section.",
      [
        .key(.from, "The section left.") { $0.pair.first.label(names) },
        .key(.to, "The section entered.") { $0.pair.second.label(names) },
        .count(.count, "How often.") { $0.sum.count },
        .users(.users, "By how many users.") { $0.sum.users },
        .count(.tabSteps, "How often by a tab; these add up to tab_switches.") { $0.sum.tabSteps },
      ]
    ).table(scope.structureKnown ? rows.map { ($0.0, $0.1) } : [])
  }
}
