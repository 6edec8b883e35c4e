import Measures
import NavigationModel

// Names that are those of classes, or titles.

extension LineCheck {
  static let className = LineCheck("class-name", "Names of classes instead of screens.") { log in
    let lines = log.linesByName.filter { !ContainerNames.isContainer($0.key.text) && !isGenerated($0.key.text) }
    let activities = lines.keys.count { $0.text.hasSuffix("Activity") }
    let logged = lines.compactMap { name, lines -> (name: String, screen: String, lines: [Int])? in
      ClassName(name.text, mayBeActivity: activities >= leastActivities).map { (name.text, $0.screen, lines) }
    }
    return found(
      "\(LogProblem.list(logged.map(\.name))): \(logged.count == 1 ? "the name of a class" : "names of classes")",
      fix: "log \(LogProblem.list(Set(logged.map(\.screen)))): names that stay when the code changes",
      lines: logged.flatMap(\.lines))
  }

  /// Of fewer names that end so, `RecentActivity` may be a screen.
  private static let leastActivities = 3

  static let titleName = LineCheck(
    "title-name", "Titles instead of names: sentences, or what may be the name of a person."
  ) { log in
    let titles = log.linesByName.compactMap { name, lines in
      Title(name.text).map { (name: name.text, title: $0, lines: lines) }
    }
    let people = titles.filter { $0.title.person != nil }
    let sentences = titles.filter { $0.title.person == nil }
    let starts = Set(people.map(\.title.start)).filter { !$0.isEmpty }
    return found(
      "\(LogProblem.list(people.map(\.name))): \(people.count == 1 ? "a title" : "titles"), "
        + "perhaps with the name of a person",
      fix: starts.isEmpty
        ? "log one fixed name for the screen" : "log \(LogProblem.list(starts)), without the name of a person",
      lines: people.flatMap(\.lines))
      + found(
        "\(LogProblem.list(sentences.map(\.name))): \(sentences.count == 1 ? "a title" : "titles") in sentences",
        fix: "log one short name for each screen, the same in every language",
        lines: sentences.flatMap(\.lines))
  }
}

/// The name of a class of a screen: `MyApp.OrderDetailViewController`.
struct ClassName {
  /// What the class shows: `OrderDetail`.
  let screen: String

  /// What only classes are called.
  private static let endings = ["ViewController", "Fragment"]
  /// What classes are called if their module or package stands before them.
  private static let qualifiedEndings = endings + ["Activity", "Controller", "Screen", "View", "Page", "Scene"]

  /// - Returns: nil if it need not be a class.
  init?(_ name: String, mayBeActivity: Bool = false) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let type = parts.last, type.first?.isUppercase == true,
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } })
    else { return nil }
    let endings = parts.count > 1 ? Self.qualifiedEndings : Self.endings + (mayBeActivity ? ["Activity"] : [])
    guard let ending = endings.first(where: { type.hasSuffix($0) && type.count > $0.count }) else { return nil }
    screen = String(type.dropLast(ending.count))
  }
}

/// A title of a screen, as it is shown: a sentence, or words with the name of a person.
struct Title {
  /// What may be the name of a person.
  let person: String?
  /// What stands before it.
  let start: String

  private static let wordsOfSentence = 4
  /// Before a name.
  private static let prepositions: Set<String> = [
    "for", "of", "by", "from", "with", "to", "für", "von", "mit", "an", "bei", "pour", "de", "avec", "para", "por",
    "con", "per", "di", "da", "voor", "van", "för", "av", "til", "dla",
  ]
  private static let greetings: Set<String> = [
    "hi", "hello", "hey", "welcome", "hallo", "willkommen", "moin", "bonjour", "salut", "hola", "ciao", "olá",
  ]

  /// - Returns: nil for what may well be a name. Names with numbers are another check's (``LineCheck/namesWithIDs``).
  init?(_ name: String) {
    let words = name.split(separator: " ").map(String.init)
    guard words.count > 1, !name.contains(where: { $0.isNumber || "/_:<>".contains($0) }) else { return nil }
    func isName(_ words: ArraySlice<String>) -> Bool {
      words.allSatisfy { $0.first?.isUppercase == true && $0.dropFirst().contains(where: \.isLowercase) }
    }
    let plain = words.map { $0.trimming { !$0.isLetter } }
    if Self.greetings.contains(plain[0].lowercased()), isName(plain.suffix(1)) {
      person = plain[plain.count - 1]
      start = ""
      return
    }
    if plain.count > 3, isName(plain.suffix(2)), Self.prepositions.contains(plain[plain.count - 3]) {
      person = plain.suffix(2).joined(separator: " ")
      start = words.dropLast(3).joined(separator: " ")
      return
    }
    guard words.count >= Self.wordsOfSentence || name.last.map({ "!?.…".contains($0) }) == true else { return nil }
    person = nil
    start = ""
  }
}

extension String {
  /// Without the characters at both ends for which something holds.
  fileprivate func trimming(_ isLeftOut: (Character) -> Bool) -> String {
    var rest = drop(while: isLeftOut)
    while let last = rest.last, isLeftOut(last) { rest.removeLast() }
    return String(rest)
  }

  private static let idsInBrackets: Pattern = #"\([^()]*:id[^()]*\)"#

  /// A name without the ids in it: `Order` of `Order #:id`, `orders/tracking` of `orders/:id/tracking`; nil if nothing
  /// is left.
  var withoutIDs: String? {
    let text = Self.idsInBrackets.matches(in: self).reduce(self) { $0.replacing($1, with: "") }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { part in
      part.replacing(":id", with: " ").split(separator: " ").filter { $0.contains(where: \.isLetter) }
        .map { String($0).trimming { !$0.isLetter && !$0.isNumber } }.joined(separator: " ")
    }
    let rest = parts.filter { !$0.isEmpty }.joined(separator: "/")
    return rest.isEmpty ? nil : (hasPrefix("/") ? "/" : "") + rest
  }
}
