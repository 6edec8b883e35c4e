import EventLogs
import NavigationModel

/// The meaning of a log's records: its columns and its events, with their confidence.
package struct LogDraft: Sendable {
  package var columns = ColumnReading([])
  package var events = EventReading()
  /// The name of the export; nil for a log with its own fields.
  package var export: String?
  /// Fields of the log with the name of a native one and another meaning.
  package var misleading: [String] = []
  /// Whether the log uses the field names of the native format, so native event names need no mapping.
  package var hasNativeColumns = false
  /// The field of the event's name, as in an app map.
  package var eventKey = "event"
  /// The prefix of the keys of event properties that the map calls `params`.
  package var properties: String?

  /// Whether all important parts are certain: then the log can be read with it at once.
  package var isSure: Bool { (export != nil || columns.isSure) && events.unsure.isEmpty }

  /// The most records of a log that are sampled, by complete users.
  private static let enough = 40_000

  /// - Parameter map: what is already known: its columns are not inferred again.
  /// - Returns: nil if nothing needs mapping: the log is native, or in a format that defines everything.
  package static func read(_ inputs: [LogInput], map: AppMap, format: String?, workers: Int) async throws -> LogDraft? {
    let scan = RecordScan(inputs, plan: FieldPlan(columns: map.columns, events: []), format: format)
    let heads = try scan.heads().filter { $0.shape != .closed && !$0.records.isEmpty }
    guard let first = heads.first else { return nil }
    var draft = LogDraft()
    let keys: (user: [String], time: [String], word: [String], screen: [String])
    var kinds: [String: EventKind] = [:]
    switch first.shape {
    case .closed: return nil
    case .export(let export):
      draft.export = export.name
      draft.properties = export.properties
      keys = (export.user, export.time, export.event, export.screen)
      kinds = export.kinds
    case .json, .table:
      let isNative = map.columns.isEmpty && heads.allSatisfy { ColumnReading.isNative($0.records) }
      draft.hasNativeColumns = isNative
      if isNative, heads.allSatisfy({ hasNativeWords($0.records) }) { return nil }
      draft.columns = map.columns.isEmpty && !isNative ? ColumnReading(heads.flatMap(\.records)) : ColumnReading(map)
      guard let time = draft.columns.key("time"), let user = draft.columns.key("user"), let word = draft.columns.key("event") else { return draft }
      keys = ([user], [time], [word], isNative ? ["screen"] : [])
      draft.eventKey = word
      let taken = Set(draft.columns.parts.map(\.key))
      let native = Set(NativeField.allCases.map(\.word))
      var present: Set<String> = []
      for head in heads { for fields in head.records { for (key, _) in fields where native.contains(key) && !taken.contains(key) { present.insert(key) } } }
      draft.misleading = isNative ? [] : present.subtracting(draft.columns.parts.map(\.field)).sorted()
    }
    // Sample users whose hash ends in this number of zeros, so that enough records remain.
    // Compressed logs have about a tenth of their size.
    let sizes = inputs.compactMap(\.size).reduce(0, +) * (heads.contains(where: \.isPacked) ? 10 : 1)
    let perRecord = max(1, first.bytes / max(1, first.records.count))
    let zeros = zeros(sampling: sizes / perRecord)
    let records = try await scan.records(users: Dictionary(uniqueKeysWithValues: heads.map { ($0.name, keys.user) }), zeros: zeros, workers: workers)
    let survey = draft.survey(records, keys, kinds)
    var reader = EventReader(survey)
    draft.events = reader.read()
    return draft
  }

  /// In how many zero bits the hash of a user must end, so that enough of some number of records remain.
  static func zeros(sampling records: Int) -> Int {
    var zeros = 0
    while records >> zeros > enough { zeros += 1 }
    return zeros
  }

  private static func hasNativeWords(_ records: [RecordScan.Fields]) -> Bool {
    Set(records.compactMap { $0.first { $0.key == "event" }?.text }).allSatisfy { EventKind(word: $0) != nil }
  }

  private func survey(
    _ records: [(source: String, fields: RecordScan.Fields)], _ keys: (user: [String], time: [String], word: [String], screen: [String]),
    _ kinds: [String: EventKind]
  ) -> LogSurvey {
    var survey = LogSurvey()
    let used = Set(keys.user + keys.time + keys.word + columns.parts.map(\.key))
    for (_, fields) in records {
      func text(_ keys: [String]) -> String? {
        for key in keys { if let field = fields.first(where: { $0.key == key }) { return field.text } }
        return nil
      }
      guard let user = text(keys.user), var word = text(keys.word), let time = text(keys.time), let microseconds = microseconds(time) else { continue }
      var known = hasNativeColumns ? EventKind(word: word) : kinds[word]
      // In Segment and RudderStack, the type of a call says that a screen was shown.
      if export == "segment", let type = text(["type"]), type == "screen" || type == "page" { (word, known) = (type, .screenView) }
      // The formats read what products capture automatically.
      if export != nil, known == nil, word.hasPrefix("$") || word.hasPrefix("[") { known = .tap }
      let own =
        properties.map { prefix in fields.filter { $0.key.hasPrefix(prefix) && !$0.key.dropFirst(prefix.count).hasPrefix("$") } }
        ?? fields.filter { !used.contains($0.key) }
      survey.add(user: user, time: microseconds, word: word, known: known, screen: known == .screenView ? text(keys.screen) ?? "" : "", fields: own)
    }
    survey.finish()
    return survey
  }

  private func microseconds(_ text: String) -> Int64? {
    text.withUTF8Bytes { bytes in
      if case .microseconds(let time, _) = Timestamp(bytes, columns.times) { return time }
      return nil
    }
  }
}

extension ColumnReading {
  /// The columns in a map.
  init(_ map: AppMap) {
    self.init([])
    times = map.times
    for assignment in map.columns {
      let path: [String]? =
        switch assignment.source {
        case .path(let path): path
        case .firstOf(let paths): paths.first
        case .constant: nil
        }
      if let path {
        parts.append(Part(field: assignment.field, key: path.joined(separator: RecordFlattener.separator), confidence: 1, reason: "the map says so"))
      }
    }
    for field in ["time", "user", "event"] where key(field) == nil { parts.append(Part(field: field, key: field, confidence: 1, reason: "its name")) }
  }
}

// MARK: - As a map

extension LogDraft {
  /// A path in the syntax of app maps.
  package func path(_ key: String) -> [String] {
    if let properties, key.hasPrefix(properties) {
      return ["params"] + [key.dropFirst(properties.count).replacing(RecordFlattener.separator, with: ".")].map(String.init)
    }
    return key.split(separator: RecordFlattener.separator).map(String.init)
  }

  /// A map with everything that is certain. What the map already declares is unchanged.
  package func completing(_ map: AppMap) -> AppMap {
    var map = map
    if export == nil, map.columns.isEmpty {
      for part in columns.parts where part.confidence >= EventReading.Part.sure || ["time", "user", "event"].contains(part.field) {
        if part.key != part.field { map.columns.append(.init(field: part.field, source: .path(path(part.key)))) }
      }
      for field in misleading { map.columns.append(.init(field: field, source: .constant(""))) }
      map.times = columns.times
    }
    let mappings = events.parts.filter { $0.isSure && !$0.isKnown }.compactMap(mapping)
    let known = Set(map.events.map { "\($0.conditions)" })
    map.events += mappings.filter { !known.contains("\($0.conditions)") }
    return map
  }

  /// The mapping of a part; nil if it is not navigation.
  package func mapping(_ part: EventReading.Part) -> EventMapping? {
    guard let kind = part.kind else { return nil }
    // A native event name is understood unchanged; in an export, it is a name like any other.
    let isNative = export == nil && part.word == kind.word && part.conditions.isEmpty
    if isNative, [part.target, part.screen, part.container].allSatisfy({ $0 == nil }) { return nil }
    var assignments: [FieldSource.Assignment] = [.init(field: "event", source: .constant(kind.word))]
    if let target = part.target { assignments.append(.init(field: "target", source: .path(path(target)))) }
    if let screen = part.screen { assignments.append(.init(field: "screen", source: .path(path(screen)))) }
    if let container = part.container { assignments.append(.init(field: "container", source: .path(path(container)))) }
    let word = EventMapping.Condition(path: export == nil ? path(eventKey) : ["event"], text: part.word)
    return EventMapping(conditions: [word] + part.conditions.map { .init(path: path($0.key), text: $0.text) }, assignments: assignments)
  }
}
