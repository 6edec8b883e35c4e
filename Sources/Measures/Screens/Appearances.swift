import NavigationModel
import Statistics

/// How people go from screen to screen, without levels: what can be said of a log that shows only the appearances of
/// screens.
///
/// A *visit* is a step to another screen than the one before it in its part.
package struct Appearances: Measure, Summed {
  /// The longest of the two stays in the middle of a back-and-forth, microseconds.
  package static let longestStay: Int64 = 10_000_000

  package struct Sum: Summed {
    /// Of the visits with a visit before and after them: those that were passed between two visits of one and the same
    /// screen.
    package fileprivate(set) var glances = ShareWithExamples()
    /// Of those to which people came back in the part: the ones that were passed between two different screens.
    package fileprivate(set) var passings = ShareWithExamples()
    /// Of all visits: the last of their part.
    package fileprivate(set) var ends = ShareWithExamples()
    /// Of the parts that begin with it: those that also end with it.
    package fileprivate(set) var starts = ShareWithExamples()
    static let fields = Fields<Self>(\.glances, \.passings, \.ends, \.starts)

    fileprivate mutating func add(_ own: OwnVisits) {
      ends.addUser(y: own.ends, n: own.visits)
      glances.addUser(y: own.glances, n: own.between)
      passings.addUser(y: own.passings, n: own.returnsBetween)
      starts.addUser(y: own.bounces, n: own.starts)
    }
  }

  package private(set) var sums = SumsByName<Sum>()
  /// The visits that lead on, by the screen and the next one.
  package private(set) var next = NextScreens()
  /// Sessions with A B A B, both stays in the middle short, by the two screens.
  package private(set) var pairs = SumsByKey<Unordered<Name>, ShareOfSessions>()
  /// Visits that lead back to where people came from, by both screens.
  private var backs = SumsByKey<NamePair, Int>()
  /// How often A B A B or B A B A comes, whatever the stays.
  private var runs = SumsByKey<Unordered<Name>, Int>()
  /// Sessions with steps, of all users.
  private var all = RatioSums()

  /// Of the current user: sessions, visits by screen, and the back-and-forths.
  private var sessions = 0
  private var own = SumsByName<OwnVisits>()
  private var backAndForths = Tally<Unordered<Name>>()
  /// The visits of a part, by the index of their step. It is kept for its memory.
  private var visitsOfPart: [Int] = []
  /// Parts so far.
  private var parts = 0

  /// The visits of a screen by one user, which are added up before the sums, far apart in memory, are touched.
  fileprivate struct OwnVisits {
    var visits = 0
    var ends = 0
    /// Visits with one before and after them, and those of them that were glances and passings.
    var between = 0
    /// Those of them to which the person came back in the part.
    var returnsBetween = 0
    var glances = 0
    var passings = 0
    /// Parts that begin with it, and those of them that end with it.
    var starts = 0
    var bounces = 0
    /// The last part with a visit.
    var part = 0
  }

  static var isForStructure: Bool { false }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    guard counts.hasSteps else { return }
    sessions += 1
    var found = KeyList<Unordered<Name>>()
    let steps = path.steps
    var index = 0
    while index < steps.count {
      let part = steps[index].part
      parts += 1
      visitsOfPart.removeAll(keepingCapacity: true)
      while index < steps.count, steps[index].part == part {
        if visitsOfPart.last.map({ steps[$0].screen != steps[index].screen }) ?? true { visitsOfPart.append(index) }
        index += 1
      }
      for position in visitsOfPart.indices {
        let step = steps[visitsOfPart[position]]
        let isLast = position + 1 == visitsOfPart.count
        let number = own.number(adding: step.screen, as: OwnVisits())
        own[number: number].visits += 1
        let isReturn = own[number: number].part == parts
        own[number: number].part = parts
        let screen = next.number(of: step.screen)
        next.visit(screen)
        if position == 0 { own[number: number].starts += 1 }
        if isLast {
          own[number: number].ends += 1
          if step.screen == steps[visitsOfPart[0]].screen {
            own[number: number].bounces += 1
            sums[adding: step.screen].starts.note(session)
          }
          sums[adding: step.screen].ends.note(session)
          continue
        }
        let after = steps[visitsOfPart[position + 1]].screen
        next.follow(screen, after, session)
        guard position > 0 else { continue }
        own[number: number].between += 1
        if isReturn { own[number: number].returnsBetween += 1 }
        let isBack = steps[visitsOfPart[position - 1]].screen == after
        if isBack { backs[adding: NamePair(step.screen, after)] += 1 }
        guard step.isPassed else { continue }
        if isBack {
          own[number: number].glances += 1
          sums[adding: step.screen].glances.note(session)
        } else if isReturn {
          own[number: number].passings += 1
          sums[adding: step.screen].passings.note(session)
        }
      }
      for position in visitsOfPart.indices.dropFirst(3) {
        let second = visitsOfPart[position - 2]
        let third = visitsOfPart[position - 1]
        let one = steps[third].screen
        let other = steps[second].screen
        guard steps[visitsOfPart[position - 3]].screen == one, steps[visitsOfPart[position]].screen == other,
          !visitsOfPart[position - 2...position].contains(where: { steps[$0].isAfterGap })
        else { continue }
        let pair = Unordered([one, other])
        runs[adding: pair] += 1
        guard steps[second].isShort, steps[third].isShort else { continue }
        _ = found.number(adding: pair)
      }
    }
    for pair in found.keys {
      backAndForths[adding: pair] += 1
      pairs[adding: pair].note(session)
    }
  }

  mutating func finishUser() {
    next.finishUser()
    if sessions > 0 {
      all.add(y: 0, n: sessions)
      for (pair, count) in backAndForths.pairs { pairs[adding: pair].add(count, of: sessions) }
      for (name, own) in own.pairs { sums[adding: name].add(own) }
    }
    backAndForths.removeAll()
    own.removeAll()
    sessions = 0
  }

  static let fields = Fields<Self>(\.sums, \.next, \.pairs, \.backs, \.runs, \.all)

  /// Sessions with this back-and-forth over all sessions with steps.
  package func share(_ sum: ShareOfSessions) -> RatioSums { RatioSums(sum.some, among: all) }

  /// Whether most visits that lead on to another screen lead back to it: people look, and do not pass.
  package func isLookedAt(_ screen: Name, before next: Name) -> Bool {
    (backs[NamePair(screen, next)] ?? 0) * 2 > self.next.count(from: screen, to: next)
  }

  /// How people go between the two screens of a pair.
  package func toAndFro(_ pair: Unordered<Name>) -> ToAndFro {
    let a = pair.elements[0]
    let b = pair.elements[1]
    func place(_ screen: Name, _ other: Name) -> ToAndFro.Place {
      let across = next.count(from: screen, to: other)
      let own = sums[screen]?.ends.share
      let visits = own?.sumN ?? 0
      return ToAndFro.Place(
        visits: visits, across: across, elsewhere: visits - (own?.sumY ?? 0) - across,
        back: backs[NamePair(screen, other)] ?? 0)
    }
    return ToAndFro(place(a, b), place(b, a), runs: runs[pair] ?? 0)
  }

  package var allParts: Int { sums.pairs.reduce(0) { $0 + $1.1.starts.share.sumN } }

  package var visits: Int { sums.pairs.reduce(0) { $0 + $1.1.ends.share.sumN } }
}

extension Step {
  fileprivate var isShort: Bool { dwell >= 0 && dwell <= Appearances.longestStay }
}
