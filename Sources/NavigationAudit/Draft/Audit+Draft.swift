import AppMaps
import EventLogs
import Foundation
import MapDrafting
import NavigationModel
import NavigationStore

extension Audit {
  /// Reads logs and drafts an app map for them, without writing anything. A map in `options` is used for reading: its columns, events and names.
  public func draftMap() async throws -> MapDraft {
    var loaded = try LoadedMap(file: options.map, logs: [], columns: options.columns)
    let reading = try await LogDraft.read(
      try LogInputs.find(options.logs).inputs, map: loaded.map, format: options.format, workers: options.workers)
    if let reading { loaded.map = reading.completing(loaded.map) }
    let tables = LogTables(for: loaded.map)
    let intake = try await LogIntake(options: options, map: loaded.map, tables: tables).read(
      LogInputs.find(options.logs), spillingTo: FileManager.default.temporaryDirectory.path, progress: progress.reading)
    var draft = MapDraft()
    draft.notes = ModelBuilder(options: options, loaded: loaded, tables: tables).notes(on: intake)
    draft.events = intake.log.tally.events
    let (blocks, file) = intake.spool.takeBlocks(where: { _ in true })
    let users = tables.users.takeEntries()
    let parts = try await EventParts(
      blocks, in: file, users: UserDirectory(users: users, key: PseudonymKey(ofUsers: users)), budget: options.budget, workers: options.workers,
      folder: intake.spillFolder)
    func people(of part: Int) async throws -> PeopleOfLog { try await PeopleOfLog(parts.load(part), chunkEvents: options.budget.chunkEvents) }
    var counts = WordCounts()
    for part in 0..<parts.count { try await counts.add(people(of: part)) }
    let words = LogWords(counts, intake.log.tally.unknownEvents, tables.names.snapshot())
    let sources = intake.log.sources
    let ids = NamesWithIDs(words.screens)
    let said = loaded.map
    var map = said
    map.screenNames += ids.rules.filter(\.isSure).map { AppMap.ScreenName(pattern: $0.pattern, name: $0.name) }
    draft.structure = try await StructureGuessing(map: map, tables: tables, limits: options.sessionLimits).structure(sources: parts.count, people)
    let writer = MapDraftWriter(words: words, ids: ids, structure: draft.structure, draft: reading, map: said, kept: loaded.text.map(AppMapText.kept) ?? [])
    draft.tabs = writer.tabs
    draft.text = writer.text(sources: sources.map { (name: $0.shownName, format: $0.format) }, users: words.users)
    return draft
  }
}

extension WordCounts {
  fileprivate mutating func add(_ people: PeopleOfLog) {
    var events: [Event] = []
    while let chunk = people.next() {
      for index in 0..<people.people(of: chunk) {
        _ = people.load(index, of: chunk, into: &events)
        if !events.isEmpty { addUser() }
        for event in events { add(event) }
      }
    }
  }
}
