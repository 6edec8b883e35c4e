import EventLogs
import Foundation
import NavigationModel

/// The words of a name and their concepts.
package struct NameWords: Sendable {
  /// In lower case, without diacritics of Latin letters.
  package let words: [String]
  package let concepts: Set<Concept>

  package init(_ name: String) {
    words = Self.words(of: name)
    concepts = TermIndex.shared.concepts(of: words)
  }

  /// `navTabClicked`, `nav_tab_clicked` and `Nav Tab Clicked` are `nav`, `tab`, `clicked`.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasLower = false
    var wasUncased = false
    func end() {
      if !word.isEmpty { words.append(fold(word)) }
      word = ""
    }
    let letters = Array(name.precomposedStringWithCanonicalMapping)
    for (index, letter) in letters.enumerated() {
      let startsWord =
        letter.isUppercase
        && (wasLower || wasUncased || (index + 1 < letters.count && letters[index + 1].isLowercase && !word.isEmpty))
      if !letter.isLetter || startsWord { end() }
      if letter.isLetter { word.append(letter) }
      wasLower = letter.isLowercase
      // `设备ID`.
      wasUncased = letter.isLetter && !letter.isLowercase && !letter.isUppercase
    }
    end()
    return words
  }

  /// The native event that the name suggests; nil if a word of navigation among others is evidence of nothing
  /// (`Push Received`).
  package var kind: EventKind? {
    let found = concepts.kinds(hasTarget: true).first?.kind
    return found?.isShownByBehavior == true && !isExplained ? nil : found
  }

  /// Whether a screen was shown.
  var saysScreen: Bool {
    concepts.kinds(hasTarget: true).first.map { $0.kind == .screenView && $0.score > 0.8 } ?? false
  }

  /// Whether something was done or shown.
  var saysAct: Bool { !concepts.isDisjoint(with: [.view, .select, .open, .launch]) }

  /// The last word, which says what was done: `access` of `PAGE_ACCESS`; nil if it says only that something happened.
  var act: String? { words.last.flatMap { NameWords($0).concepts.contains(.event) ? nil : $0 } }

  /// Whether all words speak of navigation, or one says that something was chosen.
  var isExplained: Bool {
    concepts.contains(.select)
      || words.allSatisfy { $0.count < 3 || !NameWords($0).concepts.isDisjoint(with: Concept.ofNavigation) }
  }

  /// Whether a name says that something was shown, as `order_detail_viewed` does.
  package static func saysShown(_ name: String) -> Bool {
    let words = words(of: name)
    guard words.count > 1, let last = words.last else { return false }
    return TermIndex.shared.concepts(of: [last]).contains(.view) && subject(of: name) != nil
  }

  /// What a name says was shown, without the words for showing and for screens: `Main` of `MainScreenAppear`; nil if
  /// nothing is left.
  package static func subject(of name: String) -> String? {
    var pieces: [Range<String.Index>] = []
    var start: String.Index?
    var wasLower = false
    for index in name.indices {
      let letter = name[index]
      let isInside = letter.isLetter || letter.isNumber
      if !isInside || (letter.isUppercase && wasLower), let begun = start {
        pieces.append(begun..<index)
        start = nil
      }
      if isInside, start == nil { start = index }
      wasLower = letter.isLowercase
    }
    if let start { pieces.append(start..<name.endIndex) }
    let isTab = NameWords(name).concepts.isSuperset(of: [.tab, .select])
    let frames: Set<Concept> = isTab ? [.view, .open, .screen, .tab, .select] : [.view, .open, .screen]
    func isFrame(_ piece: Range<String.Index>) -> Bool {
      !TermIndex.shared.concepts(of: words(of: String(name[piece]))).isDisjoint(with: frames)
    }
    while let first = pieces.first, isFrame(first) { pieces.removeFirst() }
    while let last = pieces.last, isFrame(last) { pieces.removeLast() }
    guard let first = pieces.first, let last = pieces.last else { return nil }
    return String(name[first.lowerBound..<last.upperBound])
  }

  /// Lower case, without diacritics of Latin letters. Kana and Hangul keep theirs, which make a different letter.
  static func fold(_ word: String) -> String {
    if word.utf8.allSatisfy({ $0 < 0x80 }) { return word.lowercased() }
    // Of a Turkish İ, lower case leaves a dot that belongs to the letter before.
    let lower = String(word.lowercased().unicodeScalars.filter { $0 != "\u{307}" })
      .replacing("ı", with: "i").replacing("ё", with: "е").replacing("ß", with: "ss")
    guard lower.unicodeScalars.allSatisfy({ $0.value < 0x250 }) else { return lower }
    return lower.folding(options: .diacriticInsensitive, locale: nil)
  }

  /// A text for comparison: only letters and digits, in lower case.
  static func key(_ text: String) -> String {
    String(fold(text).unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil })
  }
}

private struct TermIndex: Sendable {
  static let shared = TermIndex()

  private var exact: [String: [Concept]] = [:]
  private var beginnings: [(text: String, concept: Concept)] = []
  private var several: [(words: [String], concept: Concept)] = []
  private var anywhere: [(text: String, concept: Concept)] = []

  private init() {
    for concept in Concept.allCases {
      for term in WordLists.list(concept.rawValue) {
        if Self.hasNoSpaces(term) {
          anywhere.append((term.replacing("*", with: ""), concept))
        } else if term.contains("_") {
          several.append(
            (term.replacing("*", with: "").split(separator: "_").map { NameWords.fold(String($0)) }, concept))
          exact[NameWords.fold(term.replacing("_", with: "").replacing("*", with: "")), default: []].append(concept)
        } else if term.hasSuffix("*") {
          beginnings.append((NameWords.fold(String(term.dropLast())), concept))
        } else {
          exact[NameWords.fold(term), default: []].append(concept)
        }
      }
    }
    anywhere.sort { ($1.text.count, $0.text) < ($0.text.count, $1.text) }
  }

  private static let ids = WordLists.set("ids")

  /// Han, kana and Hangul are written without spaces, or with spaces that mean little.
  private static func hasNoSpaces(_ text: String) -> Bool { text.unicodeScalars.contains { $0.value >= 0x1100 } }

  func concepts(of words: [String]) -> Set<Concept> {
    var found: Set<Concept> = []
    for word in words {
      found.formUnion(exact[word] ?? [])
      for beginning in beginnings where word.hasPrefix(beginning.text) { found.insert(beginning.concept) }
    }
    for term in several where words.count >= term.words.count {
      for start in 0...(words.count - term.words.count)
      where zip(term.words, words[start...]).allSatisfy({ $1.hasPrefix($0) }) {
        // The namespace of a full name is nobody.
        let next = words.dropFirst(start + term.words.count).first
        if term.concept != .user || next.map(Self.ids.contains) ?? true { found.insert(term.concept) }
      }
    }
    let all = words.joined()
    if Self.hasNoSpaces(all) {
      // The longest terms first: parts of a matched term do not count.
      var rest = all
      for term in anywhere where rest.contains(term.text) {
        for other in anywhere where other.text == term.text { found.insert(other.concept) }
        rest = rest.replacing(term.text, with: " ")
      }
    }
    return found
  }
}

/// What a word of a log may mean: the terms of each are a list in `Words.txt`.
package enum Concept: String, CaseIterable, Sendable {
  // Things that are touched or shown.
  case tab, menu, more, item, back, screen, modal, gesture, button, link, app, badge, orientation, root, detail
  // What happens to them.
  case view, select, open, close, launch, background, edit, hide
  // Certainly not navigation.
  case business
  // Contents of a property or column.
  case user, time, event, session, label, container, origin, kind, platform, version, device, locale, outcome, id,
    variant

  fileprivate static let ofNavigation: Set<Concept> = [
    .tab, .menu, .more, .item, .back, .modal, .root, .detail, .select, .open, .close, .view, .button, .app, .screen,
    .gesture, .link, .event, .launch, .background, .label, .orientation, .badge, .kind,
  ]
}

enum WordLists {
  private static let all: [Substring: [String]] = {
    var lists: [Substring: [String]] = [:]
    var name: Substring = ""
    for line in String(decoding: PackageResources.Words_txt, as: UTF8.self).split(separator: "\n")
    where !line.hasPrefix("#") {
      var words = line.contains(" =") ? [line.drop { $0 == " " }] : line.split(separator: " ")
      if !line.hasPrefix(" ") { name = words.removeFirst().dropLast() }
      lists[name, default: []] += words.map(String.init)
    }
    return lists
  }()

  static func list(_ name: String) -> [String] {
    guard let list = all[name[...]] else { preconditionFailure("no list \(name) in Words.txt") }
    return list
  }

  static func set(_ name: String) -> Set<String> { Set(list(name)) }
}
