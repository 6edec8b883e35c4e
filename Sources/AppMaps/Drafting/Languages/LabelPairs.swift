import NavigationModel

/// The names that belong together in a log in which people of each language have other names for the same tabs, items
/// and screens: labels and titles that were logged as they are shown.
///
/// The names of each language are paired with those of the language that most people have. A name belongs to a language
/// if people of the other one hardly ever meet it. Two belong together for a reason: they differ by the code of the
/// language alone; or they have the same place in the bars shown, as the pairs of at least half of the tabs, which
/// differ
/// by the code, have. Roles and brands have other tabs, not other names for the same: so the place alone is a question.
package struct LabelPairs: Sendable {
  package struct Pair: Sendable, Equatable {
    /// Whether it is a tab or an item, and no screen.
    package let isEntry: Bool
    package let language: String
    package let name: String
    package let partner: String
    package fileprivate(set) var confidence: Double
    package fileprivate(set) var reason: String

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
        var doubted = pair
        doubted.confidence = min(pair.confidence, 0.4)
        doubted.reason += "; in another language it means something else"
        return doubted
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

    init(_ language: LabelUse.Language, code: String, besides other: LabelUse.Language, names: Names) {
      self.language = language
      self.code = code
      func rate(_ label: Label, _ language: LabelUse.Language) -> Double {
        Double(language.labels[label] ?? 0) / Double(language.users)
      }
      own = language.labels.keys.filter { rate($0, other) * 10 <= rate($0, language) }
        .sorted { (names.rank($0.name), "\($0.role)") < (names.rank($1.name), "\($1.role)") }
      tabs = own.filter { $0.role == .tab && rate($0, language) >= 0.05 }
    }

    var bar: [Name]? { language.bars.max { ($0.value, $1.key.count) < ($1.value, $0.key.count) }?.key }
  }

  private typealias Match = (partner: Label, confidence: Double, reason: String)

  private let names: Names
  private let one: Side
  private let base: Side
  private var matches: [Label: Match] = [:]
  /// Names that both languages have.
  private let shared: Set<Label>

  init(_ language: LabelUse.Language, code: String, _ base: LabelUse.Language, baseCode: String, names: Names) {
    self.names = names
    one = Side(language, code: code, besides: base, names: names)
    self.base = Side(base, code: baseCode, besides: language, names: names)
    let own = Set(one.own + self.base.own)
    shared = Set(language.labels.keys.filter { !own.contains($0) && base.labels[$0] != nil })
  }

  var pairs: [LabelPairs.Pair] {
    mutating get {
      guard !one.own.isEmpty, !base.own.isEmpty else { return [] }
      matchByCode()
      matchByBar()
      return one.own.compactMap { label in
        matches[label].map {
          LabelPairs.Pair(
            isEntry: label.role.isEntry, language: one.code, name: names[label.name], partner: names[$0.partner.name],
            confidence: $0.confidence, reason: $0.reason)
        }
      }.filter { $0.name != $0.partner }.sorted { $0.isEntry && !$1.isEntry }
    }
  }

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
        matches[labels[0]] = (others[0].label, 0.98, "the same but for the language's code `\(one.code)`")
      }
    }
  }

  /// Pairs tabs by their place in the bars shown: surely if the pairs of at least half of the tabs, which are known,
  /// have the same places.
  private mutating func matchByBar() {
    guard let ours = one.bar?.map({ Label(role: .tab, name: $0) }),
      let theirs = base.bar?.map({ Label(role: .tab, name: $0) }), ours.count == theirs.count
    else { return }
    let places = Array(zip(ours, theirs))
    func partner(_ label: Label) -> Label? { shared.contains(label) ? label : matches[label]?.partner }
    guard places.allSatisfy({ partner($0.0) == nil || partner($0.0) == $0.1 }) else { return }
    let left = places.filter { partner($0.0) == nil }
    let taken = Set(matches.values.map(\.partner))
    guard !left.isEmpty, left.allSatisfy({ one.own.contains($0.0) && base.own.contains($0.1) && !taken.contains($0.1) })
    else { return }
    let isSure = one.tabs.filter { matches[$0] != nil }.count * 2 >= one.tabs.count
    let reason = "the same place in the tab bar" + (isSure ? ", like the certain pairs" : "; no other evidence")
    for (label, other) in left { matches[label] = (other, isSure ? 0.95 : 0.6, reason) }
  }
}
