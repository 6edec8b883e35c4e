/// Names of screens' classes: `PlanView`, `Shop.CartViewController`.
enum ScreenClass {
  private static let endings = ["View", "ViewController", "Activity", "Fragment", "Screen", "Page"]

  /// Whether a text is the name of a class: a word with a capital before one of the endings, after modules or packages,
  /// or after the class that holds it: `MainActivity|HomeFragment`.
  static func isOne(_ text: String) -> Bool {
    guard let ending = endings.last(where: { text.hasSuffix($0) }) else { return false }
    let name = text.dropLast(ending.count)
    guard let word = name.split(separator: ".", omittingEmptySubsequences: false).last else { return false }
    return word.utf8.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      && name.allSatisfy { ".|_".contains($0) || $0.isLetter || $0.isNumber }
  }
}
