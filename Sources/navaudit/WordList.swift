import AppMaps
import ArgumentParser
import NavigationModel

/// Comma-separated words: `depth,menu.promote`. The option may also be repeated.
struct WordList: ExpressibleByArgument {
  fileprivate let words: [String]

  init?(argument: String) {
    words = argument.split(separator: ",", omittingEmptySubsequences: false).map { String($0.filter { $0 != " " }) }
  }
}

extension [WordList] {
  var words: [String] { flatMap(\.words) }
}

extension ValidationError {
  /// The error for an unknown word: it suggests the nearest one or, if none is near, `otherwise`.
  static func unknown(_ start: String, _ word: String, among words: [String], otherwise: String? = nil) -> ValidationError {
    let advice = nearestWord(to: word, among: words).map { "did you mean `\($0)`?" } ?? otherwise ?? "there are \(words.joined(separator: ", "))"
    return ValidationError("\(start) `\(word)`; \(advice)")
  }
}
