/// A usability problem that can be planted, named after the rule that must find it, with what it does to an app.
package struct Flaw: Sendable, Equatable, CustomStringConvertible {
  typealias Plant = @Sendable (inout SimulatedApp, inout PlantedFlaw) throws -> Void
  /// Changes all parts of a kind.
  typealias ChangeAll<Part> = @Sendable (inout SimulatedApp, (inout Part) -> Void) -> Void

  /// The id of the rule.
  package let rule: String
  /// The key of its subject in an app description; nil if that is the entire app, or what the flaw adds.
  package let subjectKey: String?
  /// Whether it has a strength.
  let hasShare: Bool
  /// Changes an app so that it has the flaw, and fills in what the flaw does not say.
  let plant: Plant

  init(_ rule: String, _ subjectKey: String? = nil, hasShare: Bool = true, plant: @escaping Plant) {
    self.rule = rule
    self.subjectKey = subjectKey
    self.hasShare = hasShare
    self.plant = plant
  }

  /// A flaw of one part of an app.
  /// - Parameters:
  ///   - changeAll: finds the parts.
  ///   - usual: its strength unless it says so; nil: it has none.
  ///   - choice: the name of the part unless it says so (default: the first).
  ///   - also: what changes besides.
  ///   - change: receives the strength, too.
  init<Part: Named & SendableMetatype>(
    _ rule: String, _ key: String, of changeAll: @escaping ChangeAll<Part>, _ usual: Double? = nil,
    choice: (@Sendable (SimulatedApp) -> String?)? = nil,
    also: @escaping @Sendable (inout SimulatedApp) -> Void = { _ in },
    change: @escaping @Sendable (inout Part, Double) -> Void
  ) {
    self.init(rule, key, hasShare: usual != nil) { app, flaw in
      var names: [String] = []
      changeAll(&app) { names.append($0.name) }
      let name = try app.subject(of: &flaw, among: names, key, choice: choice.map { $0(app) } ?? names.first)
      changeAll(&app) { if $0.name == name { change(&$0, flaw.share ?? usual ?? 0) } }
      also(&app)
    }
  }

  /// The parts in a list.
  static func each<Part: SendableMetatype>(_ parts: any WritableKeyPath<SimulatedApp, [Part]> & Sendable) -> ChangeAll<
    Part
  > {
    { app, change in for index in app[keyPath: parts].indices { change(&app[keyPath: parts][index]) } }
  }

  package static let allCases: [Flaw] = [
    depthOverLimit, depthHotDeep, depthPassThrough, depthNeverSeen, pathDeadEnd, pathBackChain, pathPingPong, pathPogo,
    taskLost, taskFirstChoice,
    tabsOverFive, tabsTooFew, tabsMoreToll, tabsMoreOutranks, tabsNeglected, tabsRejected,
    tabsUnstableSet, tabsActsNotNavigates, tabsBarHidden,
    tabsStateLost, tabsHunting, tabsBadgeBlind, tabsReorderConsensus, tabsWideOverflow, tabsRotationRefused,
    tabsSlowFirstOpen, menuUnopened,
    menuItemUndiscovered, menuLateDiscovery, menuAbandoned, menuPromote, menuSlowScan, menuOnIOS,
    gestureUndiscovered, gestureFailing,
    gestureSoleRoute, touchDead, touchRage, touchFringeLoss,
  ]

  /// Its parameters in an app description.
  var parameters: [String] { (subjectKey.map { [$0] } ?? []) + (hasShare ? ["share"] : []) }

  package var description: String { rule }
  package static func == (a: Self, b: Self) -> Bool { a.rule == b.rule }
}

/// A flaw that is turned on, with its subjects.
package struct PlantedFlaw: Sendable {
  package var flaw: Flaw
  /// Its subjects: names of tabs, items, screens…; empty for the default choice.
  package var subjects: [String] = []
  /// Its strength, as a share of what it affects; nil for the default.
  package var share: Double?

  /// The finding that must name it: `A ↔ B` for a pair of sections, `app` for the app.
  package var finding: Subject {
    switch flaw {
    case .tabsOverFive, .tabsMoreToll, .tabsWideOverflow: Subject(flaw.rule, "app")
    default: Subject(flaw.rule, subjects.first ?? "app")
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
        case "items": planted.subjects = try parameter.read()
        default: planted.subjects = [try parameter.read()]
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
    for (index, var flaw) in flaws.enumerated() {
      try flaw.flaw.plant(&app, &flaw)
      app.flaws[index] = flaw
    }
    return app
  }

  /// An error about a flaw.
  func error(_ flaw: PlantedFlaw, _ message: String) -> AppDescriptionError {
    AppDescriptionError(path: ["flaws", flaw.flaw.rule], message: message)
  }

  /// The name of the flaw's subject, which is one of these, or the default choice if it names none.
  func subject(of flaw: inout PlantedFlaw, among names: [String], _ what: String, choice: String?) throws -> String {
    guard let name = flaw.subjects.first ?? choice else { throw error(flaw, "the app has no fitting \(what)") }
    guard names.contains(name) else { throw error(flaw, "there is no \(what) '\(name)'\(suggestion(among: names))") }
    if flaw.subjects.isEmpty { flaw.subjects = [name] }
    return name
  }

  /// The index of the flaw's tab; by default the last one.
  func tab(of flaw: inout PlantedFlaw, choice: Int? = nil) throws -> Int {
    let names = tabs.map(\.name)
    return names.firstIndex(of: try subject(of: &flaw, among: names, "tab", choice: names[choice ?? names.count - 1]))
      ?? 0
  }

  /// The name of a screen that a flaw adds, which is its subject.
  func newScreen(_ name: String, of flaw: inout PlantedFlaw) throws -> String {
    guard !screenNames.contains(name) else { throw error(flaw, "the screen '\(name)' is in use") }
    flaw.subjects = [name]
    return name
  }

  /// The index of the least used tab.
  var leastTab: Int {
    tabs.indices.dropFirst().min { (tabs[$0].reach, tabs[$0].weight, -$0) < (tabs[$1].reach, tabs[$1].weight, -$1) }
      ?? 0
  }
}
