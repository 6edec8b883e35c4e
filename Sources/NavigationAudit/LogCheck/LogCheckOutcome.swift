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

  /// A question that a report cannot answer.
  public struct Lack: Sendable, Equatable {
    public var topic: String
    /// What to log or to declare.
    public var remedy: String
  }

  /// An action of the script, as the log has it.
  public struct Action: Sendable, Equatable {
    public enum State: String, Sendable, CaseIterable { case arrived, missing, doubled, contradictory }

    /// From 1.
    public var number: Int
    /// As the script says.
    public var text: String
    public var state: State
    /// What the log says instead; empty if it agrees.
    public var details: String
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
  /// The questions that a report cannot answer.
  public var lacks: [Lack] = []
  /// By line.
  public var problems: [Problem] = []
  /// The actions of the script, if there is one.
  public var actions: [Action] = []

  /// Whether nothing is wrong.
  public var isSound: Bool { problems.isEmpty && actions.allSatisfy { $0.state == .arrived } }

  /// The outcome as JSON, without a line end.
  public var json: String { String(String(json: LogCheckInJSON(self), keys: .convertToSnakeCase).dropLast()) }
}

/// The members of an outcome.
private struct LogCheckInJSON: Encodable {
  struct Line: Encodable {
    let file: String
    let line: Int

    init(_ line: LogCheckOutcome.Line) { (file, self.line) = (line.file, line.line) }
  }

  struct Count: Encodable {
    let event: String
    let count: Int
  }

  struct Lack: Encodable {
    let topic: String
    let remedy: String
  }

  struct Problem: Encodable {
    let check: String
    let what: String
    let fix: String
    let lines: [Line]
  }

  struct Action: Encodable {
    let number: Int
    let action: String
    let state: String
    let details: String
    let lines: [Line]
  }

  let events: Int
  let users: Int
  let sessions: Int
  let kinds: [Count]
  let unread: [Count]
  let answers: [String]
  let lacks: [Lack]
  let problems: [Problem]
  let actions: [Action]
  let notes: [String]

  init(_ outcome: LogCheckOutcome) {
    (events, users, sessions, notes) = (outcome.events, outcome.users, outcome.sessions, outcome.notes)
    kinds = outcome.kinds.map { Count(event: $0.event, count: $0.count) }
    unread = outcome.unread.map { Count(event: $0.event, count: $0.count) }
    answers = outcome.answers
    lacks = outcome.lacks.map { Lack(topic: $0.topic, remedy: $0.remedy) }
    problems = outcome.problems.map { Problem(check: $0.check, what: $0.what, fix: $0.fix, lines: $0.lines.map(Line.init)) }
    actions = outcome.actions.map {
      Action(number: $0.number, action: $0.text, state: $0.state.rawValue, details: $0.details, lines: $0.lines.map(Line.init))
    }
  }
}
