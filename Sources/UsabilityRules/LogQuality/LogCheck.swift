import Measures
import NavigationModel

/// A check of the log itself, made before any rule: a row of `log_quality.csv`. Each check always gives a row, also where it found nothing.
///
/// To add a check, write a `static let` in one of the files of this folder and add a line to ``all``.
public struct LogCheck: Sendable, Identifiable {
  /// The word in `log_quality.csv`.
  public let id: String
  /// What it looks for, in one sentence.
  public let meaning: String
  /// Whom its count is of: small groups are protected by it.
  var subject = Table.Row.Subject.users
  /// What it found.
  let evaluate: @Sendable (LogCheckContext) -> LogCheckResult

  /// All checks, in the order of the table.
  public static let all: [LogCheck] = [
    .doubleScreen, .containerName, .noStructure, .guessedStructure, .inferred, .mixedSessions, .noZone, .silentSwitch, .unmapped, .maskedName, .clock, .duplicate, .truncated,
    .contradiction, .missingBack, .batchedTime, .longSession, .outlyingTime, .impliedOpens, .noTarget, .heavyUser, .thin, .noEvidence,
  ]

  /// Makes all checks.
  public static func results(_ context: LogCheckContext) -> [LogCheckResult] {
    all.map { check in
      var result = check.evaluate(context)
      result.check = check.id
      result.subject = check.subject
      return result
    }
  }
}

/// What checks look at.
public struct LogCheckContext: Sendable {
  public let measures: Measures
  public let scope: MeasureScope
  /// The rules that had nothing to look at, and what would change that.
  public let rulesWithoutEvidence: [RuleNotRun]
  /// The names that may be told, where small groups are hidden: those that enough people met. All where it is nil.
  public let tellableNames: Set<String>?

  public init(_ measures: Measures, _ scope: MeasureScope, rulesWithoutEvidence: [RuleNotRun], tellableNames: Set<String>? = nil) {
    self.measures = measures
    self.scope = scope
    self.rulesWithoutEvidence = rulesWithoutEvidence
    self.tellableNames = tellableNames
  }

  /// The most names that a consequence lists.
  static let namesShown = 5
  /// The most characters of a name that a consequence shows.
  static let nameLength = 60

  /// The first few names, long ones cut short.
  func list(_ names: [String]) -> String {
    let told = names.filter { tellableNames?.contains($0) ?? true }.prefix(Self.namesShown)
    let shown = told.map { $0.count > Self.nameLength ? $0.prefix(Self.nameLength - 1) + "…" : $0 }.joined(separator: ", ")
    let rest = names.count - told.count
    if told.isEmpty { return rest > 0 ? Wording.count(rest, "name") : "" }
    return shown + (rest > 0 ? " and \(rest) more" : "")
  }

  /// `3 events`; where small groups are hidden, `events`: how many people there are behind it is not known.
  func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    tellableNames == nil ? Wording.count(count, one, many) : many ?? one + "s"
  }
}

/// What a check found.
public struct LogCheckResult: Sendable, Equatable {
  /// The check's id.
  public internal(set) var check = ""
  /// Whom ``count`` is of.
  public internal(set) var subject = Table.Row.Subject.users
  /// How many events, steps, users, … it found.
  public let count: Int
  /// Those over all that were looked at; nil where there is no such share.
  public let share: Double?
  /// What follows from it for the report.
  public let consequence: String

  /// `consequence` where something was found, else `none`.
  init(_ count: Int, of whole: Int? = nil, _ consequence: @autoclosure () -> String) {
    self.count = count
    share = whole.flatMap { $0 > 0 ? Double(count) / Double($0) : nil }
    self.consequence = count > 0 ? consequence() : "none"
  }
}
