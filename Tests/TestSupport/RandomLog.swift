/// Logs of random events, which no sane app would write: all kinds, some with a screen, a depth, an id, a session, a
/// duplicate.
package struct RandomLog {
  package var users = 12
  package var events = isThorough ? 1500 : 700
  package var seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  private static let kinds = [
    "screen_view", "screen_view", "screen_view", "tab_select", "tab_select", "tab_select", "push", "push", "push",
    "back", "back", "back",
    "more_open", "more_select", "menu_open", "menu_select", "menu_close", "to_root", "modal_open", "modal_close",
    "deep_link", "gesture",
    "tap", "badge", "tabs_shown", "rotate", "app_open", "app_background", "something_else", "stack", "stack",
  ]
  private static let screens = ["Home", "List", "Detail", "Edit", "Search", "Ärger, \"quoted\""]
  private static let tabs = ["Home", "Search", "Orders", "Profile", "More"]
  private static let items = ["Coupons", "Stores", "Help"]

  /// The lines in order of time; all times differ.
  package var lines: [LogLine] {
    var random = SeededGenerator(seed: seed)
    var clock = 1_772_000_000_000
    var last: [String: Int] = [:]
    var lines: [LogLine] = []
    for number in 0..<events {
      // The clock advances in steps that sometimes leave a gap longer than a session.
      clock +=
        random.once(in: 40)
        ? Int.random(in: 200_000...2_000_000, using: &random) : Int.random(in: 1...900, using: &random)
      let user = "user-\(Int.random(in: 0..<users, using: &random))"
      lines.append(line(number, clock, user, session: last[user, default: 0] / 12, &random))
      last[user, default: 0] += 1
    }
    return lines
  }

  private func line(_ number: Int, _ time: Int, _ user: String, session: Int, _ random: inout SeededGenerator)
    -> LogLine
  {
    let kind = random.pick(Self.kinds)
    var fields: [(name: String, value: LogLine.Value)] = [
      ("time", .number(time)), ("user", .text(user)), ("event", .text(kind)),
    ]
    func add(_ name: String, _ value: String) { fields.append((name, .text(value))) }
    // Half of the users have session ids.
    if user.utf8.last.map({ $0 % 2 == 0 }) ?? false { add("session", "s\(session)") }
    if random.once(in: 3) { add("id", "e\(number / (random.once(in: 9) ? 2 : 1))") }
    let takesScreen = ![
      "app_open", "app_background", "menu_open", "menu_close", "badge", "tabs_shown", "rotate", "stack",
    ].contains(kind)
    if takesScreen, kind == "screen_view" || !random.once(in: 3) { add("screen", random.pick(Self.screens)) }
    switch kind {
    case "tab_select":
      add("target", random.pick(Self.tabs))
      if random.once(in: 8) { add("outcome", "blocked") }
    case "more_select": add("target", random.pick(Self.items))
    case "menu_open", "menu_select", "menu_close":
      if random.once(in: 3) { add("container", "side") }
      if kind == "menu_select" { add("target", random.pick(Self.items)) }
    case "gesture":
      add("target", random.pick(["swipe", "pinch"]))
      if random.once(in: 4) { add("outcome", "failed") }
    case "tap":
      add("target", "Buy")
      fields.append(("x", .number(Int.random(in: 0...390, using: &random))))
      fields.append(("y", .number(Int.random(in: 0...844, using: &random))))
    case "badge":
      add("target", random.pick(Self.tabs))
      fields.append(("value", .number(Int.random(in: 0...3, using: &random))))
    case "stack":
      if !random.once(in: 4) { add("target", random.pick(Self.tabs)) }
      add(
        "value",
        (0..<Int.random(in: 1...4, using: &random)).map { _ in random.pick(Self.screens) }.joined(separator: "|"))
    case "tabs_shown": add("value", Self.tabs.joined(separator: "|"))
    case "app_open": if random.once(in: 2) { add("via", "cold") }
    default: break
    }
    if takesScreen, random.once(in: 20) { fields.append(("depth", .number(Int.random(in: 1...9, using: &random)))) }
    if !random.once(in: 5) { add("platform", random.pick(["ios", "android"])) }
    if !random.once(in: 5) { add("app_version", random.pick(["1.0", "1.1"])) }
    return LogLine(fields: fields)
  }
}
