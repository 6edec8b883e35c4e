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
    for number in numbers where !parts[number].isSure || parts[number].kind == nil || parts[number].kind == .tap {
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
