/// A usability problem that can be planted, named after the rule that must find it, with what it does to an app.
package struct Flaw: Sendable, Hashable, CustomStringConvertible {
  typealias Plant = @Sendable (inout SimulatedApp, inout PlantedFlaw) throws -> Void

  /// The id of the rule.
  package let rule: String
  /// The key of its subject in an app description; nil if that is the entire app.
  package let subjectKey: String?
  /// Whether it has a strength.
  let hasShare: Bool
  /// Changes an app so that it has the flaw, and fills in what the flaw does not say.
  let plant: Plant

  init(_ rule: String, _ subjectKey: String? = nil, hasShare: Bool = true, plant: @escaping Plant) {
    (self.rule, self.subjectKey, self.hasShare, self.plant) = (rule, subjectKey, hasShare, plant)
  }

  /// A flaw that is one share of its subject.
  /// - Parameter choice: the index of the default subject.
  init<Part: Named & SendableMetatype>(
    _ rule: String, _ subjectKey: String, of parts: any WritableKeyPath<SimulatedApp, [Part]> & Sendable,
    _ value: any WritableKeyPath<Part, Double> & Sendable, _ usual: Double, most: Double = 1, choice: @escaping @Sendable (SimulatedApp) -> Int? = { _ in 0 }
  ) {
    self.init(rule, subjectKey) { app, flaw in
      let index = try app.subject(of: &flaw, among: app[keyPath: parts].map(\.name), subjectKey, choice: choice(app))
      app[keyPath: parts][index][keyPath: value] = min(most, flaw.share ?? usual)
    }
  }

  package static let allCases: [Flaw] = [
    depthOverLimit, depthHotDeep, depthPassThrough, depthNeverSeen, pathDeadEnd, pathBackChain, pathPingPong, pathPogo, taskLost, taskFirstChoice,
    taskIndirect, tabsOverFive, tabsTooFew, tabsMoreToll, tabsMoreOutranks, tabsNeglected, tabsRejected, tabsUnstableSet, tabsActsNotNavigates, tabsBarHidden,
    tabsStateLost, tabsHunting, tabsBadgeBlind, tabsReorderConsensus, tabsWideOverflow, tabsRotationRefused, tabsSlowFirstOpen, menuUnopened,
    menuItemUndiscovered, menuLateDiscovery, menuAbandoned, menuPromote, menuSlowScan, menuDuplicateRoute, menuOnIOS, gestureUndiscovered, gestureFailing,
    gestureSoleRoute, touchDead, touchRage, touchFringeLoss,
  ]

  /// Whether its subject is a list of names.
  var hasManySubjects: Bool { ["sections", "tabs", "items"].contains(subjectKey) }

  /// Its parameters in an app description.
  var parameters: [String] { (subjectKey.map { [$0] } ?? []) + (self == .depthOverLimit ? ["depth"] : []) + (hasShare ? ["share"] : []) }

  package var description: String { rule }
  package static func == (a: Self, b: Self) -> Bool { a.rule == b.rule }
  package func hash(into hasher: inout Hasher) { hasher.combine(rule) }
}

/// A flaw that is turned on, with its subjects.
package struct PlantedFlaw: Sendable, Equatable {
  package var flaw: Flaw
  /// Its subjects: names of tabs, items, screens…; empty for the default choice.
  package var subjects: [String] = []
  /// Its strength, as a share of what it affects; nil for the default.
  package var share: Double?
  /// How deep it goes (`depth.over-limit`).
  package var depth: Int?

  /// The id of the rule that must find it.
  package var rule: String { flaw.rule }

  /// The subject in the rule's finding: `A ↔ B` for a pair of sections, `app` for the app.
  package var subject: String {
    switch flaw {
    case .pathPingPong: subjects.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }.joined(separator: " ↔ ")
    case .tabsOverFive, .tabsMoreToll, .tabsWideOverflow: "app"
    default: subjects.first ?? "app"
    }
  }

  /// Reads `flaws`: each a rule's id with `on`, `off`, a share, or its parameters.
  static func list(_ flaws: DescribedValue) throws -> [PlantedFlaw] {
    try flaws.values(known: Flaw.allCases.map(\.rule)).compactMap { rule, value in
      guard let flaw = Flaw.allCases.first(where: { $0.rule == rule }), value.node.bool != false else { return nil }
      var planted = PlantedFlaw(flaw: flaw)
      if value.node.bool == true { return planted }
      if value.node.float != nil {
        guard flaw.hasShare else { throw value.error("the flaw is on or off, it has no share") }
        planted.share = try value.read(in: shares)
        return planted
      }
      guard value.node.mapping != nil else { throw value.error("must be on, off, a share, or a list of parameters") }
      for (key, parameter) in try value.values(known: flaw.parameters) {
        switch key {
        case "share": planted.share = try parameter.read(in: shares)
        case "depth": planted.depth = Int(try parameter.read(in: 6...20) as Double)
        default: planted.subjects = flaw.hasManySubjects ? try parameter.read() : [try parameter.read()]
        }
      }
      return planted
    }
  }
}

extension SimulatedApp {
  /// The same app with exactly these flaws, each with its default subject.
  package func with(_ flaws: [Flaw]) -> SimulatedApp {
    var app = self
    app.flaws = flaws.map { PlantedFlaw(flaw: $0) }
    return app
  }

  /// The app with its flaws applied, and their subjects filled in.
  ///
  /// - Throws: ``AppDescriptionError`` if a flaw needs something that the app lacks.
  func planted() throws -> SimulatedApp {
    var app = self
    for index in app.flaws.indices {
      var flaw = app.flaws[index]
      try flaw.flaw.plant(&app, &flaw)
      app.flaws[index] = flaw
    }
    return app
  }

  /// An error about a flaw.
  func error(_ flaw: PlantedFlaw, _ message: String) -> AppDescriptionError { AppDescriptionError(path: ["flaws", flaw.rule], message: message) }

  /// The index of the flaw's subject among names, or the default choice if it names none.
  ///
  /// - Parameter choice: The default index; nil if there is none.
  func subject(of flaw: inout PlantedFlaw, among names: [String], _ what: String, choice: Int?) throws -> Int {
    if let name = flaw.subjects.first {
      guard let index = names.firstIndex(of: name) else { throw error(flaw, "there is no \(what) '\(name)'\(suggestion(among: names))") }
      return index
    }
    guard let choice, names.indices.contains(choice) else { throw error(flaw, "the app has no fitting \(what)") }
    flaw.subjects = [names[choice]]
    return choice
  }

  /// The index of the flaw's tab; by default the last one.
  func tab(of flaw: inout PlantedFlaw, choice: Int? = nil) throws -> Int {
    try subject(of: &flaw, among: tabs.map(\.name), "tab", choice: choice ?? tabs.count - 1)
  }

  /// The subject of a flaw that adds a screen.
  func newScreen(of flaw: inout PlantedFlaw, default name: String, _ advice: String) throws -> String {
    if flaw.subjects.isEmpty { flaw.subjects = [name] }
    guard !screenNames.contains(flaw.subjects[0]) else { throw error(flaw, "the screen '\(flaw.subjects[0])' is in use, \(advice)") }
    return flaw.subjects[0]
  }

  /// The index of the least used tab.
  var leastTab: Int {
    tabs.indices.dropFirst().min { (tabs[$0].reach, tabs[$0].weight, -$0) < (tabs[$1].reach, tabs[$1].weight, -$1) } ?? 0
  }
}
