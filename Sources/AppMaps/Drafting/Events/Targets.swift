import NavigationModel

/// Which property of a kind of events says what was chosen, in which menu, and where it led.
extension EventReader {
  /// The property that says what was chosen: it predicts the following screen, or is named accordingly.
  func target(of number: Int) -> (key: Int32, fit: Double)? {
    let part = classes[number]
    let found = part.properties.compactMap { property -> (key: Int32, fit: Double, score: Double)? in
      guard property.count * 10 >= part.records.count * 7, !stamped.contains(property.key) else { return nil }
      let isLabel = property.concepts.contains(.label)
      guard property.distinct >= 2 || (isLabel && property.distinct == 1) else { return nil }
      let fit = fit(number, property.key)
      var score = fit
      // A constant is the target only if nothing else can be.
      if isLabel { score += property.distinct > 1 || part.records.count < 20 ? Weight.label : Weight.constantLabel }
      if !isLabel, part.concepts.contains(.tab), property.concepts.contains(.tab),
        property.concepts.isDisjoint(with: [.origin, .kind])
      {
        score += Weight.tabOfTab
      }
      if property.concepts.contains(.container), !isLabel { score -= Weight.container }
      if property.concepts.contains(.container), isLabel, property.distinct == 1 { score -= Weight.constantContainer }
      if property.concepts.contains(.origin) { score -= Weight.targetOrigin }
      if property.concepts.contains(.kind), !isLabel { score -= Weight.targetKind }
      if property.distinct > 60 { score -= Weight.manyTargets }
      return score > Weight.leastTarget ? (property.key, fit, score) : nil
    }
    return found.max { ($0.score, $1.key) < ($1.score, $0.key) }.map { ($0.key, $0.fit) }
  }

  /// How well a property predicts the following screen, from 0 (not at all) to 1.
  private func fit(_ number: Int, _ key: Int32) -> Double {
    var byValue: [Int32: [String: Int]] = [:]
    var all: [String: Int] = [:]
    var equal = 0
    var count = 0
    for (index, screen) in classes[number].arrivals.prefix(20_000) {
      let text = survey.text(survey.records[index], key)
      guard text != 0 else { continue }
      count += 1
      byValue[text, default: [:]][screen, default: 0] += 1
      all[screen, default: 0] += 1
      let folded = NameWords.key(survey.texts[text])
      if !folded.isEmpty, screen.hasPrefix(folded) || folded.hasPrefix(screen) { equal += 1 }
    }
    guard count >= 5, byValue.count >= 2 else { return 0 }
    let predicted = Double(byValue.values.reduce(0) { $0 + ($1.values.max() ?? 0) }) / Double(count)
    let without = Double(all.values.max() ?? 0) / Double(count)
    let gain = without < 1 ? (predicted - without) / (1 - without) : 0
    return max(gain, Double(equal) / Double(count))
  }

  /// How often the value differs from the user's previous one.
  func changes(_ number: Int, _ key: Int32) -> Double {
    var changed = 0
    var all = 0
    var last: (user: Int32, text: Int32)?
    for index in classes[number].records.prefix(20_000) {
      let record = survey.records[index]
      let text = survey.text(record, key)
      if let last, last.user == record.user {
        all += 1
        if last.text != text { changed += 1 }
      }
      last = (record.user, text)
    }
    return all > 0 ? Double(changed) / Double(all) : 0.5
  }

  func label(of number: Int) -> Int32? {
    let part = classes[number]
    return part.properties.filter {
      $0.count * 10 >= part.records.count * 7 && $0.concepts.contains(.label) && !stamped.contains($0.key)
    }
    .max { ($0.distinct, $1.key) < ($1.distinct, $0.key) }?.key
  }

  func container(of number: Int, beside target: Int32?) -> Int32? {
    let part = classes[number]
    return part.properties.first {
      $0.key != target && $0.concepts.contains(.container) && $0.distinct <= 10
        && $0.count * 10 >= part.records.count * 9 && !stamped.contains($0.key)
    }?.key
  }

  /// The property that names the screen to which people come back: one that shows screens, too. Others name the last
  /// screen of the visit, or the first.
  func screenBehind(_ number: Int) -> Int32? {
    guard let key = ownScreen(of: number) else { return nil }
    let shown = Set(screenClasses.values.filter { $0 >= 0 })
    return shown.isEmpty || shown.contains(key) || isDestination(survey.keys[key]) ? key : nil
  }

  /// The screen that an event itself names, if it differs from the previous one.
  func ownScreen(of number: Int) -> Int32? {
    let part = classes[number]
    return part.properties.filter {
      $0.count * 10 >= part.records.count * 7 && !$0.concepts.contains(.origin)
        && ($0.concepts.contains(.screen) || isDestination(survey.keys[$0.key]))
    }
    .first { property in
      let same = part.records.prefix(3000).count {
        NameWords.key(survey.texts[survey.text(survey.records[$0], property.key)]) == before[$0]
      }
      return same * 2 < min(3000, part.records.count)
    }?.key
  }
}
