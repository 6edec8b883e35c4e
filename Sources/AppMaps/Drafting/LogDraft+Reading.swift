import EventLogs
import Foundation
import NavigationModel

/// How a draft is made of samples of a log.
extension LogDraft {
  /// The most records of a log that are sampled, by complete users.
  private static let enough = 40_000
  /// The most lists in records that are tried.
  private static let mostLists = 4

  /// - Parameter map: what is already known: its columns are not inferred again.
  /// - Returns: nil if nothing needs mapping: the log is native, or in a format that defines everything.
  package static func read(_ inputs: [LogInput], map: AppMap, format: String?, workers: Int) async throws -> LogDraft? {
    var scan = RecordScan(inputs, plan: FieldPlan(columns: map.columns, events: []), format: format)
    if map.columns.isEmpty {
      let heads = try scan.heads(onlyFirst: true)
      if heads.allSatisfy({ $0.shape == .closed || (ColumnReading.isNative($0.records) && isNative($0.records)) }) {
        return nil
      }
    }
    var heads = try scan.heads().filter { $0.shape != .closed && !$0.records.isEmpty }
    guard let first = heads.first else { return nil }
    var draft = LogDraft()
    draft.encoding = heads.lazy.compactMap(\.encoding).first
    let keys: (user: [String], time: [String], word: [String], screen: [String])
    var kinds: [String: EventKind] = [:]
    switch first.shape {
    case .closed: return nil
    case .export(let export, _):
      draft.export = export.name
      draft.properties = export.properties
      keys = (export.user, export.time, export.event, export.screen)
      kinds = export.kinds
    case .json, .table:
      let isNative = map.columns.isEmpty && heads.allSatisfy { ColumnReading.isNative($0.records) }
      draft.hasNativeColumns = isNative
      if isNative, heads.allSatisfy({ Self.isNative($0.records) }) { return nil }
      var sample = heads.flatMap(\.records)
      let given = map.columns.isEmpty && map.times == .standard ? nil : ColumnReading(given: map)
      let namesEvent = map.columns.contains { $0.field == "event" }
      let isComplete = !namesEvent && FieldPlan(columns: map.columns, events: []).isComplete
      draft.columns = isNative || isComplete ? ColumnReading(map) : ColumnReading(sample, given: given)
      draft.lacksHeader = heads.contains(where: \.shape.lacksHeader)
      if heads.count > 1, map.columns.isEmpty, !isNative { draft.readApart(heads, given) }
      if first.shape == .json, !isNative, !isComplete {
        // A list in each record holds the events: the outermost one with times of its own, or the longest.
        var best: (heads: [RecordScan.Head], columns: ColumnReading, list: String)?
        for list in first.lists.prefix(Self.mostLists)
        where draft.columns.problem != nil || list.count > 2 * sample.count {
          scan.list = list.path
          let split = try scan.heads().filter { !$0.records.isEmpty }
          let columns = ColumnReading(split.flatMap(\.records), given: given)
          guard !split.isEmpty, columns.problem == nil, draft.columns.problem != nil || columns.isTrail(list.path)
          else { continue }
          if let best {
            let isOutside = !best.columns.holdsTime(best.list) || best.list.hasPrefix(list.path)
            guard isOutside, columns.holdsTime(list.path) else { continue }
          }
          best = (split, columns, list.path)
        }
        scan.list = best?.list
        if let best {
          heads = best.heads
          draft.columns = best.columns
          sample = heads.flatMap(\.records)
        }
      }
      draft.ask(sample, given)
      if draft.columns.problem != nil || draft.odd != nil { return draft }
      draft.hasNativeEvents = draft.columns.key("event") == "event" && hasNativeWords(sample)
      draft.bare = bareKinds(sample)
      draft.misleading = isNative || isComplete || draft.hasNativeEvents ? [] : draft.misleadingFields(sample)
      guard draft.columns.key("time") != nil, draft.columns.key("user") != nil else { return draft }
      guard let word = draft.columns.key("event") else {
        draft.foldNames(sample, draft.columns.keys("screen"))
        return draft
      }
      keys = (
        draft.columns.keys("user"), draft.columns.keys("time"), draft.columns.keys("event"), isNative ? ["screen"] : []
      )
      draft.eventKey = word
    }
    // Sample users whose hash ends in this number of zeros, so that enough records remain. Compressed logs have about a
    // tenth of their size.
    let sizes = inputs.compactMap(\.size).reduce(0, +) * (heads.contains(where: \.isPacked) ? 10 : 1)
    let perRecord = max(1, first.bytes / max(1, first.records.count))
    let zeros = zeros(sampling: sizes / perRecord)
    let records = try await scan.records(
      users: Dictionary(heads.map { (NameText($0.name), keys.user) }) { first, _ in first }, zeros: zeros,
      workers: workers)
    let survey = draft.survey(records, keys, kinds)
    if let user = draft.columns.parts.first(where: { $0.field == "user" }), user.confidence < 1,
      !NameWords(user.key).concepts.contains(.user), survey.isOfProcess
    {
      draft.columns.problem = .process(user.key)
      return draft
    }
    var reader = EventReader(survey, place: draft.columns.place.flatMap { $0.isSure ? $0.key : nil })
    draft.events = reader.read()
    draft.settle(records.map(\.fields), survey)
    return draft
  }

  /// Tries the answers to what has to be asked. What reads nothing is not proposed.
  private mutating func ask(_ sample: [RecordScan.Fields], _ given: ColumnReading?) {
    guard odd == nil, let question = columns.question else { return }
    answers = ColumnReading.answers(sample, given: given) ?? []
    guard answers.isEmpty else { return }
    switch question.field {
    case "time": columns.problem = .noTime
    case "user": columns.problem = .nobody(likeliest: nil)
    default: columns.problem = .nothing(likeliest: nil)
    }
  }

  /// Reads the columns of files that have others than the rest by themselves.
  private mutating func readApart(_ heads: [RecordScan.Head], _ given: ColumnReading?) {
    if heads.allSatisfy({ columns.fits($0.records) }) { return }
    var groups: [(name: String, reading: ColumnReading)] = []
    for head in heads where !groups.contains(where: { $0.reading.fits(head.records) }) {
      groups.append((head.name, ColumnReading(head.records, given: given)))
    }
    guard let first = groups.firstIndex(where: \.reading.isSure), groups.count > 1 else { return }
    let base = groups.remove(at: first)
    columns = base.reading
    for group in groups where !columns.take(group.reading) {
      columns = group.reading
      odd = (group.name, base.name)
      return
    }
  }

  /// Fields of the log with the name of a native one and another meaning. Those that separate people are never among
  /// them.
  private func misleadingFields(_ records: [RecordScan.Fields]) -> [String] {
    let taken = Set(columns.parts.flatMap(\.all))
    let kept: Set<NativeField> = [.platform, .osVersion, .appVersion, .device, .locale, .variant]
    let native = Set(NativeField.allCases.filter { !kept.contains($0) }.map(\.word))
    var present: Set<String> = []
    for fields in records {
      for (key, _) in fields where !taken.contains(key) {
        // What is an object here may be text in other records.
        let name = key.prefix { String($0) != RecordFlattener.separator }
        if native.contains(String(name)), !taken.contains(String(name)) { present.insert(String(name)) }
      }
    }
    return present.subtracting(columns.parts.map(\.field)).sorted()
  }

  /// Decides what the screens are if no kind of event shows them for certain.
  private mutating func settle(_ records: [RecordScan.Fields], _ survey: LogSurvey) {
    let shown = events.parts.filter { ($0.kind == .screenView || $0.kind == .push || $0.kind == .stack) && $0.isSure }
    if export != nil {
      let own = shown.compactMap(\.screen)
      var names = Set(survey.records.lazy.map { survey.texts[$0.screen] }.filter { !$0.isEmpty })
      for fields in records { for field in fields where own.contains(field.key) { names.insert(field.text) } }
      return foldNames(names)
    }
    // The screen that an option names beside a guess for the event, or a column that behaves like places.
    let given = columns.parts.first { $0.field == "screen" && $0.confidence == 1 }
    if let place = given ?? columns.place, !hasNativeColumns, !events.parts.isEmpty, !events.holdsAsides,
      events.parts.allSatisfy({ $0.isPlace || !$0.isSure || $0.kind == nil }),
      events.parts.contains(where: \.isPlace)
        || given != nil && columns.parts.contains(where: { $0.field == "event" && $0.confidence < 1 })
    {
      // Each row says where the user was.
      columns.ignored += columns.keys("event")
      if columns.columns.contains(where: { $0.split(separator: RecordFlattener.separator).first == "event" }) {
        misleading.append("event")
      }
      columns.parts = columns.parts.filter { $0.field != "event" && $0.field != "screen" } + [place]
      columns.ignored.removeAll { $0 == place.key }
      events = EventReading()
    }
    let named = shown.filter { $0.screenName != nil }.reduce(0) { $0 + $1.count }
    if columns.eventsArePlaces, !hasNativeColumns || shown.isEmpty, shown.allSatisfy({ $0.screenName != nil }),
      columns.key("event") != nil,
      named * 2 < events.parts.reduce(0, { $0 + $1.count })
    {
      takeEventsAsPlaces()
    }
    let keys = columns.key("event") == nil ? [] : Set(shown.compactMap(\.screen))
    foldNames(records, keys.count == 1 ? Array(keys) : columns.keys("screen"))
  }

  private mutating func takeEventsAsPlaces() {
    let places = events.parts.filter { $0.conditions.isEmpty && !$0.isKnown && NameActs.isPlace($0.word) }
    guard let first = places.first, places.count > 1 else { return }
    let words = Set(places.map(\.word))
    events.parts.removeAll { $0.conditions.isEmpty && words.contains($0.word) }
    var part = first
    part.kind = .screenView
    part.screen = eventKey
    part.screenName = nil
    part.target = nil
    part.container = nil
    part.otherWords = places.dropFirst().map(\.word)
    part.count = places.reduce(0) { $0 + $1.count }
    part.confidence = 0.85
    part.others = []
    part.reason = "the events are places: people share them, and go from one to the other"
    events.parts.append(part)
  }

  /// Rules for names with ids and addresses, of the screens in a column.
  private mutating func foldNames(_ records: [RecordScan.Fields], _ keys: [String]) {
    var names: Set<String> = []
    var blanks = 0
    for fields in records {
      let found = fields.filter { keys.contains($0.key) && !$0.text.isEmpty }
      names.formUnion(found.map(\.text))
      if found.isEmpty { blanks += 1 }
    }
    if columns.content == "screen", keys.count == 1, blanks > 0, blanks * Self.fewBlanks <= records.count {
      columns.requests.leaveOutBlanks(keys[0])
    }
    if keys.count == 1 { columns.requests.add(names, of: keys[0]) }
    foldNames(names)
  }

  private mutating func foldNames(_ names: Set<String>) {
    let sorted = names.sorted { $0.precedesByScalars($1) }
    screenNames = NamesWithIDs(sorted).sure
    markers = sorted.filter(Self.isMarker).map { "^\(NSRegularExpression.escapedPattern(for: $0))$" }
  }

  /// Of one row in so many, rows without a screen are no events; where there are more, they say at least that somebody
  /// was there.
  private static let fewBlanks = 5

  private static func isMarker(_ name: String) -> Bool { marker.matches(name) }
  private static let marker: Pattern =
    #"(?i)/?\(?(?:exit|entrance|(?:session|visit)[_ ]?(?:start|end)|app[_ ]?(?:open|close))\)?"#

  /// In how many zero bits the hash of a user must end, so that enough of some number of records remain.
  static func zeros(sampling records: Int) -> Int {
    var zeros = 0
    while records >> zeros > enough { zeros += 1 }
    return zeros
  }

  private static func hasNativeWords(_ records: [RecordScan.Fields]) -> Bool {
    Set(records.compactMap { $0.first { $0.key == "event" }?.text }).allSatisfy { EventKind(word: $0) != nil }
  }

  /// Whether records are written in native words, with the fields that these need.
  private static func isNative(_ records: [RecordScan.Fields]) -> Bool {
    hasNativeWords(records) && bareKinds(records).isEmpty
  }

  private static let nativeWords = Set(texts: NativeField.allCases.map(\.word))

  private static func bareKinds(_ records: [RecordScan.Fields]) -> Set<EventKind> {
    let needs: [EventKind: String] = [
      .screenView: "screen", .stack: "value", .tabSelect: "target", .moreSelect: "target", .menuSelect: "target",
    ]
    var found: [EventKind: Bool] = [:]
    for record in records {
      guard let word = record.first(where: { $0.key == "event" })?.text, let kind = EventKind(word: word),
        let need = needs[kind], found[kind] != true
      else { continue }
      // What lies beside the native fields may say it.
      found[kind] = record.contains { $0.key == need } || record.allSatisfy { nativeWords.contains(NameText($0.key)) }
    }
    return Set(found.filter { !$0.value }.keys)
  }

  private func survey(
    _ records: [(source: String, fields: RecordScan.Fields)],
    _ keys: (user: [String], time: [String], word: [String], screen: [String]),
    _ kinds: [String: EventKind]
  ) -> LogSurvey {
    var survey = LogSurvey()
    let used = Set(keys.user + keys.time + keys.word + columns.parts.flatMap(\.all))
    for (_, fields) in records {
      func text(_ keys: [String]) -> String? {
        for key in keys { if let field = fields.first(where: { $0.key == key }) { return field.text } }
        return nil
      }
      let parts = export == nil ? columns.parts.first { $0.field == "time" }?.keys ?? [] : []
      let time = parts.count > 1 ? parts.compactMap { text([$0]) }.joined(separator: " ") : text(keys.time)
      guard let user = text(keys.user), var word = text(keys.word), let time,
        let microseconds = Timestamp.microseconds(of: time, columns.times)
      else {
        continue
      }
      var known = hasNativeColumns || hasNativeEvents ? EventKind(word: word) : kinds[word]
      if let kind = known, bare.contains(kind) { known = nil }
      // In Segment and RudderStack, the type of a call says that a screen was shown.
      if export == "segment", let type = text(["type"]), type == "screen" || type == "page" {
        word = type
        known = .screenView
      }
      // Countly logs a view once more when people leave it, without `visit`.
      if word == "[CLY]_view", !fields.contains(where: { $0.key.contains("visit") }) { continue }
      if known == nil, UnreadEvent.ofLibraries.contains(word) { continue }
      // The formats read what products capture automatically.
      if export != nil, known == nil, word.hasPrefix("$") || word.hasPrefix("[") { known = .tap }
      let own =
        properties.map { prefix in
          fields.filter { $0.key.hasPrefix(prefix) && !$0.key.dropFirst(prefix.count).hasPrefix("$") }
        }
        ?? fields.filter { !used.contains($0.key) }
      survey.add(
        user: user, time: microseconds, word: word, known: known,
        screen: known == .screenView ? text(keys.screen) ?? "" : "", fields: own)
    }
    survey.finish()
    return survey
  }
}
