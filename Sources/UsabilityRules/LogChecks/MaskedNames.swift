import Measures
import NavigationModel

extension LogCheck {
  static let maskedName = LogCheck(
    id: "masked-name", meaning: "Names that held what looks like an e-mail address, a phone number or a token; it was masked."
  ) { context in
    let seen = NamesByKind(context.measures, context.scope)
    let masked = seen.names.filter { !PersonalData.kinds(maskedIn: $0.name).isEmpty }
    let found = PersonalData.allCases.compactMap { data -> String? in
      let counts = NamesByKind.kinds.compactMap { kind -> String? in
        let count = masked.count { $0.kind == kind.word && PersonalData.kinds(maskedIn: $0.name).contains(data) }
        return count > 0 ? Wording.count(count, kind.word, kind.plural) : nil
      }
      return counts.isEmpty ? nil : "\(data.plural) in \(Wording.list(counts, "and"))"
    }
    return LogCheckResult(
      masked.count, of: seen.names.count,
      "\(found.joined(separator: "; ")), as in \(context.list(masked.map(\.name))): masked before anything was stored; log what a "
        + "screen is, not whose (`mask_names: false` in the app map keeps names as they are)")
  }
}

extension LogCheck {
  static let longName = LogCheck(id: "long-name", meaning: "Names longer than \(LongName.limit) bytes; of each, the rest was counted, not read.") { context in
    let seen = NamesByKind(context.measures, context.scope).names
    let cut = seen.filter { LongName.isCut($0.name) }
    return LogCheckResult(
      cut.count, of: seen.count,
      "what follows the first \(LongName.limit) bytes was counted, not read, as in \(context.list(cut.map(\.name))): log what a screen is called, not what it shows"
    )
  }
}

/// The names in a log's reports, by kind.
private struct NamesByKind {
  /// Each name once per kind, in the order of kinds, then of text.
  private(set) var names: [(kind: String, name: String)] = []

  static let kinds: [(word: String, plural: String)] = [
    ("screen", "screens"), ("tab", "tabs"), ("item", "items"), ("menu", "menus"), ("gesture", "gestures"), ("tap target", "tap targets"),
    ("platform", "platforms"),
  ]

  init(_ measures: Measures, _ scope: MeasureScope) {
    let text = scope.names
    add("screen", measures.screens.sums.keys.map { text[$0] })
    add("tab", measures.tabNames(text))
    add("item", measures.moreList.items.keys.map { text[$0] } + measures.menus.items.keys.map { text[$0.item] })
    add("menu", measures.menus.menus.keys.map { text[$0] })
    add("gesture", measures.gestures.sums.keys.map { text[$0] })
    add("tap target", measures.taps.sums.keys.map { text[$0] })
    add("platform", measures.totals.platforms.keys.map { text[$0] })
  }

  private mutating func add(_ kind: String, _ texts: [String]) {
    names += Set(texts).sorted { $0.precedesByScalars($1) }.map { (kind, $0) }
  }
}
