import Measures
import NavigationModel
import NavigationStore
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
  var progress: FoldingProgress?
  /// By which sessions are told apart.
  var dimensions: [WritableKeyPath<Segment, Name> & Sendable] = []

  /// Users are handed out in chunks of about so many events.
  private static let chunkSize = 32_768

  struct Result: Sendable {
    var measures = Measures()
    var segments = SegmentedMeasures()
    var duplicates = 0
  }

  /// - Parameter store: where the sessions go, chunk by chunk in the order of users; nil where nothing is kept.
  func run(into store: SessionWriter?) async throws -> Result {
    let chunks = events.chunks(ofEvents: Self.chunkSize)
    let next = ChunkCounter()
    progress?.begin(chunks: chunks.count)
    return try await withThrowingTaskGroup(of: Result.self) { group in
      for _ in 0..<max(workers, 1) {
        group.addTask {
          var worker = FoldWorker(fold: self)
          while let index = next.take(below: chunks.count) {
            try Task.checkCancellation()
            let rows = worker.fold(chunks[index], for: store)
            if let store { try store.put(rows, chunk: index) }
            progress?.endChunk()
          }
          return worker.finish()
        }
      }
      var whole = Result(segments: SegmentedMeasures(dimensions, tasks: tasks))
      for try await part in group {
        whole.measures.merge(part.measures)
        whole.segments.merge(part.segments)
        whole.duplicates += part.duplicates
      }
      return whole
    }
  }
}

/// Hands out chunks.
final class ChunkCounter: Sendable {
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
  private var segments: SegmentedMeasures
  private var duplicates = 0
  private var buffer: [Event] = []

  init(fold: SessionFold) {
    self.fold = fold
    builder = SessionBuilder(gap: fold.gap)
    stack = NavigationStack(map: fold.map)
    measures = Measures(tasks: fold.tasks)
    segments = SegmentedMeasures(fold.dimensions, tasks: fold.tasks)
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
        let session = Session(
          buffer[range], user: user, pseudonym: fold.events.users.pseudonyms[Int(user)], number: index + 1, segments: fold.segments)
        buffer.withUnsafeBufferPointer { all in
          let events = UnsafeBufferPointer(rebasing: all[range])
          stack.reconstruct(events, into: &path)
          measures.observe(session, path)
          segments.observe(session, path)
          if let store { rows.append(SessionRow(session, events, path, ids: store.ids, segments: store.segments)) }
        }
      }
    }
    return rows
  }

  mutating func finish() -> SessionFold.Result {
    measures.finish()
    segments.finish()
    return SessionFold.Result(measures: measures, segments: segments, duplicates: duplicates)
  }
}
