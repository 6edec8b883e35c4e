import AppMaps
import Reporting
import UsabilityRules

/// The outcome of a run: what its reports say, and where they are.
public struct AuditOutcome: Sendable {
  package let contents: ReportContents
  /// How the log was read, in one line.
  package let reading: String?
  /// The folder and the names of the reports.
  public let folder: String
  public let files: [String]
  /// The map that was drafted to read the log; nil if one was given, or if the log needs none.
  package var draftedMap: String?
  /// Notes for the reader, one line each: skipped files, a map that was found, …
  public let notes: [String]

  /// The comparison with a baseline, if one was given.
  public let comparison: BaselineComparison?

  /// All rules and findings, for ``FindingsFormat``.
  public let record: FindingsRecord

  /// The inferred structure, if requested.
  public let structure: InferredStructure?

  /// The app's name, if the map gives it.
  public var app: String? { contents.app }
  /// The verdict, in the words of the report.
  public var verdict: String { contents.verdict }
  /// What has changed since an earlier run, if one was given.
  public var since: String? { contents.sinceSentence }
  public var users: Int { contents.measures.totals.users }
  public var sessions: Int { contents.measures.totals.sessions }
  public var events: Int { contents.measures.totals.events }
  /// In the order of the page.
  public var findings: [Finding] { contents.findings }
  /// What would save taps.
  public var advice: Advice { contents.advice }
  /// Why the navigation could not be judged, and what to do; nil if it was.
  public var notAssessed: ReportContents.NotAssessed? { contents.notAssessed }
  public var remedy: String? { notAssessed?.remedy.plain }
  /// Kinds of unmapped events, the most common first.
  public var unread: [ReportContents.UnknownEvent] { contents.unread }

  /// Whether the finding is not in the baseline.
  public func isNew(_ finding: Finding) -> Bool { comparison?.baseline.knows(finding) != true }

  /// New findings at or above a severity, without those with state `over`; without a baseline, all are new.
  public func newCount(atLeast severity: Severity) -> Int {
    findings.count { $0.severity >= severity && $0.state != .over && isNew($0) }
  }

  /// How the log was read, in lines.
  private var readAs: [String] { contents.reading.map(\.plain) + (reading.map { [$0] } ?? []) }

  /// Lines and events that no figure counts, and why.
  private var leftOut: [JSON] {
    let counts = contents.scope.lineCounts
    let rejected = contents.rejections.map { ($0.count, $0.reason, $0.examples) }
    let others: [(Int, String, [String])] = [
      (counts.excluded, "excluded users", []), (counts.duplicates, "the same event twice", []),
    ]
    let unknown = unread.map { ($0.count, "event `\($0.event)` is not understood", [String]()) }
    return (rejected + others + unknown).filter { $0.0 > 0 }.map { count, why, examples in
      ["rows": .integer(count), "why": .text(why), "examples": .init(examples)]
    }
  }

  /// The outcome as JSON, without a line end.
  public var json: String {
    let counts = Severity.allCases.map { severity in
      (severity.rawValue, JSON.integer(findings.count { $0.severity == severity }))
    }
    let unknown = unread.map { event -> JSON in
      var members = JSON.members(event, of: ReportContents.UnknownEvent.table)
      members["properties"] = nil
      return .object(members)
    }
    // The columns of `findings.csv`, and whether the finding is in the baseline.
    let found = findings.map { finding -> JSON in
      var members = JSON.members(finding, of: Finding.table)
      members["is_new"] = .flag(isNew(finding))
      return .object(members)
    }
    let baseline = comparison.map { comparison -> JSON in
      let stale = comparison.stale.map { key -> JSON in
        ["rule": .text(key.rule), "subject": .text(key.subject), "section": .init(key.section)]
      }
      return ["file": .text(comparison.file), "new": .integer(newCount(atLeast: .info)), "stale": .list(stale)]
    }
    let actions = contents.actions.map { action -> JSON in
      let findings = action.findings.map { finding -> JSON in
        ["rule": .text(finding.rule), "subject": .text(finding.subject), "section": .init(finding.section)]
      }
      return [
        "fact": .text(action.fact.plain), "what": .text(action.what.plain), "facts": .init(action.facts),
        "group": .text(action.group.rawValue),
        "findings": .list(findings),
      ]
    }
    let outcome: JSON = [
      "app": .init(app), "users": .integer(users), "sessions": .integer(sessions), "events": .integer(events),
      "counts": .object(Dictionary(uniqueKeysWithValues: counts)), "verdict": .text(verdict), "since": .init(since),
      "not_assessed": .init(notAssessed?.reason.plain), "unknown_events": .list(unknown), "findings": .list(found),
      "plan": .init(advice.sentences.map(\.plain)), "baseline": baseline ?? .null, "folder": .text(folder),
      "files": .init(files), "notes": .init(notes), "read_as": .init(readAs), "left_out": .list(leftOut),
      "actions": .list(actions), "drafted_map": .init(draftedMap),
    ]
    return outcome.written
  }
}

/// The outcome of adding logs to a store.
public struct IngestOutcome: Sendable {
  public var store: String
  /// Files that were added, and their events.
  public var files: Int
  public var events: Int
  /// Files that were already in the store.
  public var known: Int
  public var notes: [String]
}
