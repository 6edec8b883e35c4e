import Yams

// App descriptions (`*.app.yml`): which keys each part has, and where their values go.

/// An error in an app description, in one line: where, what, and what is known.
package struct AppDescriptionError: Error, CustomStringConvertible {
  /// The keys and indices that lead to it.
  var path: [any CodingKey]
  var message: String
  /// The file and the line, once it is known what was read.
  var place = ""

  init(_ path: [any CodingKey], _ message: String) {
    self.path = path
    self.message = message
  }

  init(at keys: String..., message: String) { self.init(keys.map(DescriptionKey.init), message) }

  package var description: String {
    let words = path.reduce("") { $0 + ($1.intValue.map { "[\($0)]" } ?? ($0.isEmpty ? "" : ".") + $1.stringValue) }
    return place + (words.isEmpty ? "" : "\(words): ") + message
  }
}

/// The known words, for one that is not.
func suggestion(among words: [String]) -> String { "; known are: \(words.joined(separator: ", "))" }

/// A key of a description.
struct DescriptionKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A part of an app description. Its keys are all listed: others are errors.
protocol Described {
  init()
  static var keys: [DescribedKey<Self>] { get }
  /// Fills in what follows from other values.
  mutating func complete()
}

/// A part with a name, which may stand for all of it.
protocol Named: Described {
  var name: String { get set }
}

/// A key of a part, and where its value goes.
struct DescribedKey<Part> {
  typealias Container = KeyedDecodingContainer<DescriptionKey>
  let name: String
  var isNeeded = false
  let read: (inout Part, Container, DescriptionKey) throws -> Void

  init(_ name: String, read: @escaping (inout Part, Container, DescriptionKey) throws -> Void) {
    self.name = name
    self.read = read
  }

  init<Value: Decodable>(_ name: String, _ path: WritableKeyPath<Part, Value>, isNeeded: Bool = false) {
    self.init(name) { $0[keyPath: path] = try $1.decode(Value.self, forKey: $2) }
    self.isNeeded = isNeeded
  }

  init<Value: Described>(_ name: String, _ path: WritableKeyPath<Part, [Value]>, isNeeded: Bool = false) {
    self.init(name) { $0[keyPath: path] = try $1.decode([DescribedPart<Value>].self, forKey: $2).map(\.part) }
    self.isNeeded = isNeeded
  }

  init<Value: Decodable & Numeral>(_ name: String, _ path: WritableKeyPath<Part, Value>, in range: ClosedRange<Double>) {
    self.init(name) { part, container, key in
      let value = try container.decode(Value.self, forKey: key)
      if let wrong = value.numbers.first(where: { !range.contains($0) }) {
        throw AppDescriptionError(container.codingPath + [key], "\(wrong) does not lie between \(range.lowerBound) and \(range.upperBound)")
      }
      part[keyPath: path] = value
    }
  }

  /// The same key for a part that contains this one.
  func of<Whole>(_ path: WritableKeyPath<Whole, Part>) -> DescribedKey<Whole> {
    DescribedKey<Whole>(name) { try read(&$0[keyPath: path], $1, $2) }
  }
}

/// One or more numbers.
protocol Numeral { var numbers: [Double] { get } }
extension Double: Numeral { var numbers: [Double] { [self] } }
extension Double?: Numeral { var numbers: [Double] { map { [$0] } ?? [] } }
extension [String: Double]: Numeral { var numbers: [Double] { Array(values) } }

extension Described {
  mutating func complete() {}
}

/// Decodes a part.
struct DescribedPart<Part: Described>: Decodable {
  let part: Part

  init(from decoder: any Decoder) throws {
    var part = Part()
    if var named = part as? any Named, let text = try? decoder.singleValueContainer().decode(String.self) {
      named.name = text
      part = named as? Part ?? part
    } else {
      let container = try decoder.container(keyedBy: DescriptionKey.self)
      try container.refuseKeys(except: Part.keys.map(\.name))
      for key in Part.keys {
        let coded = DescriptionKey(stringValue: key.name)
        if container.contains(coded), try !container.decodeNil(forKey: coded) {
          try key.read(&part, container, coded)
        } else if key.isNeeded {
          throw AppDescriptionError(container.codingPath, "'\(key.name)' is missing")
        }
      }
    }
    part.complete()
    self.part = part
  }
}

extension KeyedDecodingContainer<DescriptionKey> {
  fileprivate func refuseKeys(except known: [String]) throws {
    guard let wrong = allKeys.first(where: { !known.contains($0.stringValue) }) else { return }
    throw AppDescriptionError(codingPath + [wrong], "the key is unknown" + suggestion(among: known))
  }
}

let shares = 0.0...1.0
let positive = 0.0...1_000_000.0

extension SimulatedApp: Described {
  static var keys: [DescribedKey<Self>] {
    [
      .init("app", \.name, isNeeded: true), .init("versions", \.versions), .init("platforms", \.platforms), .init("locales", \.locales),
      .init("tabs", \.tabs, isNeeded: true), .init("more") { $0.more = try $1.decode(DescribedPart<MoreList>.self, forKey: $2).part }, .init("menus", \.menus),
      .init("gestures", \.gestures), .init("links", \.links),
      .init("tasks", \.tasks),
      .init("behavior") { $0.behavior = try $1.decode(DescribedPart<Behavior>.self, forKey: $2).part },
      .init("flaws") { $0.flaws = try PlantedFlaw.list($1.nestedContainer(keyedBy: DescriptionKey.self, forKey: $2)) },
    ]
  }
}

extension SimulatedApp.Platform: Named {
  static var keys: [DescribedKey<Self>] {
    [
      .init("name", \.name, isNeeded: true), .init("weight", \.weight, in: positive), .init("os_versions", \.systemVersions), .init("device", \.device),
      .init("width", \.width),
    ]
  }
}

extension SimulatedApp.Screen: Named {
  static var keys: [DescribedKey<Self>] { [.init("name", \.name, isNeeded: true), .init("weight", \.weight, in: positive)] + contents }
  /// The keys of a screen wherever it occurs.
  fileprivate static var contents: [DescribedKey<Self>] {
    [.init("dwell", \.dwell, in: 0.1...3600), .init("controls", \.controls), .init("modals", \.modals), .init("screens", \.screens)]
  }
}

extension SimulatedApp.Control: Named {
  static var keys: [DescribedKey<Self>] {
    [.init("name", \.name, isNeeded: true), .init("weight", \.weight, in: positive), .init("dead", \.dead, in: shares)]
  }
}

extension SimulatedApp.Tab: Named {
  static var keys: [DescribedKey<Self>] {
    [
      .init("name", \.name, isNeeded: true), .init("screen", \.root.name), .init("weight", \.weight, in: positive), .init("weights", \.weights, in: positive),
      .init("reach", \.reach, in: shares), .init("badge", \.badge, in: shares), .init("blocked", \.blocked, in: shares),
    ] + SimulatedApp.Screen.contents.map { $0.of(\.root) }
  }
  mutating func complete() { if root.name.isEmpty { root.name = name } }
}

extension SimulatedApp.Item: Named {
  static var keys: [DescribedKey<Self>] {
    [
      .init("name", \.name, isNeeded: true), .init("screen", \.root.name), .init("weight", \.weight, in: shares), .init("weights", \.weights, in: shares),
      .init("reach", \.reach, in: shares),
    ] + SimulatedApp.Screen.contents.map { $0.of(\.root) }
  }
  mutating func complete() { if root.name.isEmpty { root.name = name } }
}

extension SimulatedApp.MoreList: Described {
  static var keys: [DescribedKey<Self>] {
    [.init("screen", \.screen), .init("items", \.items, isNeeded: true), .init("abandoned", \.abandoned, in: 0...0.95)]
  }
}

extension SimulatedApp.Menu: Described {
  static var keys: [DescribedKey<Self>] {
    [
      .init("name", \.name), .init("items", \.items, isNeeded: true), .init("platforms", \.platforms), .init("abandoned", \.abandoned, in: 0...0.95),
      .init("scan", \.scan, in: 0.2...60), .init("reach", \.reach, in: shares),
    ]
  }
}

extension SimulatedApp.Gesture: Named {
  static var keys: [DescribedKey<Self>] {
    [
      .init("name", \.name, isNeeded: true), .init("on", \.on), .init("reach", \.reach, in: shares), .init("weight", \.weight, in: shares),
      .init("failing", \.failing, in: 0...0.95),
    ]
  }
}

extension SimulatedApp.Task: Described {
  static var keys: [DescribedKey<Self>] {
    [
      .init("name", \.name, isNeeded: true), .init("start", \.start, isNeeded: true), .init("goal", \.goal, isNeeded: true),
      .init("share", \.share, in: shares),
    ]
  }
}

extension SimulatedApp.Behavior: Described {
  static var keys: [DescribedKey<Self>] {
    [
      .init("sessions", \.sessions, in: 1...200), .init("errands", \.errands, in: 1...50), .init("curiosity", \.curiosity, in: shares),
      .init("dwell", \.dwell, in: 0.5...3600), .init("spread", \.spread, in: 0...2), .init("drill", \.drill, in: shares), .init("back", \.back, in: shares),
      .init("swipe", \.swipe, in: shares), .init("reselect", \.reselect, in: shares), .init("taps", \.taps, in: 0...5), .init("modal", \.modal, in: shares),
      .init("rotate", \.rotate, in: shares), .init("background", \.background, in: shares), .init("links", \.links, in: shares),
      .init("crash", \.crash, in: shares),
    ]
  }
}

/// The parameters of a flaw.
private struct FlawParameters: Described {
  var subjects: [String] = []
  var share: Double?
  var depth: Double?

  static var keys: [DescribedKey<Self>] {
    [.init("share", \.share, in: shares), .init("depth", \.depth, in: 6...20)]
      + Set(Flaw.allCases.filter { !$0.hasManySubjects }.compactMap(\.subjectKey)).map { name in
        .init(name) { $0.subjects = [try $1.decode(String.self, forKey: $2)] }
      } + ["sections", "tabs", "items"].map { .init($0, \.subjects) }
  }
}

extension PlantedFlaw {
  /// Reads `flaws`: each a rule's id with `on`, `off`, a share, or its parameters.
  fileprivate static func list(_ flaws: KeyedDecodingContainer<DescriptionKey>) throws -> [PlantedFlaw] {
    try flaws.refuseKeys(except: Flaw.allCases.map(\.rawValue))
    return try flaws.allKeys.compactMap { key in
      guard let flaw = Flaw(rawValue: key.stringValue) else { return nil }
      if let isOn = try? flaws.decode(Bool.self, forKey: key) { return isOn ? PlantedFlaw(flaw: flaw) : nil }
      if let share = try? flaws.decode(Double.self, forKey: key) {
        guard flaw.hasShare else { throw AppDescriptionError(flaws.codingPath + [key], "the flaw is on or off, it has no share") }
        guard shares.contains(share) else { throw AppDescriptionError(flaws.codingPath + [key], "a share lies between 0 and 1") }
        return PlantedFlaw(flaw: flaw, share: share)
      }
      guard let parameters = try? flaws.nestedContainer(keyedBy: DescriptionKey.self, forKey: key) else {
        throw AppDescriptionError(flaws.codingPath + [key], "must be on, off, a share, or a list of parameters")
      }
      try parameters.refuseKeys(except: flaw.parameters)
      let told = try flaws.decode(DescribedPart<FlawParameters>.self, forKey: key).part
      return PlantedFlaw(flaw: flaw, subjects: told.subjects, share: told.share, depth: told.depth.map { Int($0) })
    }
  }
}

extension SimulatedApp {
  /// Reads an app description.
  ///
  /// - Parameter file: The file's name in messages.
  /// - Throws: ``AppDescriptionError`` for the first error.
  package init(yaml: String, file: String) throws {
    var root: Node?
    do {
      root = try Yams.compose(yaml: yaml)
      guard let root else { throw AppDescriptionError([], "the app description is empty") }
      self = try YAMLDecoder().decode(DescribedPart<SimulatedApp>.self, from: root).part
      try check()
      _ = try planted()
    } catch {
      var told = error as? AppDescriptionError ?? AppDescriptionError(describing: error)
      let line = (error as? YamlError).flatMap(\.line) ?? root?.line(at: told.path)
      told.place = line.map { "\(file):\($0): " } ?? "\(file): "
      throw told
    }
  }

  /// An app without usability problems, on which flaws can be shown one at a time.
  package static func wellBuilt() throws -> SimulatedApp {
    try SimulatedApp(yaml: String(decoding: PackageResources.well_built_app_yml, as: UTF8.self), file: "well-built.app.yml")
  }

  /// Checks constraints between several parts of the description.
  private func check() throws {
    func unique(_ names: [String], _ what: String, at key: String) throws {
      var seen: Set<String> = []
      for name in names where !seen.insert(name).inserted { throw AppDescriptionError(at: key, message: "\(what) '\(name)' is given twice") }
    }
    guard (2...24).contains(tabs.count) else { throw AppDescriptionError(at: "tabs", message: "an app has 2 to 24 tabs") }
    try unique(tabs.map(\.name), "tab", at: "tabs")
    try unique(tabs.map(\.root.name), "screen of a tab", at: "tabs")
    guard tabs.contains(where: { $0.weight > 0 }) else { throw AppDescriptionError(at: "tabs", message: "all tabs have weight 0") }
    if let more, tabs.contains(where: { $0.name == "More" }) || more.items.isEmpty {
      let items = more.items.isEmpty ? "the More list needs items" : "a tab called More stands for the More list: describe it here, not under 'tabs'"
      throw AppDescriptionError(at: "more", message: items)
    }
    try unique(more?.items.map(\.name) ?? [], "More item", at: "more")
    try unique(menus.map(\.name), "menu", at: "menus")
    for menu in menus {
      guard !menu.items.isEmpty else { throw AppDescriptionError(at: "menus", message: "menu \(menu.name) needs items") }
      try unique(menu.items.map(\.name), "item of menu \(menu.name)", at: "menus")
    }
    guard !versions.isEmpty, !locales.isEmpty, platforms.contains(where: { $0.weight > 0 }) else {
      throw AppDescriptionError([], "versions, locales, and platforms with a weight above 0 need at least one entry each")
    }
    let entries = (more?.items ?? []) + menus.flatMap(\.items)
    let known = platforms.map(\.name)
    for name in (tabs.flatMap(\.weights.keys) + entries.flatMap(\.weights.keys)).sorted() where !known.contains(name) {
      throw AppDescriptionError([], "'weights' names the platform '\(name)', which the app does not have" + suggestion(among: known))
    }
    guard (tabs.map(\.root) + entries.map(\.root) + links).allSatisfy({ $0.height <= 24 }) else {
      throw AppDescriptionError([], "screens are nested more than 24 deep")
    }
    let screens = screenNames
    for task in tasks {
      guard tabs[0].root.name == task.start else {
        throw AppDescriptionError(at: "tasks", message: "'\(task.name)' must start at the first screen '\(tabs[0].root.name)', not at '\(task.start)'")
      }
      guard tabs.contains(where: { $0.root.path(to: task.goal) != nil }) else {
        throw AppDescriptionError(at: "tasks", message: "the goal '\(task.goal)' of '\(task.name)' is no screen of a tab" + suggestion(among: screens))
      }
    }
    for gesture in gestures where !(gesture.on.map(screens.contains) ?? true) {
      throw AppDescriptionError(at: "gestures", message: "'\(gesture.name)' is made on an unknown screen '\(gesture.on ?? "")'" + suggestion(among: screens))
    }
  }
}

extension AppDescriptionError {
  /// What a decoder says, in words.
  fileprivate init(describing error: any Error) {
    switch error {
    case DecodingError.typeMismatch(let type, let context):
      let kinds: [(Any.Type, String)] = [(Double.self, "a number"), (String.self, "a text"), (Node.Sequence.self, "a list")]
      let wanted = kinds.first { $0.0 == type }?.1 ?? "'key: value' lines"
      self.init(context.codingPath, "must be \(wanted)")
    case YamlError.scanner(_, let problem, _, _), YamlError.parser(_, let problem, _, _), YamlError.composer(_, let problem, _, _):
      self.init([], "this is no YAML: \(problem)")
    case YamlError.duplicatedKeysInMapping(let keys, _): self.init([], "key '\(keys.joined(separator: "', '"))' is given twice")
    default: self.init([], "this cannot be read: \(error)")
    }
  }
}

extension YamlError {
  fileprivate var line: Int? {
    switch self {
    case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _): mark.line
    case .duplicatedKeysInMapping(_, let context): context.mark.line
    default: nil
    }
  }
}

extension Node {
  /// The line of what is at a path, or of the nearest thing that contains it.
  fileprivate func line(at path: [any CodingKey]) -> Int? {
    guard let key = path.first, let next = key.intValue.map({ sequence?[$0] }) ?? mapping?[Node(key.stringValue)] else { return mark?.line }
    return next.line(at: Array(path.dropFirst()))
  }
}
