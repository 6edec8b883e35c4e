import NavigationModel

// Names that do not stand for a screen, a tab or an item.

extension LineCheck {
  static let containerName = LineCheck(.containerName) { context in
    let found = context.names(where: ContainerNames.isContainer)
    return [
      LogProblem(
        "\(LogProblem.list(found.names)): \(found.names.count == 1 ? "a container" : "containers"), not a screen", fix: "log the screen inside",
        lines: found.lines)
    ]
  }

  static let generatedName = LineCheck("generated-name", "Names that a compiler or an obfuscator made.") { context in
    let found = context.names { !ContainerNames.isContainer($0) && GeneratedNames.isGenerated($0) }
    return [
      LogProblem(
        "\(LogProblem.list(found.names)): made by a compiler or an obfuscator, and another with the next build",
        fix: "give each screen a name of your own", lines: found.lines)
    ]
  }

  static let namesWithIDs = LineCheck(.namesWithIDs) { context in
    let lines = context.log.linesByName
    let rules = NamesWithIDs(lines.keys.sorted { $0.precedesByScalars($1) }, least: 1).ids.filter { $0.isSure || $0.members.count >= 3 }
    return rules.map { rule in
      LogProblem(
        "\(LogProblem.list(rule.members)): \(rule.members.count == 1 ? "a name" : "names") with an id or a number", fix: "log `\(rule.name)` without it",
        lines: rule.members.flatMap { lines[$0] ?? [] })
    }
  }

  static let localizedName = LineCheck("localized-name", "Titles in the language of the device instead of names.") { context in
    let byLanguage = context.namesByLanguage.filter { $0.value.count >= 3 }
    let languages = byLanguage.keys.sorted()
    for (index, one) in languages.enumerated() {
      for other in languages[(index + 1)...] {
        let (first, second) = (byLanguage[one, default: []], byLanguage[other, default: []])
        guard first.intersection(second).count * 4 < min(first.count, second.count) else { continue }
        let own = second.subtracting(first)
        return [
          LogProblem(
            "names change with the language: \(LogProblem.list(first.subtracting(second))) for `\(one)`, \(LogProblem.list(own)) for `\(other)`",
            fix: "log one name for each screen, tab and item, not its title", lines: own.flatMap { context.log.linesByName[$0] ?? [] })
        ]
      }
    }
    return []
  }

  static let maskedName = LineCheck(.maskedName) { context in
    let found = context.names { !PersonalData.kinds(maskedIn: $0).isEmpty }
    let users = context.log.users.filter { PersonalData.masked($0.value, [.email]) != nil }
    return [
      LogProblem(
        "personal data in names, masked here: \(LogProblem.list(found.names))", fix: "log what a screen is, not whose", lines: found.lines),
      LogProblem(
        "`user` is an e-mail address", fix: "log a random pseudonym instead", lines: context.log.lines { users[$0.user] != nil }),
    ]
  }

  static let longName = LineCheck(.longName) { context in
    let found = context.names(where: LongName.isCut)
    return [LogProblem("names of more than \(LongName.limit) bytes", fix: "log what a screen is called, not what it shows", lines: found.lines)]
  }
}

extension LineCheckContext {
  /// The names of screens, tabs and items for which something holds, and their lines.
  fileprivate func names(where holds: (String) -> Bool) -> (names: [String], lines: [Int]) {
    let found = log.linesByName.filter { holds($0.key) }
    return (Array(found.keys), found.values.flatMap { $0 })
  }

  /// The names of screens, tabs and items by language of the device.
  fileprivate var namesByLanguage: [String: Set<String>] {
    var names: [String: Set<String>] = [:]
    for session in log.sessions {
      // A session has the locale of its first event that has one.
      guard let locale = session.records.lazy.map({ log.segment($0).locale }).first(where: \.isKnown) else { continue }
      let language = String(text(locale).prefix { $0.isLetter }).lowercased()
      for event in session.records.lazy.map(\.event) where event.isNavigation {
        for name in [event.screen, event.target] where name.isKnown { names[language, default: []].insert(text(name)) }
        if event.kind == .stack { names[language, default: []].formUnion(text(event.value).split(separator: "|").map(String.init)) }
      }
    }
    return names
  }
}

/// Names that compilers and obfuscators make.
enum GeneratedNames {
  /// A mangled name, a generic type, the address of an object, a description of an optional, or an obfuscated class: `a.b.c`, `b0`.
  static func isGenerated(_ name: String) -> Bool {
    if name.hasPrefix("_Tt") || name.hasPrefix("$s") || name.contains("(unknown context at") || name.contains("Optional(") { return true }
    if name.contains("<"), name.contains(">") || name.contains(": 0x") { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.allSatisfy(isShort)
  }

  /// One or two lower-case letters, possibly with digits.
  private static func isShort(_ part: Substring) -> Bool {
    guard let first = part.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first), part.utf8.count <= 2 else { return false }
    return part.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
