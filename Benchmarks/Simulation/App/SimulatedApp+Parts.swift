// Reads the parts of an app description.

private let shares = 0.0...1.0
private let possibleWeights = 0.0...1_000_000.0

extension SimulatedApp.Platform {
  init(_ node: DescriptionNode) throws {
    if node.isScalar {
      self.init(name: try node.text())
      return
    }
    let entries = try node.mapping(keys: ["name", "weight", "os_versions", "device", "width"])
    self.init(name: try entries.required("name").text())
    try entries.read("weight", into: &weight, in: possibleWeights)
    try entries.read("os_versions", into: &systemVersions)
    try entries.read("device", into: &device)
    try entries.read("width", into: &width)
  }
}

extension SimulatedApp.Screen {
  /// The keys that describe a screen, wherever it occurs.
  static let keys = ["dwell", "controls", "modals", "screens"]

  init(_ node: DescriptionNode) throws {
    if node.isScalar {
      self.init(name: try node.text())
      return
    }
    let entries = try node.mapping(keys: ["name", "weight"] + Self.keys)
    self.init(name: try entries.required("name").text())
    try entries.read("weight", into: &weight, in: possibleWeights)
    try read(entries)
  }

  /// Reads a screen's keys other than name and weight.
  mutating func read(_ entries: DescriptionMapping) throws {
    if let value = entries.value("dwell") { dwell = try value.number(in: 0.1...3600) }
    if let value = entries.value("controls") { controls = try value.elements("control").map(SimulatedApp.Control.init) }
    try entries.read("modals", into: &modals)
    if let value = entries.value("screens") {
      screens = try value.elements("screen").map(SimulatedApp.Screen.init)
      guard height <= 24 else { throw value.error("screens are nested more than 24 deep") }
    }
  }
}

extension SimulatedApp.Control {
  init(_ node: DescriptionNode) throws {
    if node.isScalar {
      self.init(name: try node.text())
      return
    }
    let entries = try node.mapping(keys: ["name", "weight", "dead"])
    self.init(name: try entries.required("name").text())
    try entries.read("weight", into: &weight, in: possibleWeights)
    try entries.read("dead", into: &dead, in: shares)
  }
}

extension SimulatedApp.Tab {
  init(_ node: DescriptionNode) throws {
    if node.isScalar {
      let name = try node.text()
      self.init(root: .init(name: name), name: name)
      return
    }
    let entries = try node.mapping(keys: ["name", "screen", "weight", "weights", "reach", "badge", "blocked"] + SimulatedApp.Screen.keys)
    let name = try entries.required("name").text()
    self.init(root: .init(name: try entries.value("screen")?.text() ?? name), name: name)
    try entries.read("weight", into: &weight, in: possibleWeights)
    if let values = entries.value("weights") { weights = try values.numbers(in: possibleWeights) }
    try entries.read("reach", into: &reach, in: shares)
    try entries.read("badge", into: &badge, in: shares)
    try entries.read("blocked", into: &blocked, in: shares)
    try root.read(entries)
  }
}

extension SimulatedApp.Item {
  init(_ node: DescriptionNode) throws {
    if node.isScalar {
      let name = try node.text()
      self.init(root: .init(name: name), name: name)
      return
    }
    let entries = try node.mapping(keys: ["name", "screen", "weight", "weights", "reach"] + SimulatedApp.Screen.keys)
    let name = try entries.required("name").text()
    self.init(root: .init(name: try entries.value("screen")?.text() ?? name), name: name)
    try entries.read("weight", into: &weight, in: shares)
    if let values = entries.value("weights") { weights = try values.numbers(in: shares) }
    try entries.read("reach", into: &reach, in: shares)
    try root.read(entries)
  }
}

extension SimulatedApp.MoreList {
  init(_ node: DescriptionNode) throws {
    let entries = try node.mapping(keys: ["screen", "items", "abandoned"])
    self.init()
    try entries.read("screen", into: &screen)
    try entries.read("abandoned", into: &abandoned, in: 0...0.95)
    items = try entries.required("items").elements("More item").map(SimulatedApp.Item.init)
  }
}

extension SimulatedApp.Menu {
  init(_ node: DescriptionNode) throws {
    let entries = try node.mapping(keys: ["name", "items", "platforms", "abandoned", "scan", "reach"])
    self.init()
    try entries.read("name", into: &name)
    try entries.read("platforms", into: &platforms)
    try entries.read("abandoned", into: &abandoned, in: 0...0.95)
    try entries.read("scan", into: &scan, in: 0.2...60)
    if let value = entries.value("reach") { reach = try value.number(in: shares) }
    items = try entries.required("items").elements("menu item").map(SimulatedApp.Item.init)
  }
}

extension SimulatedApp.Gesture {
  init(_ node: DescriptionNode) throws {
    if node.isScalar {
      self.init(name: try node.text())
      return
    }
    let entries = try node.mapping(keys: ["name", "on", "reach", "weight", "failing"])
    self.init(name: try entries.required("name").text())
    on = try entries.value("on")?.text()
    try entries.read("reach", into: &reach, in: shares)
    try entries.read("weight", into: &weight, in: shares)
    try entries.read("failing", into: &failing, in: 0...0.95)
  }
}

extension SimulatedApp.Task {
  init(_ node: DescriptionNode) throws {
    let entries = try node.mapping(keys: ["name", "start", "goal", "share"])
    self.init(
      name: try entries.required("name").text(), start: try entries.required("start").text(),
      goal: try entries.required("goal").text())
    try entries.read("share", into: &share, in: shares)
  }
}

extension SimulatedApp.Behaviour {
  mutating func read(_ node: DescriptionNode) throws {
    let chances: [(String, WritableKeyPath<Self, Double>)] = [
      ("curiosity", \.curiosity), ("drill", \.drill), ("back", \.back), ("swipe", \.swipe), ("reselect", \.reselect),
      ("modal", \.modal), ("rotate", \.rotate), ("background", \.background), ("links", \.links), ("crash", \.crash),
    ]
    let numbers: [(String, WritableKeyPath<Self, Double>, ClosedRange<Double>)] = [
      ("sessions", \.sessions, 1...200), ("errands", \.errands, 1...50), ("dwell", \.dwell, 0.5...3600),
      ("spread", \.spread, 0...2), ("taps", \.taps, 0...5),
    ]
    let entries = try node.mapping(keys: chances.map(\.0) + numbers.map(\.0))
    for (key, path) in chances { try entries.read(key, into: &self[keyPath: path], in: shares) }
    for (key, path, range) in numbers { try entries.read(key, into: &self[keyPath: path], in: range) }
  }
}

extension PlantedFlaw {
  /// Reads `flaws`: each a rule's id with `on`, `off`, a share, or its parameters.
  static func list(_ node: DescriptionNode) throws -> [PlantedFlaw] {
    let entries = try node.mapping(keys: Flaw.allCases.map(\.rawValue))
    return try entries.entries.compactMap { entry -> PlantedFlaw? in
      guard let flaw = Flaw(rawValue: entry.key) else { return nil }
      let value = DescriptionNode(node: entry.value, file: node.file, subject: "flaw \(entry.key)")
      var planted = PlantedFlaw(flaw, line: entry.keyLine)
      if value.isScalar {
        if let flag = try? value.flag() { return flag ? planted : nil }
        guard value.isNumber else {
          throw value.error("flaw \(entry.key) must be on, off, a share, or a list of parameters")
        }
        guard flaw.hasShare else { throw value.error("flaw \(entry.key) is on or off, it has no share") }
        planted.share = try value.number(in: shares)
        return planted
      }
      let parameters = try value.mapping(keys: flaw.parameters)
      planted.share = try parameters.value("share")?.number(in: shares)
      planted.depth = try parameters.value("depth").map { Int(try $0.number(in: 6...20)) }
      if let key = flaw.subjectKey, let subject = parameters.value(key) {
        planted.subjects = flaw.hasManySubjects ? try subject.texts() : [try subject.text()]
      }
      return planted
    }
  }
}
