import NavigationModel
import Statistics

/// Back and forth between two sections, by pair of sections: the sessions with a ping-pong, over all sessions with
/// steps.
package struct PingPongs: Measure, Summed {
  /// The longest stay in the middle of a ping-pong, microseconds.
  static let longestStay: Int64 = 10_000_000

  package private(set) var sums = SumsByKey<Unordered<Section>, ShareOfSessions>()
  /// Sessions with steps, of all users.
  private var all = RatioSums()

  private var sessions = 0
  private var pending = Tally<Unordered<Section>>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    guard counts.hasSteps else { return }
    sessions += 1
    for (a, b) in counts.pingPongs {
      let pair = Unordered([a, b])
      pending[adding: pair] += 1
      sums[adding: pair].note(session)
    }
  }

  /// The pairs with a ping-pong, and how people go between their two sections.
  /// - Parameter changes: all changes of section.
  package func toAndFros(_ changes: SectionChanges) -> [(
    pair: Unordered<Section>, sum: ShareOfSessions, ways: ToAndFro
  )] {
    var leaving = SumsByKey<Section, SectionChanges.Stays>()
    for (pair, sum) in changes.sums.pairs { leaving[adding: pair.first].add(sum) }
    leaving.merge(changes.ends)
    func across(_ section: Section, _ other: Section) -> SectionChanges.Sum {
      changes.sums[Pair(section, other)] ?? SectionChanges.Sum()
    }
    func place(_ section: Section, _ other: Section) -> ToAndFro.Place {
      let own = leaving[section] ?? SectionChanges.Stays()
      let across = across(section, other)
      let last = changes.ends[section]?.stays ?? 0
      return ToAndFro.Place(
        visits: own.stays, across: across.count, elsewhere: own.stays - last - across.count + own.deeper,
        back: across.backs)
    }
    return sums.pairs.map { pair, sum in
      let a = pair.elements[0]
      let b = pair.elements[1]
      return (pair, sum, ToAndFro(place(a, b), place(b, a), runs: across(a, b).runs + across(b, a).runs))
    }
  }

  mutating func finishUser() {
    if sessions > 0 {
      all.add(y: 0, n: sessions)
      for (pair, count) in pending.pairs { sums[adding: pair].add(count, of: sessions) }
      pending.removeAll()
    }
    sessions = 0
  }

  static let fields = Fields<Self>(\.sums, \.all)

  /// Sessions with a ping-pong between the two sections over all sessions with steps.
  package func share(_ sum: ShareOfSessions) -> RatioSums { RatioSums(sum.some, among: all) }
}

extension Reconstruction {
  /// The pairs of sections between which the session went A B A B, each pair once, in the order of the runs.
  ///
  /// Neighboring steps in one section are one stay; the two middle stays last at most ten seconds each, to the start of
  /// the next; the run lies within a part.
  package func pingPongs() -> [(a: Section, b: Section)] {
    var found: [(a: Section, b: Section)] = []
    var pairs = KeyList<Unordered<Section>>()
    // The three stays before the current one, the latest first; `stays` is the number of stays, the current one
    // included.
    var one = (section: Section.none, start: Int64(0))
    var two = one
    var three = one
    var present = one
    var stays = 0
    var part = UInt32.max
    for step in steps {
      if step.part != part || step.isAfterGap {
        part = step.part
        stays = 0
      } else if step.section == present.section {
        continue
      }
      three = two
      two = one
      one = present
      present = (step.section, step.time)
      stays += 1
      guard stays >= 4, present.section == two.section, one.section == three.section,
        one.start - two.start <= PingPongs.longestStay, present.start - one.start <= PingPongs.longestStay
      else { continue }
      if pairs.number(adding: Unordered([three.section, two.section])) == found.count {
        found.append((a: three.section, b: two.section))
      }
    }
    return found
  }
}
