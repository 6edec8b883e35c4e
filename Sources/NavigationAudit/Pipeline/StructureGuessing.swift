import AppMaps
import EventLogs
import NavigationModel
import Reporting
import UsabilityRules

/// The structure of an app whose log holds only screen views, and what rests on it.
extension InferredStructure {
  /// Infers it from the people of a log; nil if the log itself shows the structure.
  static func inferred(from people: People, map: AppMap, _ tables: LogTables, _ limits: SessionLimits) async throws
    -> InferredStructure?
  {
    var paths = ScreenPaths(map: NavigationMap(map, names: tables.names))
    var builder = SessionBuilder(limits)
    var sessions = 0
    var telling = 0
    try await people.forEach { _, events in
      paths.nextUser()
      for range in builder.build(&events).sessions {
        events.withUnsafeBufferPointer { all in
          let session = UnsafeBufferPointer(rebasing: all[range])
          guard session.contains(where: \.isNavigation) else { return }
          sessions += 1
          if session.contains(where: \.isEvidenceOfStructure) { telling += 1 }
          paths.add(session)
        }
      }
      return !paths.isFull
    }
    // Structure is known if one session in a hundred shows it (Method.md).
    guard sessions > 0, telling * 100 < sessions else { return nil }
    return InferredStructure(paths, map: map, names: tables.names)
  }

  /// The terminal's notes on the inferred structure, or on whether inference would help.
  static func notes(_ options: AuditOptions, _ structure: InferredStructure?, _ figures: AuditInput) -> [String] {
    if let structure, !structure.isSeen {
      return ["no structure was inferred: no screens are chosen from everywhere alike, as tabs are"]
    }
    if let structure {
      let guessed = Set(figures.scope.map.guess?.tabs ?? [])
      let tabs = (structure.tabs + (structure.more.map { [$0] } ?? []))
        .filter { guessed.contains($0 == structure.more ? structure.moreTab ?? "" : $0.screen) }
        .map { "\($0.screen) (\(Int(($0.confidence * 100).rounded()))%)" }
      var guesses = tabs.isEmpty ? [] : ["tabs \(Wording.list(tabs, "and"))"]
      if !structure.menuItems.isEmpty {
        guesses.append("from a menu \(Wording.list(structure.menuItems.map(\.screen), "and"))")
      }
      if !structure.modals.isEmpty { guesses.append("modal \(Wording.list(structure.modals.map(\.screen), "and"))") }
      if guesses.isEmpty { guesses = ["returns to tabs that kept their state"] }
      let advice = tabs.isEmpty ? "" : "; `navaudit init` writes it to an app map with reasons"
      return ["inferred structure: \(guesses.joined(separator: "; "))\(advice)"]
    }
    if options.infersStructure { return ["nothing was inferred: the log itself shows the structure"] }
    if figures.measures.totals.sessionsWithSteps > 0, !figures.scope.structureKnown {
      return figures.measures.isSite(figures.scope)
        ? ["the site's log shows pages alone: one event, `stack`, would show levels and ways back"]
        : ["the log shows screens alone: one event, `stack`, would show tabs, levels and ways back"]
    }
    return []
  }

  static func settings(_ map: AppMap) -> [(name: String, value: String)] {
    guard let guess = map.guess else { return [] }
    var settings = [(name: "inferred tabs", value: guess.tabs.isEmpty ? "none" : guess.tabs.joined(separator: ", "))]
    if !guess.menuItems.isEmpty { settings.append(("inferred menu items", guess.menuItems.joined(separator: ", "))) }
    if !guess.modals.isEmpty { settings.append(("inferred modal screens", guess.modals.joined(separator: ", "))) }
    return settings
  }

  /// Marks findings that rest on inferred structure (rules on depth, paths, tabs and menus use it) as notes, and leaves
  /// out those on a bar that nobody has seen.
  static func marked(_ findings: [Finding], _ map: AppMap) -> [Finding] {
    guard let guess = map.guess else { return findings }
    return findings.compactMap { finding in
      guard let family = Rule.rule(finding.rule)?.family, family.restsOnStructure else { return finding }
      if family == .tabs, !guess.tabs.isEmpty { return nil }
      var finding = finding
      finding.severity = .info
      finding.message += " (rests on inferred structure)"
      return finding
    }.sorted { $0.precedes($1) }
  }
}
