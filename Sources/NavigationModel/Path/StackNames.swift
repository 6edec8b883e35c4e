/// How many different screens the stacks of a session hold, each counted from the topmost modal screen or, without one,
/// from the root.
///
/// One value is reused for many sessions, for its memory.
package struct StackNames: Sendable {
  private var afterStep: [StackStates.Index] = []
  /// By state: the different screens from the start of its flow to it, and whether its screen is also below it.
  private var counts: [UInt32] = []
  private var repeats: [Bool] = []

  /// By state: the last state on top of it, and the one before that on top of the same one; 0 for none.
  private var lastAbove: [StackStates.Index] = []
  private var earlierBeside: [StackStates.Index] = []
  /// The states from the root to the one that is looked at, with the flow of each.
  private var path: [StackStates.Index] = []
  /// The modal screens in the path: each starts a flow.
  private var flows: [StackStates.Index] = []
  /// How often each screen is in the path, in each flow.
  private var times: [FlowScreen: Int] = [:]

  private struct FlowScreen: MixedHash {
    let flow: StackStates.Index
    let screen: Name
    var bits: UInt64 { UInt64(flow) << 32 | UInt64(screen.rawValue) }
  }

  package init() {}

  /// The different screens of the flow that a step leads to, its own included.
  package func count(afterStep step: Int) -> Int { Int(counts[Int(afterStep[step])]) }

  /// Whether the screen of a step is also below it in its flow.
  package func isRepeated(afterStep step: Int) -> Bool { repeats[Int(afterStep[step])] }

  /// - Parameter screen: what a screen is counted as.
  /// - Complexity: O(states), however tall the stacks are.
  package mutating func read(_ stacks: StackStates, as screen: (Name) -> Name = { $0 }) {
    var states = stacks.states
    for state in states.indices.dropFirst() { states[state].screen = screen(states[state].screen) }
    afterStep = stacks.afterStep
    clear(states.count)
    for state in 1..<states.count {
      let below = Int(states[state].below)
      earlierBeside[state] = lastAbove[below]
      lastAbove[below] = StackStates.Index(truncatingIfNeeded: state)
    }
    // From state to state on top of it, and back: each is entered and left once.
    var next = lastAbove[0]
    while next != 0 || !path.isEmpty {
      if next != 0 {
        enter(Int(next), states)
        next = lastAbove[Int(next)]
      } else {
        let left = Int(path.removeLast())
        leave(left, states)
        next = earlierBeside[left]
      }
    }
  }

  private mutating func clear(_ count: Int) {
    lastAbove.refill(0, count: count)
    earlierBeside.refill(0, count: count)
    counts.refill(0, count: count)
    repeats.refill(false, count: count)
  }

  private mutating func enter(_ state: Int, _ states: [StackStates.State]) {
    let below = Int(states[state].below)
    let isStart = states[state].isModal
    if isStart { flows.append(StackStates.Index(truncatingIfNeeded: state)) }
    path.append(StackStates.Index(truncatingIfNeeded: state))
    let key = FlowScreen(flow: flows.last ?? 0, screen: states[state].screen)
    repeats[state] = times[key, default: 0] > 0
    times[key, default: 0] += 1
    counts[state] = (isStart ? 0 : counts[below]) + (repeats[state] ? 0 : 1)
  }

  private mutating func leave(_ state: Int, _ states: [StackStates.State]) {
    let key = FlowScreen(flow: flows.last ?? 0, screen: states[state].screen)
    let left = times[key, default: 1] - 1
    times[key] = left > 0 ? left : nil
    if states[state].isModal { flows.removeLast() }
  }
}

extension Array {
  /// Replaces all elements, and keeps the memory.
  fileprivate mutating func refill(_ element: Element, count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(element, count: count))
  }
}
