import Synchronization

/// What a run has begun to write and not finished: to be undone by a process that has to end before the run does.
final class Leftovers: Sendable {
  private struct State {
    var undoings: [(number: Int, undo: @Sendable () -> Void)] = []
    var next = 0
  }

  private let state = Mutex(State())

  /// Something that was begun, until it is ended.
  struct Piece: Sendable {
    fileprivate let number: Int
  }

  /// - Parameter undo: leaves everything as it was. Called while the run may still be at work.
  func begin(undo: @escaping @Sendable () -> Void) -> Piece {
    state.withLock { state in
      state.next += 1
      state.undoings.append((state.next, undo))
      return Piece(number: state.next)
    }
  }

  /// Ends a piece by what makes it whole. That cannot be broken into: either it is undone before, or not at all.
  func end<T>(_ piece: Piece, by finishing: () throws -> T) rethrows -> T {
    try state.withLock { state in
      defer { state.undoings.removeAll { $0.number == piece.number } }
      return try finishing()
    }
  }

  /// Undoes all that was begun, the last first.
  func undoAll() {
    state.withLock { state in
      for (_, undo) in state.undoings.reversed() { undo() }
      state.undoings = []
    }
  }
}
