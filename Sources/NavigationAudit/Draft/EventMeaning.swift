import NavigationModel

/// What an event of an app's own most likely is, by its name.
enum EventMeaning {
  /// Words of names, and what they stand for: the first line all of whose words are in a name counts.
  private static let meanings: [(words: [String], kind: EventKind)] = [
    (["menu", "close"], .menuClose), (["drawer", "close"], .menuClose), (["menu", "open"], .menuOpen), (["drawer", "open"], .menuOpen),
    (["hamburger"], .menuOpen), (["menu"], .menuSelect), (["drawer"], .menuSelect), (["sidebar"], .menuSelect),
    (["tab"], .tabSelect), (["tabs"], .tabSelect), (["bottom", "nav"], .tabSelect), (["back"], .back),
    (["modal", "close"], .modalClose), (["dialog", "close"], .modalClose), (["sheet", "close"], .modalClose), (["dismiss"], .modalClose),
    (["modal"], .modalOpen), (["dialog"], .modalOpen), (["sheet"], .modalOpen), (["popup"], .modalOpen),
    (["deeplink"], .deepLink), (["deep", "link"], .deepLink), (["notification", "open"], .deepLink),
    (["background"], .appBackground), (["foreground"], .appOpen), (["app", "open"], .appOpen), (["launch"], .appOpen), (["session", "start"], .appOpen),
    (["screen"], .screenView), (["page"], .screenView), (["swipe"], .gesture), (["gesture"], .gesture), (["pinch"], .gesture),
    (["rotate"], .rotate), (["orientation"], .rotate), (["badge"], .badge), (["tap"], .tap), (["click"], .tap), (["button"], .tap), (["press"], .tap),
  ]

  /// - Returns: nil where the name tells nothing.
  static func guess(_ name: String) -> EventKind? {
    let words = Set(words(of: name))
    return meanings.first { $0.words.allSatisfy { word in words.contains { $0 == word || $0 == word + "ed" || $0 == word + "d" } } }?.kind
  }

  /// The words of a name in lower case: `navTabClicked` has `nav`, `tab`, `clicked`.
  private static func words(of name: String) -> [String] {
    var words = [""]
    var wasLower = false
    for letter in name {
      if !letter.isLetter || (letter.isUppercase && wasLower) { words.append("") }
      if letter.isLetter { words[words.count - 1] += letter.lowercased() }
      wasLower = letter.isLowercase
    }
    return words.filter { !$0.isEmpty }
  }
}
