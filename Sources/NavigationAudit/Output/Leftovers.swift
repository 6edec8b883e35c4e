import Synchronization

/// Files that a run has begun and not finished: undone if the process has to exit before the run ends.
final class Leftovers: Sendable {
  private struct State {
    var undoings: [(number: Int, undo: @Sendable () -> Void)] = []
    var next = 0
  }

  private let state = Mutex(State())

  /// Something begun and not yet finished.
  struct Piece: Sendable {
    fileprivate let number: Int
  }

  /// - Parameter undo: restores the previous state. May be called while the run is still working.
  func begin(undo: @escaping @Sendable () -> Void) -> Piece {
    state.withLock { state in
      state.next += 1
      state.undoings.append((state.next, undo))
      return Piece(number: state.next)
    }
  }

  /// Finishes a piece, atomically: it is undone before, or not at all.
  func end<T>(_ piece: Piece, by finishing: () throws -> T) rethrows -> T {
    try state.withLock { state in
      defer { state.undoings.removeAll { $0.number == piece.number } }
      return try finishing()
    }
  }

  /// Undoes everything that was begun, the last first.
  func undoAll() {
    state.withLock { state in
      for (_, undo) in state.undoings.reversed() { undo() }
      state.undoings = []
    }
  }
}
