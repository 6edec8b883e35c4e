import Foundation
import NavigationModel
import Yams

/// How to read the records of the log: `columns` and `events`.
extension AppMapReader {
  /// `columns`: the sources of the native fields.
  mutating func columns(_ node: MapNode) -> [FieldSource.Assignment] {
    entries(of: node, expected: "a mapping of native fields to columns", keys: MapKeys.columns.names, what: "field")
      .compactMap { entry in
        guard
          let source = source(
            entry.value, keys: MapKeys.columnSource, canBeEmpty: !["time", "user", "event"].contains(entry.key))
        else { return nil }
        if entry.key == "event", case .constant(let word) = source, !isEventKind(word, at: entry.value.position) {
          return nil
        }
        return .init(field: entry.key, source: source)
      }
  }

  mutating func times(_ node: MapNode) -> TimeNotation {
    var times = TimeNotation.standard
    for entry in entries(of: node, expected: "{order: …} or {epoch: …}", keys: MapKeys.times.names, of: "times") {
      if entry.key == "order" {
        times.order = word(entry.value)
      } else {
        times.epoch = word(entry.value) ?? times.epoch
      }
    }
    return times
  }

  private mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ node: MapNode) -> Word? {
    if let word = node.text.flatMap(Word.init(rawValue:)) { return word }
    refuse("expected \(Word.allCases.map(\.rawValue).joined(separator: ", ")), found \(node.found)", at: node.position)
    return nil
  }

  /// `sessions`: the longest pause of a session with an id, seconds.
  mutating func longestPause(_ node: MapNode) -> Int? {
    entries(of: node, expected: "{longest_pause: …}", keys: MapKeys.sessions.names, of: "sessions").compactMap {
      entry in
      let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
      let text = entry.value.text ?? ""
      if text == "0" { return 0 }
      if let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), number >= 0,
        case let (seconds, isTooLarge) = number.multipliedReportingOverflow(by: unit), !isTooLarge,
        seconds <= Self.longestPauseLimit
      {
        return seconds
      }
      refuse("expected a duration up to 100000h, such as 4h, found \(entry.value.found)", at: entry.value.position)
      return nil
    }.first
  }

  /// 100,000 hours, as a store has at most.
  private static let longestPauseLimit = 360_000_000

  mutating func timeZone(_ node: MapNode) -> String? {
    guard let zone = text(node, expected: "a time zone, such as Europe/Berlin") else { return nil }
    if TimeZone(identifier: zone)?.identifier == zone { return zone }
    let nearest = nearestWord(to: zone, among: TimeZone.knownTimeZoneIdentifiers)
    refuse(
      "unknown time zone `\(zone)`; \(nearest.map { "did you mean `\($0)`?" } ?? "name one like Europe/Berlin or UTC")",
      at: node.position)
    return nil
  }

  /// `events`: the meanings of custom events, in order.
  mutating func eventMappings(_ node: MapNode) -> [EventMapping] {
    // The order of conditions does not matter.
    var lines: [Set<EventMapping.Condition>: Int] = [:]
    return items(of: node, expected: "a list of {match: …, event: …}").compactMap { item in
      guard let mapping = eventMapping(item) else { return nil }
      let match = Set(mapping.conditions)
      if let line = lines[match] {
        refuse("the same `match` as in line \(line)", at: item.position)
        return nil
      }
      lines[match] = item.position.line
      return mapping
    }
  }

  private mutating func eventMapping(_ node: MapNode) -> EventMapping? {
    guard
      let record = record(node, of: "event mapping", expected: "{match: …, event: …}", keys: MapKeys.eventMapping.names)
    else { return nil }
    let match = entry("match", of: record)
    _ = entry("event", of: record)
    let assignments = record.entries.compactMap { $0.key == "match" ? nil : assignment($0) }
    return match.map { .init(conditions: conditions($0.value), assignments: assignments) }
  }

  /// A native field of an event mapping; `event` is a word, all others come from the record or are {constant: …}.
  private mutating func assignment(_ entry: MapEntry) -> FieldSource.Assignment? {
    guard entry.key == "event" else { return source(entry.value).map { .init(field: entry.key, source: $0) } }
    guard let word = text(entry.value, expected: "an event"), isEventKind(word, at: entry.value.position) else {
      return nil
    }
    return .init(field: "event", source: .constant(word))
  }

  /// `match`: fields of the record and their tests.
  private mutating func conditions(_ node: MapNode) -> [EventMapping.Condition] {
    guard let pairs = node.pairs, !pairs.isEmpty else {
      refuse(
        "expected fields and the text that each must have, found \(node.pairs == nil ? node.found : "none")",
        at: node.position)
      return []
    }
    var paths: [[String]: Int] = [:]
    return pairs.compactMap { key, value in
      let path = path(key, expected: "a field or a path")
      guard let test = test(value), let path else { return nil }
      if let line = paths[path] {
        refuse("field \(path.joined(separator: ".").quoted) is given twice, first in line \(line)", at: key.position)
        return nil
      }
      paths[path] = key.position.line
      return .init(path: path, test: test)
    }
  }

  /// The text that a field must equal (possibly empty, in quotes), a list of such texts, `{prefix: …}` or `{matches:
  /// regular expression}`.
  private mutating func test(_ node: MapNode) -> EventMapping.Test? {
    if let text = node.text { return .isOneOf([text]) }
    if let items = node.items {
      if items.isEmpty { refuse("expected texts, found an empty list", at: node.position) }
      let texts = items.compactMap { item -> String? in
        if item.text == nil { refuse("expected a text, found \(item.found)", at: item.position) }
        return item.text
      }
      return items.isEmpty || texts.count < items.count ? nil : .isOneOf(texts)
    }
    guard node.pairs != nil else {
      refuse("expected a text, a list of texts, {prefix: …} or {matches: …}, found \(node.found)", at: node.position)
      return nil
    }
    guard let entry = only(of: node, keys: MapKeys.condition, what: "a condition") else { return nil }
    if entry.key == "prefix" { return text(entry.value, expected: "a beginning").map { .begins($0) } }
    guard let pattern = text(entry.value, expected: "a regular expression") else { return nil }
    checkPattern(pattern, at: entry.value.position)
    return .matches(pattern)
  }

  private mutating func only(of node: MapNode, keys: [MapKey], what: String) -> MapEntry? {
    let entries = entries(of: node, expected: "", keys: keys.names, of: what)
    if entries.count != 1, node.pairs?.count == entries.count {
      let expected = keys.names.map { "{\($0): …}" }.joined(separator: " or ")
      refuse("expected \(expected), found \(entries.isEmpty ? "an empty mapping" : "both")", at: node.position)
    }
    return entries.count == 1 ? entries[0] : nil
  }

  /// The source of a field: a column, a path, a constant, or the first of several fields with a value.
  private mutating func source(_ node: MapNode, keys: [MapKey] = MapKeys.source, canBeEmpty: Bool = false)
    -> FieldSource?
  {
    let expected = "a column, a path or {constant: …}"
    guard node.pairs != nil else { return path(node, expected: expected).map { .path($0) } }
    guard let entry = only(of: node, keys: keys, what: "a field") else { return nil }
    if entry.key == "first" || entry.key == "join" {
      let items = items(of: entry.value, expected: "a list of fields")
      let paths = items.compactMap { path($0, expected: "a field or a path") }
      if items.isEmpty, entry.value.items != nil {
        refuse("expected fields, found an empty list", at: entry.value.position)
      }
      if paths.isEmpty || paths.count < items.count { return nil }
      return entry.key == "join" ? .joined(paths) : .firstOf(paths)
    }
    // An empty text in quotes: the field has no value.
    if canBeEmpty, entry.value.text?.isEmpty == true { return .constant("") }
    return text(entry.value, expected: "a text").map { .constant($0) }
  }

  /// A path: names joined by dots, or a list of names if these contain dots.
  private mutating func path(_ node: MapNode, expected: String) -> [String]? {
    if let items = node.items {
      let path = items.compactMap { text($0, expected: "a name") }
      if items.isEmpty { refuse("expected \(expected), found an empty list", at: node.position) }
      return path.isEmpty || path.count < items.count ? nil : path
    }
    guard let text = text(node, expected: expected) else { return nil }
    let path = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard !path.contains("") else {
      refuse("empty name in the path \(text.quoted); write names that contain dots as a list", at: node.position)
      return nil
    }
    return path
  }

  private mutating func isEventKind(_ word: String, at position: AppMapError.Position) -> Bool {
    let words = EventKind.allCases.map(\.word)
    if words.contains(word) { return true }
    refuse(unknown("event", word, among: words), at: position)
    return false
  }
}

extension AppMap {
  /// Columns named on the command line, read like `columns` of a map; an empty one leaves the field out.
  package static func columns(_ named: [(field: String, column: String)]) throws(AppMapError) -> [FieldSource
    .Assignment]
  {
    let (left, used) = (named.filter { $0.column.isEmpty }, named.filter { !$0.column.isEmpty })
    let pairs = used.map { (Node($0.field, .implicit, .doubleQuoted), Node($0.column, .implicit, .doubleQuoted)) }
    var reader = AppMapReader(rules: [])
    let columns = pairs.isEmpty ? [] : reader.columns(MapNode(Node(pairs)))
    guard reader.issues.isEmpty else { throw AppMapError(file: "--columns", issues: reader.issuesInOrder) }
    return columns + left.map { .init(field: $0.field, source: .constant("")) }
  }

  /// Adds columns in place of those of the same fields.
  package mutating func take(columns named: [FieldSource.Assignment]) {
    let fields = Set(named.map(\.field))
    columns = named + columns.filter { !fields.contains($0.field) }
  }
}
