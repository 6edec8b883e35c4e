import EventLogs
import NavigationStore

extension Audit {
  /// The progress of a run. Safe to read from any thread.
  public struct Progress: Sendable {
    let reading = ReadingProgress()
    let folding = FoldProgress()
    let waiting = StoreWaiting()

    public enum Stage: Sendable, Equatable {
      /// Waiting, for a second or longer, for another process that holds this store.
      case waiting(store: String)
      case reading
      /// Reconstructing sessions and steps; the share that is done.
      case sessions(Double)
      case reports
    }

    public var stage: Stage {
      if let store = waiting.path { return .waiting(store: store) }
      guard let share = folding.share else { return .reading }
      return share < 1 ? .sessions(share) : .reports
    }

    /// Bytes of the files read, compressed if they are.
    public var bytes: Int { reading.bytes }
    /// All bytes to read; nil if the length of a log is unknown.
    public var totalBytes: Int? { reading.totalBytes }
    public var events: Int { reading.events }

    /// The share of the run that is done; nil if unknown.
    public var share: Double? {
      switch stage {
      case .reading: totalBytes.flatMap { $0 > 0 ? min(Double(bytes) / Double($0), 1) * Self.readingShare : nil }
      case .waiting: nil
      case .sessions(let done) where bytes == 0: done
      case .sessions(let done): totalBytes == nil ? nil : Self.readingShare + done * (1 - Self.readingShare)
      case .reports: 1
      }
    }

    /// The approximate share of a run's time spent reading.
    private static let readingShare = 0.5
  }
}
