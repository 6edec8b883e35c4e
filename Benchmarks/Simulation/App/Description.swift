import Yams

// App descriptions (`*.app.yml`): how their parts are read and checked. Each part lists its keys where it is declared.

/// An error in an app description, in one line: where, what, and what is known.
package struct AppDescriptionError: Error, CustomStringConvertible {
  /// The keys and indices that lead to it.
  var path: [String] = []
  var message: String
  /// The line, and with the file in front of it once that is known.
  var line: Int?
  var file = ""

  package var description: String {
    let words = path.reduce("") { $0 + ($0.isEmpty || $1.hasPrefix("[") ? "" : ".") + $1 }
    return file + (line.map { ":\($0)" } ?? "") + ": " + (words.isEmpty ? "" : "\(words): ") + message
  }
}

/// The known words, for one that is not.
func suggestion(among words: [String]) -> String { "; known are: \(words.joined(separator: ", "))" }

/// A value in a description, and the way to it.
struct DescribedValue {
  let node: Node
  var path: [String] = []

  func error(_ message: String) -> AppDescriptionError { AppDescriptionError(path: path, message: message) }

  func list() throws -> [DescribedValue] {
    guard let nodes = node.sequence else { throw error("must be a list") }
    return nodes.enumerated().map { DescribedValue(node: $1, path: path + ["[\($0)]"]) }
  }

  /// The values by key.
  /// - Parameter known: the allowed keys; nil: any.
  func values(known: [String]? = nil) throws -> [(key: String, value: DescribedValue)] {
    guard let mapping = node.mapping else { throw error("must be 'key: value' lines") }
    return try mapping.map { key, node in
      let key = key.string ?? ""
      let value = DescribedValue(node: node, path: path + [key])
      if let known, !known.contains(key) { throw value.error("the key is unknown" + suggestion(among: known)) }
      return (key, value)
    }
  }

  /// What it says, beginning with what holds unless it is said otherwise.
  func read<Value: Described>(startingWith value: Value = .init(), in range: ClosedRange<Double>? = nil) throws -> Value
  {
    var value = value
    try value.read(self)
    let numbers = node.mapping.map { $0.map(\.value) } ?? [node]
    if let range, let wrong = numbers.lazy.compactMap(\.float).first(where: { !range.contains($0) }) {
      throw error("\(wrong) does not lie between \(range.lowerBound) and \(range.upperBound)")
    }
    return value
  }
}

/// What a value of a description can be.
protocol Described {
  init()
  mutating func read(_ value: DescribedValue) throws
}

extension String: Described {
  mutating func read(_ value: DescribedValue) throws {
    guard let text = value.node.scalar?.string else { throw value.error("must be a text") }
    self = text
  }
}

extension Double: Described {
  mutating func read(_ value: DescribedValue) throws {
    guard let number = value.node.float else { throw value.error("must be a number") }
    self = number
  }
}

extension Optional: Described where Wrapped: Described {
  init() { self = nil }
  mutating func read(_ value: DescribedValue) throws { self = try value.read() as Wrapped }
}

extension Array: Described where Element: Described {
  mutating func read(_ value: DescribedValue) throws { self = try value.list().map { try $0.read() } }
}

extension Dictionary: Described where Key == String, Value: Described {
  mutating func read(_ value: DescribedValue) throws {
    self = try Dictionary(uniqueKeysWithValues: value.values().map { ($0, try $1.read()) })
  }
}

/// A part of a description. Its keys are all listed: others are errors.
protocol DescribedPart: Described, SendableMetatype { static var keys: [DescribedKey<Self>] { get } }

/// A part with a name. A text stands for a part with this as its first key.
protocol Named: DescribedPart { var name: String { get } }

extension DescribedPart {
  mutating func read(_ value: DescribedValue) throws {
    if Self.self is any Named.Type, value.node.scalar != nil { return try Self.keys[0].read(&self, value) }
    let values = try value.values(known: Self.keys.map(\.name))
    for key in Self.keys {
      if let (_, value) = values.first(where: { $0.key == key.name }), value.node.null == nil {
        try key.read(&self, value)
      } else if key.isNeeded {
        throw value.error("'\(key.name)' is missing")
      }
    }
  }
}

/// A key of a part, and where its value goes.
struct DescribedKey<Part: SendableMetatype>: Sendable {
  let name: String
  var isNeeded = false
  let read: @Sendable (inout Part, DescribedValue) throws -> Void
}

extension DescribedKey {
  /// - Parameter range: where its number, or each of its numbers by name, must lie.
  init<Value: Described & SendableMetatype>(
    _ name: String, _ path: any WritableKeyPath<Part, Value> & Sendable, isNeeded: Bool = false,
    in range: ClosedRange<Double>? = nil
  ) {
    self.init(name: name, isNeeded: isNeeded) {
      $0[keyPath: path] = try $1.read(startingWith: $0[keyPath: path], in: range)
    }
  }

  /// The same key for a part that contains this one.
  func of<Whole>(_ path: any WritableKeyPath<Whole, Part> & Sendable) -> DescribedKey<Whole> {
    .init(name: name) { try read(&$0[keyPath: path], $1) }
  }
}

let shares = 0.0...1.0
let positive = 0.0...1_000_000.0

extension SimulatedApp {
  /// Reads an app description.
  ///
  /// - Parameter file: The file's name in messages.
  /// - Throws: ``AppDescriptionError`` for the first error.
  package init(yaml: String, file: String) throws {
    /// The line of what is at a path of keys and indices, or of the nearest thing that contains it.
    func line(of path: ArraySlice<String>, in node: Node) -> Int? {
      let item = node.sequence?.enumerated().first { "[\($0.offset)]" == path.first }?.element
      guard let key = path.first, let next = item ?? node.mapping?[Node(key)] else { return node.mark?.line }
      return line(of: path.dropFirst(), in: next)
    }
    var root: Node?
    do {
      root = try Yams.compose(yaml: yaml)
      guard let root else { throw AppDescriptionError(message: "the app description is empty") }
      self = try DescribedValue(node: root).read()
      try check()
      _ = try planted()
    } catch {
      var said = AppDescriptionError(describing: error)
      said.line = said.line ?? root.flatMap { line(of: said.path[...], in: $0) }
      said.file = file
      throw said
    }
  }

  /// An app without usability problems, on which flaws can be shown one at a time.
  package static func wellBuilt() throws -> SimulatedApp {
    try SimulatedApp(
      yaml: String(decoding: PackageResources.well_built_app_yml, as: UTF8.self), file: "well-built.app.yml")
  }

  /// Checks constraints between several parts of the description.
  private func check() throws {
    func require(_ holds: Bool, at key: String? = nil, _ message: @autoclosure () -> String) throws {
      if !holds { throw AppDescriptionError(path: key.map { [$0] } ?? [], message: message()) }
    }
    func unique(_ names: [String], _ what: String, at key: String) throws {
      for (index, name) in names.enumerated() {
        try require(!names[..<index].contains(name), at: key, "\(what) '\(name)' is given twice")
      }
    }
    try require(!tabs.isEmpty, "'tabs' is missing")
    try require((2...24).contains(tabs.count), at: "tabs", "an app has 2 to 24 tabs")
    try unique(tabs.map(\.name), "tab", at: "tabs")
    try unique(tabs.map(\.root.name), "screen of a tab", at: "tabs")
    try require(tabs.contains { $0.weight > 0 }, at: "tabs", "all tabs have weight 0")
    let stands = "a tab called More stands for the More list: describe it here, not under 'tabs'"
    try require(more == nil || !tabs.contains { $0.name == "More" }, at: "more", stands)
    try unique(menus.map(\.name), "menu", at: "menus")
    for (list, key) in (more.map { [($0, "more")] } ?? []) + menus.map({ ($0, "menus") }) {
      try require(!list.items.isEmpty, at: key, "\(list.name) needs items")
      try unique(list.items.map(\.name), "item of \(list.name)", at: key)
    }
    try require(
      !versions.isEmpty && !locales.isEmpty && platforms.contains { $0.weight > 0 },
      "versions, locales, and platforms with a weight above 0 need at least one entry each")
    let items = entries.dropFirst(tabs.count)
    for item in items {
      try require(
        item.weight <= 1 && item.weights.values.allSatisfy(shares.contains), "'\(item.name)' has a weight above 1")
    }
    let known = platforms.map(\.name)
    for name in entries.flatMap(\.weights.keys).sorted() {
      try require(
        known.contains(name),
        "'weights' names the platform '\(name)', which the app does not have" + suggestion(among: known))
    }
    try require((entries.map(\.root) + links).allSatisfy { $0.height <= 24 }, "screens are nested more than 24 deep")
    let screens = screenNames
    let first = tabs[0].root.name
    for task in tasks {
      try require(
        first == task.start, at: "tasks",
        "'\(task.name)' must start at the first screen '\(first)', not at '\(task.start)'")
      let isReached = tabs.contains { $0.root.path(to: task.goal) != nil }
      try require(
        isReached, at: "tasks",
        "the goal '\(task.goal)' of '\(task.name)' is no screen of a tab" + suggestion(among: screens))
    }
    for gesture in gestures {
      let on = gesture.on ?? first
      try require(
        screens.contains(on), at: "gestures",
        "'\(gesture.name)' is made on an unknown screen '\(on)'" + suggestion(among: screens))
    }
  }
}

extension AppDescriptionError {
  /// What the reader of YAML says, in words.
  fileprivate init(describing error: any Error) {
    switch error {
    case let error as AppDescriptionError: self = error
    case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
      YamlError.composer(_, let problem, let mark, _):
      self.init(message: "this is no YAML: \(problem)", line: mark.line)
    case YamlError.duplicatedKeysInMapping(let keys, let context):
      self.init(message: "key '\(keys.joined(separator: "', '"))' is given twice", line: context.mark.line)
    default: self.init(message: "this cannot be read: \(error)")
    }
  }
}
