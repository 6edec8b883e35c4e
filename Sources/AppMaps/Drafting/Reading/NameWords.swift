import Foundation

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
    func end() {
      if !word.isEmpty { words.append(fold(word)) }
      word = ""
    }
    let letters = Array(name.precomposedStringWithCanonicalMapping)
    for (index, letter) in letters.enumerated() {
      let startsWord = letter.isUppercase && (wasLower || (index + 1 < letters.count && letters[index + 1].isLowercase && !word.isEmpty))
      if !letter.isLetter || startsWord { end() }
      if letter.isLetter { word.append(letter) }
      wasLower = letter.isLowercase
    }
    end()
    return words
  }

  /// Lower case, without diacritics of Latin letters. Kana and Hangul keep theirs, which make a different letter.
  static func fold(_ word: String) -> String {
    let lower = word.lowercased().replacing("ı", with: "i").replacing("ё", with: "е").replacing("ß", with: "ss").replacing("\u{307}", with: "")
    guard lower.unicodeScalars.allSatisfy({ $0.value < 0x250 }) else { return lower }
    return lower.folding(options: .diacriticInsensitive, locale: nil)
  }

  /// A text for comparison: only letters and digits, in lower case.
  static func key(_ text: String) -> String { String(fold(text).unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }) }
}

/// Finds terms in the words of names.
private struct TermIndex: Sendable {
  static let shared = TermIndex()

  private var exact: [String: [Concept]] = [:]
  private var beginnings: [(text: String, concept: Concept)] = []
  private var several: [(words: [String], concept: Concept)] = []
  private var anywhere: [(text: String, concept: Concept)] = []

  private init() {
    for (concept, terms) in Terms.table {
      for term in terms.split(whereSeparator: \.isWhitespace).map(String.init) {
        if Self.hasNoSpaces(term) {
          anywhere.append((term.replacing("*", with: ""), concept))
        } else if term.contains("_") {
          several.append((term.replacing("*", with: "").split(separator: "_").map { NameWords.fold(String($0)) }, concept))
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

  /// Han, kana and Hangul are written without spaces, or with spaces that mean little.
  private static func hasNoSpaces(_ text: String) -> Bool { text.unicodeScalars.contains { $0.value >= 0x1100 } }

  func concepts(of words: [String]) -> Set<Concept> {
    var found: Set<Concept> = []
    for word in words {
      found.formUnion(exact[word] ?? [])
      for beginning in beginnings where word.hasPrefix(beginning.text) { found.insert(beginning.concept) }
    }
    for term in several where words.count >= term.words.count {
      for start in 0...(words.count - term.words.count) where zip(term.words, words[start...]).allSatisfy({ $1.hasPrefix($0) }) { found.insert(term.concept) }
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
