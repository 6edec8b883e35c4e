import ArgumentParser
import Foundation
import NavigationAudit
import Synchronization
import UsabilityRules

/// Runs work with a progress line on terminals, and shuts it down cleanly on Ctrl-C.
func running<Outcome: Sendable>(
  _ audit: Audit, quiet: Bool, _ work: @escaping @Sendable (Audit) async throws -> Outcome
) async throws -> Outcome {
  // The work waits at a gate until signals are being watched.
  let (gate, opening) = AsyncStream<Void>.makeStream()
  let task = Task {
    for await _ in gate {}
    return try await work(audit)
  }
  let display = quiet ? nil : displaying(audit.progress)
  let interruption = Interruption()
  try interruption.watch(audit) { task.cancel() }
  opening.finish()
  let result = await task.result
  let signal = interruption.end()
  if let display {
    display.cancel()
    if Terminal.errorIsTerminal { Terminal.endProgress() }
  }
  var isWritten = true
  if case .failure = result { isWritten = audit.abandon() }
  do {
    return try result.get()
  } catch  where !isWritten && (signal != nil || error is CancellationError) {
    Interruption.say()
    throw ExitCode(Interruption.status(signal ?? SIGINT))
  }
}

/// A pipe to which the signal handler, which may do little else, writes the numbers of signals. One at a time.
enum SignalPipe {
  private static let end = Atomic<Int32>(-1)

  /// - Returns: the end to read.
  /// - Throws: if there are no more files.
  static func open(_ signals: [Int32]) throws -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw AuditError("open files: there are no more; raise the limit with `ulimit -n`") }
    end.store(ends[1], ordering: .sequentiallyConsistent)
    for number in signals {
      let before = signal(number) { number in
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        write(SignalPipe.end.load(ordering: .sequentiallyConsistent), &byte, 1)
        errno = before
      }
      // What runs under `nohup` outlives its terminal.
      if number == SIGHUP, unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
    return ends[0]
  }

  /// Closes the end that is written.
  /// - Parameter handler: what then becomes of the signals.
  static func close(_ signals: [Int32], then handler: (@convention(c) (Int32) -> Void)?) {
    for number in signals { signal(number, handler) }
    Foundation.close(end.exchange(-1, ordering: .sequentiallyConsistent))
  }
}

/// Handles a request to end (SIGINT, SIGTERM, SIGHUP): the run is canceled and, if it does not finish in time, its
/// unfinished
/// files are removed and the process exits. A second signal exits at once.
private final class Interruption: Sendable {
  /// How long a canceled run may take to finish, milliseconds.
  private static let patience: Int32 = 500

  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  private let state = Mutex((signal: Int32?.none, isOver: false))

  /// Waits for signals in a thread of its own, which needs nothing that a run can use up.
  /// - Throws: if there are no more files.
  func watch(_ audit: Audit, cancel: @escaping @Sendable () -> Void) throws {
    let end = try SignalPipe.open(Self.signals)
    Thread.detachNewThread { [self] in
      while let number = Self.signal(from: end) {
        guard isFirst(number) else { return stop(audit, number) }
        cancel()
        var next = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        if poll(&next, 1, Self.patience) == 0 { return stop(audit, number) }
      }
      close(end)
    }
  }

  /// The next signal; nil if the run has ended.
  private static func signal(from end: Int32) -> Int32? {
    var byte: UInt8 = 0
    while true {
      switch read(end, &byte, 1) {
      case 1: return Int32(byte)
      case -1 where errno == EINTR: continue
      default: return nil
      }
    }
  }

  private func isFirst(_ signal: Int32) -> Bool {
    state.withLock { state in
      defer { state.signal = state.signal ?? signal }
      return state.signal == nil
    }
  }

  /// Whether the caller is the first to end the run: only that one reports the outcome.
  private func isFirstToEnd() -> Bool {
    state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
  }

  /// Exits the process, unless the run has finished, or has written its outcome: then it is about to report that.
  private func stop(_ audit: Audit, _ signal: Int32) {
    if audit.abandon() { return }
    guard isFirstToEnd() else { return }
    if Terminal.errorIsTerminal { Terminal.endProgress() }
    Self.say()
    _exit(Self.status(signal))
  }

  /// The run has finished: from now on, nothing exits the process before the outcome is reported. Does not return if
  /// the process is already exiting.
  /// - Returns: the signal received, if any.
  func end() -> Int32? {
    if !isFirstToEnd() { while true { pause() } }
    SignalPipe.close(Self.signals, then: SIG_IGN)
    return state.withLock { $0.signal }
  }

  static func say() { Terminal.note("navaudit: stopped; nothing was written") }

  /// The exit status for a signal, by the convention of shells.
  static func status(_ signal: Int32) -> Int32 { 128 + signal }
}

/// Shows messages of a run that takes longer than a second: on a terminal, a progress line; elsewhere, once, a note if
/// it waits for another run.
private func displaying(_ progress: Audit.Progress) -> any DispatchSourceTimer {
  let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "navaudit.progress"))
  let start = ContinuousClock.now
  let isTerminal = Terminal.errorIsTerminal
  let hasSaid = Atomic(false)
  timer.schedule(deadline: .now() + .seconds(1), repeating: .milliseconds(200))
  timer.setEventHandler {
    if isTerminal {
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      Terminal.progress(
        progressLine(
          progress.stage, bytes: progress.bytes, totalBytes: progress.totalBytes, events: progress.events,
          share: progress.share, seconds: seconds))
    } else if case .waiting(let store) = progress.stage, !hasSaid.exchange(true, ordering: .relaxed) {
      Terminal.note("navaudit: waiting for another process that uses \(store)")
    }
  }
  timer.resume()
  return timer
}

/// The progress of a run in a line: the current work, the share done, the speed, and the time left.
/// - Parameter seconds: since the start of the run.
func progressLine(
  _ stage: Audit.Progress.Stage, bytes: Int, totalBytes: Int?, events: Int, share: Double?, seconds: Double
) -> String {
  func megabytes(_ bytes: Int) -> String { Wording.count(bytes / 1_000_000) }
  var line: String
  switch stage {
  case .waiting(let store): return "waiting for another process that uses \(store)"
  case .reports: return "writing reports"
  case .reading:
    line = "reading \(totalBytes.map { "\(megabytes(bytes)) of \(megabytes($0))" } ?? megabytes(bytes)) MB"
    line += ", \(Wording.count(Int(Double(events) / max(seconds, 0.001)))) events/s"
  case .sessions(let share): line = "building sessions, \(Int(share * 100))%"
  }
  // An estimate, once enough is done.
  guard let share, share > 0.02 else { return line }
  let left = Int((seconds * (1 - share) / share).rounded(.up))
  return line + ", " + (left >= 60 ? "\(left / 60) min \(left % 60) s left" : "\(left) s left")
}
