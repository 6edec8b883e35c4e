import NavigationModel
import Statistics

/// What one user did with one entry on one side of a comparison.
struct EntryUse: Sendable, Equatable {
  /// How often the user went to it: choices, and selections of the tab from a screen of its own that was looked at.
  var uses = 0
  /// The taps until the user stayed somewhere: opening the list or menu, the choice, and the steps after it while each
  /// screen was left within five seconds.
  var taps = 0
  /// The uses by ``NewnessOfLayout``.
  var byNewness = [Int](repeating: 0, count: NewnessOfLayout.count)

  /// Adds a stay that began with a choice.
  mutating func add(_ effect: EntryEffects.Effect, _ steps: [Step], newness: Int) {
    begin(newness)
    if effect.isOpenedFor { taps += 1 }
    var isOnTheWay = true
    for step in effect.steps.dropFirst() {
      let wasPassed = steps[step - 1].isPassed
      isOnTheWay = isOnTheWay && wasPassed
      switch steps[step].kind {
      case .push, .back: if isOnTheWay { taps += 1 }
      case .reselect:
        if isOnTheWay {
          taps += 1
        } else if !wasPassed {
          begin(newness)
          isOnTheWay = true
        }
      default: isOnTheWay = false
      }
    }
  }

  private mutating func begin(_ newness: Int) {
    uses += 1
    taps += 1
    byNewness[newness] += 1
  }
}

/// How an entry was used on the two sides, over users.
package struct EntryUses: Mergeable {
  /// Taps over uses; the first is after, the second before.
  package private(set) var taps = PairedMeanSums()
  /// Uses after, by ``NewnessOfLayout``.
  package private(set) var usesByNewness = [Int](repeating: 0, count: NewnessOfLayout.count)

  package var usesBefore: Int { Int(taps.second.sumN) }
  package var usesAfter: Int { Int(taps.first.sumN) }
  package var usersBefore: Int { taps.second.users }
  package var usersAfter: Int { taps.first.users }

  mutating func add(before: EntryUse?, after: EntryUse?) {
    let one = after ?? EntryUse()
    let two = before ?? EntryUse()
    taps.add(firstY: one.taps, firstN: one.uses, secondY: two.taps, secondN: two.uses)
    for period in usesByNewness.indices { usesByNewness[period] += one.byNewness[period] }
  }

  package mutating func merge(_ other: EntryUses) {
    taps.merge(other.taps)
    usesByNewness.merge(other.usesByNewness)
  }
}

/// The time since a user's first session on a side, in days of 24 hours: what is new is tried out.
package enum NewnessOfLayout {
  /// The first days of the periods.
  package static let firstDays = [0, 1, 7, 14]
  static let count = firstDays.count

  /// The index of the period that a time after the first session falls into.
  static func period(_ time: Int64) -> Int {
    let days = time / 86_400_000_000
    return firstDays.lastIndex { $0 <= days } ?? 0
  }
}
