import AppMaps
import EventLogs
import NavigationModel
import NavigationStore

extension Audit {
  /// Reads logs and drafts an app map for them, without writing anything. A map in `options` is used for reading: its columns, events and names.
  public func draftMap() async throws -> MapDraft {
    var loaded = try LoadedMap(file: options.map, logs: [], options: options)
    let reading = try await LogDraft.read(
      try LogInputs.find(options.logs).inputs, map: loaded.map, format: options.format, workers: options.workers)
    if let reading { loaded.map = reading.completing(loaded.map) }
    let read = try await WordsOfLog(self, loaded, for: .draft)
    let (intake, tables) = (read.intake, read.tables)
    var draft = MapDraft()
    draft.notes = ModelBuilder(options: options, loaded: loaded, tables: tables).notes(on: intake)
    draft.events = intake.log.tally.events
    let words = LogWords(read.counts, intake.log.tally.unknownEvents, tables.names.snapshot())
    let sources = intake.log.sources
    let ids = NamesWithIDs(words.screens)
    let said = loaded.map
    var map = said
    map.screenNames += ids.rules.filter(\.isSure).map { AppMap.ScreenName(pattern: $0.pattern, name: $0.name) }
    draft.structure = try await StructureGuessing(map: map, tables: tables, limits: options.sessionLimits).structure(
      sources: read.partitions.count, read.people)
    let writer = MapDraftWriter(
      words: words, ids: ids, structure: draft.structure, draft: reading, map: said, uses: intake.log.tally.mappingUses,
      kept: loaded.text.map(AppMapText.kept) ?? [])
    draft.tabs = writer.tabs
    draft.text = writer.text(sources: sources.map { (name: $0.shownName, format: $0.format) }, users: words.users)
    return draft
  }
}
