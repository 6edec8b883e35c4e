import NavigationModel

/// Screens that lead straight on: *flows*, whose levels are the steps of one task, and *transparent* screens, which
/// nobody sees.
package struct StraightLines: Sendable {
  /// A flow has so many levels or more, each of which goes on to one and the same child in so large a share of its
  /// forward steps (`H`), without pages beside the way.
  private static let fewestLevels = 4
  private static let leadingPercent = 85
  /// A pushed screen that another push follows at once in so large a share of so many visits is transparent (`H`).
  private static let transparentShare = 0.9
  package static let fewestVisits = 100

  package let transparent: Set<Name>
  /// The screens of each flow, in their order. Two flows may end alike.
  package let flows: [[Name]]
  /// Screens at which half of the visits or more are completed: left by `to_root` or `modal_close`, or the last of
  /// their
  /// part.
  private let completed: Set<Name>
  private let steps: Set<NamePair>
  private let members: Set<Name>

  /// - Parameters:
  ///   - isFolded: whether a name stands for many screens.
  ///   - areSame: whether two names are one screen.
  init(_ ways: PassThroughs, isFolded: (Name) -> Bool, areSame: (Name, Name) -> Bool) {
    let sums = ways.next.sums
    completed = Set(sums.pairs.filter { $0.1.ends.completed * 2 >= $0.1.ends.visits }.map(\.0))
    transparent = Set(
      sums.pairs.filter {
        $0.1.ends.visits >= Self.fewestVisits
          && Double($0.1.ends.redirected) >= Self.transparentShare * Double($0.1.ends.visits)
      }.map(\.0))
    var all: [Name: Int] = [:]
    var most: [Name: (child: Name, count: Int)] = [:]
    for (pair, pushes) in ways.children {
      let count = pushes - (ways.asides[pair] ?? 0)
      all[pair.first, default: 0] += count
      if count > most[pair.first]?.count ?? 0 { most[pair.first] = (pair.second, count) }
    }
    var next: [Name: Name] = [:]
    for (screen, best) in most
    where best.count * 100 >= Self.leadingPercent * all[screen, default: 0] && !isFolded(screen)
      && !isFolded(best.child) && !areSame(screen, best.child)
    {
      next[screen] = best.child
    }
    let followers = Set(next.values)
    let completed = completed
    flows = next.keys.filter { !followers.contains($0) }.compactMap { head in
      var run = [head]
      var met: Set<Name> = [head]
      while let child = next[run[run.count - 1]], met.insert(child).inserted { run.append(child) }
      guard let last = run.lastIndex(where: completed.contains), last + 1 >= Self.fewestLevels else { return nil }
      return Array(run[...last])
    }
    steps = flows.reduce(into: []) { steps, flow in
      for (upper, lower) in zip(flow, flow.dropFirst()) { steps.insert(NamePair(upper, lower)) }
    }
    members = Set(flows.joined())
  }

  package func isInFlow(_ screen: Name) -> Bool { members.contains(screen) }

  /// Whether people are done there, as at a confirmation.
  package func isCompleted(_ screen: Name) -> Bool { completed.contains(screen) }

  /// Whether a flow ends there.
  package func isLast(_ screen: Name) -> Bool { flows.contains { $0.last == screen } }

  /// Whether a flow leads from one screen to another.
  package func leads(from upper: Name, to lower: Name) -> Bool { steps.contains(NamePair(upper, lower)) }

  /// Whether a screen is no level of its own below another one.
  /// - Parameter areSame: whether two names are one screen.
  private func isSameLevel(_ screen: Name, below: Name?, areSame: (Name, Name) -> Bool) -> Bool {
    if transparent.contains(screen) { return true }
    guard let below else { return false }
    return leads(from: below, to: screen) || areSame(below, screen)
  }

  /// The levels of the screens from the root down.
  package func levels(of trail: [Name], areSame: (Name, Name) -> Bool) -> Int {
    var levels = 0
    var above: Name?
    for screen in trail {
      if !isSameLevel(screen, below: above, areSame: areSame) { levels += 1 }
      if !transparent.contains(screen) { above = screen }
    }
    return levels
  }
}

/// Screens whose names carry ids are one screen: the first of them that was met.
struct FoldedScreens {
  private let names: NameTable
  private var first: [NameText: Name] = [:]
  /// By the number of the name; unknown if nobody asked.
  private var known: [Name] = []

  init(_ names: NameTable) { self.names = names }

  mutating func screen(_ name: Name) -> Name {
    let number = Int(name.rawValue)
    if number >= known.count {
      known.append(contentsOf: repeatElement(.unknown, count: max(64, number + 1 - known.count, known.count)))
    }
    if known[number] != .unknown { return known[number] }
    var screen = name
    if let folded = NamesWithIDs.surelyFolded(names.text(name)) {
      screen = first[NameText(folded)] ?? name
      first[NameText(folded)] = screen
    }
    known[number] = screen
    return screen
  }
}

/// Which names are equal up to `?` or `#`: a filter or a place in a page makes no other screen.
package struct PlainNames: Sendable {
  private let names: NameTable
  /// By the number of the name: whether it has such a part; nil if nobody asked.
  private var known: [Bool?] = []

  package init(_ names: NameTable) { self.names = names }

  mutating func hasQuery(_ name: Name) -> Bool {
    let number = Int(name.rawValue)
    if number >= known.count {
      known.append(contentsOf: repeatElement(nil, count: max(64, number + 1 - known.count, known.count)))
    }
    if let has = known[number] { return has }
    let has = names.text(name).utf8.contains { Self.isMark($0) }
    known[number] = has
    return has
  }

  mutating func areSame(_ one: Name, _ other: Name) -> Bool {
    if one == other { return one != .unnamed }
    guard hasQuery(one) || hasQuery(other) else { return false }
    return Self.areSame(names.text(one), names.text(other))
  }

  package static func areSame(_ one: String, _ other: String) -> Bool {
    let parts = [one, other].map { $0.utf8.prefix { !isMark($0) } }
    return !parts[0].isEmpty && parts[0].elementsEqual(parts[1])
  }

  private static func isMark(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") }
}
