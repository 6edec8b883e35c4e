import AppMaps
import EventLogs
import Foundation
import NavigationModel
import Reporting
import UsabilityRules

extension Audit {
  /// Merges states, or surveys, into one.
  ///
  /// The result does not depend on the order of the files or on earlier merges.
  /// - Parameter files: states or surveys; `-` for standard input. A file may hold several.
  public func merge(_ files: [String], to output: StateOutput) async throws -> StateOutcome {
    var runFiles = try RunFiles(options, states: files)
    if output.path != "-" { try runFiles.write(output.path, named: "--output") }
    try output.expectReplaceable()
    let all = try StateFiles(files, allowsOverlap: options.allowed.contains(.overlap))
    let table = NameTable()
    let frame =
      all.kind == .survey ? try all.survey().frame() : try await all.state(table, workers: options.tasks).frame(table)
    return StateOutcome(users: all.label.users, events: all.label.events, bytes: try output.write(frame))
  }

  /// Merges states, as ``merge(_:to:)`` does, and writes a folder of reports on all of their users.
  public func reduce(_ files: [String], to output: String) async throws -> AuditOutcome {
    let runFiles = try RunFiles(options, states: files)
    let all = try StateFiles(files, allowsOverlap: options.allowed.contains(.overlap))
    guard all.kind == .state else {
      throw AuditError(
        """
        \(files[0]): is a survey, and reports take states; merge surveys into a file (--output all.state), and map \
        with `navaudit map --survey all.state`
        """)
    }
    let terms = all.label.terms
    let baseline = try baseline(for: output, runFiles)
    if let map = options.map, try LoadedMap.text(of: map) != terms.map {
      throw AuditError("\(map): is not the app map of the states; leave --map out, or map the logs again with it")
    }
    let table = NameTable()
    var state = try await all.state(table, workers: options.tasks)
    state.sums.joinJudgingPeople()
    if all.label.isEmpty { throw AuditError.noEvents(files.joined(separator: ", ")) }
    try state.logs.expectReadable(options)
    var options = options
    options.logs = state.logNames
    options.minimumGroup = terms.minimumGroup
    options.timeZone = terms.timeZone
    let loaded = try LoadedMap(text: terms.map, file: options.map ?? state.mapName ?? "navaudit.yml", options: options)
    let builder = Pipeline(options: options, loaded: loaded, tables: LogTables(for: loaded.map, names: table))
    let figures = try builder.figures((state.sums, nil), state.logs.account, limits: terms.limits)
    let report = AuditReport(builder, nil, figures, rejections: state.logs.rejections, hasStore: false)
    var notes = InferredStructure.notes(options, nil, figures)
    if !all.label.hasUnknownUsers, all.label.ranges.share < 1 {
      notes.insert(
        """
        the states hold \(Wording.percent(all.label.ranges.share)) of the buckets of users; the others are not in \
        the reports
        """,
        at: 0)
    }
    if FileManager.default.fileExists(atPath: output + "/" + Self.storeName) {
      notes.append("\(output)/\(Self.storeName) is of an earlier run, not of these states")
    }
    return try await write(report, to: output, notes: notes, baseline: baseline)
  }
}
