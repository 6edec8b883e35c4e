import NavigationModel

extension EventKind {
  /// Whether what happens around events has to agree with a name that suggests the kind.
  var isShownByBehavior: Bool {
    switch self {
    case .push, .back, .toRoot, .moreOpen, .moreSelect, .menuOpen, .menuSelect, .menuClose, .modalOpen, .modalClose,
      .tabSelect:
      true
    default: false
    }
  }
}

extension Set<Concept> {
  /// The kinds of events that a name with these concepts suggests, from 0 to 1: those of the first rule that holds.
  /// - Parameter hasTarget: whether the events have a property with several values that may be the chosen target.
  func kinds(hasTarget: Bool) -> [(kind: EventKind, score: Double)] {
    KindRule.all.first { $0.holds(for: self, hasTarget) }?.kinds ?? []
  }
}

/// A rule of `Words.txt`: `menu item target -open = menu_select 95`.
private struct KindRule: Sendable {
  let kinds: [(kind: EventKind, score: Double)]
  private var needs: Set<Concept> = []
  /// One of these.
  private var any: Set<Concept> = []
  private var lacks: Set<Concept> = []
  private var target: Bool?
  private var isAlone = false

  static let all = WordLists.list("kinds").map(KindRule.init)

  private init(_ line: String) {
    let sides = line.split(separator: " = ")
    let words = (sides.count > 1 ? sides[1] : "").split(separator: " ")
    kinds = stride(from: 0, to: words.count - 1, by: 2).compactMap { index in
      EventKind(word: String(words[index])).map { ($0, (Double(words[index + 1]) ?? 0) / 100) }
    }
    for word in sides[0].split(separator: " ") {
      func concepts(_ text: Substring) -> [Concept] {
        text.split(separator: "|").compactMap { Concept(rawValue: String($0)) }
      }
      switch word {
      case "target": target = true
      case "-target": target = false
      case "alone": isAlone = true
      case _ where word.hasPrefix("-"): lacks.formUnion(concepts(word.dropFirst()))
      case _ where word.contains("|"): any.formUnion(concepts(word))
      default: needs.formUnion(concepts(word))
      }
    }
  }

  func holds(for concepts: Set<Concept>, _ hasTarget: Bool) -> Bool {
    needs.isSubset(of: concepts) && lacks.isDisjoint(with: concepts) && (any.isEmpty || !any.isDisjoint(with: concepts))
      && (target ?? hasTarget) == hasTarget && (!isAlone || concepts.isSubset(of: needs.union(any)))
  }
}
