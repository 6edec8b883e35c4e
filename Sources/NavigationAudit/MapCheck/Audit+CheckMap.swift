import AppMaps
import EventLogs
import NavigationModel

extension Audit {
  /// Checks the app map of the options, and holds it against the logs if there are any. Nothing is written.
  /// - Throws: ``AppMapError`` if the map is not valid, and for logs that cannot be read.
  public func checkMap() async throws -> MapCheckOutcome {
    var loaded = try LoadedMap(file: options.map, logs: [], options: options)
    var drafted: [String] = []
    if !options.logs.isEmpty, loaded.text == nil, !options.logs.contains("-") {
      var found = try LogInputs.find(options.logs)
      drafted = try await loaded.draft(options, &found)
    }
    let check = MapCheck(map: loaded.map)
    var outcome = MapCheckOutcome(map: loaded.map)
    guard !options.logs.isEmpty else {
      outcome.remarks = check.placeholders
      return outcome
    }
    // A wrong order makes most dates unreadable: that is shown, not refused.
    let order = loaded.map.times.order
    let words = try await WordsOfLog(self, loaded, for: order?.other == nil ? .check : .trial)
    let tally = words.intake.log.tally
    outcome.events = tally.events
    outcome.notes = ModelBuilder(options: options, loaded: loaded, tables: words.tables).readingNotes(words.intake) + drafted
    outcome.uses = check.uses(tally)
    outcome.remarks = check.placeholders + check.mappings(tally) + check.filters(tally, words.tables.names) + check.names(words.choices)
    // Standard input can be read once.
    guard let order, let other = order.other, !options.logs.contains("-") else { return outcome }
    var otherwise = loaded
    otherwise.map.times.order = other
    outcome.readings = [.init(order, words), .init(other, try await WordsOfLog(self, otherwise, for: .trial))]
    return outcome
  }
}

extension TimeNotation.Order {
  /// The order with which dates of this one can be confused.
  fileprivate var other: TimeNotation.Order? {
    switch self {
    case .dayFirst: .monthFirst
    case .monthFirst: .dayFirst
    case .yearFirst: nil
    }
  }
}

extension MapCheckOutcome.Reading {
  fileprivate init(_ order: TimeNotation.Order, _ words: WordsOfLog) {
    self.init(order: order.rawValue, times: words.counts.times, rejectedLines: words.intake.log.tally.rejectedLines)
  }
}
