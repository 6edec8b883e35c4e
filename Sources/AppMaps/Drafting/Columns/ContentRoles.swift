import EventLogs
import NavigationModel

/// Which columns say what happened, which screen was shown, and which screens were open.
extension ColumnRoles {
  mutating func findContent() {
    var sight = PlaceSight(table, user: column("user"), times: times, countsFromStart: start != nil)
    if part("event") == nil, part("screen") == nil, let trail, !free.contains(where: sight.holdsStacks) {
      found.problem = trail
      return
    }
    // Some columns only group events: `category` beside `event_id`.
    let kind = free.first { $0.has(.kind) && isFilled($0) && (2...40).contains($0.distinct) && !$0.isNumber }
    if part("event") == nil,
      let event = best(
        part("screen") == nil ? Weight.question : Weight.sure,
        { eventScore($0, isBeside: kind.map(\.key) ?? $0.key, sight) })
    {
      take("event", event.column, event.score, "its values are few and repeat")
      if let kind, !isFilled(event.column) { fallBack(to: kind) }
    } else if part("event") == nil, let kind = free.first(where: { decidesFields($0, sight) }) {
      take("event", kind, Weight.sure, "which other fields a row has depends on it")
    }
    let event = column("event")
    sight.event = event
    defer {
      let address = part("screen") ?? found.place
      if let column = table.columns.first(where: { $0.key == address?.key }) {
        found.requests = Requests(column, standing: standIn(column), sight)
      }
    }
    if part("screen") != nil { return }
    if event == nil, let list = free.first(where: sight.holdsStacks) {
      take("value", list, 0.9, "it lists screens, from the root to the one shown")
      if let tab = free.first(where: { $0.has(.tab) && (2...12).contains($0.distinct) }) {
        take("target", tab, Weight.fits, "its name")
      }
      return
    }
    // Another name of what happened is no place.
    let places = sight.places(free.filter { column in event.map { !table.areAlike(column, $0) } ?? true })
    if event == nil, places.first?.evidence.isNamed != true, paths == nil, let kind,
      kind.values.contains(where: { NameWords($0.text).saysScreen })
    {
      found.place = places.first.map { place in
        .init(field: "screen", key: place.column.key, confidence: Weight.fits, reason: "the only place beside it")
      }
      return take("event", kind, Weight.sure, "one of its values says that a screen was shown")
    }
    let reason =
      "\(places.first?.evidence.isNamed == true ? "its name, and " : "")values that people share and return to"
    // Nothing else could be the screen.
    let others = places.dropFirst().filter { $0.column.distinct * 2 > places[0].column.distinct }
    let alone = (places.first?.evidence.score ?? 0) + (others.isEmpty ? Weight.onlyPlace : 0)
    let score = max(alone, places.first?.evidence.isWalked == true ? Weight.fits : 0)
    if let event {
      if let best = places.first, best.evidence.isBeside(event, isSure: score >= Weight.sure) {
        found.place = .init(
          field: "screen", key: best.column.key, confidence: min(Weight.certain, score), reason: reason)
      }
      let evidence = PlaceEvidence(event, sight)
      found.eventsArePlaces =
        found.place == nil && evidence.places > 0 && evidence.changing > 0.5 && NameActs.arePlaces(event.values)
      if found.eventsArePlaces, let own = free.first(where: { isPlaceOfOneEvent($0, event, sight) }) {
        found.eventsArePlaces = false
        found.place = .init(
          field: "screen", key: own.key, confidence: Weight.fits, reason: "places, in the rows of some events")
      }
      return
    }
    guard found.problem == nil else { return }
    guard let best = places.first else {
      // One screen, or names of one user each, are no evidence; the name is.
      if let named = free.first(where: { $0.has(.screen) && !$0.isNumber && $0.count * 2 > rows }), paths == nil {
        return take("screen", named, Weight.sure, "its name")
      }
      let likely = free.filter { $0.distinct > 1 && $0.distinct * 2 < rows && !$0.isAttribute }
      let likeliest = likely.first { !$0.isNumber } ?? likely.first { $0.has(.screen) }
      found.problem = paths ?? .nothing(likeliest: likeliest?.key)
      return
    }
    take("screen", best.column, score, reason)
  }

  /// Whether other columns have values in the rows of some of its values, and in no others: it is the kind of record.
  private func decidesFields(_ column: SampledTable.Column, _ sight: PlaceSight) -> Bool {
    guard isFilled(column), (2...40).contains(column.distinct), !column.isNumber, sight.changing(column) > 0.1 else {
      return false
    }
    return table.columns.count { isDecided($0, by: column) } > (column.has(.kind) ? 0 : 1)
  }

  private func isDecided(_ other: SampledTable.Column, by column: SampledTable.Column) -> Bool {
    guard other.key != column.key, other.count * 20 > rows, other.count * 10 < rows * 9 else { return false }
    var counts: [Int32: Int] = [:]
    for row in 0..<rows where other.cells[row] >= 0 { counts[column.cells[row], default: 0] += 1 }
    let own = counts.reduce(0) { $0 + ($1.key < 0 ? 0 : column.values[Int($1.key)].count) }
    return counts.count < column.distinct && other.count * 10 >= own * 9
  }

  /// Whether a column, of more values than there are events, holds places in the rows of some of them: the others are
  /// what people do there.
  private func isPlaceOfOneEvent(
    _ column: SampledTable.Column, _ event: SampledTable.Column, _ sight: PlaceSight
  ) -> Bool {
    column.distinct > event.distinct && column.count * 5 > rows && isDecided(column, by: event)
      && PlaceEvidence(column, sight, ofRows: 5).isWalked
  }

  /// The single value of a column in the rows in which another one has addresses, which no other row has: `/event`, the
  /// address of the service that takes what happens on pages.
  private func standIn(_ column: SampledTable.Column) -> String? {
    for other in free where other.key != column.key && other.count * 10 > rows && other.distinct > 3 {
      guard Requests.areAddresses(other.names) else { continue }
      var inside: [Int32: Int] = [:]
      for row in 0..<rows where other.cells[row] >= 0 { inside[column.cells[row], default: 0] += 1 }
      guard let most = inside.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), most.key >= 0 else { continue }
      let value = column.values[Int(most.key)]
      if most.value * 50 >= other.count * 49, most.value * 50 >= value.count * 49 { return value.text }
    }
    return nil
  }

  private func isFilled(_ column: SampledTable.Column) -> Bool { column.count * 20 >= rows * 19 }

  /// - Parameter kind: the column that groups events, or the column itself.
  private func eventScore(_ column: SampledTable.Column, isBeside kind: String, _ sight: PlaceSight) -> Double {
    let isPartial = column.has(.event) && column.key != kind && column.count * 2 >= rows
    guard isFilled(column) || isPartial, !column.isNumber, column.moments * 2 < column.count,
      column.distinct * 2 <= rows || rows < 20,
      // `event_url`, `screen_name` and `os_name` are no names of events.
      column.words.isDisjoint(with: ["url", "uri", "href", "path", "title"])
    else { return 0 }
    // What is the same in all rows of a person is of the person, or of the recording.
    if let user = self.column("user"), column.distinct > 1, user.distinct > 2, user.distinct * 3 <= rows,
      table.lies(user, within: column)
    {
      return 0
    }
    // So is what seldom changes, unless it is called an event: a stimulus that is presented.
    let isCalledSo = !column.words.isDisjoint(with: ["event", "evt", "action", "activity"])
    if !isCalledSo, column.distinct > 2, sight.changing(column) < 0.1, !NameActs.areActs(column.values) { return 0 }
    let isOther =
      !column.concepts.isDisjoint(with: [
        .platform, .version, .device, .locale, .session, .user, .screen, .container, .outcome,
      ]) || !column.words.isDisjoint(with: PlaceEvidence.others)
    // `FlowName`: where people are, while other things happen.
    if !isCalledSo, sight.changing(column) < 0.5, NameActs.arePlaces(column.values),
      PlaceEvidence(column, sight).isWalked
    {
      return 0
    }
    let isNamed = column.has(.event) && (!isOther || isCalledSo) && (isCalledSo || !Self.isTypeOfThing(column))
    if !isNamed {
      if isOther || column.distinct > NameActs.mostActs || column.holdsClasses { return 0 }
      if column.values.allSatisfy({ EventKind(word: $0.text) != nil }) { return Weight.nativeWords }
      if column.distinct > 1, column.distinct * 5 < rows, NameActs.areActs(column.values) { return Weight.sure }
    }
    let known = column.values.reduce(0) { known, value in
      let isKnown = EventKind(word: value.text) != nil || !NameWords(value.text).concepts.kinds(hasTarget: true).isEmpty
      return known + (isKnown ? value.count : 0)
    }
    let share = Double(known) / Double(max(1, column.count))
    var score =
      isNamed ? Weight.eventName + Weight.knownOfNamed * share : Weight.anyEvent + Weight.knownOfOthers * share
    if column.distinct > 1 { score += Weight.severalEvents }
    if isNamed, isCalledSo { score += Weight.plainName / 2 }
    if isNamed, column.words.isSubset(of: ["event", "evt", "name", "type", "action"]) { score += Weight.plainName }
    if !isNamed, column.has(.kind) { score -= Weight.kindOfThing }
    // One value says nothing, unless it says that something was done.
    let isAct = column.values.contains { EventKind(word: $0.text) != nil || NameWords($0.text).saysAct }
    return column.distinct > 1 || (isAct && score >= Weight.sure) ? score : 0
  }

  /// `item_type` says what the thing is, `type` what happened.
  private static func isTypeOfThing(_ column: SampledTable.Column) -> Bool {
    let things = column.words.subtracting(["type"])
    return things.count < column.words.count && !things.isEmpty
      && !NameWords(things.joined(separator: " ")).concepts.contains(.event)
  }

  /// Lists of screens in one value, where no column names an event or a screen: other names are those of what people
  /// were to find.
  private var trail: ColumnReading.Problem? {
    guard let paths, case .paths(let key, _) = paths else { return nil }
    let words: Set = ["event", "evt", "action", "activity"]
    let isNamed = free.contains {
      $0.key != key && !$0.isNumber && ($0.has(.screen) || !$0.words.isDisjoint(with: words))
    }
    return isNamed ? nil : paths
  }

  /// Lists of screens in one value, which people share and return to within it.
  private var paths: ColumnReading.Problem? {
    for column in free where column.count * 2 >= rows && !column.isNumber {
      for separator in [">", "→", "|", ";", ","] {
        let all = column.values.map {
          $0.text.split(separator: separator).map { $0.split(separator: " ").joined(separator: " ") }
        }
        let long = all.filter { $0.count > 2 }
        let isPath =
          long.count * 2 > all.count && Set(long.joined()).count * 5 < long.reduce(0) { $0 + $1.count }
          && long.count(where: { Set($0).count < $0.count }) * 5 > long.count
        if isPath { return .paths(column.key, example: long[0].prefix(3).joined(separator: " \(separator) ")) }
      }
    }
    return nil
  }
}

/// Whether names are those of acts or of places: `cart updated` and `btn_next`, or `cart`.
enum NameActs {
  typealias Values = [(text: String, count: Int)]

  static func isPlace(_ name: String) -> Bool {
    let found = NameWords(name)
    let words = found.words
    let concepts = found.concepts
    return EventKind(word: name) == nil && !words.isEmpty
      && !words.contains { verbs.contains($0) || ($0.hasSuffix("ed") && $0.count > 4) }
      && concepts.isDisjoint(with: [.outcome, .button, .gesture]) && concepts != [.view]
  }

  /// Whether nine in ten rows say what was done or how it went.
  static func areActs(_ values: Values) -> Bool {
    values.count <= mostActs && count(values, isPlace: false) * 10 > count(values) * 9
  }

  /// More different names are those of things.
  static let mostActs = 400

  /// Whether most of several values name places.
  static func arePlaces(_ values: Values) -> Bool {
    values.count { isPlace($0.text) } >= 3 && count(values, isPlace: true) * 10 > count(values) * 7
  }

  private static func count(_ values: Values, isPlace wanted: Bool? = nil) -> Int {
    values.reduce(0) { $0 + (wanted == nil || isPlace($1.text) == wanted ? $1.count : 0) }
  }

  private static let verbs = WordLists.set("verbs")
}
