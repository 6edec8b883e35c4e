/// What screen names say about their role in an app: the little that holds for most apps.
enum SectionNames {
  private static let more: Set<String> = ["more", "mehr", "más", "plus", "altro", "mais", "meer", "mer", "overflow", "ещё", "その他", "更多", "더보기"]
  private static let items: Set<String> = [
    "about", "imprint", "legal", "terms", "privacy", "licenses", "logout", "feedback", "faq", "help", "support", "contact", "invite", "settings",
    "language", "wishlist",
  ]
  private static let tabs: Set<String> = ["home", "search", "profile", "account", "feed", "explore", "discover", "inbox", "cart", "library"]

  /// Words that do not distinguish screens.
  private static let fillers: Set<String> = ["screen", "view", "controller", "page", "fragment", "activity", "tab", "list", "menu", "root", "main"]

  /// Whether a screen has the name of a More list: `More`, `MoreViewController`, `more_tab`.
  static func isMore(_ name: String) -> Bool {
    let words = words(of: name)
    return words.count == 1 && more.contains(words[0])
  }

  /// The contribution of a name to the score of a menu item.
  static func menuLeaning(_ name: String) -> Double {
    let words = words(of: name)
    guard words.count == 1 else { return 0 }
    return items.contains(words[0]) ? 1 : tabs.contains(words[0]) ? -1 : 0
  }

  /// The meaningful words of a name, in lower case: `MoreListViewController` has only `more`.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    func end() {
      if !word.isEmpty, !fillers.contains(word) { words.append(word) }
      word = ""
    }
    var wasLower = false
    for letter in name {
      if !letter.isLetter {
        end()
      } else {
        if letter.isUppercase && wasLower { end() }
        word += letter.lowercased()
      }
      wasLower = letter.isLowercase
    }
    end()
    return words
  }
}
