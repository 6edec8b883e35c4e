import ArgumentParser
import Foundation
import NavigationAudit
import Synchronization

/// Runs a piece of work with a line of progress on terminals, and ends it in an orderly way on Ctrl-C.
func running<Outcome: Sendable>(
  _ audit: Audit, quiet: Bool, _ work: @escaping @Sendable (Audit) async throws -> Outcome
) async throws -> Outcome {
  let task = Task { try await work(audit) }
  let interruptions = [SIGINT, SIGTERM].map { number in
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { task.cancel() }
    source.resume()
    return source
  }
  defer { interruptions.forEach { $0.cancel() } }
  let display = quiet || !Terminal.errorIsTerminal ? nil : Task { try await showProgress(audit.progress) }
  do {
    let outcome = try await task.value
    display?.cancel()
    _ = await display?.result
    return outcome
  } catch where error is CancellationError || task.isCancelled {
    display?.cancel()
    _ = await display?.result
    Terminal.note("navaudit: stopped; nothing was written")
    throw ExitCode(130)
  } catch {
    display?.cancel()
    _ = await display?.result
    throw error
  }
}

/// Shows what has been read, from the first second on.
private func showProgress(_ progress: Audit.Progress) async throws {
  defer { Terminal.endProgress() }
  let start = ContinuousClock.now
  while true {
    try await Task.sleep(for: .seconds(1))
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let rate = Double(progress.events) / max(seconds, 0.001)
    Terminal.progress(
      "\(progress.events.formatted()) events, \(progress.bytes / 1_000_000) MB read, \(Int(rate).formatted()) events/s")
  }
}
