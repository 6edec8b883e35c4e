import NavigationModel

/// The map's settings of the plan.
extension AppMapReader {
  /// `advice`: the number of slots in the bar, pinned entries, and the smallest worthwhile saving.
  mutating func advice(_ node: MapNode) -> AppMap.Advice {
    var advice = AppMap.Advice()
    let keys = MapKeys.advice.names
    for entry in entries(of: node, expected: "a mapping of \(keys.joined(separator: ", "))", keys: keys, of: "advice") {
      switch entry.key {
      case "slots": advice.slots = slots(entry.value) ?? advice.slots
      case "pinned": advice.pinned = names(entry.value, expected: "a list of entries", each: "an entry")
      case "never": advice.never = names(entry.value, expected: "a list of entries", each: "an entry")
      default: advice.leastSaving = saving(entry.value) ?? advice.leastSaving
      }
    }
    return advice
  }

  private mutating func slots(_ node: MapNode) -> Int? {
    let expected = "a whole number from 1 to 100"
    guard let number = number(node, expected: expected) else { return nil }
    if let slots = Int(exactly: number), (1...100).contains(slots) { return slots }
    refuse("expected \(expected), found \(node.found)", at: node.position)
    return nil
  }

  private mutating func saving(_ node: MapNode) -> Double? {
    let expected = "taps per 100 sessions, 0 or more"
    guard let number = number(node, expected: expected) else { return nil }
    if number >= 0 { return number }
    refuse("expected \(expected), found \(node.found)", at: node.position)
    return nil
  }
}
