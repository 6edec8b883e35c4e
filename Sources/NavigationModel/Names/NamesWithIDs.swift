/// The rules of `screen_names` that make screens of logged names: ids (`Product/4711`) become `:id`, addresses lose
/// host, query and fragment.
package struct NamesWithIDs {
  package struct Rule: Equatable {
    package let pattern: String
    package let name: String
    /// The names that it folds, in the order in which they were given.
    package let members: [String]
    /// Whether these are certainly ids. Short numbers may also distinguish screens (`Step 1`, `Step 2`).
    package let isSure: Bool

    /// The number of different names that it folds, and one of them.
    package var names: Int { members.count }
    package var example: String { members[0] }
  }

  /// The rules for ids, in the order of their names.
  package let ids: [Rule]
  package let addresses: [Rule]
  /// All of them, in the order in which they apply.
  package var rules: [Rule] { ids + addresses }

  /// The rules of which nothing has to be reviewed.
  package var sure: [AppMap.ScreenName] {
    rules.filter(\.isSure).map { AppMap.ScreenName(pattern: $0.pattern, name: $0.name) }
  }

  /// The number of different names that make a rule, and the number from which on short numbers are certainly ids.
  package static let leastNames = 3
  private static let manyNames = 20
  /// The number from which on short names of digits and letters are.
  private static let severalNames = 5

  /// - Parameter names: different names, in text order; at least so many make a rule.
  package init(_ names: [String], least: Int = leastNames) {
    let form = ScreenAddress.Form(names)
    addresses = form.rules(names)
    ids = Self.areOpaque(names) ? [] : Self.ids(names, form, least: least)
  }

  /// Whether names are ids and nothing else, and few: those of the screens themselves.
  package static func areOpaque(_ names: [String]) -> Bool {
    (2...mostOpaque).contains(names.count)
      && names.allSatisfy { name in
        let parts = parts(name)
        return parts.count == 1 && (parts[0].id == .hexadecimal || parts[0].id == .uuid)
      }
  }

  private static let mostOpaque = 60

  private static func ids(_ names: [String], _ form: ScreenAddress.Form, least: Int) -> [Rule] {
    var groups: [NameText: Group] = [:]
    var order: [NameText] = []
    // The texts of ids at each place, also where the address goes on.
    var atPlaces: [NameText: Set<Substring>] = [:]
    var plain: Set<NameText> = []
    let (items, inItems) = items(names, form)
    for name in names where !inItems.contains(name) {
      let address = form.address(name)
      let parts = Self.parts(address)
      guard parts.contains(where: { $0.id != nil }) else {
        plain.insert(NameText(address))
        continue
      }
      for index in parts.indices where parts[index].id != nil {
        atPlaces[place(parts, index), default: []].insert(parts[index].text)
      }
      let skeleton = NameText(Self.name(parts))
      if groups[skeleton] == nil { order.append(skeleton) }
      groups[skeleton, default: Group(parts: parts)].add(name, parts)
    }
    var ids = items
    for skeleton in order {
      guard var group = groups[skeleton] else { continue }
      let own = Self.parts(form.address(group.names[0]))
      let known = Set(
        own.indices.filter { own[$0].id != nil && atPlaces[place(own, $0), default: []].count >= manyNames })
      let areKnown = own.indices.allSatisfy { own[$0].id == nil || known.contains($0) }
      guard group.names.count >= least || areKnown else { continue }
      // Of one name nothing is known to vary.
      if group.names.count > 1 { group.keepConstants(but: known) }
      guard group.parts.contains(where: { !$0.ids.isEmpty }) else { continue }
      let isSure =
        areKnown || group.names.count >= Self.manyNames
        || group.parts.contains { !$0.ids.isDisjoint(with: [.uuid, .quoted, .hexadecimal, .longNumber]) }
        || (group.names.count >= Self.severalNames
          && group.parts.contains { !$0.ids.isDisjoint(with: [.slug, .code]) })
      // A name of the log means what the log says.
      var name = group.name
      while plain.contains(NameText(name)) { name += "'" }
      ids.append(
        Rule(
          pattern: form.pattern(group.parts.map(\.pattern).joined()), name: name.replacing("$", with: ""),
          members: group.names, isSure: isSure))
    }
    return ids
  }

  /// A name up to one of its ids.
  private static func place(_ parts: [Part], _ index: Int) -> NameText { NameText(name(Array(parts[...index]))) }

  /// Things whose addresses have an id among words in one part: `/products/1086-steel-chair`.
  private static func items(_ names: [String], _ form: ScreenAddress.Form) -> (rules: [Rule], names: Set<String>) {
    var families: [String: (before: String, after: String, names: [String], words: Set<String>, ids: Set<Substring>)] =
      [:]
    for name in names {
      let address = form.address(name)
      guard address.hasPrefix("/") else { continue }
      let pieces = address.split(separator: "/", omittingEmptySubsequences: false)
      guard let index = pieces.firstIndex(where: isItem) else { continue }
      let words = self.name(parts(String(pieces[index])))
      let before = pieces[..<index].joined(separator: "/") + "/"
      let after = pieces[(index + 1)...].map { "/" + $0 }.joined()
      let folded = before + ":id" + after
      var family = families[folded] ?? (before, after, [], [], [])
      family.names.append(name)
      family.words.insert(words)
      family.ids.formUnion(parts(String(pieces[index])).filter(isLong).map(\.text))
      families[folded] = family
    }
    let many = families.filter {
      $0.value.names.count >= severalNames && $0.value.words.count > 2 && $0.value.ids.count * 2 > $0.value.names.count
    }
    let rules = many.sorted { $0.key < $1.key }.map { name, family in
      func literal(_ text: String) -> String { Part(text: text[...], id: nil).pattern }
      return Rule(
        pattern: form.pattern(literal(family.before) + "[^/?#]*\\d{3}[^/?#]*" + literal(family.after)), name: name,
        members: family.names, isSure: true)
    }
    return (rules, Set(many.values.flatMap(\.names)))
  }

  /// Whether a part of an address has words and an id of three digits or more at its begin or its end.
  private static func isItem(_ piece: Substring) -> Bool {
    let parts = parts(String(piece))
    guard parts.count > 2, let first = parts.first, let last = parts.last else { return false }
    let hasWords = parts.contains { $0.id == nil && $0.text.contains(where: \.isLetter) }
    return hasWords && [first, last].contains(where: isLong)
  }

  private static func isLong(_ part: Part) -> Bool {
    part.text.count > 2 && (part.id == .number || part.id == .longNumber)
  }

  /// The name with `:id` for each id.
  package static func folded(_ name: String) -> String {
    guard mayHaveIDs(name) else { return name }
    let parts = parts(name)
    return parts.contains { $0.id != nil } ? Self.name(parts) : name
  }

  /// The same for a name that surely stands for many screens: beside letters, it carries an id of three characters or
  /// more. Nil for others.
  package static func surelyFolded(_ name: String) -> String? {
    guard mayHaveIDs(name) else { return nil }
    let parts = parts(name)
    guard parts.contains(where: { $0.id != nil && $0.text.utf8.count > 2 }),
      parts.contains(where: { $0.id == nil && $0.text.contains(where: \.isLetter) })
    else { return nil }
    return Self.name(parts)
  }

  /// Ids have digits or quotation marks.
  private static func mayHaveIDs(_ name: String) -> Bool {
    name.utf8.contains { $0.isDigit || $0 == UInt8(ascii: "\"") }
  }

  private struct Group {
    var parts: [(text: Substring, ids: Set<Part.ID>, pattern: String)]
    var names: [String] = []
    /// Whether each part has had another text than the first.
    private var varies: [Bool]

    init(parts: [Part]) {
      self.parts = parts.indices.map { (parts[$0].text, parts[$0].id.map { [$0] } ?? [], Self.pattern(parts, $0)) }
      varies = Array(repeating: false, count: parts.count)
    }

    var name: String { parts.map { $0.ids.isEmpty ? String($0.text) : ":id" }.joined() }

    /// An id varies: a number that is the same in all names is a part of the name (`/covid-19/`).
    mutating func keepConstants(but known: Set<Int>) {
      for index in parts.indices where !parts[index].ids.isEmpty && !varies[index] && !known.contains(index) {
        parts[index] = (parts[index].text, [], Part(text: parts[index].text, id: nil).pattern)
      }
    }

    private static func pattern(_ parts: [Part], _ index: Int) -> String {
      guard let id = parts[index].id else { return parts[index].pattern }
      return pattern(parts, index, ids: [id])
    }

    /// The pattern of ids of these kinds. After a prefix (`prj-12d4`) they may lack digits (`prj-face`); without one,
    /// digits tell them from words.
    private static func pattern(_ parts: [Part], _ index: Int, ids: Set<Part.ID>) -> String {
      if ids.isSubset(of: [.number, .longNumber]) { return parts[index].pattern }
      if ids.isDisjoint(with: [.uuid, .quoted]) {
        if ids.contains(.code) { return "[A-Za-z]*[0-9][0-9A-Za-z]*" }
        let isPrefixed =
          index > 1 && ["-", "_", ".", ":"].contains(parts[index - 1].text) && parts[index - 2].id == nil
        if ids.contains(.slug) {
          return isPrefixed ? "[0-9A-Fa-f]\(ids.contains(.number) ? "+" : "{4,}")" : "[A-Fa-f]*[0-9][0-9A-Fa-f]*"
        }
      }
      return ids.count == 1 ? parts[index].pattern : "[0-9A-Fa-f]+(?:-[0-9A-Fa-f]+)*"
    }

    mutating func add(_ name: String, _ found: [Part]) {
      names.append(name)
      for (index, part) in found.enumerated() where index < parts.count {
        if part.text != parts[index].text { varies[index] = true }
        guard let id = part.id, parts[index].ids.insert(id).inserted else { continue }
        parts[index].pattern = Self.pattern(found, index, ids: parts[index].ids)
      }
    }
  }

  /// A piece of a name: a separator, or the text between separators.
  private struct Part {
    /// Slugs are short and hexadecimal, codes have other letters, too.
    enum ID { case number, longNumber, hexadecimal, slug, code, uuid, quoted }
    let text: Substring
    let id: ID?

    var pattern: String {
      switch id {
      case .number, .longNumber: "\\d+"
      case .hexadecimal, .slug, .code: "[0-9A-Fa-f]+"
      case .uuid: "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
      case .quoted: "\"[^\"]*\""
      case nil:
        text.map { $0.isLetter || $0.isNumber || $0 == " " || $0 == "/" || $0 == "_" ? String($0) : "\\" + String($0) }
          .joined()
      }
    }
  }

  private static func isSeparator(_ character: Character) -> Bool { !character.isLetter && !character.isNumber }

  private static func parts(_ name: String) -> [Part] {
    var parts: [Part] = []
    var rest = Substring(name)
    while let first = rest.first {
      if first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") {
        parts.append(Part(text: rest[...end], id: .quoted))
        rest = rest[rest.index(after: end)...]
        continue
      }
      if let end = endOfUUID(rest) {
        parts.append(Part(text: rest[..<end], id: .uuid))
        rest = rest[end...]
        continue
      }
      let end = rest.firstIndex { isSeparator($0) != isSeparator(first) } ?? rest.endIndex
      let piece = rest[..<end]
      parts.append(Part(text: piece, id: isSeparator(first) ? nil : id(piece)))
      rest = rest[end...]
    }
    return parts
  }

  /// Where the UUID ends with which a text begins; nil if it begins with none, or letters or digits follow.
  private static func endOfUUID(_ text: Substring) -> Substring.Index? {
    let bytes = text.utf8
    let length = 36
    guard bytes.count >= length else { return nil }
    for (offset, byte) in bytes.prefix(length).enumerated() {
      let isHyphen = [8, 13, 18, 23].contains(offset)
      guard isHyphen ? byte == UInt8(ascii: "-") : byte.isHexDigit else { return nil }
    }
    let end = bytes.index(bytes.startIndex, offsetBy: length)
    if end < bytes.endIndex, bytes[end].isAlphanumeric { return nil }
    // The last digit may carry an accent.
    return text.prefix(length).utf8.count == length ? end : nil
  }

  private static func id(_ piece: Substring) -> Part.ID? {
    let digits = piece.utf8.count(where: \.isDigit)
    if digits == piece.utf8.count { return digits >= 4 ? .longNumber : .number }
    let isHexadecimal = piece.utf8.allSatisfy(\.isHexDigit)
    if isHexadecimal, piece.utf8.count >= 8, digits >= 2 { return .hexadecimal }
    // `12d4`, `9abc` and `x7k2` are ids; `i18n`, `iphone12`, `step2of5` and `2fa` are words.
    guard digits > 0, piece.utf8.count >= 4, piece.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let changes = zip(piece, piece.dropFirst()).count { $0.isNumber != $1.isNumber }
    if isHexadecimal { return changes > 1 || piece.first?.isNumber == true ? .slug : nil }
    // So are long ones of which a quarter and more is digits: `0015g00000XyZabAAC`.
    let isLong = piece.utf8.count >= 12 && digits * 4 >= piece.utf8.count
    return changes > 2 && (isLong || piece.split(whereSeparator: \.isNumber).allSatisfy { $0.count < 3 }) ? .code : nil
  }

  private static func name(_ parts: [Part]) -> String { parts.map { $0.id == nil ? String($0.text) : ":id" }.joined() }
}

/// The address of a screen in a URL: its path, without host, query and fragment; a router in the fragment (`#/orders`)
/// is a path, too.
package enum ScreenAddress {
  /// The parameters of an address, and its fragment, called `#`.
  fileprivate static func query(_ text: String) -> [(key: Substring, value: Substring)] {
    var found = parameters(text)
    if let fragment = text.split(separator: "#", maxSplits: 1).dropFirst().first { found.append(("#", fragment)) }
    return found
  }

  private static func parameters(_ text: String) -> [(key: Substring, value: Substring)] {
    guard let mark = text.firstIndex(of: "?") else { return [] }
    return text[text.index(after: mark)...].prefix { $0 != "#" }.split(separator: "&").compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1)
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
  }

  package struct Form {
    /// Whether several hosts have to be told apart.
    let keepsHosts: Bool
    private(set) var hasSchemes = false
    private(set) var hasTails = false
    private(set) var hasRoutes = false
    /// The parameter of the query that names the screens of few paths: `/shop?action=cart`.
    private(set) var parameter: String?
    /// The host with which nearly all names begin, without a scheme.
    private(set) var plainHost: String?
    private var hasBlanks = false

    package init(_ names: [String]) {
      let start = names.isEmpty ? "" : String(names[names.count / 2].prefix { $0 != "/" })
      // `com.example.shop/.Cart` is a component of Android.
      if names.count > 2, start.contains("."), !start.contains(" "),
        names.count(where: { $0.hasPrefix(start + "/") && !$0.hasPrefix(start + "/.") }) * 10 >= names.count * 9
      {
        plainHost = start
      }
      var hosts: Set<Substring> = []
      for name in names where ScreenAddress.scheme(name) != nil { hosts.insert(ScreenAddress.host(name)) }
      keepsHosts = hosts.count > 1
      hasSchemes = !hosts.isEmpty
      // A path of a URL has no blanks: `/Series/Who are we?` is a name.
      hasBlanks = names.count { $0.hasPrefix("/") && $0.contains(" ") } * 10 >= names.count
      let addresses = names.filter { startOfPath($0) != nil }
      hasTails = addresses.contains(where: ScreenAddress.hasTail)
      hasRoutes = addresses.contains { $0.contains("#/") || $0.contains("#!/") }
      if hasTails { parameter = placeParameter(addresses) }
    }

    /// The parameter that nearly all addresses of one or two paths have, with a few words for values.
    private func placeParameter(_ addresses: [String]) -> String? {
      guard addresses.count > 3, Set(addresses.map(address)).count < 3 else { return nil }
      var values: [Substring: Set<Substring>] = [:]
      var counts: [Substring: Int] = [:]
      for address in addresses {
        for pair in ScreenAddress.query(address) {
          values[pair.key, default: []].insert(pair.value)
          counts[pair.key, default: 0] += 1
        }
      }
      func isWord(_ value: Substring) -> Bool { value.first?.isLetter == true && !value.contains { $0.isNumber } }
      let places = values.filter { key, values in
        // The first page has no fragment.
        (counts[key, default: 0] + (key == "#" ? 1 : 0)) * 10 >= addresses.count * 9 && (3...60).contains(values.count)
          && values.allSatisfy(isWord)
      }
      return places.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }.map { String($0.key) }
    }

    package func address(_ text: String) -> String {
      if let parameter, let pair = ScreenAddress.query(text).first(where: { $0.key == parameter }) {
        return String(pair.value)
      }
      guard let start = startOfPath(text) else { return text }
      var rest = text[start...]
      var host = Substring()
      if start > text.startIndex {
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        host = ScreenAddress.host(text)
        rest = rest[end...]
      }
      if let route = rest.range(of: "#/") ?? rest.range(of: "#!/") {
        rest = rest[rest.index(before: route.upperBound)...]
      }
      var path = rest[..<(rest.firstIndex { $0 == "?" || $0 == "#" } ?? rest.endIndex)]
      while path.count > 1, path.last == "/" { path = path.dropLast() }
      while path.contains("//") { path = path.replacing("//", with: "/")[...] }
      if keepsHosts { return String(host + path) }
      return path.isEmpty ? "/" : String(path)
    }

    /// Where the host of an address begins, or the path, if there is none; nil for other names.
    private func startOfPath(_ text: String) -> String.Index? {
      if let plainHost, text.hasPrefix(plainHost + "/") { return text.dropFirst(plainHost.count).startIndex }
      return ScreenAddress.scheme(text) ?? (text.hasPrefix("/") && !hasBlanks ? text.startIndex : nil)
    }

    private var plainPattern: String {
      (plainHost ?? "").map { $0.isLetter || $0.isNumber ? String($0) : "\\\($0)" }.joined()
    }

    /// A pattern for names whose address matches another one.
    func pattern(_ address: String) -> String {
      var host = ""
      if plainHost != nil {
        host = "(?:\(plainPattern))?"
      } else if hasSchemes {
        host = "(?:[A-Za-z][A-Za-z0-9+.\\-]*://" + (keepsHosts ? "(?:www\\.)?)?" : "[^/?#]*)?")
      }
      let route = hasRoutes ? "(?:[^#]*#!?)?" : ""
      return "^" + host + route + address + (hasTails || hasSchemes || plainHost != nil ? "/?(?:[?#].*)?$" : "$")
    }

    func rules(_ names: [String]) -> [NamesWithIDs.Rule] {
      func rule(_ pattern: String, _ name: String, _ names: [String]) -> [NamesWithIDs.Rule] {
        names.isEmpty ? [] : [.init(pattern: pattern, name: name, members: names, isSure: true)]
      }
      let schemes = names.filter { ScreenAddress.scheme($0) != nil }
      let tails = names.filter { startOfPath($0) == $0.startIndex && ScreenAddress.hasTail($0) }
      let routes = hasRoutes ? (schemes + tails).filter { $0.contains("#/") || $0.contains("#!/") } : []
      var rules = rule("^[^#]*#!?(/[^?#]*?)/?(?:[?#].*)?$", "$1", routes)
      if let parameter {
        let named = (schemes + tails).filter { ScreenAddress.query($0).contains { $0.key == parameter } }
        let place = parameter == "#" ? "^[^#]*#(.+)$" : "^[^?#]*\\?(?:[^#]*&)?\(parameter)=([^&#]+).*$"
        rules = rule(place, "$1", named) + rules
      }
      let url = "^[A-Za-z][A-Za-z0-9+.\\-]*://"
      if keepsHosts {
        rules += rule(url + "(?:www\\.)?([^/?#]*)(/[^?#]+?)?/?(?:[?#].*)?$", "$1$2", schemes)
      } else {
        rules += rule(url + "[^/?#]*/?(?:[?#].*)?$", "/", schemes.filter { address($0) == "/" })
        rules += rule(url + "[^/?#]*(/[^?#]+?)/?(?:[?#].*)?$", "$1", schemes.filter { address($0) != "/" })
      }
      if let plainHost {
        let plain = names.filter { $0.hasPrefix(plainHost + "/") }
        rules += rule("^\(plainPattern)/*(?:[?#].*)?$", "/", plain.filter { address($0) == "/" })
        rules += rule("^\(plainPattern)(/[^?#]+?)/*(?:[?#].*)?$", "$1", plain.filter { address($0) != "/" })
      }
      rules += rule("^(/[^?#]*?)//+([^?#]*?)/*(?:[?#].*)?$", "$1/$2", tails.filter { $0.contains("//") })
      rules += rule("^/+(?:[?#].*)?$", "/", tails.filter { address($0) == "/" })
      rules += rule("^(/[^?#]+?)/*(?:[?#].*)?$", "$1", tails.filter { address($0) != "/" })
      return rules
    }
  }

  /// Whether a query, a fragment or a slash follows the path, or slashes are doubled in it.
  fileprivate static func hasTail(_ address: String) -> Bool {
    // A mark alone at the end stands for an id: `/invoices/?`.
    (address.contains("?") && !(address.hasSuffix("/?") && scheme(address) == nil)) || address.contains("#")
      || (address.count > 1 && address.hasSuffix("/"))
      || (address.hasPrefix("/") && address.contains("//"))
  }

  /// Where the host of a URL begins; nil if the text is none.
  private static func scheme(_ text: String) -> String.Index? {
    guard let mark = text.firstRange(of: "://"), mark.lowerBound > text.startIndex,
      text[..<mark.lowerBound].allSatisfy({ $0.isLetter || $0.isNumber || "+.-".contains($0) })
    else { return nil }
    return mark.upperBound
  }

  private static func host(_ text: String) -> Substring {
    guard let start = scheme(text) else { return "" }
    let host = text[start...].prefix { !"/?#".contains($0) }
    return host.hasPrefix("www.") ? host.dropFirst(4) : host
  }
}
