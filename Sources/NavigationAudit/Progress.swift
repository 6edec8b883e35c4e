import EventLogs
import Synchronization

extension Audit {
  /// How far a run has come. May be asked at any time, from any thread.
  public struct Progress: Sendable {
    let reading = ReadingProgress()
    let folding = FoldingProgress()

    public enum Stage: Sendable, Equatable {
      /// Reading logs.
      case reading
      /// Working out sessions and steps; the share that is done.
      case sessions(Double)
      /// Judging, and writing reports.
      case reports
    }

    public var stage: Stage {
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
      case .sessions(let done):
        totalBytes == nil && bytes > 0 ? nil : bytes > 0 ? Self.readingShare + done * (1 - Self.readingShare) : done
      case .reports: 1
      }
    }

    /// How much of a run's time reading takes, about.
    private static let readingShare = 0.5
  }
}

/// How many of the chunks of users have been folded.
final class FoldingProgress: Sendable {
  private let total = Atomic<Int>(0)
  private let folded = Atomic<Int>(0)

  func begin(chunks: Int) {
    folded.store(0, ordering: .relaxed)
    total.store(chunks, ordering: .relaxed)
  }

  func endChunk() { folded.add(1, ordering: .relaxed) }

  /// nil before it begins.
  var share: Double? {
    let total = total.load(ordering: .relaxed)
    return total > 0 ? Double(folded.load(ordering: .relaxed)) / Double(total) : nil
  }
}
