import Yams

// App descriptions (`*.app.yml`): how their parts are read and checked. Each part lists its keys where it is declared.

/// An error in an app description, in one line: where, what, and what is known.
package struct AppDescriptionError: Error, CustomStringConvertible {
  /// The keys and indices that lead to it.
  var path: [String]
  var message: String
  /// The line, and with the file in front of it once that is known.
  var line: Int?
  var file = ""

  init(_ path: [String], _ message: String, line: Int? = nil) {
    self.path = path
    self.message = message
    self.line = line
  }

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

  func error(_ message: String) -> AppDescriptionError { AppDescriptionError(path, message, line: node.mark?.line) }

  func list() throws -> [DescribedValue] {
    guard let nodes = node.sequence else { throw error("must be a list") }
    return nodes.enumerated().map { DescribedValue(node: $1, path: path + ["[\($0)]"]) }
  }

  /// The values by key.
  /// - Parameter known: the allowed keys; nil: any.
  func values(known: [String]? = nil) throws -> [(key: String, value: DescribedValue)] {
    guard let mapping = node.mapping else { throw error("must be 'key: value' lines") }
    return try mapping.map { key, node in
      let value = DescribedValue(node: node, path: path + [key.string ?? ""])
      if let known, !known.contains(key.string ?? "") { throw value.error("the key is unknown" + suggestion(among: known)) }
      return (key.string ?? "", value)
    }
  }

  func number(in range: ClosedRange<Double>) throws -> Double {
    let number = try Double(self)
    try require([number], in: range)
    return number
  }

  func require(_ numbers: [Double], in range: ClosedRange<Double>) throws {
    guard let wrong = numbers.first(where: { !range.contains($0) }) else { return }
    throw error("\(wrong) does not lie between \(range.lowerBound) and \(range.upperBound)")
  }

  /// A list of parts that begin with the same values.
  func parts<Part: DescribedPart>(startingWith part: Part) throws -> [Part] { try list().map { try Part($0, startingWith: part) } }
}

/// What a value of a description can be.
protocol Described { init(_ value: DescribedValue) throws }

extension String: Described {
  init(_ value: DescribedValue) throws {
    guard let text = value.node.scalar?.string else { throw value.error("must be a text") }
    self = text
  }
}

extension Double: Described {
  init(_ value: DescribedValue) throws {
    guard let number = value.node.float else { throw value.error("must be a number") }
    self = number
  }
}

extension Optional: Described where Wrapped: Described {
  init(_ value: DescribedValue) throws { self = try Wrapped(value) }
}

extension Array: Described where Element: Described {
  init(_ value: DescribedValue) throws { self = try value.list().map(Element.init) }
}

extension Dictionary: Described where Key == String, Value: Described {
  init(_ value: DescribedValue) throws { self.init(uniqueKeysWithValues: try value.values().map { ($0, try Value($1)) }) }
}

/// A part of a description. Its keys are all listed: others are errors.
protocol DescribedPart: Described {
  init()
  static var keys: [DescribedKey<Self>] { get }
  /// Fills in what follows from other values.
  mutating func complete()
}

/// A part with a name, which may stand for all of it.
protocol Named: DescribedPart {
  var name: String { get set }
}

extension DescribedPart {
  mutating func complete() {}

  init(_ value: DescribedValue) throws { try self.init(value, startingWith: Self()) }

  /// - Parameter part: what holds unless it is said otherwise.
  init(_ value: DescribedValue, startingWith part: Self) throws {
    self = part
    if var named = self as? any Named, let text = value.node.scalar?.string {
      named.name = text
      self = named as? Self ?? self
    } else {
      let values = try value.values(known: Self.keys.map(\.name))
      for key in Self.keys {
        if let (_, value) = values.first(where: { $0.key == key.name }), value.node.null == nil {
          try key.read(&self, value)
        } else if key.isNeeded {
          throw value.error("'\(key.name)' is missing")
        }
      }
    }
    complete()
  }
}

/// A key of a part, and where its value goes.
struct DescribedKey<Part> {
  let name: String
  var isNeeded = false
  let read: (inout Part, DescribedValue) throws -> Void

  init(_ name: String, isNeeded: Bool = false, read: @escaping (inout Part, DescribedValue) throws -> Void) {
    self.name = name
    self.isNeeded = isNeeded
    self.read = read
  }

  init<Value: Described>(_ name: String, _ path: WritableKeyPath<Part, Value>, isNeeded: Bool = false) {
    self.init(name, isNeeded: isNeeded) { $0[keyPath: path] = try Value($1) }
  }

  init<Value: DescribedPart>(_ name: String, _ path: WritableKeyPath<Part, Value>) {
    self.init(name) { $0[keyPath: path] = try Value($1, startingWith: $0[keyPath: path]) }
  }

  init<Value: Numeral>(_ name: String, _ path: WritableKeyPath<Part, Value>, in range: ClosedRange<Double>) {
    self.init(name) { part, value in
      part[keyPath: path] = try Value(value)
      try value.require(part[keyPath: path].numbers, in: range)
    }
  }

  /// The same key for a part that contains this one.
  func of<Whole>(_ path: WritableKeyPath<Whole, Part>) -> DescribedKey<Whole> {
    DescribedKey<Whole>(name) { try read(&$0[keyPath: path], $1) }
  }
}

/// One or more numbers.
protocol Numeral: Described { var numbers: [Double] { get } }
extension Double: Numeral { var numbers: [Double] { [self] } }
extension Double?: Numeral { var numbers: [Double] { map { [$0] } ?? [] } }
extension [String: Double]: Numeral { var numbers: [Double] { Array(values) } }

let shares = 0.0...1.0
let positive = 0.0...1_000_000.0

extension SimulatedApp {
  /// Reads an app description.
  ///
  /// - Parameter file: The file's name in messages.
  /// - Throws: ``AppDescriptionError`` for the first error.
  package init(yaml: String, file: String) throws {
    do {
      guard let root = try Yams.compose(yaml: yaml) else { throw AppDescriptionError([], "the app description is empty") }
      do {
        self = try SimulatedApp(DescribedValue(node: root))
        try check()
        _ = try planted()
      } catch var error as AppDescriptionError {
        error.line = error.line ?? root.line(at: error.path[...])
        throw error
      }
    } catch {
      var said = error as? AppDescriptionError ?? AppDescriptionError(describing: error)
      said.file = file
      throw said
    }
  }

  /// An app without usability problems, on which flaws can be shown one at a time.
  package static func wellBuilt() throws -> SimulatedApp {
    try SimulatedApp(yaml: String(decoding: PackageResources.well_built_app_yml, as: UTF8.self), file: "well-built.app.yml")
  }

  /// Checks constraints between several parts of the description.
  private func check() throws {
    func require(_ holds: Bool, _ message: @autoclosure () -> String, at path: String...) throws {
      if !holds { throw AppDescriptionError(path, message()) }
    }
    func unique(_ names: [String], _ what: String, at key: String) throws {
      var seen: Set<String> = []
      for name in names { try require(seen.insert(name).inserted, "\(what) '\(name)' is given twice", at: key) }
    }
    try require(!tabs.isEmpty, "'tabs' is missing")
    try require((2...24).contains(tabs.count), "an app has 2 to 24 tabs", at: "tabs")
    try unique(tabs.map(\.name), "tab", at: "tabs")
    try unique(tabs.map(\.root.name), "screen of a tab", at: "tabs")
    try require(tabs.contains { $0.weight > 0 }, "all tabs have weight 0", at: "tabs")
    try require(more?.items.isEmpty != true, "the More list needs items", at: "more")
    try require(
      more == nil || !tabs.contains { $0.name == "More" }, "a tab called More stands for the More list: describe it here, not under 'tabs'", at: "more")
    try unique(moreItems.map(\.name), "More item", at: "more")
    try unique(menus.map(\.name), "menu", at: "menus")
    for menu in menus {
      try require(!menu.items.isEmpty, "menu \(menu.name) needs items", at: "menus")
      try unique(menu.items.map(\.name), "item of menu \(menu.name)", at: "menus")
    }
    try require(
      !versions.isEmpty && !locales.isEmpty && platforms.contains { $0.weight > 0 },
      "versions, locales, and platforms with a weight above 0 need at least one entry each")
    let items = entries.dropFirst(tabs.count)
    for item in items { try require(item.weight <= 1 && item.weights.values.allSatisfy(shares.contains), "'\(item.name)' has a weight above 1") }
    let known = platforms.map(\.name)
    for name in entries.flatMap(\.weights.keys).sorted() {
      try require(known.contains(name), "'weights' names the platform '\(name)', which the app does not have" + suggestion(among: known))
    }
    try require((entries.map(\.root) + links).allSatisfy { $0.height <= 24 }, "screens are nested more than 24 deep")
    let (screens, first) = (screenNames, tabs[0].root.name)
    for task in tasks {
      try require(first == task.start, "'\(task.name)' must start at the first screen '\(first)', not at '\(task.start)'", at: "tasks")
      try require(
        tabs.contains { $0.root.path(to: task.goal) != nil }, "the goal '\(task.goal)' of '\(task.name)' is no screen of a tab" + suggestion(among: screens),
        at: "tasks")
    }
    for gesture in gestures {
      let on = gesture.on ?? first
      try require(screens.contains(on), "'\(gesture.name)' is made on an unknown screen '\(on)'" + suggestion(among: screens), at: "gestures")
    }
  }
}

extension AppDescriptionError {
  /// What the reader of YAML says, in words.
  fileprivate init(describing error: any Error) {
    switch error {
    case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _), YamlError.composer(_, let problem, let mark, _):
      self.init([], "this is no YAML: \(problem)", line: mark.line)
    case YamlError.duplicatedKeysInMapping(let keys, let context):
      self.init([], "key '\(keys.joined(separator: "', '"))' is given twice", line: context.mark.line)
    default: self.init([], "this cannot be read: \(error)")
    }
  }
}

extension Node {
  /// The line of what is at a path of keys, or of the nearest thing that contains it.
  fileprivate func line(at path: ArraySlice<String>) -> Int? {
    guard let key = path.first, let next = mapping?[Node(key)] else { return mark?.line }
    return next.line(at: path.dropFirst())
  }
}
