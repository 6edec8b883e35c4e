import NavigationModel
import Statistics

/// Going back step by step: runs of three or more neighboring `back` steps that a forward step of the part follows;
/// whoever goes nowhere after them leaves. ``Figure/backChainSessions`` counts the sessions with any run.
package struct BackChains: Measure, Summed {
  /// Neighboring `back` steps that make a chain.
  package static let length = 3

  /// All chains, and the steps in them.
  package private(set) var chains = 0
  package private(set) var steps = 0
  private var userCount = UserCount()
  /// The sessions with the longest chains.
  package private(set) var examples = Examples()
  /// Chains by the screen on which they began.
  package private(set) var starts = SumsByName<Frequency>()

  private var sessionShare = UserShare()
  /// Steps back to folders are left out, since people climb out of folders as they went in.
  private var kinds: ScreenKinds?
  private var names: PlainNames?

  mutating func prepare(_ declared: DeclaredNames?, span: SessionSpan?) {
    kinds = declared.map(ScreenKinds.init)
    names = (declared?.names).map { PlainNames($0) }
  }

  /// Sessions with a chain over all sessions with steps.
  package var sessions: RatioSums { sessionShare.sums }
  package var users: Int { userCount.users }
  /// Taps that going straight up would have saved: all steps of a chain but one.
  package var extraTaps: Int { steps - chains }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let all = path.steps
    var hasChain = false
    var index = 0
    // The last forward step of a part.
    var goesOn: (part: UInt32, index: Int)?
    while index < all.count {
      guard all[index].kind == .back else {
        index += 1
        continue
      }
      let start = index
      var length = 0
      while index < all.count, all[index].kind == .back, all[index].part == all[start].part,
        index == start || !all[index].isAfterGap
      {
        if !all[index].isLateBack, kinds?.isScreen(all[index].screen, of: [.folder]) != true,
          index == 0 || names?.areSame(all[index].screen, all[index - 1].screen) != true
        {
          length += 1
        }
        index += 1
      }
      guard length >= BackChains.length else { continue }
      if goesOn?.part != all[start].part {
        let end = all[index...].firstIndex { $0.part != all[start].part } ?? all.count
        goesOn = (all[start].part, all[index..<end].lastIndex { $0.kind.isForward } ?? 0)
      }
      guard let goesOn, goesOn.index >= index else { continue }
      hasChain = true
      examples.add(session, size: length)
      chains += 1
      steps += length
      if start > 0, all[start - 1].part == all[start].part { starts[adding: all[start - 1].screen].add(session) }
    }
    if !all.isEmpty { sessionShare.add(y: hasChain ? 1 : 0, n: 1, session) }
    if hasChain { userCount.add(session) }
  }

  static let fields = Fields<Self>(\.chains, \.steps, \.sessionShare, \.userCount, \.examples, \.starts)
}

/// Where people stop: for each screen, its visits below the root, and those that are the last step of their part.
package struct DeadEnds: Measure, Summed {
  /// Visits from this depth on count: a visit of a root leads nowhere yet.
  package static let leastDepth = 2

  /// Of each screen, the visits that end their part over all visits.
  package private(set) var sums = SumsByName<ShareWithExamples>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let steps = path.steps
    for index in steps.indices where steps[index].kind.isForward && steps[index].depth >= Self.leastDepth {
      let isEnd = index + 1 == steps.count || steps[index + 1].part != steps[index].part
      sums[adding: steps[index].screen].add(isEnd, session)
    }
  }

  static let fields = Fields<Self>(\.sums)
}
