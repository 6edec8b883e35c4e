import NavigationModel

/// A property that says where the user was, in a log in which no event shows a screen.
extension EventReader {
  /// Where no event shows a screen and a property behaves like places, rows say where the user was. What is named like
  /// navigation is decided by what follows it.
  /// - Returns: whether that is so.
  mutating func choosePlaces() -> Bool {
    guard let place, !parts.contains(where: { $0.kind == .screenView || $0.kind == .stack || $0.isKnown }) else {
      return false
    }
    let held = heldShares(place)
    for number in classes.indices where isAside(number, place) {
      asides.insert(number)
      parts[number] = part(number, confidence: 0.9, reason: "people are where they were before it and after it")
    }
    for number in classes.indices where parts[number].kind == nil && !asides.contains(number) {
      let named = classes[number].concepts.kinds(hasTarget: true).first?.kind
      if named == nil || named == .tap || named == .screenView || named == .gesture {
        parts[number] = position(number, place)
      } else if held[number] < 0.5 {
        leading.insert(number)
      }
    }
    return true
  }

  /// Where nearly every row says where the user was, and views of some kinds say so for certain, rows of other kinds at
  /// which people are elsewhere than before show a screen, too; the others happen there.
  mutating func completePlaces() {
    let sure = parts.filter { $0.kind == .screenView && $0.isSure }
    let keys = Set(sure.map(\.screen))
    guard keys.count == 1, let key = keys.first?.flatMap(survey.keys.find),
      survey.records.count(where: { survey.text($0, key) != 0 }) * 10 >= survey.records.count * 9
    else { return }
    let held = heldShares(key)
    func names(_ number: Int) -> Set<Int32> {
      Set(classes[number].records.map { survey.text(survey.records[$0], key) })
    }
    let shown = classes.indices.filter { parts[$0].kind == .screenView && parts[$0].isSure }
      .reduce(into: Set<Int32>()) { $0.formUnion(names($1)) }
    let areAddresses = Requests.areAddresses(shown.map { survey.texts[$0] })
    for number in classes.indices where parts[number].kind == nil || !parts[number].isSure {
      let named = classes[number].concepts.kinds(hasTarget: true).first?.kind
      guard named?.isShownByBehavior != true, classes[number].records.count >= 5 else { continue }
      let own = names(number)
      guard areAddresses || own.intersection(shown).count * 2 >= own.count else { continue }
      if held[number] < 0.5 {
        parts[number] = position(number, key)
        parts[number].confidence = 0.85
        parts[number].reason = "people are elsewhere than before"
      } else if named == .screenView {
        asides.insert(number)
        parts[number] = part(number, confidence: 0.85, reason: "people were there before")
      }
    }
  }

  /// Whether events of a class have names that no other events have, and most of them lie between two events of one
  /// other name: what happens at a place, such as a remark or an error.
  private func isAside(_ number: Int, _ key: Int32) -> Bool {
    let own = Set(classes[number].records.map { survey.text(survey.records[$0], key) })
    let records = survey.records
    var between = 0
    var around: Set<Int32> = []
    for index in classes[number].records {
      guard index > 0, index + 1 < records.count, records[index - 1].user == records[index + 1].user else { continue }
      let before = survey.text(records[index - 1], key)
      if before != 0, before == survey.text(records[index + 1], key), !own.contains(before) {
        between += 1
        around.insert(before)
      }
    }
    return between >= 5 && around.count > 2 && between * 2 > classes[number].records.count
      && classes.indices.allSatisfy { other in
        other == number || classes[other].records.allSatisfy { !own.contains(survey.text(records[$0], key)) }
      }
  }

  private func position(_ number: Int, _ key: Int32) -> Part {
    var part = part(
      number, kind: .screenView, confidence: 0.8, reason: "the log says only where the user was", screen: key)
    part.isPlace = true
    return part
  }

  /// For each class, how often its value is that of the user's record before.
  func heldShares(_ key: Int32) -> [Double] {
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
  mutating func takePlaces(_ numbers: [Int]) {
    guard let place else { return }
    for number in numbers
    where !asides.contains(number) && (!parts[number].isSure || parts[number].kind == nil || parts[number].kind == .tap)
    {
      parts[number] = position(number, place)
    }
  }

  /// Events that say only where they happened are one line of a map.
  mutating func joinPlaces() {
    let all = parts.filter(\.isPlace).sorted { ($1.count, $0.word) < ($0.count, $1.word) }
    guard var first = all.first, all.count > 1 else { return }
    var words: Set<String> = [first.word]
    first.otherWords = all.dropFirst().map(\.word).filter { words.insert($0).inserted }
    first.conditions = []
    first.count = all.reduce(0) { $0 + $1.count }
    parts = parts.filter { !$0.isPlace } + [first]
  }
}
