import NavigationModel

/// A vendor's format as data: an entry of `formats.yml`, or of a file that a user names.
struct VendorFormat: Sendable {
  /// What a record, or the header of a table, has.
  var signature: [EventMapping.Condition] = []
  /// Parts of a record by their short names.
  var names: [String: String] = [:]
  var columns: [FieldSource.Assignment] = []
  var events: [(mapping: EventMapping, touch: TouchFields<FieldSource>?)] = []
  /// The parts of an event's identity, if it has no id. If the first has no value, there is no id. The event's content
  /// is a part as well: events that differ in it are different, even if they share all else.
  var identity: [[String]] = []
  /// One or two integers that order events of the same time, the most significant first.
  var order: [FieldSource] = []
  /// The size of the screen, if nothing else identifies a tablet.
  var screenSize: ScreenSize<[String]>?
  /// Times move by the difference of two fields.
  var moved: (from: [String], to: [String])?
  /// Times may be in a zone, which the time of receipt gives away.
  var zone: (time: [String], receipt: [String])?
  var table: Table?

  enum Table: Sendable {
    /// With a header row.
    case header
    /// Separated by tabs, without a header and without quotes.
    case cells([String])
  }

  static let keys: [MapKey] = [
    .init("summary", .text("a summary")), .init("like", .text("a format")),
    .init("signature", FieldShapes.signature), .init("names", .named("a mapping of names to paths", .text("a path"))),
    .init("columns", .record("columns", FieldShapes.placedColumns, keyword: "field")),
    .init("events", FieldShapes.events(FieldShapes.formatEvent)), .init("identity", paths),
    .init("order", .list("a list of fields", FieldShapes.placed, isUnique: false)),
    .init("screen_size", .record("a size", ["width", "height", "scale", "dpi"].map { .init($0, .path("a field")) })),
    .init("moved", .record("a move", [.init("from", .path("a field")), .init("to", .path("a field"))])),
    .init("zone", .record("a zone", [.init("time", .path("a field")), .init("receipt", .path("a field"))])),
    .init("table", .text("`header` or the names of cells")),
  ]
  private static let paths = MapShape.list("a list of fields", .path("a field"), isUnique: false)

  /// - Parameters:
  ///   - node: fits ``keys``.
  ///   - base: the format that it is like.
  init(_ node: MapNode, like base: VendorFormat = VendorFormat()) {
    self = base
    func pair(_ key: String, _ first: String, _ second: String) -> ([String], [String])? {
      node[key].map { ($0[first]?.path ?? [], $0[second]?.path ?? []) }
    }
    if let match = node["signature"]?.pairs {
      signature = match.map { .init(path: $0.key.path ?? [], test: .init($0.value)) }
    }
    if let named = node["names"]?.named { names = Dictionary(named.map { ($0.name, $0.value.text ?? "") }) { $1 } }
    if let columns = node["columns"] { self.columns = FieldSource.columns(columns) }
    if let items = node["events"]?.items {
      events = items.map { (EventMapping($0), $0["touch"].map { TouchFields<FieldSource>($0) }) }
    }
    if let items = node["identity"]?.items { identity = items.compactMap(\.path) }
    if let items = node["order"]?.items { order = items.map { FieldSource($0) } }
    if let size = node["screen_size"] {
      screenSize = ScreenSize(
        width: size["width"]?.path ?? [], height: size["height"]?.path ?? [], scale: size["scale"]?.path,
        dpi: size["dpi"]?.path)
    }
    if let (from, to) = pair("moved", "from", "to") { moved = (from, to) }
    if let (time, receipt) = pair("zone", "time", "receipt") { zone = (time, receipt) }
    if let text = node["table"]?.text {
      table = text == "header" ? .header : .cells(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
  }

  init() {}

  /// The kinds of events that it defines, by their names.
  var kinds: [String: EventKind] {
    var kinds: [String: EventKind] = [:]
    for (mapping, _) in events {
      guard let kind = mapping.kind.flatMap(EventKind.init(word:)), kind != .other,
        let texts = mapping.texts(of: ["event"])
      else { continue }
      for text in texts { kinds[text] = kinds[text] ?? kind }
    }
    return kinds
  }

  // MARK: - Paths

  /// The path of the event's own properties.
  var propertiesPath: RecordPath { RecordPath.written(Self.parts(of: names["params"] ?? ""))[0] }

  /// The places of a path: several if a part is found in different ones.
  func paths(_ path: [String]) -> [RecordPath] {
    guard let first = path.first, path.count > 1, let part = names[first] else {
      return RecordPath.written(path[...])
    }
    return RecordPath.written(Self.parts(of: part) + path.dropFirst())
  }

  func path(_ path: [String]) -> RecordPath { paths(path).first ?? RecordPath([]) }

  /// The path of a name in the app map: only the event's own properties have a short one.
  func mapPath(_ path: [String]) -> RecordPath {
    guard let params = names["params"], let first = path.first, path.count > 1 else { return RecordPath(members: path) }
    let part = Self.parts(of: params)
    let isParams = first == "params" || first == RecordPath.written(part)[0].dotted
    return isParams ? RecordPath.written(part + path.dropFirst())[0] : RecordPath(members: path)
  }

  /// The names of a path in one text: dots between `<` and `>` part none.
  static func parts(of text: String) -> ArraySlice<String> {
    var parts = [""]
    var isInside = false
    for character in text {
      if character == "<" { isInside = true }
      if character == ">" { isInside = false }
      if character == ".", !isInside { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts[...]
  }
}

/// The size of a device's screen. The scale is pixels per point, if the size is in pixels; instead of it, a log may
/// give pixels per inch: at 160, a point is one pixel. Without both, sizes are in points.
struct ScreenSize<Place: Sendable>: Sendable {
  var width: Place
  var height: Place
  var scale: Place?
  var dpi: Place?

  func map<Other: Sendable>(_ transform: (Place) -> Other) -> ScreenSize<Other> {
    .init(
      width: transform(width), height: transform(height), scale: scale.map(transform), dpi: dpi.map(transform))
  }
}

extension RecordPath {
  /// The paths that names of a format mean: `a[]` is each element of a list, `a[0]` its first, `a{}` a list of keys and
  /// values, whose rest is a key, and `a<vendor/name>` self-describing data.
  static func written(_ names: ArraySlice<String>) -> [RecordPath] {
    guard let name = names.first else { return [RecordPath([])] }
    let rest = names.dropFirst()
    func then(_ steps: [Step]) -> [RecordPath] { written(rest).map { RecordPath(steps + $0.steps) } }
    if name.hasSuffix("[]") { return then([.member(String(name.dropLast(2))), .each]) }
    if name.hasSuffix("[0]") { return then([.member(String(name.dropLast(3))), .first]) }
    if name.hasSuffix("{}") {
      let list = Step.member(String(name.dropLast(2)))
      return [RecordPath(rest.isEmpty ? [list] : [list, .entry(rest.joined(separator: "."))])]
    }
    if name.hasSuffix(">"), let start = name.firstIndex(of: "<") {
      return selfDescribing(String(name[..<start]), String(name[start...].dropFirst().dropLast()), rest.first ?? "")
    }
    return then([.member(name)])
  }

  /// The version suffixes of a schema's column name: the major version, or the full one.
  private static let versions = ["1", "1_0_0", "1_0_1", "1_0_2", "1_0_3"]

  /// The paths of a key of Snowplow's self-describing data: in a list of contexts or the event, or in a column or key
  /// for each schema. Warehouses write keys in snake case.
  private static func selfDescribing(_ place: String, _ schema: String, _ key: String) -> [RecordPath] {
    let isContext = place == "contexts"
    let column = place + "_" + String(schema.map { "./".contains($0) ? "_" : $0 })
    let whole = (isContext ? [place, "derived_" + place] : [place]).map {
      RecordPath(members: [$0, "data"]) + [.schema("\(schema)/1")]
    }
    let own = versions.map { RecordPath(members: ["\(column)_\($0)"]) }.map { isContext ? $0 + [.first] : $0 }
    let keys = key == key.snakeCased ? [key] : [key, key.snakeCased]
    return (whole + own).flatMap { parent in keys.map { parent + [.member($0)] } }
  }
}
