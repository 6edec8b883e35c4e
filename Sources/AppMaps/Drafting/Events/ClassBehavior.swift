import NavigationModel

/// What precedes and follows the events of each class.
extension EventReader {
  /// What follows within this time counts as the event's effect (Method.md).
  private static let soon: Int64 = 2_000_000
  private static let minute: Int64 = 60_000_000

  mutating func observeClasses() {
    before = Array(repeating: "", count: survey.records.count)
    observe()
    findStamps()
  }

  private mutating func observe() {
    let screens = screenClasses
    let names = parts.map { $0.screenName.map(NameWords.key) }
    var folded: [Int32: String] = [:]
    func key(_ text: Int32) -> String {
      if let known = folded[text] { return known }
      let made = NameWords.key(survey.texts[text])
      folded[text] = made
      return made
    }
    func screen(_ index: Int) -> String? {
      guard let property = screens[classOf[index]] else { return nil }
      if property == -2 { return names[classOf[index]] }
      let text = property < 0 ? survey.records[index].screen : survey.text(survey.records[index], property)
      return text == 0 ? nil : key(text)
    }
    let isBusiness = classes.map {
      $0.concepts.contains(.business) && $0.concepts.isDisjoint(with: [.tab, .menu, .more, .back, .screen, .modal])
    }
    var seen: [String] = []
    var user: Int32 = -1
    var previousAction: (index: Int, time: Int64)?
    // The same, also if another screen appeared in between.
    var lastAction: (index: Int, time: Int64)?
    for index in survey.records.indices {
      let record = survey.records[index]
      let number = classOf[index]
      if record.user != user {
        user = record.user
        seen = []
        previousAction = nil
        lastAction = nil
      }
      before[index] = seen.last ?? ""
      let shown = screen(index)
      if leading.contains(number) || shown == nil, !isBusiness[number] {
        if let action = previousAction, record.time - action.time < Self.minute {
          classes[number].previous[classOf[action.index], default: 0] += 1
        }
        if let action = lastAction, record.time - action.time < Self.minute {
          classes[classOf[action.index]].following[number, default: 0] += 1
        }
        previousAction = (index, record.time)
        lastAction = (index, record.time)
      }
      guard let shown else { continue }
      let isReturn = seen.last != shown && seen.suffix(8).contains(shown)
      if let action = previousAction {
        let acting = classOf[action.index]
        if record.time - action.time <= Self.soon {
          classes[acting].arrivals.append((action.index, shown))
          if isReturn { classes[acting].returned += 1 }
        }
        if seen.last != shown, record.time - action.time < 600_000_000 {
          classes[acting].moves += 1
          if isReturn { classes[acting].movesBack += 1 }
          if seen.count > 1, seen[seen.count - 2] == shown { classes[acting].movesToLast += 1 }
        }
      } else if !seen.isEmpty, seen.last != shown {
        plainMoves.all += 1
        if isReturn { plainMoves.back += 1 }
      }
      previousAction = nil
      if seen.last != shown { seen.append(shown) }
      if seen.count > 50 { seen.removeFirst(25) }
    }
    for number in classes.indices {
      let count = classes[number].records.count
      if let (opener, often) = classes[number].previous.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
        often * 10 >= count * 7,
        classes[opener].arrivalShare < 0.3, opener != number
      {
        classes[number].opener = opener
        classes[opener].opens = max(
          classes[opener].opens, Double(often) / Double(max(1, classes[opener].records.count)))
      }
    }
  }

  /// Whether what happens around the events of a class agrees with their name: after most ways back a screen of before
  /// comes again, after a push one that was not there; what opens is followed by a choice or a closing; tabs are few,
  /// and change.
  /// - Returns: nil if there is too little of it, or if the kind needs no agreement.
  func agreement(_ number: Int, _ kind: EventKind) -> Bool? {
    let own = classes[number]
    let count = own.records.count
    guard count >= 5 else { return nil }
    func near(_ counts: [Int: Int], _ kinds: [EventKind]) -> Bool {
      let others = isKind(kinds)
      return counts.filter { others.contains($0.key) }.values.reduce(0, +) * 10 >= count * 3
    }
    func isReturn(_ moves: Int, _ back: Int) -> Bool {
      let usual = plainMoves.all < 5 ? 0.3 : min(0.9, Double(plainMoves.back) / Double(plainMoves.all))
      let share = Double(back) / Double(max(1, moves))
      return share >= 0.5 && share >= usual + 0.4 * (1 - usual)
    }
    switch kind {
    case .back, .toRoot:
      if !leading.contains(number), screenBehind(number) != nil { return true }
      return own.moves >= 5 && own.moves * 5 >= count && isReturn(own.moves, own.movesBack)
    case .push: return own.arrivalShare > 0.5 && own.movesToLast * 2 < max(1, own.moves)
    case .modalOpen: return own.arrivalShare > 0.5 || !isKind([.modalClose]).isEmpty
    case .modalClose: return !isKind([.modalOpen]).isEmpty
    case .menuOpen, .moreOpen:
      return own.opens > 0.5 || near(own.following, [.menuSelect, .moreSelect, .menuClose])
    case .menuClose: return near(own.previous, [.menuOpen, .menuSelect])
    case .menuSelect, .moreSelect:
      return (target(of: number)?.fit ?? 0) > 0.5 || own.arrivalShare > 0.5
        || near(own.previous, [.menuOpen, .moreOpen, .tabSelect])
    case .tabSelect:
      guard let target = target(of: number) else { return own.arrivalShare > 0.5 }
      let distinct = own.properties.first { $0.key == target.key }?.distinct ?? 0
      return distinct <= 15 && (target.fit > 0.5 || own.arrivalShare > 0.5 || changes(number, target.key) > 0.3)
    default: return nil
    }
  }

  /// A property is stamped if it has the value of the user's previous record, on classes that show no screen.
  private mutating func findStamps() {
    let screens = screenClasses
    var same: [Int32: Int] = [:]
    var all: [Int32: Int] = [:]
    for (number, part) in classes.enumerated() where screens[number] == nil {
      for property in part.properties where !noise.contains(property.key) {
        for index in part.records.prefix(3000) {
          let text = survey.text(survey.records[index], property.key)
          guard text != 0, !before[index].isEmpty else { continue }
          all[property.key, default: 0] += 1
          if NameWords.key(survey.texts[text]) == before[index] { same[property.key, default: 0] += 1 }
        }
      }
    }
    stamped = Set(all.filter { same[$0.key, default: 0] * 10 >= $0.value * 7 && $0.value >= 10 }.keys)
  }
}
