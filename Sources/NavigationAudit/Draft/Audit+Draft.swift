import AppMaps
import EventLogs
import Foundation
import NavigationModel
import NavigationStore
import Reporting
import UsabilityRules

extension Audit {
  /// Reads logs and drafts an app map for them, without writing anything. A map in `options` is used for reading: its
  /// columns, events and names.
  public func draftMap() async throws -> MapDraft {
    var loaded = try LoadedMap(file: options.map, logs: [], options: options)
    var found = try LogInputs.find(options.logs)
    try found.readHeads()
    let inputs = found.inputs
    let reading = try await LogDraft.read(inputs, map: loaded.map, format: options.format, workers: options.tasks)
    if loaded.text == nil, let reading, reading.odd != nil || reading.columns.problem != nil,
      let refusal = reading.refusal(of: options.logs, files: inputs.map(\.name))
    {
      throw refusal
    }
    if let reading { loaded.map = reading.completing(loaded.map) }
    let read = try await WordsOfLog(self, loaded, found)
    let loadedLogs = read.loadedLogs
    let tables = read.tables
    var draft = MapDraft()
    draft.notes = Pipeline(options: options, loaded: loaded, tables: tables).notes(on: loadedLogs)
    draft.events = loadedLogs.log.tally.events
    var words = read.words
    words.names = tables.names.snapshot()
    words.unknownEvents = loadedLogs.log.tally.unknownEvents
    let sources = loadedLogs.log.sources
    let ids = NamesWithIDs(words.screens)
    let said = loaded.map
    var map = said
    map.screenNames += ids.rules.filter(\.isSure).map { AppMap.ScreenName(pattern: $0.pattern, name: $0.name) }
    draft.structure = try await InferredStructure.inferred(from: read.people, map: map, tables, options.limits(map))
    let labels = LabelPairs(
      try await LabelUse(read.people, map: map, tables: tables, limits: options.limits(map)),
      names: tables.names.snapshot())
    let writer = MapDraftWriter(
      words: words, ids: ids, labels: labels, structure: draft.structure, draft: reading, map: said,
      uses: loadedLogs.log.tally.mappingUses,
      kept: loaded.text.map(MapDraftWriter.kept) ?? [])
    draft.tabs = writer.tabs
    draft.text = writer.text(sources: sources.map { (name: $0.shownName, format: $0.format) }, users: words.users)
    return draft
  }
}

extension LabelUse {
  fileprivate init(_ people: People, map: AppMap, tables: LogTables, limits: SessionLimits) async throws {
    self.init(map: NavigationMap(map, names: tables.names))
    var builder = SessionBuilder(limits)
    let segments = tables.segments.snapshot()
    try await people.forEach { _, events in
      let locale = events.lazy.map { segments[Int($0.segment.rawValue)].locale }.first(where: \.isKnown)
      nextUser(language: locale.map { Segment.language(ofLocale: tables.names.text($0)) })
      guard locale != nil else { return true }
      let ranges = builder.build(&events).sessions
      events.putTouchesFirst()
      for range in ranges {
        events.withUnsafeBufferPointer { all in
          add(UnsafeBufferPointer(rebasing: all[range])) { tables.names.names(ofList: $0) }
        }
      }
      return !isFull
    }
    endUser()
  }
}

extension AppMap {
  /// Whether it only says how times are written, which leaves the rest to be found.
  /// - Parameter given: the number of columns that the options name.
  fileprivate func saysOnlyTimes(besides given: Int) -> Bool {
    var rest = self
    rest.times = .standard
    rest.columns = []
    rest.timeZone = nil
    return rest == AppMap() && columns.count == given && times != .standard
  }

  /// The line under `events` that reads an unmapped event: the field that tells it is the one in which the map finds
  /// the event's name. What has one word of navigation among others is left out.
  func line(for event: ReportContents.UnknownEvent) -> String? {
    guard let likely = event.likelyKind else { return nil }
    let kind = NameWords(event.event).kind == nil ? EventKind.other.word : likely
    var assignments = [FieldSource.Assignment(field: "event", source: .constant(kind))]
    if kind == EventKind.screenView.word, let name = NameWords.subject(of: event.event), name != event.event {
      assignments.append(.init(field: "screen", source: .constant(name)))
    }
    let path = columns.first { $0.field == "event" }?.paths.first ?? ["event"]
    return EventMapping(conditions: [.init(path: path, text: event.event)], assignments: assignments).yaml
  }
}

extension LoadedMap {
  /// If no map is given or found and the log is not native: maps the columns and events whose meaning is certain, for
  /// this run.
  /// - Parameter found: the logs; the first bytes of streams are read.
  /// - Returns: notes for the reader: how the log is read.
  /// - Throws: ``AuditError`` if the log cannot be read so: what it lacks, or what is asked.
  mutating func draft(_ options: AuditOptions, _ found: inout LogInputs, logs: [String]? = nil) async throws -> [String]
  {
    if text != nil, !map.saysOnlyTimes(besides: options.columns.count) { return [] }
    let logs = logs ?? options.logs
    // What the options say is enough, but for what the events of a log mean.
    let isComplete = FieldPlan(columns: map.columns, events: []).isComplete
    if isComplete, !map.columns.contains(where: { $0.field == "event" }) { return [] }
    try found.readHeads()
    guard let draft = try await LogDraft.read(found.inputs, map: map, format: options.format, workers: options.tasks)
    else { return [] }
    if let refusal = draft.refusal(of: logs, files: found.inputs.map(\.name)) {
      if isComplete { return [] }
      throw options.columns.count < Self.mostQuestions ? refusal : draft.mapToFillIn(map, logs) ?? refusal
    }
    for part in draft.events.parts where !part.isKnown && (part.kind == nil || !part.isSure) {
      let known = guesses[part.word]
      if known?.kind == nil || (part.kind != nil && known?.confidence ?? 0 < part.confidence) {
        guesses[part.word] = part
      }
    }
    let completed = draft.completing(map)
    guard completed != map else { return [] }
    map = completed
    origin = .draft
    file = nil
    text = MapDraftWriter(words: LogWords(), ids: NamesWithIDs([]), structure: nil, draft: draft, map: map).mappings
    let notes = draft.notes(on: logs, map)
    func isReading(_ note: Text) -> Bool { note.plain.hasPrefix("Read as: ") }
    self.reading = Array(notes.prefix { !isReading($0) }) + notes.filter(isReading)
    return notes.map(\.plain)
  }
}

extension LoadedMap {
  /// After so many answers there is a map to fill in, not another question.
  fileprivate static let mostQuestions = 2
}

extension LogDraft {
  private func what(_ field: String) -> String {
    ["time": "the time", "user": "the user", "event": "the event"][field] ?? "the screen"
  }

  /// Writes a map beside the log, with what was found and a guess for what was not, and says so.
  /// - Returns: nil if there is nothing to guess, or the folder cannot be written to.
  fileprivate func mapToFillIn(_ map: AppMap, _ logs: [String]) -> AuditError? {
    guard let question = answers.first, let log = logs.first else { return nil }
    var draft = completing(map)
    for (field, key) in answers where !draft.columns.contains(where: { $0.field == field }) {
      draft.columns.append(.init(field: field, source: .path(path(key))))
    }
    let others = columns.ignored.prefix(12).map { $0.replacing(RecordFlattener.separator, with: ".") }
    let text =
      MapDraftWriter(words: LogWords(), ids: NamesWithIDs([]), structure: nil, draft: self, map: draft).mappings
      + "# `\(question.field)` is a guess. Other columns: \(others.joined(separator: ", "))\n"
    let folder = log.lastIndex(of: "/").map { String(log[...$0]) } ?? ""
    let file = folder + "navaudit.yml"
    guard !FileManager.default.fileExists(atPath: file),
      FileManager.default.createFile(atPath: file, contents: Data(text.utf8))
    else { return nil }
    return AuditError(
      """
      \(logs.joined(separator: ", ")): \(what(question.field)) is not certain either; \(file) has what was found, and a guess \
      for the rest: correct it, and run the command again without --columns
      """)
  }

  /// Why logs without a map cannot be read without an answer.
  fileprivate func refusal(of logs: [String], files: [String]) -> AuditError? {
    guard export == nil else { return nil }
    let name = odd?.file ?? logs.joined(separator: ", ")
    func shown(_ key: String) -> String { key.replacing(RecordFlattener.separator, with: ".") }
    let asked = answers.map { "`\(shown($0.key))` \(what($0.field))" }.joined(separator: ", and ")
    let options = answers.map { "--columns \(Wording.argument("\($0.field)=\(shown($0.key))"))" }
    let question = answers.isEmpty ? nil : "is \(asked)? Then add \(options.joined(separator: " "))"
    let found =
      columns.columns.prefix(8).map { "`\(shown($0).prefix(60))`" }.joined(separator: ", ")
      + (columns.columns.count > 8 ? ", …" : "")
    let reason: String? =
      switch columns.problem {
      case .daysOnly(let key):
        "`\(shown(key))` has days only: the order within a day is not known; export the time of each event"
      case .clocksOnly(let key): "`\(shown(key))` has times of day without a date; \(Self.dating(files))"
      case .paths(let key, let example):
        """
        `\(shown(key))` has all screens of a session in one row (\(example.prefix(80)) …), without their times; export \
        one row for each screen, with the time at which it was shown
        """
      case .process(let key):
        """
        the rows of a `\(shown(key))` are hours apart: cases of a process, not visits of people; export one row for \
        each screen that was shown, with its time and its user, or name the user with --columns user=COLUMN
        """
      case .noEventLog(let thing):
        """
        one row for each \(thing), not for each event; export one row for each event, with its time, its user, and \
        the screen that was shown
        """
      case .noTime: "no times among \(found); name them with --columns time=COLUMN, or export the time of each event"
      case .nobody(_?): "neither a user nor a session is certain: \(question ?? "")"
      case .nobody(nil):
        """
        neither a user nor a session among \(found); name one with --columns user=COLUMN, or export an id of the user \
        (of one person, too: the same id in each row)
        """
      case .nothing(_?): "no screen is certain: \(question ?? "")"
      case .nothing(nil): "no screen and no event among \(found); name one with --columns screen=COLUMN"
      case nil:
        if let value = columns.ambiguousDate {
          """
          no time shows whether the day or the month comes first (\(value)); write `times: {order: day-first}` or \
          `times: {order: month-first}` to navaudit.yml
          """
        } else if let question {
          question
        } else if odd != nil {
          "its columns \(found) have other meanings or other kinds of events"
        } else {
          nil
        }
      }
    var apart = odd.map { "; \($0.other) is read otherwise: leave one of them out, or analyze one at a time" } ?? ""
    if lacksHeader { apart += "; the table has no header: write the names of its columns in its first line" }
    return reason.map { AuditError("\(name): \($0)\(apart)") }
  }

  private static let dated: Pattern = #"\d{4}-\d\d-\d\d.*\.[ct]sv"#

  /// How to add the date that the names of files may hold.
  private static func dating(_ files: [String]) -> String {
    guard let name = files.first(where: dated.isFound), let end = name.lastIndex(of: ".")
    else {
      return "export the date, too"
    }
    let folder = name[..<(name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex)]
    return
      """
      the names of the files have it, so add it as a column: duckdb -c \"COPY (SELECT * EXCLUDE filename, \
      regexp_extract(filename, '\\d{4}-\\d\\d-\\d\\d') AS date FROM read_csv('\(folder)*\(name[end...])', filename = \
      true, all_varchar = true)) TO 'events.csv'\"
      """
  }

  /// How the log is read: its columns are names of somebody else.
  fileprivate func notes(on logs: [String], _ map: AppMap) -> [Text] {
    var parts: [Text] = export.map { ["\($0)"] } ?? []
    let order = ["user", "session", "time", "event", "screen"]
    func rank(_ field: String) -> Int { order.firstIndex(of: field) ?? order.count }
    func shown(_ key: String) -> Text { Text(name: key.replacing(RecordFlattener.separator, with: ".")) }
    func shown(_ part: ColumnReading.Part) -> Text {
      part.others.isEmpty
        ? part.keys.map { shown($0) }.joined(by: " + ") : part.all.map { shown($0) }.joined(by: " or ")
    }
    var unsure: [String] = []
    if export == nil {
      for part in columns.parts.sorted(by: { rank($0.field) < rank($1.field) })
      where part.isSure || rank(part.field) < order.count {
        parts.append("\(part.field) = \(shown(part))" + (part.confidence < 0.85 ? "?" : ""))
        if part.confidence < 0.85 { unsure.append(part.field) }
      }
    }
    // A column that gives the screen or the choice of some kinds of events is read, so it is not listed as ignored.
    let ofEvents = map.events.flatMap(\.assignments)
    for field in ["screen", "target"] where columns.key(field) == nil {
      let names = Set(ofEvents.filter { $0.field == field }.flatMap(\.paths).map { $0.joined(separator: ".") })
      if !names.isEmpty {
        parts.append("\(field) = \(Text.names(names.sorted { $0.precedesByScalars($1) }, " or "))")
      }
    }
    if !map.events.isEmpty {
      parts.append("\(Wording.count(map.events.count, "kind of event", "kinds of events")) mapped")
    }
    let read = Set(ofEvents.flatMap(\.paths).map { $0.joined(separator: ".") } + NativeField.allCases.map(\.word))
    let ignored =
      export == nil
      ? columns.ignored.map { $0.replacing(RecordFlattener.separator, with: ".") }.filter { !read.contains($0) } : []
    var line = "Read as: " + parts.joined(by: ", ")
    if !ignored.isEmpty {
      line += "; ignored: " + ignored.prefix(8).map { Text(name: $0) }.joined(by: ", ")
      if ignored.count > 8 { line += " and \(ignored.count - 8) more" }
    }
    if let encoding { line += "; text taken for \(encoding)" }
    if lacksHeader { line += "; the table has no header: its columns are called c1, c2 and so on" }
    var notes = [line]
    if columns.sessionsAreUsers { notes.insert("The log names no users: each session counts as one", at: 0) }
    if columns.countsFromStart {
      notes.insert("Times are counted from each session's start: order and stays are known, days are not", at: 0)
    }
    if let field = unsure.first {
      notes.append("If the \(field) is another column: \(command: "--columns \(field)=COLUMN")")
    }
    let questions = events.unsure.sorted { ($1.count, $0.word) < ($0.count, $1.word) }
    var last: Text = "\(command: "navaudit init \(logs.joined(separator: " "))") writes this to a map"
    if let first = questions.first {
      last +=
        """
        , with \(Wording.count(questions.count, "kind of event", "kinds of events")) to decide, such as \
        \(command: first.word)
        """
    }
    return notes + [last]
  }
}
