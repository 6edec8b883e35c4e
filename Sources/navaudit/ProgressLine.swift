import NavigationAudit
import UsabilityRules

/// The progress of a run in a line: the current work, the share done, the speed, and the time left.
struct ProgressLine {
  let stage: Audit.Progress.Stage
  let bytes: Int
  let totalBytes: Int?
  let events: Int
  /// The share of the run that is done, if known.
  let share: Double?
  /// Since the start of the run.
  let seconds: Double

  var text: String {
    switch stage {
    case .waiting(let store): return Self.waiting(for: store)
    case .reading:
      let read = totalBytes.map { "\(megabytes(bytes)) of \(megabytes($0)) MB" } ?? "\(megabytes(bytes)) MB"
      let rate = "\(Wording.count(Int(Double(events) / max(seconds, 0.001)))) events/s"
      return (["reading \(read)", rate] + timeLeft).joined(separator: ", ")
    case .sessions(let share):
      return (["working out sessions, \(Int(share * 100))%"] + timeLeft).joined(separator: ", ")
    case .reports:
      return "writing reports"
    }
  }

  static func waiting(for store: String) -> String { "waiting for another process that uses \(store)" }

  /// An estimate, once enough is done.
  private var timeLeft: [String] {
    guard let share, share > 0.02 else { return [] }
    let left = Int((seconds * (1 - share) / share).rounded(.up))
    let minutes = left / 60
    return [minutes > 0 ? "\(minutes) min \(left % 60) s left" : "\(left) s left"]
  }

  private func megabytes(_ bytes: Int) -> String { Wording.count(bytes / 1_000_000) }
}

extension ProgressLine {
  init(_ progress: Audit.Progress, seconds: Double) {
    self.init(
      stage: progress.stage, bytes: progress.bytes, totalBytes: progress.totalBytes, events: progress.events, share: progress.share,
      seconds: seconds)
  }
}
