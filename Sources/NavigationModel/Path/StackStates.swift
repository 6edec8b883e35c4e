/// The stacks of a session. A state is a screen on top of another state: keeping the stack after each step costs one
/// small record for each opened screen.
package struct StackStates: Sendable {
  /// Index of a state. 0 is the empty stack.
  @usableFromInline typealias Index = UInt32

  /// A screen on top of another state. `isModal`: it is a modal screen; `isInModal`: it is one, or lies above one.
  @usableFromInline typealias State = (screen: Name, below: Index, height: UInt32, isModal: Bool, isInModal: Bool)

  /// A state comes after that below it.
  @usableFromInline private(set) var states: [State] = [(.unknown, 0, 0, false, false)]
  @usableFromInline private(set) var afterStep: [Index] = []

  init() {}

  mutating func removeAll() {
    states.removeSubrange(1...)
    afterStep.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  mutating func push(_ screen: Name, on below: Index, isModal: Bool, isInModal: Bool) -> Index {
    states.append((screen, below, states[Int(below)].height + 1, isModal, isInModal))
    return Index(truncatingIfNeeded: states.count - 1)
  }

  @inline(__always)
  mutating func append(_ state: Index) { afterStep.append(state) }

  /// The height of the stack of the step's section after the step.
  @inlinable package func height(afterStep step: Int) -> Int { Int(states[Int(afterStep[step])].height) }

  /// The state below the top one after a step: the same as long as what is there stays open.
  @inlinable package func below(afterStep step: Int) -> UInt32 { states[Int(afterStep[step])].below }

  /// For each step, how many screens of its stack, from the topmost modal screen on, are no levels of their own: the
  /// same as the one below, or opened by a step whose screen nobody saw.
  /// - Parameter unseen: those steps.
  /// - Complexity: O(states).
  package func repeats(unseen: [Int] = [], where areSame: (Name, Name) -> Bool) -> [Int] {
    var counts = [Int](repeating: 0, count: states.count)
    var isUnseen = [Bool](repeating: false, count: states.count)
    for step in unseen { isUnseen[Int(afterStep[step])] = true }
    // For each state, the topmost one that people saw.
    var seen = Array(states.indices)
    for index in states.indices.dropFirst() where !states[index].isModal {
      let below = Int(states[index].below)
      let upper = seen[below]
      if isUnseen[index] {
        seen[index] = upper
        counts[index] = counts[below] + 1
      } else {
        counts[index] = counts[below] + (upper > 0 && areSame(states[upper].screen, states[index].screen) ? 1 : 0)
      }
    }
    return afterStep.map { counts[Int($0)] }
  }

  /// Calls `body` with the screens of the stack of the step's section after the step, from the top down.
  /// - Parameter count: at most so many.
  package func forEachScreen(afterStep step: Int, first count: Int, _ body: (Name) -> Void) {
    var state = states[Int(afterStep[step])]
    for _ in 0..<min(count, Int(state.height)) {
      body(state.screen)
      state = states[Int(state.below)]
    }
  }

  /// Whether a screen of the stack is modal.
  @inlinable package func holdsModal(afterStep step: Int) -> Bool { states[Int(afterStep[step])].isInModal }

  /// How many screens, from the bottom, the stacks after two steps have in common, by name.
  /// - Parameter ignored: this many screens at the bottom count as equal.
  /// - Complexity: O(height of the taller stack).
  package func commonHeight(afterStep one: Int, and other: Int, ignoring ignored: Int = 0) -> Int {
    var a = states[Int(afterStep[one])]
    var b = states[Int(afterStep[other])]
    while a.height > b.height { a = states[Int(a.below)] }
    while b.height > a.height { b = states[Int(b.below)] }
    var common = a.height
    while a.height > ignored {
      if a.screen != b.screen { common = a.height - 1 }
      a = states[Int(a.below)]
      b = states[Int(b.below)]
    }
    return Int(common)
  }
}
