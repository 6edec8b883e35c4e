import EventLogs
import NavigationModel

/// Reads the events of a survey: the meanings of all names are decided together.
package struct EventReader {
  let survey: LogSurvey
  let keyConcepts: [Set<Concept>]
  var textConcepts: [Int32: Set<Concept>] = [:]
  var noise: Set<Int32> = []
  var classes: [EventClass] = []
  var classOf: [Int] = []
  /// For each record, the screen before it, as a key of names.
  var before: [String] = []
  /// Changes of screen that no action precedes, and those that lead to one of the last screens.
  var plainMoves = (all: 0, back: 0)
  /// Properties that repeat the current screen on other events.
  var stamped: Set<Int32> = []
  var parts: [Part] = []
  /// The property that says where the user was, of logs in which no event shows a screen; nil if there is none.
  let place: Int32?
  /// Classes of what happens at places, whose names are none.
  var asides: Set<Int> = []
  /// Classes whose screen is where they lead to, not where they happened.
  var leading: Set<Int> = []

  typealias Part = EventReading.Part

  /// - Parameter place: the field that behaves like places.
  package init(_ survey: LogSurvey, place: String? = nil) {
    self.survey = survey
    self.place = place.flatMap(survey.keys.find)
    keyConcepts = survey.keys.texts.map { key in
      let (concepts, words) = SampledTable.Column.meaning(of: key)
      // An address is another name of a screen than the one that is shown.
      let isName = words.isDisjoint(with: ["url", "uri", "href", "path", "pathname", "permalink"])
      return isName && !words.isDisjoint(with: PlaceEvidence.names) ? concepts.union([.screen]) : concepts
    }
  }

  package mutating func read() -> EventReading {
    guard !survey.records.isEmpty else { return EventReading() }
    noise = noisyKeys()
    if let place { noise.remove(place) }
    makeClasses()
    chooseStacks()
    chooseFamilies()
    chooseScreens()
    let isByPlace = choosePlaces()
    if !isByPlace { completePlaces() }
    nameScreens()
    observeClasses()
    let open = classes.indices.filter { parts[$0].kind == nil && !asides.contains($0) }
    for number in open { parts[number] = choice(number) }
    for number in open { doubt(number) }
    if isByPlace { takePlaces(open) }
    reconcile()
    showArrivals()
    joinPlaces()
    return EventReading(parts: parts, holdsAsides: !asides.isEmpty)
  }

  func part(
    _ number: Int, kind: EventKind? = nil, confidence: Double = 0, reason: String = "", others: [EventKind] = [],
    target: Int32? = nil, screen: Int32? = nil
  ) -> Part {
    let own = classes[number]
    return Part(
      word: survey.texts[own.word], conditions: own.split.map { (survey.keys[$0.key], survey.texts[$0.text]) },
      count: own.records.count, kind: kind,
      target: text(target), screen: text(screen), confidence: confidence, reason: reason, others: others,
      isKnown: own.known != nil && own.known != .other)
  }

  func text(_ key: Int32?) -> String? { key.map { survey.keys[$0] } }
}
