import EventLogs
import NavigationModel

/// What the other events mean: their names ask, and what happens around them answers.
extension EventReader {
  func choice(_ number: Int) -> Part {
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
        choice.confidence = min(Weight.certain, first.score + target.fit * 0.1)
      } else if let screen = ownScreen(of: number),
        classes[number].properties.contains(where: { $0.key == screen && $0.distinct > 1 })
      {
        choice.target = text(screen)
        choice.confidence = min(first.score, 0.85)
        choice.reason = "its name, and `\(keyName(screen))` says where it leads"
      } else {
        choice.confidence = min(first.score, Weight.noTarget)
        choice.reason = "its name, but no property says what was chosen"
      }
      if first.kind == .menuSelect { choice.container = text(container(of: number, beside: target?.key)) }
    case .menuOpen, .menuClose: choice.container = text(container(of: number, beside: nil))
    case .gesture, .tap, .badge: choice.target = text(target?.key ?? label(of: number))
    case .push, .deepLink, .modalOpen: choice.screen = text(ownScreen(of: number))
    case .screenView:
      choice.screen = text(screenKey(number))
      if choice.screen == nil {
        choice.confidence = Weight.noName
        choice.screenName = shownName(number)
      } else {
        choice.confidence = first.score
      }
    case .back: choice.screen = text(screenBehind(number))
    default: break
    }
    return choice
  }

  /// A class whose name says nothing: decide by what follows it.
  func unnamed(_ number: Int) -> Part {
    let own = classes[number]
    guard own.records.count >= 20, !own.concepts.contains(.business), !screenClasses.isEmpty else {
      return part(number, confidence: 0.9, reason: "its name")
    }
    if beginsVisits(number) {
      return part(number, kind: .appOpen, confidence: 0.85, reason: "visits begin with it")
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
    return part(number, confidence: 0.85, reason: "nothing about it looks like navigation")
  }

  /// Whether nothing of the same visit precedes most events of a class.
  private func beginsVisits(_ number: Int) -> Bool {
    let first = classes[number].records.count { index in
      guard index > 0 else { return true }
      let before = survey.records[index - 1]
      return before.user != survey.records[index].user || survey.records[index].time - before.time > Self.visitGap
    }
    // The end of a visit may come late, and alone.
    let followed = classes[number].records.count { index in
      guard index + 1 < survey.records.count else { return false }
      let after = survey.records[index + 1]
      return after.user == survey.records[index].user && after.time - survey.records[index].time <= Self.visitGap
    }
    return first * 10 >= classes[number].records.count * 8 && followed * 2 > classes[number].records.count
  }

  /// A name alone is a question: what happens around the events has to agree with it. Where screens are known, and it
  /// does not agree, a name with other words is none.
  mutating func doubt(_ number: Int) {
    guard let kind = parts[number].kind, kind.isShownByBehavior else { return }
    let agrees = agreement(number, kind)
    if agrees == true { return }
    let name = NameWords(parts[number].word)
    if classes[number].split.isEmpty, !name.isExplained, ownScreen(of: number) == nil {
      parts[number].confidence = min(parts[number].confidence, Weight.unseen)
      if !screenClasses.isEmpty {
        parts[number] = part(number, confidence: 0.85, reason: "what happens around it differs")
      }
    } else if agrees == false, parts[number].isSure {
      parts[number].confidence = min(parts[number].confidence, Weight.contradicted)
      parts[number].reason = "its name alone; what happens around it differs"
    }
  }

  /// The classes of some kinds, by their names.
  func isKind(_ kinds: [EventKind]) -> Set<Int> {
    Set(parts.indices.filter { number in parts[number].kind.map(kinds.contains) ?? false })
  }

  /// An event has one meaning, and some meanings depend on others.
  mutating func reconcile() {
    // A select event that opens nothing, next to one that does: the hamburger is the one without a choice.
    for number in classes.indices where parts[number].kind == .tabSelect && parts[number].reason.hasPrefix("`") {
      // Similar behavior does not make a second tab bar.
      if parts.indices.contains(where: { $0 != number && parts[$0].kind == .tabSelect && parts[$0].confidence > 0.9 }) {
        parts[number].confidence = 0.4
      }
    }
  }

  func keyName(_ key: Int32) -> String { survey.keys[key].replacing(RecordFlattener.separator, with: ".") }
}
