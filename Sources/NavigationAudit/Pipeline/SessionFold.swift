import Measures
import NavigationModel
import NavigationStore
import StructureInference
import Synchronization

/// Folds events into sessions, sessions into steps, and these into measures, on several threads.
///
/// The result does not depend on how many threads there are: users are never split, and measures of different users merge in any order.
struct SessionFold: Sendable {
  let events: EventsByUser
  let segments: [Segment]
  let map: NavigationMap
  /// The tasks that the app map declares.
  let tasks: [TaskNames]
  let gap: Int64
  let workers: Int

  /// Users are handed out in chunks of about so many events.
  private static let chunkSize = 32_768

  struct Result: Sendable {
    var measures = Measures()
    var duplicates = 0
    /// The structure that was guessed.
    var structure: InferredStructure?
  }

  /// - Parameter store: where the sessions go, chunk by chunk in the order of users; nil where nothing is kept.
  func run(into store: SessionWriter?) async throws -> Result {
    let chunks = events.chunks(ofEvents: Self.chunkSize)
    let next = ChunkCounter()
    return try await withThrowingTaskGroup(of: Result.self) { group in
      for _ in 0..<max(workers, 1) {
        group.addTask {
          var worker = FoldWorker(fold: self)
          while let index = next.take(below: chunks.count) {
            try Task.checkCancellation()
            let rows = worker.fold(chunks[index], for: store)
            if let store { try store.put(rows, chunk: index) }
          }
          return worker.finish()
        }
      }
      var whole = Result()
      for try await part in group {
        whole.measures.merge(part.measures)
        whole.duplicates += part.duplicates
      }
      return whole
    }
  }
}

/// Hands out chunks.
private final class ChunkCounter: Sendable {
  private let taken = Atomic<Int>(0)

  func take(below count: Int) -> Int? {
    let index = taken.add(1, ordering: .relaxed).oldValue
    return index < count ? index : nil
  }
}

/// What one thread folds with.
private struct FoldWorker {
  private let fold: SessionFold
  private var builder: SessionBuilder
  private var stack: NavigationStack
  private var path = Reconstruction()
  private var measures: Measures
  private var duplicates = 0
  private var buffer: [Event] = []

  init(fold: SessionFold) {
    self.fold = fold
    builder = SessionBuilder(gap: fold.gap)
    stack = NavigationStack(map: fold.map)
    measures = Measures(tasks: fold.tasks)
  }

  mutating func fold(_ places: Range<Int>, for store: SessionWriter?) -> [SessionRow] {
    var rows: [SessionRow] = []
    for place in places {
      fold.events.copy(place: place, into: &buffer)
      guard !buffer.isEmpty else { continue }
      let user = fold.events.users.order[place]
      let (ranges, dropped) = builder.build(&buffer)
      duplicates += dropped
      for (index, range) in ranges.enumerated() {
        buffer.withUnsafeBufferPointer { all in
          let events = UnsafeBufferPointer(rebasing: all[range])
          let session = self.session(events, user: user, number: index + 1)
          stack.reconstruct(events, into: &path)
          measures.observe(session, path)
          if let store { rows.append(SessionRow(session, events, path, ids: store.ids, segments: store.segments)) }
        }
      }
    }
    return rows
  }

  private func session(_ events: UnsafeBufferPointer<Event>, user: UInt32, number: Int) -> Session {
    var segment = fold.segments[Int(events[0].segment.rawValue)]
    var last = events[0].segment
    if !segment.isComplete {
      for event in events where event.segment != last {
        last = event.segment
        segment.fill(from: fold.segments[Int(last.rawValue)])
      }
    }
    return Session(
      user: user, pseudonym: fold.events.users.pseudonyms[Int(user)], number: number, start: events[0].time,
      end: events[events.count - 1].time, events: events.count, segment: segment)
  }

  mutating func finish() -> SessionFold.Result {
    measures.finish()
    return SessionFold.Result(measures: measures, duplicates: duplicates)
  }
}
