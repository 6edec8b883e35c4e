import EventLogs
import NavigationModel
import NavigationStore
import Synchronization

extension Audit {
  /// How far a run has come. May be asked at any time, from any thread.
  public struct Progress: Sendable {
    let reading = ReadingProgress()
    let folding = FoldingProgress()
    let waiting = StoreWaiting()

    public enum Stage: Sendable, Equatable {
      /// Waiting, since a second or longer, for another process that holds this store.
      case waiting(store: String)
      /// Reading logs.
      case reading
      /// Working out sessions and steps; the share that is done.
      case sessions(Double)
      /// Judging, and writing reports.
      case reports
    }

    public var stage: Stage {
      if let store = waiting.path { return .waiting(store: store) }
      guard let share = folding.share else { return .reading }
      return share < 1 ? .sessions(share) : .reports
    }

    /// Bytes of the files, packed as they are.
    public var bytes: Int { reading.bytes }
    /// All bytes that there are to read; nil where one of the logs does not say how long it is.
    public var totalBytes: Int? { reading.totalBytes }
    public var events: Int { reading.events }

    /// The share of the whole run that is done; nil where that cannot be told.
    public var share: Double? {
      switch stage {
      case .reading: totalBytes.flatMap { $0 > 0 ? min(Double(bytes) / Double($0), 1) * Self.readingShare : nil }
      case .waiting: nil
      case .sessions(let done):
        totalBytes == nil && bytes > 0 ? nil : bytes > 0 ? Self.readingShare + done * (1 - Self.readingShare) : done
      case .reports: 1
      }
    }

    /// How much of a run's time reading takes, about.
    private static let readingShare = 0.5
  }
}

/// How far the people of a run have been folded. Pseudonyms are spread evenly and come in order, so the last one says how many are behind.
final class FoldingProgress: Sendable {
  /// Steps of 2^54 pseudonyms.
  private static let whole = 1024
  /// In such steps; negative before it begins.
  private let reached = Atomic<Int>(-1)

  func begin() { reached.store(0, ordering: .relaxed) }

  /// Everybody up to this person was folded, but for what other threads are about.
  func reach(_ person: Pseudonym) {
    _ = reached.max(min(Int(person.rawValue >> 54), Self.whole - 1), ordering: .relaxed)
  }

  func finish() { reached.store(Self.whole, ordering: .relaxed) }

  /// nil before it begins.
  var share: Double? {
    let reached = reached.load(ordering: .relaxed)
    return reached < 0 ? nil : Double(reached) / Double(Self.whole)
  }
}
