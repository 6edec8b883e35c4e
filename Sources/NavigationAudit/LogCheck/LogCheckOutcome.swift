import Reporting

/// What a little log says about its instrumentation.
public struct LogCheckOutcome: Sendable {
  /// A line of a log.
  public struct Line: Sendable, Equatable {
    /// The log as it was named.
    public var file: String
    /// The line, from 1.
    public var line: Int
  }

  /// Something wrong with the log.
  public struct Problem: Sendable, Equatable {
    /// The id of the check; those of log quality are in `log_quality.csv`, too.
    public var check: String
    /// What was found.
    public var what: String
    /// What to do, in the imperative.
    public var fix: String
    /// The lines that show it, in order.
    public var lines: [Line]
  }

  /// How the log was read.
  public var notes: [String] = []
  public var events = 0
  public var users = 0
  public var sessions = 0
  /// The kinds of events, the most frequent first.
  public var kinds: [(event: String, count: Int)] = []
  /// Events that are not understood, the most frequent first.
  public var unread: [(event: String, count: Int)] = []
  /// What a report can tell from it.
  public var answers: [String] = []
  /// The questions that a report cannot answer, and what to log or to declare.
  public var lacks: [(topic: String, remedy: String)] = []
  /// The heaviest first: by what a report gets wrong, then by how many lines show it.
  public var problems: [Problem] = []

  /// Whether nothing is wrong.
  public var isSound: Bool { problems.isEmpty }

  /// The outcome as JSON, without a line end.
  public var json: String {
    func counts(_ kinds: [(event: String, count: Int)]) -> JSON {
      .list(kinds.map { ["event": .text($0.event), "count": .integer($0.count)] })
    }
    func places(_ lines: [Line]) -> JSON { .list(lines.map { ["file": .text($0.file), "line": .integer($0.line)] }) }
    let problems = problems.map { problem -> JSON in
      [
        "check": .text(problem.check), "what": .text(problem.what), "fix": .text(problem.fix),
        "lines": places(problem.lines),
      ]
    }
    let outcome: JSON = [
      "events": .integer(events), "users": .integer(users), "sessions": .integer(sessions), "kinds": counts(kinds),
      "unread": counts(unread),
      "answers": .init(answers), "lacks": .list(lacks.map { ["topic": .text($0.topic), "remedy": .text($0.remedy)] }),
      "problems": .list(problems), "notes": .init(notes),
    ]
    return outcome.written
  }
}
