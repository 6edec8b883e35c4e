import EventLogs
import NavigationModel

/// The meaning of a log's records: its columns and its events, with their confidence.
package struct LogDraft: Sendable {
  package var columns = ColumnReading()
  package var events = EventReading()
  /// The name of the export; nil for a log with its own fields.
  package var export: String?
  /// The encoding of the text, where it is guessed.
  package var encoding: String?
  /// The answers to what has to be asked, which were tried.
  package var answers: [(field: String, key: String)] = []
  /// A file that cannot be read as another one is.
  package var odd: (file: String, other: String)?
  /// Whether a table has no header, so that its columns are numbered.
  package var lacksHeader = false
  /// Fields of the log with the name of a native one and another meaning.
  package var misleading: [String] = []
  /// Whether the log uses the field names of the native format, so native event names need no mapping.
  package var hasNativeColumns = false
  /// Whether its events are native ones, so that its other fields with native names are native, too.
  var hasNativeEvents = false
  /// Native kinds whose own field no record has: what lies beside it may say it.
  var bare: Set<EventKind> = []
  package var eventKey = "event"
  package var screenNames: [AppMap.ScreenName] = []
  /// Names that only mark where a visit begins or ends: what stands before them is where people leave.
  package var markers: [String] = []
  /// The prefix of the keys of event properties that the map calls `params`.
  package var properties: String?

  /// Whether all important parts are certain: then the log can be read with it at once.
  package var isSure: Bool { (export != nil || columns.isSure) && events.unsure.isEmpty }

  package func path(_ key: String) -> [String] {
    if let properties, key.hasPrefix(properties) {
      return ["params"]
        + [key.dropFirst(properties.count).replacing(RecordFlattener.separator, with: ".")].map(String.init)
    }
    return key.split(separator: RecordFlattener.separator).map(String.init)
  }

  /// A map with everything that is certain. What the map already declares is unchanged.
  package func completing(_ map: AppMap) -> AppMap {
    var map = map
    if export == nil, !hasNativeColumns || columns.key("event") == nil {
      let known = Set(map.columns.map(\.field))
      let isNamed = columns.key("event") != nil
      for part in columns.parts
      where !known.contains(part.field) && (part.isSure || ["time", "user", "event", "screen"].contains(part.field)) {
        guard part.key != part.field || part.all.count > 1 || (part.field == "screen" && !isNamed) else { continue }
        let paths = part.all.map(path)
        let isJoined = part.others.isEmpty && paths.count > 1
        map.columns.append(.init(field: part.field, source: isJoined ? .joined(paths) : .firstOf(paths)))
      }
      if columns.content == "value" {
        map.columns.append(.init(field: "event", source: .constant(EventKind.stack.word)))
      }
      for field in misleading where !known.contains(field) {
        map.columns.append(
          .init(field: field, source: .constant(field == "event" ? EventKind.screenView.word : "")))
      }
      if map.times == .standard { map.times = columns.times }
    }
    let patterns = Set(map.screenNames.map(\.pattern))
    map.screenNames += screenNames.filter { !patterns.contains($0.pattern) }
    map.ignoredScreens += markers.filter { !map.ignoredScreens.contains($0) }
    let requests = columns.requests.conditions.map { key, test in
      EventMapping(
        conditions: [.init(path: path(key), test: test)],
        assignments: [.init(field: "event", source: .constant(EventKind.other.word))])
    }
    let mappings = requests + events.parts.filter { $0.isSure && !$0.isKnown }.compactMap(mapping)
    let known = Set(map.events.map { "\($0.conditions)" })
    map.events += mappings.filter { !known.contains("\($0.conditions)") }
    return map
  }

  /// The mapping of a part; nil if it is not navigation.
  package func mapping(_ part: EventReading.Part) -> EventMapping? {
    guard let kind = part.kind else { return nil }
    // A native event name is understood unchanged; in an export, it is a name like any other.
    let isNative = export == nil && part.word == kind.word && part.conditions.isEmpty
    if isNative, [part.target, part.screen, part.container, part.screenName, part.list].allSatisfy({ $0 == nil }) {
      return nil
    }
    var assignments: [FieldSource.Assignment] = [.init(field: "event", source: .constant(kind.word))]
    if let target = part.target { assignments.append(.init(field: "target", source: .path(path(target)))) }
    if let screen = part.screen { assignments.append(.init(field: "screen", source: .path(path(screen)))) }
    if let list = part.list { assignments.append(.init(field: "value", source: .path(path(list)))) }
    if let name = part.screenName { assignments.append(.init(field: "screen", source: .constant(name))) }
    if let container = part.container { assignments.append(.init(field: "container", source: .path(path(container)))) }
    return EventMapping(
      conditions: [named([part.word] + part.otherWords)]
        + part.conditions.map { .init(path: path($0.key), text: $0.text) }, assignments: assignments)
  }
}

extension LogDraft {
  private func named(_ words: [String]) -> EventMapping.Condition {
    .init(path: export == nil ? path(eventKey) : ["event"], test: .isOneOf(words))
  }

  /// Leaves out events whose names have a word of navigation, and whose behavior is another; nil if there are none.
  package func leavingOut(besides map: AppMap) -> EventMapping? {
    let known = Set(map.events.flatMap { $0.conditions[0].texts ?? [] })
    let words = events.parts.filter { $0.kind == nil && $0.conditions.isEmpty && !$0.isKnown }.map(\.word).filter {
      let kind = NameWords($0).concepts.kinds(hasTarget: true).first?.kind
      return kind?.isShownByBehavior == true && !known.contains($0)
    }
    if words.isEmpty { return nil }
    return EventMapping(
      conditions: [named(words)], assignments: [.init(field: "event", source: .constant(EventKind.other.word))])
  }
}

extension ColumnReading {
  /// The columns in a map; time, user and event have their own names where it names none.
  init(_ map: AppMap) {
    self.init(given: map)
    for field in ["time", "user", "event"] where key(field) == nil {
      parts.append(Part(field: field, key: field, confidence: 1, reason: "its name"))
    }
  }

  init(given map: AppMap) {
    self.init()
    times = map.times
    for assignment in map.columns {
      var paths = assignment.paths
      if case .first = assignment.source { paths = Array(paths.prefix(1)) }
      let keys = paths.map { $0.joined(separator: RecordFlattener.separator) }
      guard let key = keys.first else { continue }
      var part = Part(field: assignment.field, key: key, confidence: 1, reason: "the map says so")
      part.keys = keys
      parts.append(part)
    }
  }
}
