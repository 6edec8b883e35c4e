extension AppMap {
  /// The name that `screen_names` gives to a screen, or nil where no rule matches. Patterns that are no regular expressions match nothing;
  /// they are refused when the map is read.
  public func rewrite(screen: String) -> String? {
    for rule in screenNames {
      guard let regex = try? Regex(rule.pattern), let match = try? regex.firstMatch(in: screen) else { continue }
      return rule.name(filledFrom: match.output)
    }
    return nil
  }
}

extension AppMap.ScreenName {
  /// The name with `$1`…`$9` replaced by what the groups matched.
  func name(filledFrom output: AnyRegexOutput) -> String {
    guard name.contains("$") else { return name }
    var filled = ""
    var rest = Substring(name)
    while let dollar = rest.firstIndex(of: "$") {
      filled += rest[..<dollar]
      rest = rest[rest.index(after: dollar)...]
      if let digit = rest.first?.wholeNumberValue, (1...9).contains(digit) {
        if digit < output.count { filled += output[digit].substring ?? "" }
        rest = rest.dropFirst()
      } else {
        filled += "$"
      }
    }
    return filled + rest
  }
}
