import NavigationModel
import Statistics

/// Going back step by step: runs of three or more neighboring `back` steps. The number of sessions with one is ``Figure/backChainSessions``.
package struct BackChains: Measure {
  /// Neighboring `back` steps that make a chain.
  package static let length = 3

  /// All chains, and the steps in them.
  package private(set) var chains = 0
  package private(set) var steps = 0
  private var userCount = UserCount()
  /// The sessions with the longest chains.
  package private(set) var examples = Examples()
  /// Chains by the screen on which they began.
  package private(set) var starts = NameCells<Frequency>()

  private var sessionShare = UserShare()
  /// Steps back to folders are left out, since people climb out of folders as they went in.
  private var kinds: ScreenKinds?

  package init() {}

  package init(_ declared: DeclaredNames?, span: SessionSpan?) { kinds = declared?.kinds }

  /// Sessions with a chain over all sessions with steps.
  package var sessions: RatioSums { sessionShare.sums }
  /// Users with a chain.
  package var users: Int { userCount.users }
  /// Taps that going straight up would have saved: all steps of a chain but one.
  package var extraTaps: Int { steps - chains }

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let all = path.steps
    var longest = 0
    var index = 0
    while index < all.count {
      guard all[index].kind == .back else {
        index += 1
        continue
      }
      let start = index
      var length = 0
      while index < all.count, all[index].kind == .back, all[index].part == all[start].part {
        if kinds?.isScreen(all[index].screen, of: [.folder]) != true { length += 1 }
        index += 1
      }
      guard length >= BackChains.length else { continue }
      longest = max(longest, length)
      chains += 1
      steps += length
      if start > 0, all[start - 1].part == all[start].part { starts[adding: all[start - 1].screen].add(session) }
    }
    if !all.isEmpty { sessionShare.add(y: longest > 0 ? 1 : 0, n: 1, session) }
    if longest > 0 {
      userCount.add(session)
      examples.add(session, score: longest)
    }
  }

  package mutating func merge(_ other: BackChains) {
    chains += other.chains
    steps += other.steps
    sessionShare.merge(other.sessionShare)
    userCount.merge(other.userCount)
    examples.merge(other.examples)
    starts.merge(other.starts)
  }

  private enum CodingKeys: CodingKey { case chains, steps, userCount, examples, starts, sessionShare }
}

extension Measures {
  package var backChains: BackChains { self[BackChains.self] }
}
