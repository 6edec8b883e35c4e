import NavigationModel

/// The names that belong together in a log in which people of each language have other names for the same tabs, items
/// and screens: labels and titles that were logged as they are shown.
///
/// The names of each language are paired with those of the language that most people have. A name belongs to a language
/// if people of the other one hardly ever meet it. Two belong together for a reason: they differ by the code of the
/// language alone; they lead to, or come from, the same screens, and no others do; or they have the same place in the
/// bars shown, as most pairs that are known so have. Roles and brands have other tabs, not other names for the same: so
/// unless each tab finds its partner, nothing that rests on ways is sure.
package struct LabelPairs: Sendable {
  package struct Pair: Sendable, Equatable {
    /// Whether it is a tab or an item, and no screen.
    package let isEntry: Bool
    package let language: String
    package let name: String
    package let partner: String
    package let confidence: Double
    package let reason: String

    package var isSure: Bool { confidence >= LabelPairs.sure }
  }

  /// Ordered by language, entries first, then by name.
  package private(set) var pairs: [Pair] = []
  package private(set) var language = ""

  static let sure = 0.85
  static let fewestUsers = 10

  package init() {}

  package init(_ use: LabelUse, names: Names) {
    let known = use.languages.filter { $0.value.users >= Self.fewestUsers }
    guard known.count > 1, let base = known.min(by: { ($1.value.users, $0.key) < ($0.value.users, $1.key) }) else {
      return
    }
    language = base.key
    for (code, other) in known.sorted(by: { $0.key < $1.key }) where code != base.key {
      var matching = LanguageMatching(other, code: code, base.value, baseCode: base.key, names: names)
      pairs += matching.pairs
    }
    dropConflicts()
  }

  /// Renames a name; nil if no sure pair has it.
  package func entry(_ name: String) -> String? { pairs.first { $0.isEntry && $0.isSure && $0.name == name }?.partner }

  package func screen(_ name: String) -> String? {
    pairs.first { !$0.isEntry && $0.isSure && $0.name == name }?.partner
  }

  /// A name that two languages use for different things is in no sure pair; one that they use for the same is paired
  /// once.
  private mutating func dropConflicts() {
    func key(_ pair: Pair) -> String { (pair.isEntry ? "entry " : "screen ") + pair.name }
    let all = Dictionary(grouping: pairs, by: key)
    var seen: Set<String> = []
    pairs = pairs.compactMap { pair in
      let same = all[key(pair), default: []]
      if Set(same.map(\.partner)).count > 1 {
        return Pair(
          isEntry: pair.isEntry, language: pair.language, name: pair.name, partner: pair.partner,
          confidence: min(pair.confidence, 0.4),
          reason: pair.reason + "; another language has it for something else")
      }
      guard let best = same.max(by: { $0.confidence < $1.confidence }), best == pair, seen.insert(key(pair)).inserted
      else { return nil }
      return pair
    }
  }
}

/// Pairs the names of one language with those of another.
private struct LanguageMatching {
  private typealias Label = LabelUse.Label
  private typealias Role = LabelUse.Role

  private struct Side {
    let code: String
    let language: LabelUse.Language
    /// Names that only this one of the two has.
    let own: [Label]
    /// Those of them that are tabs of one user in twenty.
    let tabs: [Label]
    let outward: [Label: [Label: Int]]
    let inward: [Label: [Label: Int]]

    init(_ language: LabelUse.Language, code: String, besides other: LabelUse.Language, names: Names) {
      (self.language, self.code) = (language, code)
      func rate(_ label: Label, _ language: LabelUse.Language) -> Double {
        Double(language.labels[label] ?? 0) / Double(language.users)
      }
      own = language.labels.keys.filter { $0.role != .start && rate($0, other) * 10 <= rate($0, language) }
        .sorted { (names.rank($0.name), "\($0.role)") < (names.rank($1.name), "\($1.role)") }
      tabs = own.filter { $0.role == .tab && rate($0, language) >= 0.05 }
      var (outward, inward) = ([Label: [Label: Int]](), [Label: [Label: Int]]())
      for (link, count) in language.links {
        outward[link.from, default: [:]][link.to, default: 0] += count
        inward[link.to, default: [:]][link.from, default: 0] += count
      }
      (self.outward, self.inward) = (outward, inward)
    }

    func links(_ label: Label, isOutward: Bool) -> [Label: Int] { (isOutward ? outward : inward)[label] ?? [:] }

    var bar: [Name]? { language.bars.max { ($0.value, $1.key.count) < ($1.value, $0.key.count) }?.key }
  }

  /// `isByCode`: whether only the code of the language tells the two apart.
  private typealias Match = (partner: Label, confidence: Double, reason: String, isByCode: Bool)

  private let names: Names
  private let one: Side
  private let base: Side
  private var matches: [Label: Match] = [:]
  /// What is known of names of the language: shared names are their own partners.
  private var partner: [Label: Label] = [.start: .start]
  private var taken: Set<Label> = []

  /// Ways of two names differ by at most this share, beyond chance, if they are the same.
  private static let mostDifference = 0.3
  /// The next best name differs by so much more.
  private static let margin = 0.15
  /// The share of their ways that two names have in common with each other and with no third.
  private static let leastInCommon = 0.25

  init(_ language: LabelUse.Language, code: String, _ base: LabelUse.Language, baseCode: String, names: Names) {
    self.names = names
    one = Side(language, code: code, besides: base, names: names)
    self.base = Side(base, code: baseCode, besides: language, names: names)
    let (ours, theirs) = (Set(one.own), Set(self.base.own))
    for label in language.labels.keys
    where !ours.contains(label) && !theirs.contains(label) && base.labels[label] != nil { partner[label] = label }
  }

  var pairs: [LabelPairs.Pair] {
    mutating get {
      guard !one.own.isEmpty, !base.own.isEmpty else { return [] }
      matchByCode()
      let byCode = matches.count
      matchByWays()
      matchByBar()
      matchLastTab()
      let isWhole = one.tabs.count == base.tabs.count && one.tabs.allSatisfy { matches[$0] != nil } && !one.tabs.isEmpty
      if !isWhole, matches.count > byCode {
        // Not each tab has a partner: another bar, as roles have.
        for (label, match) in matches where !match.isByCode { matches[label]?.confidence = min(match.confidence, 0.6) }
      }
      guessRest()
      return one.own.compactMap { label in
        matches[label].map {
          LabelPairs.Pair(
            isEntry: label.role.isEntry, language: one.code, name: names[label.name], partner: names[$0.partner.name],
            confidence: $0.confidence,
            reason: $0.reason)
        }
      }.filter { $0.name != $0.partner }.sorted { $0.isEntry && !$1.isEntry }
    }
  }

  private mutating func match(
    _ label: Label, _ other: Label, _ confidence: Double, _ reason: String, isByCode: Bool = false
  ) {
    matches[label] = (other, confidence, reason, isByCode)
    partner[label] = other
    taken.insert(other)
  }

  private var open: [Label] { one.own.filter { matches[$0] == nil } }
  private func candidates(_ role: Role) -> [Label] { base.own.filter { $0.role == role && !taken.contains($0) } }

  // MARK: - The code of the language

  /// `home_fi` is `home`, and `E1 de/3` is `E1/3`.
  private mutating func matchByCode() {
    func key(_ text: String, without code: String) -> (key: String, isShorter: Bool) {
      let all = text.split(omittingEmptySubsequences: true) { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
      let pieces = all.filter { $0 != code }
      return (pieces.joined(separator: "|"), pieces.count < all.count && !pieces.isEmpty)
    }
    var ofBase: [Role: [String: [(label: Label, isShorter: Bool)]]] = [:]
    for label in base.own {
      let own = key(names[label.name], without: base.code)
      ofBase[label.role, default: [:]][own.key, default: []].append((label, own.isShorter))
    }
    for (role, own) in Dictionary(grouping: one.own, by: \.role) {
      for (text, labels) in Dictionary(grouping: own, by: { key(names[$0.name], without: one.code).key }) {
        guard labels.count == 1, let others = ofBase[role]?[text], others.count == 1 else { continue }
        let pieces = names[labels[0].name].split { !$0.isLetter && !$0.isNumber }
        guard others[0].isShorter || pieces.contains(where: { $0.lowercased() == one.code }) else { continue }
        match(labels[0], others[0].label, 0.98, "the same but for the language's code `\(one.code)`", isByCode: true)
      }
    }
  }

  // MARK: - Ways

  /// Pairs names, one after the other, by the ways that they have in common; each pair makes more ways known.
  private mutating func matchByWays() {
    while true {
      let found = open.compactMap { label -> (label: Label, best: Candidate)? in
        guard let best = best(for: label), best.inCommon >= Self.leastInCommon, best.difference <= Self.mostDifference,
          best.margin >= Self.margin
        else { return nil }
        return (label, best)
      }
      // A name that two want belongs to neither.
      let wanted = Dictionary(grouping: found) { $0.best.label }.filter { $0.value.count == 1 }
      if wanted.isEmpty { return }
      for (label, best) in found where wanted[best.label] != nil {
        let percent = Int((100 * (1 - best.difference)).rounded())
        match(
          label, best.label, 0.9,
          label.role.isEntry
            ? "leads to the same screen, which no other name leads to"
            : "\(percent)% of the ways to and from it are the same")
      }
    }
  }

  private typealias Candidate = (label: Label, difference: Double, margin: Double, inCommon: Double)

  /// The name of the other language with the ways most like those of `label`.
  private func best(for label: Label) -> Candidate? {
    let all = candidates(label.role).map { (label: $0, difference: difference(label, $0)) }.sorted {
      $0.difference < $1.difference
    }
    guard let best = all.first, best.difference <= Self.mostDifference else { return nil }
    let rivals = open.filter { $0.role == label.role && $0 != label }.map { difference($0, best.label) }
    let next = min(all.dropFirst().first?.difference ?? 1, rivals.min() ?? 1)
    return (best.label, best.difference, next - best.difference, inCommon(label, best.label))
  }

  /// What stands for a name in ways: its partner if it is known, otherwise its role.
  private func place(_ label: Label) -> Label { partner[label] ?? Label(role: label.role, name: .unknown) }

  private func placeOfBase(_ label: Label) -> Label {
    taken.contains(label) || partner[label] == label ? label : Label(role: label.role, name: .unknown)
  }

  /// The share of the ways to and from two names, by place, that differs beyond what chance explains.
  private func difference(_ label: Label, _ other: Label) -> Double {
    func difference(isOutward: Bool) -> Double {
      var (ours, theirs) = ([Label: Int](), [Label: Int]())
      for (end, count) in one.links(label, isOutward: isOutward) { ours[place(end), default: 0] += count }
      for (end, count) in base.links(other, isOutward: isOutward) { theirs[placeOfBase(end), default: 0] += count }
      return distance(ours, theirs)
    }
    return max(difference(isOutward: true), difference(isOutward: false))
  }

  /// The share of their ways that lead to, or come from, the same screens, which have their ways from, or to, no other
  /// name of the role.
  private func inCommon(_ label: Label, _ other: Label) -> Double {
    func inCommon(isOutward: Bool) -> Double {
      let (ours, theirs) = (one.links(label, isOutward: isOutward), base.links(other, isOutward: isOutward))
      let (all, allOfBase) = (ours.values.reduce(0, +), theirs.values.reduce(0, +))
      guard all > 0, allOfBase > 0 else { return 0 }
      return ours.reduce(0) { sum, link in
        guard let end = partner[link.key], let count = theirs[end],
          isOutward ? end.role == .screen : end.role == .screen || end.role == .tab,
          link.key.role != .tab || label.role == .screen, isOwn(link.value, of: one, label, link.key, isOutward),
          isOwn(count, of: base, other, end, isOutward)
        else { return sum }
        return sum + min(Double(link.value) / Double(all), Double(count) / Double(allOfBase))
      }
    }
    return max(inCommon(isOutward: true), inCommon(isOutward: false))
  }

  /// Whether most ways between names of a role and `end` are those of `label`.
  private func isOwn(_ count: Int, of side: Side, _ label: Label, _ end: Label, _ isOutward: Bool) -> Bool {
    let all = side.links(end, isOutward: !isOutward).filter { $0.key.role == label.role }.values.reduce(0, +)
    return count * 5 >= all * 3
  }

  // MARK: - The bar

  /// Pairs tabs by their place in the bars shown: surely if the pairs of at least half of the tabs, which are known,
  /// have the same places.
  private mutating func matchByBar() {
    guard let ours = one.bar?.map({ Label(role: .tab, name: $0) }),
      let theirs = base.bar?.map({ Label(role: .tab, name: $0) }), ours.count == theirs.count
    else { return }
    let places = Array(zip(ours, theirs))
    guard places.allSatisfy({ partner[$0.0] == nil || partner[$0.0] == $0.1 }) else { return }
    let left = places.filter { partner[$0.0] == nil }
    guard !left.isEmpty, left.allSatisfy({ one.own.contains($0.0) && base.own.contains($0.1) && !taken.contains($0.1) })
    else { return }
    let known = one.tabs.filter { matches[$0] != nil }.count
    if known * 2 >= one.tabs.count {
      for (label, other) in left {
        match(label, other, 0.95, "the same place in the tab bar, as those that are sure have")
      }
      matchByWays()
      return
    }
    for (label, other) in left { match(label, other, 0.6, "the same place in the tab bar; no other evidence") }
  }

  /// The only tab without a partner belongs to the only one of the other language.
  private mutating func matchLastTab() {
    let ours = one.tabs.filter { matches[$0] == nil }
    let theirs = base.tabs.filter { !taken.contains($0) }
    guard one.tabs.count == base.tabs.count, one.tabs.count > 2, ours.count == 1, theirs.count == 1,
      difference(ours[0], theirs[0]) <= Self.mostDifference
    else { return }
    match(ours[0], theirs[0], 0.9, "all other tabs have their partners")
    matchByWays()
  }

  /// What is likely, as a question.
  private mutating func guessRest() {
    for label in open {
      guard let best = best(for: label), best.margin > 0 else { continue }
      match(
        label, best.label, 0.2 + 0.4 * (1 - best.difference), "the most similar ways; decide by what the words mean")
    }
  }
}

/// The difference between two distributions beyond what chance alone makes of it: half the sum of the differences of
/// their shares.
private func distance<Key: Hashable>(_ one: [Key: Int], _ other: [Key: Int]) -> Double {
  let (all, allOfOther) = (Double(one.values.reduce(0, +)), Double(other.values.reduce(0, +)))
  guard all > 0, allOfOther > 0 else { return all == allOfOther ? 0 : 1 }
  var (value, chance) = (0.0, 0.0)
  for key in Set(one.keys).union(other.keys) {
    let (count, ofOther) = (Double(one[key] ?? 0), Double(other[key] ?? 0))
    value += abs(count / all - ofOther / allOfOther) / 2
    let share = (count + ofOther) / (all + allOfOther)
    chance += (share * (1 - share) * (1 / all + 1 / allOfOther) * 2 / .pi).squareRoot() / 2
  }
  return max(0, value - chance)
}
