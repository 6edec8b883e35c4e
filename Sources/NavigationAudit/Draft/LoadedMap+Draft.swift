import AppMaps
import EventLogs
import NavigationModel
import UsabilityRules

extension LoadedMap {
  /// If no map is given or found and the log is not native: maps the columns and events whose meaning is certain, for this run.
  /// - Returns: notes for the reader.
  mutating func draft(_ options: AuditOptions) async throws -> [String] {
    guard case .none = origin else { return [] }
    let inputs = try LogInputs.find(options.logs).inputs
    guard let draft = try await LogDraft.read(inputs, map: map, format: options.format, workers: options.workers), draft.export != nil || draft.columns.isSure
    else { return [] }
    for part in draft.events.unsure where (guesses[part.word]?.confidence ?? 0) < part.confidence { guesses[part.word] = part }
    let completed = draft.completing(map)
    guard completed != map else { return [] }
    map = completed
    origin = .draft(text: MapDraftWriter(words: LogWords(), ids: NamesWithIDs([]), structure: nil, draft: draft, map: map).mappings)
    let events = map.events.isEmpty ? nil : Wording.count(map.events.count, "kind of event", "kinds of events")
    let what = [map.columns.isEmpty ? nil : "columns", events].compactMap(\.self).joined(separator: " and ")
    let rest = draft.events.unsure.count
    return [
      "read with a draft map (\(what)); `navaudit init \(options.logs.joined(separator: " "))` writes it to a file"
        + (rest > 0 ? ", with \(rest) it is not sure of" : "")
    ]
  }
}
