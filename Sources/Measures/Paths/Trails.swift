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
    /// Changes back to the section before.
    private(set) var backs = 0
    /// Those after one back to the other section: A B A B, however long the stays are.
    private(set) var runs = 0
    /// Changes from stays in which people went down to another screen of the section: it is no detail of another one.
    private(set) var deeper = 0
    private var userCount = UserCount()

    package var users: Int { userCount.users }

    @inline(__always)
    fileprivate mutating func add(_ session: Session, isTabStep: Bool, isBack: Bool, isRun: Bool, isDeeper: Bool) {
      count += 1
      if isTabStep { tabSteps += 1 }
      if isBack { backs += 1 }
      if isRun { runs += 1 }
      if isDeeper { deeper += 1 }
      userCount.add(session)
    }

    static let fields = Fields<Self>(\.count, \.tabSteps, \.backs, \.runs, \.deeper, \.userCount)
  }

  /// Stays in a section, and those in which people went down.
  struct Stays: Summed {
    fileprivate(set) var stays = 0
    fileprivate(set) var deeper = 0

    static let fields = Fields<Self>(counts: \.stays, \.deeper)
    static let isPlain = true

    mutating func add(_ changes: Sum) {
      stays += changes.count
      deeper += changes.deeper
    }
  }

  package private(set) var sums = SumsByKey<Pair<Section, Section>, Sum>()
  /// The last stays of parts.
  private(set) var ends = SumsByKey<Section, Stays>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let steps = path.steps
    // The sections before the present one in the part, the latest first.
    var before: Section?
    var earlier: Section?
    var isDeeper = false
    for index in steps.indices {
      let step = steps[index]
      if index > 0, steps[index - 1].part == step.part {
        let from = steps[index - 1].section
        if from == step.section {
          if step.kind == .push { isDeeper = true }
        } else {
          let isBack = before == step.section
          sums[adding: Pair(from, step.section)].add(
            session, isTabStep: step.kind == .tab, isBack: isBack, isRun: isBack && earlier == from, isDeeper: isDeeper)
          earlier = before
          before = from
          isDeeper = false
        }
      }
      if index + 1 == steps.count || steps[index + 1].part != step.part {
        let end = ends.number(adding: step.section)
        ends[number: end].stays += 1
        if isDeeper { ends[number: end].deeper += 1 }
        before = nil
        earlier = nil
        isDeeper = false
      }
    }
  }

  static let fields = Fields<Self>(\.sums, \.ends)

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
