import NavigationModel

/// Which events are of one kind: those with one name, or with one name and certain values of a property.
extension EventReader {
  /// Properties that every kind of event has, and whose values depend on the user or on nothing: battery, network, app
  /// version.
  func noisyKeys() -> Set<Int32> {
    var words: [Int32: Set<Int32>] = [:]
    var counts: [Int32: [Int32: Int]] = [:]
    for record in survey.records {
      for cell in survey.cells[record.cells] {
        words[cell.key, default: []].insert(record.word)
        counts[cell.key, default: [:]][cell.text, default: 0] += 1
      }
    }
    let allWords = Set(survey.records.map(\.word)).count
    return Set(
      counts.filter { key, values in
        let total = values.values.reduce(0, +)
        let numbers = values.reduce(0) { $0 + (isNumber($1.key) ? $1.value : 0) }
        let isID = values.count > 50 && values.count * 10 >= total * 8
        let isEverywhere = allWords >= 4 && words[key, default: []].count * 10 >= allWords * 9
        let concepts = keyConcepts[Int(key)]
        let saysNothing = values.count == 1 || concepts.isDisjoint(with: [.screen, .label, .kind])
        let isDimension =
          !concepts.contains(.screen)
          && !concepts.isDisjoint(with: [.platform, .version, .locale, .id, .session, .user])
        return numbers * 10 >= total * 9 || isID || (isEverywhere && (saysNothing || isDimension))
      }.keys)
  }

  private func isNumber(_ text: Int32) -> Bool {
    survey.texts[text].utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D || $0 == 0x2C }
  }

  private mutating func concepts(ofText text: Int32) -> Set<Concept> {
    if let known = textConcepts[text] { return known }
    let concepts = NameWords(survey.texts[text]).concepts
    textConcepts[text] = concepts
    return concepts
  }

  mutating func makeClasses() {
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
      (2...40).contains(property.distinct) && property.key != place
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
    // What the name says of all of them, the values do not tell.
    let own = whole.concepts.kinds(hasTarget: true).first?.kind
    let isToldByValues = kinds.count == 1 && counts.count > 1 && !kinds.isSubset(of: [.tap, own ?? .tap])
    guard kinds.count >= 2 || isToldByValues else { return 0 }
    let isLikely = keys.contains { !keyConcepts[Int($0)].isDisjoint(with: [.kind, .event]) }
    return clear / Double(whole.records.count) * (Double(counts.count - labels) / Double(counts.count)).squareRoot()
      + (isLikely ? 0.1 : 0)
  }
}
