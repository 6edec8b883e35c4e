/// One screen on a stack.
struct StackEntry {
  var screen: Name
  /// The position counted from the root, or from the modal screen above it, where counting restarts at 1.
  var depth: UInt32
  var isModal: Bool
  /// The topmost modal screen that this is or lies above; unknown outside of modal screens.
  var modal: Name

  /// This is a modal screen or lies above one.
  var isInModal: Bool { modal.isKnown }
  /// The state of the stack with this on top.
  var state: StackStates.Index
}
