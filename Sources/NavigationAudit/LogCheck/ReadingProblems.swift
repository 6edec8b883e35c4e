import EventLogs
import NavigationModel
import UsabilityRules

/// What is wrong with the lines of a log before anything is made of their events.
struct ReadingProblems {
  /// The line of an event, and its number in all files of the run.
  struct Line {
    let number: Int
    let kind: EventKind
    let line: EventLine
  }

  let lines: [Line]
  /// The first rejected lines, with their numbers.
  let rejections: [(number: Int, rejection: Rejection)]
  /// How many lines were rejected, by reason.
  let rejected: [RejectionReason: Int]

  var all: [LogProblem] { rejectedLines + badLists + timesWithoutOffset }

  private var rejectedLines: [LogProblem] {
    // A last line that is cut off is what a launch that ended leaves.
    let faulty = rejections.filter { $0.rejection.reason != .cutOff }
    return Dictionary(grouping: faulty, by: \.rejection.reason).sorted { $0.key.rawValue < $1.key.rawValue }.map { reason, found in
      let detail = found[0].rejection.detail.map { " (\($0))" } ?? ""
      return LogProblem(
        check: "rejected-line", "\(Wording.count(rejected[reason] ?? found.count, "line")) rejected: \(reason.rawValue)\(detail)", fix: reason.fix,
        lines: found.map(\.number))
    }
  }

  private var badLists: [LogProblem] {
    EventLine.ListFault.allCases.compactMap { fault in
      let found = lines.filter { $0.line.fault == fault }
      guard let kind = found.first?.kind else { return nil }
      return LogProblem(
        check: "bad-list", "\(Wording.count(found.count, "list")) that cannot be read: \(fault.words)", fix: fault.fix(kind), lines: found.map(\.number))
    }
  }

  private var timesWithoutOffset: [LogProblem] {
    let found = lines.filter { !$0.line.hasZone }.map(\.number)
    return found.isEmpty
      ? []
      : [
        LogProblem(
          check: LogCheck.noZone.id, "\(Wording.count(found.count, "time")) without an offset", fix: "log times with their offset from UTC", lines: found)
      ]
  }
}

extension RejectionReason {
  /// How to end it.
  fileprivate var fix: String {
    switch self {
    case .notJSON, .notAnObject, .otherFormat: "write one JSON object on each line"
    case .notUTF8: "write the log in UTF-8"
    case .cellCount, .quotes: "quote cells that hold commas, quotes or line ends, and double the quotes in them"
    case .lineTooLong, .cutOff: "write one event on each line"
    case .noTime, .unreadableTime, .timeOutOfRange: "log `time` as RFC 3339 with an offset, or as a number of seconds or milliseconds since 1970"
    case .noUser: "log a stable pseudonym of the user as `user`"
    case .noEvent: "log what happened as `event`"
    case .excludedUser: "narrow `exclude_users` in the app map"
    }
  }
}

extension EventLine.ListFault {
  fileprivate var words: String {
    switch self {
    case .missing: "no `value`"
    case .notAList: "`value` is no list"
    case .empty: "`value` is an empty list"
    case .emptyName: "`value` has an empty name"
    case .tooMany: "`value` has more than 100 names"
    case .quotedList: "`value` is a list in JSON's notation inside of a text, read as one name"
    }
  }

  fileprivate func fix(_ kind: EventKind) -> String {
    let what = kind == .stack ? "the screens from the root to the one shown" : "the names of the tabs in order"
    return switch self {
    case .missing, .notAList, .empty: "log \(what) as a list in `value`"
    case .emptyName: "give every screen a name"
    case .tooMany: "log the screens that are open, not those that were; a stack has at most 100"
    case .quotedList: "log a JSON list, or join the names with a vertical bar: `Orders|Order|Tracking`"
    }
  }
}
