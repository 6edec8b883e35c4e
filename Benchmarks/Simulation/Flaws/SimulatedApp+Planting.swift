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
      try app.plant(&flaw)
      app.flaws[index] = flaw
    }
    return app
  }

  private mutating func plant(_ flaw: inout PlantedFlaw) throws {
    switch flaw.rule.prefix(while: { $0 != "." }) {
    case "depth": try plantDepth(&flaw)
    case "path": try plantPath(&flaw)
    case "task": try plantTask(&flaw)
    case "tabs": try plantTabs(&flaw)
    case "menu": try plantMenu(&flaw)
    default: try plantTouch(&flaw)
    }
  }

  /// An error about a flaw.
  func error(_ flaw: PlantedFlaw, _ message: String) -> AppDescriptionError { AppDescriptionError(at: "flaws", flaw.rule, message: message) }

  /// The index of the flaw's subject among names, or the default choice if it names none.
  ///
  /// - Parameter choice: The default index; nil if there is none.
  func subject(
    of flaw: inout PlantedFlaw, among names: [String], _ what: String, choice: Int?
  ) throws -> Int {
    if let name = flaw.subjects.first {
      guard let index = names.firstIndex(of: name) else {
        throw error(flaw, "there is no \(what) '\(name)'\(suggestion(among: names))")
      }
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

  /// The index of the least used tab.
  var leastTab: Int {
    tabs.indices.dropFirst().min { (tabs[$0].reach, tabs[$0].weight, -$0) < (tabs[$1].reach, tabs[$1].weight, -$1) } ?? 0
  }
}
