import EventLogs
import NavigationModel

/// Which events show a screen, and which of their properties names it.
extension EventReader {
  /// The property with the screens of each class that shows one; -1 if the format gives the screen, -2 if the name
  /// does.
  var screenClasses: [Int: Int32] {
    var found: [Int: Int32] = [:]
    for (number, reading) in parts.enumerated()
    where reading.kind == .screenView || reading.kind == .push || leading.contains(number) {
      if let screen = reading.screen.flatMap(survey.keys.find) {
        found[number] = screen
      } else if classes[number].known == .screenView {
        found[number] = -1
      } else if reading.screenName != nil {
        found[number] = -2
      } else if leading.contains(number), let place {
        found[number] = place
      }
    }
    return found
  }

  /// Properties whose values are lists of names that grow and shrink at their end are stacks.
  mutating func chooseStacks() {
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
    let lists = records.prefix(5_000).map { index in
      let record = survey.records[index]
      return (user: record.user, list: survey.texts[survey.text(record, property.key)].split(separator: "|"))
    }
    let pairs = zip(lists, lists.dropFirst()).filter { $0.user == $1.user }
    return StackSteps(pairs.lazy.map { ($0.list, $1.list) }).areOfStacks
  }

  /// Names that begin alike, and say there that a screen is shown: `UI:Screen:Map`, `UI:Screen:MainMenu`. What follows
  /// is the screen, however it is called.
  mutating func chooseFamilies() {
    var families: [String: [(number: Int, name: String)]] = [:]
    for number in classes.indices where parts[number].kind == nil && classes[number].split.isEmpty {
      let word = survey.texts[classes[number].word]
      guard let mark = word.lastIndex(where: { ":./|>".contains($0) }) else { continue }
      families[String(word[..<mark]), default: []].append((number, String(word[word.index(after: mark)...])))
    }
    for (prefix, members) in families where members.count >= Self.leastFamily {
      let last = NameWords.words(of: prefix).last.map { NameWords($0).concepts } ?? []
      guard last.contains(.screen), members.count(where: { NameActs.isPlace($0.name) }) * 3 >= members.count * 2 else {
        continue
      }
      for (number, name) in members where !name.isEmpty {
        parts[number] = part(
          number, kind: .screenView, confidence: 0.9, reason: "`\(prefix)` says that a screen is shown, the rest which")
        parts[number].screenName = name
      }
    }
  }

  private static let leastFamily = 3

  mutating func chooseScreens() {
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
      if named?.score ?? 0 < 0.8, names?.concepts.contains(.screen) != true, !holdsAddresses(screen, of: number) {
        continue
      }
      parts[number] = part(
        number, kind: .screenView, confidence: min(0.98, max(0.9, named?.score ?? 0)),
        reason: "its name, and a property with names of screens", screen: screen)
    }
  }

  /// Half an hour, the usual limit of a visit.
  static let visitGap: Int64 = 1_800_000_000

  private func holdsAddresses(_ key: Int32, of number: Int) -> Bool {
    let values = classes[number].properties.first { $0.key == key }?.counts.keys.map { survey.texts[$0] } ?? []
    return values.count > 2 && Requests.areAddresses(values) && !Requests.areCalls(values)
  }

  /// Whether a field called `to` has one called `from` beside it.
  func isDestination(_ key: String) -> Bool {
    key.split(separator: RecordFlattener.separator).last == "to" && survey.keys.find(key.dropLast(2) + "from") != nil
  }

  /// The screens of events whose names say what was shown: `MainScreenAppear`, `Course viewed`.
  mutating func nameScreens() {
    if parts.contains(where: { $0.kind == .screenView && $0.screen != nil && $0.isSure }) { return }
    if classes.contains(where: { $0.known == .screenView }) { return }
    let others: Set<Concept> = [.tab, .menu, .more, .modal, .link, .app, .badge, .gesture, .session]
    let shown = classes.indices.compactMap { number -> (number: Int, name: String)? in
      let part = classes[number]
      guard part.split.isEmpty, part.known == nil || part.known == .other, parts[number].kind == nil else { return nil }
      let isScreen = part.concepts.kinds(hasTarget: false).first?.kind == .screenView
      // `Labs tab selected`: no property says which.
      let isTab = part.concepts.isSuperset(of: [.tab, .select]) && target(of: number) == nil
      guard isScreen || isTab || !part.concepts.isDisjoint(with: [.view, .open]),
        isScreen || isTab || part.concepts.isDisjoint(with: others)
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

  func shownName(_ number: Int) -> String? { NameWords.subject(of: survey.texts[classes[number].word]) }

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

  func screenKey(_ number: Int) -> Int32? {
    let part = classes[number]
    return part.properties.compactMap { property -> (key: Int32, score: Double)? in
      guard property.count * 10 >= part.records.count * 6, property.distinct >= 2 || part.records.count < 20 else {
        return nil
      }
      let isPlace = property.key == place || Requests.areRoutes(property.counts.keys.map { survey.texts[$0] })
      if isTime(property) || (property.concepts.contains(.id) && !isPlace) {
        return nil
      }
      var score = isPlace ? Weight.screenName : 0
      if property.concepts.contains(.screen) { score += Weight.screenName }
      if property.concepts.contains(.label) { score += Weight.screenLabel }
      if property.concepts.contains(.origin) { score -= Weight.screenOrigin }
      if property.concepts.contains(.kind) { score -= Weight.screenKind }
      score += min(1, Double(property.distinct) / 10)
      score += changes(number, property.key)
      return (property.key, score)
    }.max { ($0.score, $1.key) < ($1.score, $0.key) }.flatMap { $0.score > Weight.leastScreen ? $0.key : nil }
  }

  /// Times are no screens.
  private func isTime(_ property: EventClass.Property) -> Bool {
    let shown = property.counts.keys.prefix(20)
    return shown.allSatisfy { text in WrittenDate(survey.texts[text]) != nil || WrittenDate.isClock(survey.texts[text])
    }
  }

  /// What names the screen that people come to, and no view repeats it, shows it: an opening of the app, a tab.
  mutating func showArrivals() {
    let keys = Set(screenClasses.filter { parts[$0.key].isSure }.values)
    guard let key = keys.first, keys.count == 1, key >= 0, !stamped.contains(key),
      screenClasses.keys.contains(where: { parts[$0].isSure })
    else { return }
    let shown = Set(
      screenClasses.keys.flatMap { number in classes[number].records.map { survey.text(survey.records[$0], key) } })
    func act(_ number: Int) -> String? { NameWords(survey.texts[classes[number].word]).act }
    let acts = Set(screenClasses.keys.compactMap(act))
    for (number, own) in classes.enumerated()
    where !parts[number].isKnown
      && (!parts[number].isSure || parts[number].kind == nil || parts[number].kind == .appOpen)
    {
      let named = own.records.filter { survey.text(survey.records[$0], key) != 0 }
      guard named.count * 10 >= own.records.count * 9 else { continue }
      if own.concepts.isEmpty || !own.concepts.isSubset(of: [.launch, .open, .app, .session]) {
        // `PAGE_ACCESS`, `COURSE_ACCESS`: one act, at places of several kinds.
        let isAlike = act(number).map(acts.contains) ?? false
        let arriving = named.count {
          let text = survey.text(survey.records[$0], key)
          let isElsewhere = NameWords.key(survey.texts[text]) != before[$0]
          if isAlike { return isElsewhere || ($0 > 0 && classOf[$0 - 1] == number) }
          return shown.contains(text) && isElsewhere && !isShownAgain(text, after: $0, key)
        }
        guard named.count >= 5, arriving * 10 >= named.count * (isAlike ? 5 : 8) else { continue }
      }
      parts[number] = part(
        number, kind: .screenView, confidence: 0.9,
        reason: "it names the screen that people come to, which no view repeats",
        screen: key)
    }
  }

  /// Whether the user's next record names the same screen.
  private func isShownAgain(_ screen: Int32, after index: Int, _ key: Int32) -> Bool {
    index + 1 < survey.records.count && survey.records[index + 1].user == survey.records[index].user
      && survey.text(survey.records[index + 1], key) == screen
  }
}
