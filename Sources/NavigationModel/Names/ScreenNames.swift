extension AppMap {
  /// The name that `screen_names` gives to a screen; nil if no rule matches.
  package func rewrite(screen: String) -> String? { ScreenNameRules(self).rewrite(screen) }
}

extension AppMap.ScreenName {
  /// The name with `$1`…`$9` replaced by the groups.
  func name(filledFrom match: [String?]) -> String {
    guard name.contains("$") else { return name }
    var filled = ""
    var rest = Substring(name)
    while let dollar = rest.firstIndex(of: "$") {
      filled += rest[..<dollar]
      rest = rest[rest.index(after: dollar)...]
      if let digit = rest.first?.wholeNumberValue, (1...9).contains(digit) {
        if digit < match.count { filled += match[digit] ?? "" }
        rest = rest.dropFirst()
      } else {
        filled += "$"
      }
    }
    return filled + rest
  }
}
