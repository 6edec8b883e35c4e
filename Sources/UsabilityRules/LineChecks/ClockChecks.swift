import Measures
import NavigationModel

// Times that are not those of what happened.

extension LineCheck {
  private static let second: Int64 = 1_000_000

  static let coarseTime = LineCheck("coarse-time", "Times in whole seconds.") { context in
    guard isCoarse(context.log) else { return [] }
    return [
      LogProblem(
        "times in whole seconds: the order of events and short stays are not known", fix: "log milliseconds, as in `2026-03-02T05:25:00.163Z`",
        lines: context.log.lines { $0.time % second == 0 })
    ]
  }

  private static func isCoarse(_ log: TracedLog) -> Bool {
    log.records.count >= leastEvents && log.records.count { $0.event.time % second == 0 } * 10 > log.records.count * 9
  }

  static let batchedTime = LineCheck(.batchedTime) { context in
    // Whole seconds make equal times, too.
    if isCoarse(context.log) { return [] }
    let neighbors = context.log.neighbors.filter { $1.event.kind != .screenView }
    let same = neighbors.filter { first, second in
      second.event.time - first.event.time <= batch
        && (first.event.kind, first.event.screen, first.event.target) != (second.event.kind, second.event.screen, second.event.target)
    }
    guard same.count >= 3, Double(same.count) > LogReliability.batchedLimit * Double(neighbors.count) else { return [] }
    return [
      LogProblem(
        "\(Wording.count(same.count, "event")) at the time of the one before: times of sending, not of happening",
        fix: "take the time when it happens, on the device", lines: same.map(\.1.line))
    ]
  }

  /// Events that are stamped when they are sent are this close, microseconds.
  private static let batch: Int64 = 5_000

  static let clock = LineCheck(.clock) { context in
    let early = context.log.lines { $0.time < Reconstruction.Quality.earliestTime }
    return [LogProblem("\(Wording.count(early.count, "event")) before 2007", fix: "log the time since 1970, of the device's clock", lines: early)]
  }
}
