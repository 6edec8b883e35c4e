/// Touches that autocapture reports just after the screen that they led to: a touch ends when the finger is lifted.
extension Array<Event> {
  /// Moves them before their screen, with its time.
  ///
  /// Sessions are cut, and events stored, as they were logged: only who looks at what followed what moves them.
  package mutating func putTouchesFirst() {
    for index in indices.dropFirst() {
      guard withUnsafeBufferPointer({ $0.isLateTouch(at: index) }) else { continue }
      swapAt(index - 1, index)
      self[index - 1].time = self[index].time
      self[index - 1].marks.insert(.putFirst)
    }
  }
}

extension UnsafeBufferPointer<Event> {
  /// The longest time after a screen at which such a touch is reported, microseconds.
  private static var lateTouchLimit: Int64 { 250_000 }

  /// Whether it holds a late touch.
  var hasLateTouch: Bool { indices.dropFirst().contains(where: isLateTouch) }

  @inline(__always)
  fileprivate func isLateTouch(at index: Int) -> Bool {
    guard self[index].marks == .inferred, self[index].isNavigation else { return false }
    let view = self[index - 1]
    return view.kind == .screenView && self[index].time - view.time <= Self.lateTouchLimit
      && self[index].session == view.session
  }
}
