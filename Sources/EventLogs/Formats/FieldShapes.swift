import NavigationModel

/// The language of fields in YAML: how the app map and a vendor's format say where a field is found, and what an event
/// means.
package enum FieldShapes {
  /// A column or a path: names joined by dots, or a list of names.
  package static let path = MapShape.path("a field or a path")
  private static let first = MapKey(
    "first", .list("a list of fields", path, isUnique: false, mayBeEmpty: false),
    "the first of these fields that has a value")

  /// - Parameter constant: the shape of a constant.
  private static func source(_ constant: MapShape, or others: [MapKey] = []) -> MapShape {
    let keys = [first, MapKey("constant", constant, "the value is the same for every event")] + others
    return .either([.path("a column"), .one(keys, what: "a field")], "a column, a path or {constant: …}")
  }

  /// The sources of the native fields. A column may be written in several.
  package static let columns: [MapKey] = NativeField.allCases.map { field in
    let constant: MapShape =
      switch field {
      case .event: kind
      case .time, .user: .text("a text")
      // An empty text in quotes: the field has no value.
      default: .text("a text", mayBeEmpty: true)
      }
    let join = MapKey(
      "join", .list("a list of fields", path, isUnique: false, mayBeEmpty: false),
      "these fields, one after the other: a date and a time of day")
    return .init(field.word, source(constant, or: [join]), "where this is found: \(field.meaning)")
  }

  private static let kind = MapShape.word(EventKind.allCases.map(\.word), what: "an event")
  private static let condition: [MapKey] = [
    .init("prefix", .text("a beginning"), "the field begins with this text"),
    .init("matches", .pattern, "a regular expression is found in the field"),
  ]
  private static func test(_ condition: [MapKey]) -> MapShape {
    .either(
      [
        .text("a text", mayBeEmpty: true),
        .list("texts", .text("a text", mayBeEmpty: true), isUnique: false, mayBeEmpty: false),
        .one(condition, what: "a condition"),
      ], "a text, a list of texts, {prefix: …} or {matches: …}")
  }
  private static let match = "fields and the text that each must have"

  package static let eventMapping: [MapKey] =
    [
      .init(
        "match", .fields(match, test(condition)), "what each of these fields of the record must be", isRequired: true)
    ]
    + NativeField.allCases.map { field in
      field == .event
        ? .init("event", kind, "the native event", isRequired: true)
        : .init(field.word, source(.text("a text")), "where the native field is found")
    }

  /// What the app's own events mean, in order.
  package static func events(_ keys: [MapKey] = eventMapping) -> MapShape {
    .tested(.list("a list of {match: …, event: …}", .record("an event mapping", keys), isUnique: false)) {
      node, reader in
      // The order of conditions does not matter.
      var lines: [Set<EventMapping.Condition>: Int] = [:]
      for item in node.items ?? [] {
        let match = Set(EventMapping(item).conditions)
        if let line = lines[match] { reader.refuse("the same `match` as in line \(line)", at: item.position) }
        lines[match] = lines[match] ?? item.position.line
      }
    }
  }

  // MARK: - What only formats say

  /// The readings that take no text.
  fileprivate static let readings: [(name: String, reading: FieldSource.Reading)] = [
    ("platform", .platform), ("tracker", .tracker), ("model", .model), ("device", .device), ("version", .version),
    ("class", .className(ending: "")),
  ]
  private static let readingKeys: [MapKey] =
    readings.map { .init($0.name, .path("a field")) }
    + ["after", "unless", "ending"].map { .init($0, textAndField) }
  private static let textAndField = MapShape.tested(.named("a text and a field", .path("a field"))) { node, reader in
    if node.named.count != 1 {
      reader.refuse("expected a text and a field, found \(node.found)", at: node.position)
    }
  }
  private static let place = MapShape.either(
    [path, .one(readingKeys + [.init("constant", .text("a text"))], what: "a field")], "a field")
  /// Where a format has a field: places and how their text is read.
  static let placed = MapShape.either(
    [
      .path("a field"),
      .one(
        [.init("first", .list("a list of fields", place, isUnique: false, mayBeEmpty: false))] + readingKeys
          + [.init("constant", .text("a text", mayBeEmpty: true))], what: "a field"),
    ], "a field")
  static let placedColumns: [MapKey] = NativeField.allCases.map { .init($0.word, placed) }
  private static let kinds = MapShape.word(EventMapping.Kind.allCases.map(\.rawValue), what: "a kind of value")
  static let signature = MapShape.fields(
    "fields and what each must be", test(condition + [.init("is", kinds)]))
  static let formatEvent: [MapKey] =
    [
      .init("match", signature, isRequired: true), .init("event", kind),
      .init(
        "touch",
        .record(
          "a touch", ["action", "class", "around", "label", "recognizer", "elements"].map { .init($0, placed) })),
    ] + placedColumns.filter { $0.name != NativeField.event.word }
}

extension FieldSource {
  /// Of a node that fits the shapes of ``FieldShapes``.
  package init(_ node: MapNode) {
    if let constant = node["constant"] {
      self = .constant(constant.text ?? "")
    } else if let items = node["join"]?.items {
      self = .joined(items.compactMap(\.path))
    } else {
      self = .first((node["first"]?.items ?? [node]).map(Place.init))
    }
  }

  /// The sources of fields of a mapping.
  package static func columns(_ node: MapNode) -> [Assignment] {
    node.named.map { .init(field: $0.name, source: .init($0.value)) }
  }
}

extension FieldSource.Place {
  fileprivate init(_ node: MapNode) {
    if let path = node.path {
      self.init(path)
    } else if let (name, value) = node.named.first {
      if let known = FieldShapes.readings.first(where: { $0.name == name }) {
        self.init(value.path ?? [], known.reading)
        return
      }
      let (text, field) = value.named.first ?? ("", value)
      switch name {
      case "after": self.init(field.path ?? [], .after(text))
      case "unless": self.init(field.path ?? [], .unless(text))
      case "ending": self.init(field.path ?? [], .className(ending: text))
      default: self.init([], .constant(value.text ?? ""))
      }
    } else {
      self.init([])
    }
  }
}

extension EventMapping {
  package init(_ node: MapNode) {
    let conditions = node["match"]?.pairs?.map { Condition(path: $0.key.path ?? [], test: Test($0.value)) } ?? []
    let fields = node.named.filter { NativeField(word: $0.name) != nil }
    self.init(
      conditions: conditions,
      assignments: fields.map { name, value in
        .init(field: name, source: name == "event" ? .constant(value.text ?? "") : .init(value))
      })
  }
}

extension EventMapping.Test {
  init(_ node: MapNode) {
    if let text = node.text {
      self = .isOneOf([text])
    } else if let prefix = node["prefix"]?.text {
      self = .begins(prefix)
    } else if let pattern = node["matches"]?.text {
      self = .matches(pattern)
    } else if let kind = node["is"]?.text.flatMap(EventMapping.Kind.init(rawValue:)) {
      self = .is(kind)
    } else {
      self = .isOneOf(node.texts)
    }
  }
}
