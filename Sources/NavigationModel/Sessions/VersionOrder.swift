extension String {
  /// Whether this text comes first if runs of digits compare by value: `4.9.0` before `4.10.0`. A total order.
  package func precedesAsVersion(_ other: String) -> Bool {
    let (a, b) = (versionParts, other.versionParts)
    for (one, two) in zip(a, b) where one != two { return one < two }
    return a.count == b.count ? precedesByScalars(other) : a.count < b.count
  }

  private enum Part: Comparable {
    case number(String)
    case text(String)

    static func < (a: Part, b: Part) -> Bool {
      switch (a, b) {
      case (.number(let one), .number(let two)):
        one.utf8.count == two.utf8.count ? one.precedesByScalars(two) : one.utf8.count < two.utf8.count
      case (.text(let one), .text(let two)): one.precedesByScalars(two)
      case (.number, .text): true
      case (.text, .number): false
      }
    }
  }

  /// Runs of digits, without leading zeros, and the text between them.
  private var versionParts: [Part] {
    var parts: [Part] = []
    var rest = Substring(self)
    while let first = rest.unicodeScalars.first {
      let isDigit = ("0"..."9").contains(first)
      let run = rest.unicodeScalars.prefix { ("0"..."9").contains($0) == isDigit }
      rest = rest[run.endIndex...]
      if isDigit { parts.append(.number(String(Substring(run).drop { $0 == "0" }))) } else { parts.append(.text(String(Substring(run)))) }
    }
    return parts
  }
}
