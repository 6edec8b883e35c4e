import ArgumentParser
import Foundation
import NavigationAudit
import Synchronization

/// Runs a piece of work with a line of progress on terminals, and ends it in an orderly way on Ctrl-C.
func running<Outcome: Sendable>(
  _ audit: Audit, quiet: Bool, _ work: @escaping @Sendable (Audit) async throws -> Outcome
) async throws -> Outcome {
  // Nothing is begun before somebody watches for signals: the work waits at a gate.
  let (gate, opening) = AsyncStream<Void>.makeStream()
  let task = Task {
    for await _ in gate {}
    return try await work(audit)
  }
  let display = quiet ? nil : ProgressDisplay(audit.progress)
  let interruption = Interruption()
  let sources = interruption.watch(audit) { task.cancel() }
  opening.finish()
  let result = await task.result
  let signal = interruption.end()
  sources.forEach { $0.cancel() }
  display?.end()
  do {
    return try result.get()
  } catch where signal != nil || error is CancellationError {
    Interruption.say()
    throw ExitCode(Interruption.status(signal ?? SIGINT))
  }
}

/// What happens when the process is asked to end (SIGINT, SIGTERM): the run is canceled and, where it does not get to its end in time, what it
/// has begun to write is removed and the process ends. A second signal ends it at once.
private final class Interruption: Sendable {
  private struct State {
    var signal: Int32?
    var isOver = false
  }

  /// How long a canceled run may take to end by itself, milliseconds.
  private static let patience = 500

  private let state = Mutex(State())

  /// - Returns: what must be kept as long as signals are to be watched for.
  func watch(_ audit: Audit, cancel: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
    // A queue of its own gets a thread even when the run keeps all cores busy.
    let queue = DispatchQueue(label: "navaudit.signals", qos: .userInteractive)
    return [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { [self] in
        guard isFirst(number) else { return stop(audit, number) }
        cancel()
        queue.asyncAfter(deadline: .now() + .milliseconds(Self.patience)) { [self] in stop(audit, number) }
      }
      source.resume()
      return source
    }
  }

  private func isFirst(_ signal: Int32) -> Bool {
    state.withLock { state in
      defer { state.signal = state.signal ?? signal }
      return state.signal == nil
    }
  }

  /// Whether what calls this is the first to end the run: it alone says what came of it.
  private func isFirstToEnd() -> Bool {
    state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
  }

  /// Ends the process, unless the run has come to its end.
  private func stop(_ audit: Audit, _ signal: Int32) {
    guard isFirstToEnd() else { return }
    audit.abandon()
    if Terminal.errorIsTerminal { Terminal.endProgress() }
    Self.say()
    _exit(Self.status(signal))
  }

  /// The run is over: from now on nothing ends the process before it has said what came of it. Does not return where the process is ending already.
  /// - Returns: the signal that came.
  func end() -> Int32? {
    if !isFirstToEnd() { while true { pause() } }
    return state.withLock { $0.signal }
  }

  static func say() { Terminal.note("navaudit: stopped; nothing was written") }

  /// The status by which shells know what ended a process.
  static func status(_ signal: Int32) -> Int32 { 128 + signal }
}

/// What a run says that takes longer than a second: on a terminal, a line of progress; elsewhere only, and once, that it waits for another.
private final class ProgressDisplay {
  private let timer: any DispatchSourceTimer

  init(_ progress: Audit.Progress) {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "navaudit.progress"))
    let start = ContinuousClock.now
    let isTerminal = Terminal.errorIsTerminal
    let hasSaid = Mutex(false)
    timer.schedule(deadline: .now() + .seconds(1), repeating: .milliseconds(200))
    timer.setEventHandler {
      if isTerminal {
        Terminal.progress(ProgressLine(progress, seconds: (ContinuousClock.now - start) / .seconds(1)).text)
      } else if case .waiting(let store) = progress.stage, !hasSaid.withLock({ said in defer { said = true }; return said }) {
        Terminal.note("navaudit: \(ProgressLine.waiting(for: store))")
      }
    }
    timer.resume()
  }

  /// Takes the line away.
  func end() {
    timer.cancel()
    if Terminal.errorIsTerminal { Terminal.endProgress() }
  }
}
