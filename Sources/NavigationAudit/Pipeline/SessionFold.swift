import NavigationModel
import NavigationStore
import Synchronization

/// Cuts the events of people into sessions and hands them to receivers, in several tasks.
///
/// The result does not depend on the number of tasks: users are never split, and sums of different users merge in any order.
package struct SessionFold<Receiver: SessionReceiver>: Sendable {
  private let cutter: SessionCutter
  private let receiver: Receiver
  private let workers: Int
  private let progress: FoldingProgress?
  /// Takes the rows of the receivers, block by block in the order of users; nil if they have none.
  private let writer: SessionWriter?

  /// - Parameters:
  ///   - cutter: each thread works with a copy.
  ///   - receiver: each thread works with a copy.
  package init(_ cutter: SessionCutter, into receiver: Receiver, workers: Int, progress: FoldingProgress?, writer: SessionWriter? = nil) {
    self.cutter = cutter
    self.receiver = receiver
    self.workers = max(workers, 1)
    self.progress = progress
    self.writer = writer
  }

  /// Folds the people of several sources, in succession.
  package func run<Source: PeopleSource>(
    sources: Int = 1, _ source: (Int) async throws -> Source
  ) async throws -> Receiver.Sums where Source.Events == Receiver.Events {
    var number = 0
    return try await run {
      defer { number += 1 }
      return number < sources ? try await source(number) : nil
    }
  }

  /// Folds the people of one source after the other.
  /// - Parameter next: the next source; nil at the end.
  package func run<Source: PeopleSource>(_ next: () async throws -> Source?) async throws -> Receiver.Sums where Source.Events == Receiver.Events {
    let threads = (0..<workers).map { _ in FoldThread(FoldWorker(cutter, receiver)) }
    progress?.begin()
    while let source = try await next() {
      let first = writer?.nextBlock ?? 0
      try await withThrowingTaskGroup(of: Void.self) { group in
        for thread in threads {
          group.addTask {
            while let block = try source.next() {
              try Task.checkCancellation()
              let number = first + source.index(of: block)
              try await writer?.waitForTurn(of: number)
              let folded = try thread.fold(block, of: source)
              try writer?.put(folded.rows, block: number)
              if let last = folded.last { progress?.reach(last) }
            }
          }
        }
        // Not `waitForAll`: after an error, the other tasks would wait for the failed one's turn.
        for try await _ in group {}
      }
    }
    progress?.finish()
    var nobody = receiver
    return await withTaskGroup(of: Receiver.Sums.self) { group in
      for thread in threads { group.addTask { thread.finish() } }
      return await group.reduce(into: nobody.finish()) { $0.merge($1) }
    }
  }
}

/// The state of one thread, kept from source to source.
private final class FoldThread<Receiver: SessionReceiver>: Sendable {
  private let worker: Mutex<FoldWorker<Receiver>>

  init(_ worker: FoldWorker<Receiver>) { self.worker = Mutex(worker) }

  func fold<Source: PeopleSource>(_ block: Source.Block, of source: Source) throws -> FoldWorker<Receiver>.Folded where Source.Events == Receiver.Events {
    try worker.withLock { try $0.fold(block, of: source) }
  }

  func finish() -> Receiver.Sums { worker.withLock { $0.finish() } }
}

/// Folds the events of one person at a time.
private struct FoldWorker<Receiver: SessionReceiver>: Sendable {
  /// The rows of a block, and its last person with events.
  typealias Folded = (rows: [PersonRows], last: Pseudonym?)

  private var cutter: SessionCutter
  private var receiver: Receiver
  private var events = Receiver.Events()

  init(_ cutter: SessionCutter, _ receiver: Receiver) { (self.cutter, self.receiver) = (cutter, receiver) }

  mutating func fold<Source: PeopleSource>(_ block: Source.Block, of source: Source) throws -> Folded where Source.Events == Receiver.Events {
    var folded: Folded = ([], nil)
    for index in 0..<source.people(of: block) {
      guard let person = try source.load(index, of: block, into: &events) else { continue }
      if let rows = try receiver.receive(person, &events, &cutter) { folded.rows.append(rows) }
      folded.last = person.pseudonym
    }
    return folded
  }

  mutating func finish() -> Receiver.Sums { receiver.finish() }
}
