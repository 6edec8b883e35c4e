import EventLogs
import NavigationModel

/// The meanings of the events of a log, with their confidence.
package struct EventReading: Sendable {
  /// The meaning of one event name, or of one name with certain values of its properties.
  package struct Part: Sendable {
    package var word: String
    package var otherWords: [String] = []
    /// Further conditions: the texts of properties.
    package var conditions: [(key: String, text: String)]
    /// The number of events in the survey that it covers.
    package var count: Int
    /// Nil: not navigation.
    package var kind: EventKind?
    package var target: String?
    package var screen: String?
    package var container: String?
    /// The list of screens, from the root to the one shown.
    package var list: String?
    /// Whether nothing is known of it but where the user was.
    var isPlace = false
    /// The screen, where the event's name gives it.
    package var screenName: String?
    /// From 0 to 1.
    package var confidence: Double
    package var reason: String
    /// Other possible kinds, the likeliest first.
    package var others: [EventKind] = []
    /// Whether the format itself defines it, so it needs no mapping.
    package var isKnown = false

    /// Parts with at least this confidence are active in a drafted map; the others are comments.
    package static let sure = 0.8
    package var isSure: Bool { confidence >= Self.sure }
  }

  package var parts: [Part] = []

  /// Names that may be navigation and are not understood with certainty.
  package var unsure: [Part] { parts.filter { !$0.isSure && $0.kind != nil && !$0.isKnown } }
}

/// Reads the events of a survey: the meanings of all names are decided together.
package struct EventReader {
  let survey: LogSurvey
  private let keyConcepts: [Set<Concept>]
  private var textConcepts: [Int32: Set<Concept>] = [:]
  private(set) var noise: Set<Int32> = []
  var classes: [EventClass] = []
  private(set) var classOf: [Int] = []
  /// For each record, the screen before it, as a key of names.
  var before: [String] = []
  /// Changes of screen that no action precedes, and those that lead to one of the last screens.
  var plainMoves = (all: 0, back: 0)
  /// Properties that repeat the current screen on other events.
  var stamped: Set<Int32> = []
  private var parts: [Part] = []
  /// The property that says where the user was, of logs in which no event shows a screen; nil if there is none.
  private let place: Int32?
  /// Classes whose screen is where they lead to, not where they happened.
  private(set) var leading: Set<Int> = []

  private typealias Part = EventReading.Part

  /// - Parameter place: the field that behaves like places.
  package init(_ survey: LogSurvey, place: String? = nil) {
    self.survey = survey
    self.place = place.flatMap(survey.keys.find)
    keyConcepts = survey.keys.texts.map { key in
      NameWords(key.split(separator: RecordFlattener.separator).last.map(String.init) ?? "").concepts
    }
  }

  package mutating func read() -> EventReading {
    guard !survey.records.isEmpty else { return EventReading() }
    noise = noisyKeys()
    makeClasses()
    chooseStacks()
    chooseScreens()
    let isByPlace = choosePlaces()
    if !isByPlace { chooseLikeliest() }
    observeClasses()
    let open = classes.indices.filter { parts[$0].kind == nil }
    for number in open { parts[number] = choice(number) }
    for number in open { doubt(number) }
    if isByPlace { takePlaces(open) }
    reconcile()
    nameScreens()
    showOpenings()
    joinPlaces()
    return EventReading(parts: parts)
  }

  // MARK: - Places

  /// Where no event shows a screen and a property behaves like places, rows say where the user was. What is named like
  /// navigation is decided by what follows it.
  /// - Returns: whether that is so.
  private mutating func choosePlaces() -> Bool {
    guard let place, !parts.contains(where: { $0.kind == .screenView || $0.kind == .stack || $0.isKnown }) else {
      return false
    }
    let held = heldShares(place)
    for number in classes.indices where parts[number].kind == nil {
      let named = classes[number].concepts.kinds(hasTarget: true).first?.kind
      if named == nil || named == .tap || named == .screenView || named == .gesture {
        parts[number] = position(number, place)
      } else if held[number] < 0.5 {
        leading.insert(number)
      }
    }
    return true
  }

  private func position(_ number: Int, _ key: Int32) -> Part {
    var part = part(
      number, kind: .screenView, confidence: 0.8, reason: "nothing is known of it but where the user was", screen: key)
    part.isPlace = true
    return part
  }

  /// For each class, how often its value is that of the user's record before.
  private func heldShares(_ key: Int32) -> [Double] {
    var counts = Array(repeating: (same: 0, all: 0), count: classes.count)
    for index in survey.records.indices.dropFirst()
    where survey.records[index].user == survey.records[index - 1].user {
      let text = survey.text(survey.records[index], key)
      guard text != 0 else { continue }
      counts[classOf[index]].all += 1
      if text == survey.text(survey.records[index - 1], key) { counts[classOf[index]].same += 1 }
    }
    return counts.map { Double($0.same) / Double(max(1, $0.all)) }
  }

  /// What is not navigation says at least where it happened.
  private mutating func takePlaces(_ numbers: [Int]) {
    guard let place else { return }
    for number in numbers where !parts[number].isSure || parts[number].kind == nil || parts[number].kind == .tap {
      parts[number] = position(number, place)
    }
  }

  /// Events that say only where they happened are one line of a map.
  private mutating func joinPlaces() {
    let all = parts.filter(\.isPlace).sorted { ($1.count, $0.word) < ($0.count, $1.word) }
    guard var first = all.first, all.count > 1 else { return }
    var words: Set<String> = [first.word]
    first.otherWords = all.dropFirst().map(\.word).filter { words.insert($0).inserted }
    first.conditions = []
    first.count = all.reduce(0) { $0 + $1.count }
    parts = parts.filter { !$0.isPlace } + [first]
  }

  /// An opening of the app that names a screen shows it, unless all events repeat the screen they are on.
  private mutating func showOpenings() {
    let keys = Set(screenClasses.values)
    guard let key = keys.first, keys.count == 1, key >= 0, !stamped.contains(key) else { return }
    for (number, own) in classes.enumerated()
    where !parts[number].isKnown && (parts[number].kind == nil || parts[number].kind == .appOpen) {
      guard !own.concepts.isEmpty, own.concepts.isSubset(of: [.launch, .open, .app, .session]),
        own.records.count(where: { survey.text(survey.records[$0], key) != 0 }) * 10 >= own.records.count * 9
      else { continue }
      parts[number] = part(
        number, kind: .screenView, confidence: 0.9, reason: "opening the app shows a screen, which it names",
        screen: key)
    }
  }

  private func part(
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

  private func text(_ key: Int32?) -> String? { key.map { survey.keys[$0] } }

  // MARK: - Classes

  /// Properties that every kind of event has, and whose values depend on the user or on nothing: battery, network, app
  /// version.
  private func noisyKeys() -> Set<Int32> {
    var words: [Int32: Set<Int32>] = [:]
    var numeric: [Int32: Int] = [:]
    var total: [Int32: Int] = [:]
    let allWords = Set(survey.records.map(\.word)).count
    var perWord: [Int32: [Int32: Int]] = [:]
    for record in survey.records {
      for cell in survey.cells[record.cells] {
        words[cell.key, default: []].insert(record.word)
        total[cell.key, default: 0] += 1
        if survey.texts[cell.text].utf8.allSatisfy({
          (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
        }) {
          numeric[cell.key, default: 0] += 1
        }
        perWord[cell.key, default: [:]][cell.text, default: 0] += 1
      }
    }
    var noisy: Set<Int32> = []
    for (key, count) in total {
      let isEverywhere = allWords >= 4 && words[key, default: []].count * 10 >= allWords * 9
      let isNumeric = numeric[key, default: 0] * 10 >= count * 9
      let values = perWord[key, default: [:]].count
      let isID = values > 50 && values * 10 >= count * 8
      let concepts = keyConcepts[Int(key)]
      let isDimension = !concepts.isDisjoint(with: [.platform, .version, .locale, .id, .session, .user])
      if isNumeric || isID
        || (isEverywhere
          && (values == 1 || !concepts.contains(.screen) && !concepts.contains(.label) && !concepts.contains(.kind)))
        || (isEverywhere && isDimension)
      {
        noisy.insert(key)
      }
    }
    return noisy
  }

  private mutating func concepts(ofText text: Int32) -> Set<Concept> {
    if let known = textConcepts[text] { return known }
    let concepts = NameWords(survey.texts[text]).concepts
    textConcepts[text] = concepts
    return concepts
  }

  private mutating func makeClasses() {
    var byWord: [Int32: [Int]] = [:]
    var words: [Int32] = []
    for (index, record) in survey.records.enumerated() {
      if byWord[record.word] == nil { words.append(record.word) }
      byWord[record.word, default: []].append(index)
    }
    classOf = Array(repeating: 0, count: survey.records.count)
    for word in words.sorted(by: { survey.texts[$0].utf8.lexicographicallyPrecedes(survey.texts[$1].utf8) }) {
      var whole = EventClass(word: word, records: byWord[word, default: []], concepts: concepts(ofText: word))
      whole.known = survey.records[whole.records[0]].known
      whole.gather(survey, keyConcepts: keyConcepts, leaving: noise)
      for var part in split(whole) {
        part.gather(survey, keyConcepts: keyConcepts, leaving: noise)
        for record in part.records { classOf[record] = classes.count }
        classes.append(part)
      }
    }
    parts = classes.indices.map { number in
      guard let known = classes[number].known, known != .other else { return part(number) }
      return part(number, kind: known, confidence: 1, reason: "the format says so")
    }
  }

  /// The event name unchanged, or split by the values of one or two properties if these show the events' meaning and
  /// the name does not.
  private mutating func split(_ whole: EventClass) -> [EventClass] {
    if whole.known != nil, whole.known != .other { return [whole] }
    let own = whole.concepts.kinds(hasTarget: true).first
    if let own, own.kind != .tap, own.kind != .gesture, own.score >= 0.8 { return [whole] }
    let candidates = whole.properties.filter { property in
      (2...40).contains(property.distinct)
        // Paths and sentences are no names of events.
        && property.counts.keys.count(where: { survey.texts[$0].contains("/") }) * 2 <= property.distinct
        && property.count * 10 >= whole.records.count * 5
        && !property.concepts.contains(.container)
        && property.concepts.isDisjoint(with: [.screen, .origin])
        && (!property.concepts.contains(.label) || property.concepts.contains(.kind))
    }
    var best: (score: Double, keys: [Int32])?
    for keys in candidates.map({ [$0.key] }) + pairs(candidates.map(\.key)) {
      let score = splitScore(whole, keys)
      if score > (best?.score ?? 0.45) + (keys.count > 1 ? 0.02 : 0) { best = (score, keys) }
    }
    guard let best else { return [whole] }
    return parts(of: whole, by: best.keys)
  }

  private func pairs(_ keys: [Int32]) -> [[Int32]] {
    guard keys.count <= 12 else { return [] }
    return keys.indices.flatMap { first in keys.indices.dropFirst(first + 1).map { [keys[first], keys[$0]] } }
  }

  private func parts(of whole: EventClass, by keys: [Int32]) -> [EventClass] {
    var groups: [[Int32]: [Int]] = [:]
    for index in whole.records {
      groups[keys.map { survey.text(survey.records[index], $0) }, default: []].append(index)
    }
    return groups.sorted { $0.key.map { survey.texts[$0] }.lexicographicallyPrecedes($1.key.map { survey.texts[$0] }) }
      .map { values, records in
        var part = EventClass(
          word: whole.word, split: Array(zip(keys, values)).map { (key: $0, text: $1) }, records: records,
          concepts: whole.concepts)
        for value in values { part.concepts.formUnion(textConcepts[value] ?? NameWords(survey.texts[value]).concepts) }
        return part
      }
  }

  /// How much of a name's events the values of these properties explain: the share with a kind, weighted by clarity, if
  /// there are two kinds or more.
  private mutating func splitScore(_ whole: EventClass, _ keys: [Int32]) -> Double {
    var counts: [[Int32]: Int] = [:]
    for index in whole.records { counts[keys.map { survey.text(survey.records[index], $0) }, default: 0] += 1 }
    guard counts.count <= 60 else { return 0 }
    var clear = 0.0
    var kinds: Set<EventKind> = []
    var labels = 0
    for (values, count) in counts {
      var concepts = whole.concepts.intersection([.tab, .menu, .more, .back, .screen, .modal])
      for value in values { concepts.formUnion(self.concepts(ofText: value)) }
      // Names of targets may contain such words by chance (`Menu`, `More`): a value without meaning counts against the
      // split.
      if let named = concepts.kinds(hasTarget: true).first {
        clear += Double(count) * named.score
        kinds.insert(named.kind)
      } else {
        labels += 1
      }
    }
    guard kinds.count >= 2 || (kinds.count == 1 && kinds.first != .tap && counts.count > 1) else { return 0 }
    let isLikely = keys.contains { !keyConcepts[Int($0)].isDisjoint(with: [.kind, .event]) }
    return clear / Double(whole.records.count) * (Double(counts.count - labels) / Double(counts.count)).squareRoot()
      + (isLikely ? 0.1 : 0)
  }

  // MARK: - Screens

  /// The property with the screens of each class that shows one; negative if the format gives the screen.
  var screenClasses: [Int: Int32] {
    var found: [Int: Int32] = [:]
    for (number, reading) in parts.enumerated()
    where reading.kind == .screenView || reading.kind == .push || leading.contains(number) {
      if let screen = reading.screen.flatMap(survey.keys.find) {
        found[number] = screen
      } else if classes[number].known == .screenView {
        found[number] = -1
      } else if leading.contains(number), let place {
        found[number] = place
      }
    }
    return found
  }

  /// Properties whose values are lists of names that grow and shrink at their end are stacks.
  private mutating func chooseStacks() {
    for number in classes.indices where parts[number].kind == nil {
      guard let list = classes[number].properties.first(where: { isStack(number, $0) }) else { continue }
      let tab = classes[number].properties.first {
        $0.key != list.key && $0.concepts.contains(.tab) && (2...12).contains($0.distinct)
      }
      parts[number] = part(
        number, kind: .stack, confidence: 0.95,
        reason: "`\(keyName(list.key))` lists screens, from the root to the one shown", target: tab?.key)
      parts[number].list = text(list.key)
    }
  }

  private func isStack(_ number: Int, _ property: EventClass.Property) -> Bool {
    let records = classes[number].records
    guard property.count * 10 >= records.count * 9,
      property.counts.keys.contains(where: { survey.texts[$0].contains("|") })
    else { return false }
    var (near, all) = (0, 0)
    var last: (user: Int32, list: [Substring])?
    for index in records.prefix(5_000) {
      let record = survey.records[index]
      let list = survey.texts[survey.text(record, property.key)].split(separator: "|")
      if let last, last.user == record.user, last.list != list {
        all += 1
        if list.starts(with: last.list.dropLast()) || last.list.starts(with: list) { near += 1 }
      }
      last = (record.user, list)
    }
    return all > 4 && near * 2 > all
  }

  private mutating func chooseScreens() {
    for number in classes.indices where parts[number].kind == nil {
      let named = classes[number].concepts.kinds(hasTarget: true).first
      if named?.kind == .push, let screen = screenKey(number), heldShares(screen)[number] < 0.5,
        keyConcepts[Int(screen)].contains(.screen)
      {
        parts[number] = part(
          number, kind: .push, confidence: named?.score ?? 0, reason: "its name, and a property with names of screens",
          screen: screen)
      }
      if named?.kind != .screenView || named?.score ?? 0 < 0.8,
        named?.score ?? 0 < 0.8 || !classes[number].concepts.contains(.select),
        let subject = subjectKey(number)
      {
        parts[number] = part(
          number, kind: .screenView, confidence: 0.9,
          reason: "its name, and `\(keyName(subject))` names what was viewed", screen: subject)
        continue
      }
      guard named?.kind == .screenView, let screen = screenKey(number) else { continue }
      let names = classes[number].properties.first { $0.key == screen }
      // `View shown`: the subject is a screen if a property says so.
      if named?.score ?? 0 < 0.8, names?.concepts.contains(.screen) != true { continue }
      parts[number] = part(
        number, kind: .screenView, confidence: min(0.98, max(0.9, named?.score ?? 0)),
        reason: "its name, and a property with names of screens", screen: screen)
    }
  }

  /// Where no class is named like a screen.
  private mutating func chooseLikeliest() {
    if parts.contains(where: { $0.kind == .screenView || $0.kind == .stack }) { return }
    // Take the most common class with a property of many values that seldom repeat in
    // succession.
    let likely = classes.indices.filter {
      parts[$0].kind == nil && classes[$0].records.count * 12 >= survey.records.count
    }
    .compactMap { number -> (number: Int, key: Int32, score: Double)? in
      guard let key = screenKey(number), let property = classes[number].properties.first(where: { $0.key == key })
      else { return nil }
      let changes = changes(number, key)
      let named = classes[number].concepts.kinds(hasTarget: true).first?.kind
      guard property.distinct >= 4, changes > 0.6, named == nil || named == .screenView else { return nil }
      let isNamed =
        property.concepts.contains(.screen)
        || PlaceEvidence.isDestination(survey.keys[key]) { survey.keys.find($0) != nil }
      return (number, key, Double(classes[number].records.count) / Double(survey.records.count) + (isNamed ? 1 : 0))
    }
    if let best = likely.max(by: { ($0.score, $1.number) < ($1.score, $0.number) }) {
      parts[best.number] = part(
        best.number, kind: .screenView, confidence: best.score > 1 ? 0.88 : best.score >= 0.9 ? 0.82 : 0.6,
        reason: "the commonest event with many names that change from one to the next",
        screen: best.key)
    }
  }

  /// The screens of events whose names say what was shown: `MainScreenAppear`, `Course viewed`.
  private mutating func nameScreens() {
    if parts.contains(where: { $0.kind == .screenView && $0.screen != nil && $0.confidence >= EventReading.Part.sure })
    {
      return
    }
    if classes.contains(where: { $0.known == .screenView }) { return }
    let others: Set<Concept> = [.tab, .menu, .more, .modal, .link, .app, .badge, .gesture, .session]
    let shown = classes.indices.compactMap { number -> (number: Int, name: String)? in
      let part = classes[number]
      guard part.split.isEmpty, part.known == nil || part.known == .other else { return nil }
      let isScreen = parts[number].kind == .screenView
      guard isScreen || !part.concepts.isDisjoint(with: [.view, .open]),
        isScreen || part.concepts.isDisjoint(with: others)
      else { return nil }
      guard Self.shownThings.isDisjoint(with: NameWords.words(of: survey.texts[part.word])) else { return nil }
      return shownName(number).map { (number, $0) }
    }
    guard Set(shown.map(\.name)).count >= 3 else { return }
    for (number, name) in shown {
      parts[number] = part(number, kind: .screenView, confidence: 0.85, reason: "its name says what was shown")
      parts[number].screenName = name
    }
  }

  private func shownName(_ number: Int) -> String? { NameWords.subject(of: survey.texts[classes[number].word]) }

  private static let shownThings = WordLists.set("shownThings")

  /// `section_view` with `section_name`, `scene_loaded` with `scene`: the property that names what was shown.
  private func subjectKey(_ number: Int) -> Int32? {
    let part = classes[number]
    let words = Set(NameWords.words(of: survey.texts[part.word]))
    guard part.concepts.contains(.view) || words.contains("loaded") else { return nil }
    return part.properties.first { property in
      let name = survey.keys[property.key].split(separator: RecordFlattener.separator).last.map(String.init) ?? ""
      let own = Set(NameWords.words(of: name)).subtracting(["name", "title", "id"])
      return !own.isEmpty && own.isSubset(of: words) && property.distinct >= 2
        && property.count * 10 >= part.records.count * 9 && !isTime(property) && changes(number, property.key) > 0.5
    }?.key
  }

  private func screenKey(_ number: Int) -> Int32? {
    let part = classes[number]
    return part.properties.compactMap { property -> (key: Int32, score: Double)? in
      guard property.count * 10 >= part.records.count * 6, property.distinct >= 2 || part.records.count < 20 else {
        return nil
      }
      if isTime(property) { return nil }
      var score = 0.0
      if property.concepts.contains(.screen) { score += 2 }
      if property.concepts.contains(.label) { score += 0.6 }
      if property.concepts.contains(.origin) { score -= 1.5 }
      if property.concepts.contains(.kind) { score -= 0.4 }
      score += min(1, Double(property.distinct) / 10)
      score += changes(number, property.key)
      return (property.key, score)
    }.max { ($0.score, $1.key) < ($1.score, $0.key) }.flatMap { $0.score > 0.8 ? $0.key : nil }
  }

  /// Times are no screens.
  private func isTime(_ property: EventClass.Property) -> Bool {
    let shown = property.counts.keys.prefix(20)
    return shown.allSatisfy { text in DateOrder(survey.texts[text]) != nil || DateOrder.isClock(survey.texts[text]) }
  }

  // MARK: - Choices

  private func choice(_ number: Int) -> Part {
    let target = target(of: number)
    let named = classes[number].concepts.kinds(hasTarget: target != nil)
    guard let first = named.first else { return unnamed(number) }
    var choice = part(
      number, kind: first.kind, confidence: first.score, reason: "its name", others: named.dropFirst().map(\.kind))
    switch first.kind {
    case .tabSelect, .menuSelect, .moreSelect:
      choice.target = text(target?.key)
      if let target {
        choice.reason = "its name, and `\(keyName(target.key))` says where it leads"
        choice.confidence = min(0.99, first.score + target.fit * 0.1)
      } else if let screen = ownScreen(of: number),
        classes[number].properties.contains(where: { $0.key == screen && $0.distinct > 1 })
      {
        (choice.target, choice.confidence) = (text(screen), min(first.score, 0.85))
        choice.reason = "its name, and `\(keyName(screen))` says where it leads"
      } else {
        choice.confidence = min(first.score, 0.55)
        choice.reason = "its name, but no property says what was chosen"
      }
      if first.kind == .menuSelect { choice.container = text(container(of: number, beside: target?.key)) }
    case .menuOpen, .menuClose: choice.container = text(container(of: number, beside: nil))
    case .gesture, .tap, .badge: choice.target = text(target?.key ?? label(of: number))
    case .push, .deepLink, .modalOpen: choice.screen = text(ownScreen(of: number))
    case .screenView:
      choice.screen = text(screenKey(number))
      if choice.screen == nil {
        (choice.confidence, choice.screenName) = (0.3, shownName(number))
      } else {
        choice.confidence = first.score
      }
    case .back: choice.screen = text(ownScreen(of: number))
    default: break
    }
    return choice
  }

  /// A class whose name says nothing: decide by what follows it.
  private func unnamed(_ number: Int) -> Part {
    let own = classes[number]
    guard own.records.count >= 20, !own.concepts.contains(.business) else {
      return part(number, confidence: 0.9, reason: "its name")
    }
    if own.arrivalShare > 0.75, let target = target(of: number), target.fit > 0.8 {
      let isAfterOpener = own.opener != nil
      return part(
        number, kind: isAfterOpener ? .menuSelect : .tabSelect,
        confidence: isAfterOpener ? 0.6 : 0.55 + 0.2 * target.fit,
        reason: "`\(keyName(target.key))` names the screen that follows",
        others: [isAfterOpener ? .tabSelect : .menuSelect], target: target.key)
    }
    if own.arrivalShare > 0.75, own.returns > 0.8, target(of: number) == nil {
      return part(
        number, kind: .back, confidence: 0.55 + 0.25 * own.returns, reason: "the screen before follows",
        others: [.modalClose])
    }
    if own.opens > 0.5 {
      return part(number, kind: .menuOpen, confidence: 0.5, reason: "a choice follows, or nothing", others: [.moreOpen])
    }
    return part(number, confidence: 0.85, reason: "nothing about it looks like navigation")
  }

  /// A name alone is a question: what happens around the events has to agree with it.
  private mutating func doubt(_ number: Int) {
    guard let kind = parts[number].kind, parts[number].isSure, Self.shownByBehavior.contains(kind) else { return }
    switch agreement(number, kind, isKind) {
    case true?: return
    case nil:
      if isExplained(number) { return }
      parts[number].confidence = 0.6
    case false?:
      parts[number].confidence = 0.5
      parts[number].reason = "its name alone: what happens around it does not agree"
    }
  }

  private static let shownByBehavior: Set<EventKind> = [
    .push, .back, .toRoot, .moreOpen, .moreSelect, .menuOpen, .menuSelect, .menuClose, .modalOpen, .modalClose,
    .tabSelect,
  ]

  /// The classes of some kinds, by their names.
  private func isKind(_ kinds: [EventKind]) -> Set<Int> {
    Set(parts.indices.filter { number in parts[number].kind.map(kinds.contains) ?? false })
  }

  /// Whether the words of the name say nothing but navigation.
  private func isExplained(_ number: Int) -> Bool {
    let frames: Set<Concept> = [
      .tab, .menu, .more, .item, .back, .modal, .root, .detail, .select, .open, .close, .view, .button, .app, .screen,
      .gesture, .link, .event, .launch, .background, .label, .orientation, .badge, .kind,
    ]
    return !classes[number].split.isEmpty
      || NameWords.words(of: survey.texts[classes[number].word]).allSatisfy {
        $0.count < 3 || !NameWords($0).concepts.isDisjoint(with: frames)
      }
  }

  /// An event has one meaning, and some meanings depend on others.
  private mutating func reconcile() {
    // A select event that opens nothing, next to one that does: the hamburger is the one without a choice.
    for number in classes.indices where parts[number].kind == .tabSelect && parts[number].reason.hasPrefix("`") {
      // Similar behavior does not make a second tab bar.
      if parts.indices.contains(where: { $0 != number && parts[$0].kind == .tabSelect && parts[$0].confidence > 0.9 }) {
        parts[number].confidence = 0.4
      }
    }
    // A tap on something is not worth a mapping: it moves nobody.
    for number in classes.indices where parts[number].kind == .tap && parts[number].target == nil {
      parts[number].confidence = min(parts[number].confidence, 0.85)
    }
  }

  private func keyName(_ key: Int32) -> String { survey.keys[key].replacing(RecordFlattener.separator, with: ".") }
}
