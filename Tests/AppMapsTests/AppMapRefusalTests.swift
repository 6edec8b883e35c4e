import AppMaps
import NavigationModel
import Testing

/// A map and its error messages.
struct RefusedMap: Sendable, CustomTestStringConvertible {
  var yaml: String
  var messages: [String]

  init(_ yaml: String, _ messages: String...) {
    self.yaml = yaml
    self.messages = messages
  }

  var testDescription: String { yaml.debugDescription }
}

@Suite struct `Refusing an app map` {
  private func messages(of yaml: String) -> [String] {
    do {
      _ = try AppMap.read(yaml: yaml, file: "navaudit.yml", rules: rulesOfMaps)
      return []
    } catch {
      return error.description.split(separator: "\n").map(String.init)
    }
  }

  private func check(_ map: RefusedMap, location: SourceLocation = #_sourceLocation) {
    #expect(messages(of: map.yaml) == map.messages.map { "navaudit.yml:\($0)" }, sourceLocation: location)
  }

  @Test(arguments: [
    String(repeating: "{a: ", count: 200) + "b" + String(repeating: "}", count: 200), String(repeating: "[\n", count: 200),
    (0..<200).map { String(repeating: " ", count: $0) + "a:\n" }.joined(), String(repeating: "- ", count: 200) + "a",
  ]) func `nested too deep to be composed on a small stack`(yaml: String) {
    let found = messages(of: yaml)
    #expect(found.count == 1 && found[0].hasSuffix("nested more than 64 levels deep"))
  }

  @Test func `brackets that never close in regular expressions are no levels`() {
    let rules = (0..<200).map { "  - pattern: ^P\\[\($0)\n    name: P\($0)\n" }.joined()
    #expect(messages(of: "screen_names:\n" + rules) == [])
  }

  @Test(arguments: [
    RefusedMap("app: A\n\nmenues: {}\n", "3: unknown key `menues`; did you mean `menus`?"),
    .init("screenNames: []", "1: unknown key `screenNames`; did you mean `screen_names`?"),
    .init("Tabs: []", "1: unknown key `Tabs`; did you mean `tabs`?"),
    .init(
      "colmuns: []\nzebra: 1",
      "1: unknown key `colmuns`; did you mean `columns`?",
      "2: unknown key `zebra`; expected one of app, tabs, more, menus, roots, screens, tasks, screen_names, entry_names, ignore_screens, exclude_users, advice, rules, columns, times, time_zone, events, presets, infer, mask_names, entries, screens_kind"
    ),
    .init("more: {tb: More}", "1: unknown key `tb`; did you mean `tab`?"),
    .init("menus:\n  menu:\n    item: [A]", "3: unknown key `item`; did you mean `items`?"),
    .init("screens:\n  A: {children: [B]}", "2: unknown key `children`; expected parent"),
    .init("tasks:\n- {name: a, start: A, gaol: B}", "2: unknown key `gaol`; did you mean `goal`?"),
    .init("screen_names:\n- {patern: a, name: A}", "2: unknown key `patern`; did you mean `pattern`?"),
    .init("events:\n- {match: {a: b}, event: push, scren: c}", "2: unknown key `scren`; did you mean `screen`?"),
    .init("columns:\n  usr: a", "2: unknown field `usr`; did you mean `user`?"),
    .init("columns: {user_pseudo_id: user}", "1: unknown field `user_pseudo_id`; did you mean `user`?"),
    .init(
      "columns: {q: a}",
      "1: unknown field `q`; expected one of time, user, event, id, session, screen, target, container, via, outcome, value, depth, x, y, platform, os_version, app_version, device, width, locale, variant"
    ),
    .init("columns: {user: {const: a}}", "1: unknown key `const` of a field; did you mean `constant`?"),
    .init("app: A\n\"two\\nlines\": 1", "2: unknown key `two\\nlines`; expected one of \(topLevelKeys)"),
    .init("<<: {app: A}", "1: unknown key `<<`; expected one of \(topLevelKeys)"),
  ])
  func `unknown keys`(map: RefusedMap) { check(map) }

  @Test(arguments: [
    RefusedMap("- app", "1: expected a mapping with the keys \(topLevelKeys), found a list"),
    .init("Bazaar", "1: expected a mapping with the keys \(topLevelKeys), found `Bazaar`"),
    .init("app: [A]", "1: expected the app's name, found a list"),
    .init("tabs: Home", "1: expected a list of tabs, found `Home`"),
    .init("tabs:\n  Home: 1", "2: expected a list of tabs, found a mapping"),
    .init("tabs: [Home, [A]]", "1: expected a tab, found a list"),
    .init("tabs:\n- Home\n-\n", "3: expected a tab, found nothing"),
    .init("more: Help", "1: expected {tab: …, items: […]} or a list of items, found `Help`"),
    .init("more: {items: Help}", "1: expected a list of items, found `Help`"),
    .init("more: {items: }", "1: expected a list of items, found nothing"),
    .init("more: {tab: [A]}", "1: expected a tab, found a list"),
    .init("more: [{a: b}]", "1: expected an item, found a mapping"),
    .init("menus: [A]", "1: expected a mapping of menus, found a list"),
    .init("menus: {m: Help}", "1: expected {items: […], screen: …} or a list of items, found `Help`"),
    .init("menus: {m: {items: 'Help'}}", "1: expected a list of items, found the text `Help`"),
    .init("menus: {m: {screen: [A]}}", "1: expected a screen, found a list"),
    .init("roots: [A]", "1: expected a mapping of tabs to screens, found a list"),
    .init("roots: {A: }", "1: expected a screen, found nothing"),
    .init("screens: [A]", "1: expected a mapping of screens, found a list"),
    .init("screens: {A: B}", "1: expected {parent: screen}, found `B`"),
    .init("screens: {A: {parent: {B: C}}}", "1: expected a screen, found a mapping"),
    .init("tasks: {a: b}", "1: expected a list of tasks, found a mapping"),
    .init("tasks: [a]", "1: expected {name: …, start: …, goal: …}, found `a`"),
    .init(
      "tasks: [{name: [a], start: {b: c}, goal: }]", "1: expected a task's name, found a list", "1: expected a screen, found a mapping",
      "1: expected a screen, found nothing"),
    .init("screen_names: {a: b}", "1: expected a list of {pattern: …, name: …}, found a mapping"),
    .init("screen_names: [a]", "1: expected {pattern: …, name: …}, found `a`"),
    .init("screen_names: [{pattern: [a], name: }]", "1: expected a regular expression, found a list", "1: expected a screen, found nothing"),
    .init("columns: [a]", "1: expected a mapping of native fields to columns, found a list"),
    .init("columns: {user: }", "1: expected a column, a path or {constant: …}, found nothing"),
    .init("columns: {user: {constant: [a]}}", "1: expected a text, found a list"),
    .init("columns: {user: [a, [b]]}", "1: expected a name, found a list"),
    .init("events: {a: b}", "1: expected a list of {match: …, event: …}, found a mapping"),
    .init("events: [push]", "1: expected {match: …, event: …}, found `push`"),
    .init("events: [{match: a, event: push}]", "1: expected fields and the text that each must have, found `a`"),
    .init("events: [{match: {a: [[b]]}, event: push}]", "1: expected a text, found a list"),
    .init("events: [{match: {a: []}, event: push}]", "1: expected texts, found an empty list"),
    .init(
      "events: [{match: {a: }, event: push}]", "1: expected a text, a list of texts, {prefix: …} or {matches: …}, found nothing"),
    .init("events: [{match: {a: {prefx: b}}, event: push}]", "1: unknown key `prefx` of a condition; did you mean `prefix`?"),
    .init("events: [{match: {a: {}}, event: push}]", "1: expected {prefix: …} or {matches: …}, found an empty mapping"),
    .init("events: [{match: {a: {prefix: b, matches: c}}, event: push}]", "1: expected {prefix: …} or {matches: …}, found both"),
    .init("presets: [common-nmaes]", "1: unknown preset `common-nmaes`; did you mean `common-names`?"),
    .init("presets: common-names", "1: expected a list of presets, found `common-names`"),
    .init("ignore_screens: [A, A]", "1: `A` is listed twice, first in line 1"),
    .init("events: [{match: {a: b}, event: {constant: push}}]", "1: expected an event, found a mapping"),
    .init("? [a]\n: b\n", "1: expected a name as key, found a list"),
  ])
  func `wrong types`(map: RefusedMap) { check(map) }

  @Test(arguments: [
    RefusedMap("app: ''", "1: expected the app's name, found an empty text"),
    .init("tabs: [A, ' ']", "1: expected a tab, found an empty text"),
    .init("menus: {'': [A]}", "1: expected a name as key, found an empty text"),
    .init("~: A", "1: expected a name as key, found nothing"),
    .init(
      "screen_names: [{pattern: '', name: ''}]", "1: expected a regular expression, found an empty text", "1: expected a screen, found an empty text"),
    .init("columns: {user: ''}", "1: expected a column, a path or {constant: …}, found an empty text"),
    .init("columns: {user: []}", "1: expected a column, a path or {constant: …}, found an empty list"),
    .init("columns: {user: a..b}", "1: empty name in the path `a..b`; write names that contain dots as a list"),
    .init("events: [{match: {.a: b}, event: push}]", "1: empty name in the path `.a`; write names that contain dots as a list"),
    .init("events: [{match: {}, event: push}]", "1: expected fields and the text that each must have, found none"),
    .init("rules: {tabs.over-five: {exempt: ['']}}", "1: expected a subject or {subject: …, reason: …}, found an empty text"),
  ])
  func `empty names`(map: RefusedMap) { check(map) }

  @Test(arguments: [
    RefusedMap("tabs: [Home,\n  Search,\n  Home]", "3: `Home` is listed twice, first in line 1"),
    .init("more: [A, A]", "1: `A` is listed twice, first in line 1"),
    .init("menus:\n  m:\n    items:\n    - A\n    - B\n    - A", "6: `A` is listed twice, first in line 4"),
    .init("tasks:\n- {name: a, start: A, goal: B}\n- {name: a, start: A, goal: C}", "3: `a` is listed twice, first in line 2"),
    .init("screen_names:\n- {pattern: a, name: A}\n- {pattern: a, name: B}", "3: `a` is listed twice, first in line 2"),
    .init("rules:\n  tabs.over-five:\n    exempt:\n    - a\n    - {subject: a, reason: b}", "5: `a` is listed twice, first in line 4"),
    .init("events:\n- {match: {a: b, c: d}, event: push}\n- {match: {c: d, a: b}, event: back}", "3: the same `match` as in line 2"),
    .init("events:\n- match:\n    a.b: c\n    [a, b]: d\n  event: push", "4: field `a.b` is given twice, first in line 3"),
    .init("app: A\ntabs: [A]\napp: B", "3: key `app` is given twice, first in line 1"),
    .init("app: A\n'app': B", "2: key `app` is given twice, first in line 1"),
    .init("screens:\n  A: {parent: B}\n  # A: no\n  B:\n\n  A: {parent: C}\nA: x", "6: key `A` is given twice, first in line 2"),
    .init("menus: {a: [x], a: [y]}\na: 1", "1: key `a` is given twice"),
    .init("tasks:\n- name: a\n  name: b\n- name: c", "3: key `name` is given twice, first in line 2"),
    .init("!word app: A\n!name app: B", "2: key `app` is given twice, first in line 1"),
  ])
  func `what is there twice`(map: RefusedMap) { check(map) }

  @Test(arguments: [
    RefusedMap("tasks:\n- {name: a}", "2: task without `start`", "2: task without `goal`"),
    .init("screen_names: [{name: a}, {pattern: a}]", "1: screen name without `pattern`", "1: screen name without `name`"),
    .init("events: [{screen: a}]", "1: event mapping without `match`", "1: event mapping without `event`"),
    .init("columns: {user: {}}", "1: expected {first: …} or {constant: …} or {join: …}, found an empty mapping"),
    .init("rules: {tabs.over-five: {exempt: [{reason: a}]}}", "1: exemption without `subject`"),
  ])
  func `what is missing`(map: RefusedMap) { check(map) }

  @Test(arguments: [
    RefusedMap(
      "screen_names:\n- pattern: '^Product/(\\d+'\n  name: Product", "2: invalid regular expression `^Product/(\\d+`: missing ) (the syntax is that of RE2)"),
    .init(
      "screen_names: [{pattern: '*a', name: A}]", "1: invalid regular expression `*a`: no argument for repetition operator `*` (the syntax is that of RE2)"),
    .init("ignore_screens: ['^(?!Tab)']", "1: invalid regular expression `^(?!Tab)`: invalid perl operator `(?!` (the syntax is that of RE2)"),
    .init("screens:\n  A: {parent: C}\n  B: {parent: A}\n  C: {parent: B}\n  D: {parent: A}", "2: the parents of `A` lead back to it"),
    .init("screens:\n  D: {parent: A}\n  A: {parent: A}", "3: the parents of `A` lead back to it"),
    .init("tabs: [Home, Search]\nroots:\n  Serch: S", "3: unknown tab `Serch`; did you mean `Search`?"),
    .init("roots: {Basket: S}\ntabs: [Home, Search]", "1: unknown tab `Basket`; expected one of Home, Search"),
    .init("tabs: [Home]\nmore: {tab: More}", "2: unknown tab `More`; expected Home"),
    .init("events: [{match: {a: b}, event: tab_selct}]", "1: unknown event `tab_selct`; did you mean `tab_select`?"),
    .init("columns:\n  event: {constant: screen_veiw}", "2: unknown event `screen_veiw`; did you mean `screen_view`?"),
    .init(
      "events: [{match: {a: b}, event: zoom}]",
      "1: unknown event `zoom`; expected one of \(EventKind.allCases.map(\.word).joined(separator: ", "))"),
  ])
  func `wrong values`(map: RefusedMap) { check(map) }

  @Test(arguments: [
    RefusedMap("rules: [a]", "1: expected a mapping of rules to their settings, found a list"),
    .init("rules:\n  depth.overlimit: {warning: 5}", "2: unknown rule `depth.overlimit`; did you mean `depth.over-limit`?"),
    .init("rules: {over-limit: off}", "1: unknown rule `over-limit`; did you mean `depth.over-limit`?"),
    .init("rules: {zebra: off}", "1: unknown rule `zebra`; `navaudit rules` lists them"),
    .init("rules: {depth.over-limit: }", "1: expected `off` or a mapping of warning, error, exempt, off, found nothing"),
    .init("rules: {depth.over-limit: 5}", "1: expected `off` or a mapping of warning, error, exempt, off, found `5`"),
    .init("rules: {depth.over-limit: {warn: 5}}", "1: unknown key `warn` of depth.over-limit; did you mean `warning`?"),
    .init("rules: {depth.over-limit: {limit: 5}}", "1: unknown key `limit` of depth.over-limit; expected one of warning, error, exempt, off"),
    .init("rules: {tabs.over-five: {exemt: [a]}}", "1: unknown key `exemt` of tabs.over-five; did you mean `exempt`?"),
    .init("rules: {depth.over-limit: {warning: five}}", "1: expected a number, found `five`"),
    .init("rules: {depth.over-limit: {warning: '5'}}", "1: expected a number, found the text `5`"),
    .init("rules: {depth.over-limit: {warning: 5%, error: }}", "1: expected a number, found `5%`", "1: expected a number, found nothing"),
    .init("rules: {depth.over-limit: {warning: 0x10, error: nan}}", "1: expected a number, found `0x10`", "1: expected a number, found `nan`"),
    .init("rules: {depth.over-limit: {warning: 1e999, error: [1]}}", "1: expected a number, found `1e999`", "1: expected a number, found a list"),
    .init("rules: {depth.over-limit: {off: maybe}}", "1: expected true or false, found `maybe`"),
    .init("rules: {depth.over-limit: {off: }}", "1: expected true or false, found nothing"),
    .init("rules: {depth.over-limit: {exempt: Home}}", "1: expected a list of subjects, found `Home`"),
    .init("rules: {depth.over-limit: {exempt: [[a]]}}", "1: expected a subject or {subject: …, reason: …}, found a list"),
    .init("rules: {depth.over-limit: {exempt: [{subject: a, why: b}]}}", "1: unknown key `why`; expected one of subject, reason"),
    .init("rules: {depth.over-limit: {exempt: [{subject: a, reason: }]}}", "1: expected a reason, found nothing"),
  ])
  func `settings of rules`(map: RefusedMap) { check(map) }

  @Test(arguments: [
    RefusedMap("app: [", "1: not valid YAML: did not find expected node content while parsing a flow node"),
    .init("tabs: [a\nmenus: b", "2: not valid YAML: did not find expected ',' or ']' while parsing a flow sequence from line 1"),
    .init("a: b: c", "1: not valid YAML: mapping values are not allowed in this context"),
    .init("app: \"x", "1: not valid YAML: found unexpected end of stream while scanning a quoted scalar"),
    .init("app: %x", "1: not valid YAML: found character that cannot start any token while scanning for the next token"),
    .init(
      "tabs:\n\t- a",
      "2: not valid YAML: found character that cannot start any token while scanning for the next token; indent with spaces, not with tabs"),
    .init("app: x\ntabs: *u", "2: not valid YAML: found undefined alias"),
    .init("app: &a [*a]", "1: not valid YAML: found undefined alias"),
    .init("app: a\n---\napp: b", "2: not valid YAML: expected a single document in the stream, but found another document"),
    .init("app: é\r\ntabs: [\u{7}]", "2: not valid YAML: control characters are not allowed"),
    .init(
      String(repeating: "[", count: 100_000),
      "1: nested more than 64 levels deep"),
  ])
  func `what is no YAML`(map: RefusedMap) { check(map) }

  @Test func `all issues are told, in the order of the file, each once`() {
    check(
      .init(
        "roots: {Hme: A}\nmenus:\n  a: &menu {itms: [x]}\n  b: *menu\ntabs: [Home, Home]\n",
        "1: unknown tab `Hme`; did you mean `Home`?",
        "3: unknown key `itms`; did you mean `items`?",
        "5: `Home` is listed twice, first in line 5"))
  }

  @Test func `a file of another kind gives no endless list`() {
    let lines = messages(of: (1...1000).map { "key\($0 * 7919): x\n" }.joined())
    #expect(lines.count == 21)
    #expect(lines.last == "navaudit.yml: 980 more")
  }

  @Test func `issues carry line and column`() throws {
    let error = try #require(throws: AppMapError.self) {
      try AppMap.read(yaml: "app: A\nmore: {items: [Ä], tb: B}\n", file: "a/b.yml", rules: [])
    }
    #expect(error.file == "a/b.yml")
    #expect(error.issues.map(\.position.line) == [2])
    #expect(error.issues.map(\.position.column) == [20])
    #expect(error.issues.map(\.message) == ["unknown key `tb`; did you mean `tab`?"])
  }

  @Test func `names with line breaks stay on one line`() {
    check(.init("tabs: [\"a\\nb\", c]\nroots: {Basket: x}", "2: unknown tab `Basket`; expected one of a\\nb, c"))
    check(
      .init(
        "screen_names: [{pattern: \"\\\\p{a\\nb}\", name: c}]",
        "1: invalid regular expression `\\p{a\\nb}`: invalid character class range (the syntax is that of RE2)"))
  }

  @Test func `long words are cut`() {
    let word = String(repeating: "x", count: 61)
    check(.init("rules: {\(word): off}", "1: unknown rule `\(word.dropLast())…`; `navaudit rules` lists them"))
  }
}

private let topLevelKeys =
  "app, tabs, more, menus, roots, screens, tasks, screen_names, entry_names, ignore_screens, exclude_users, advice, rules, columns, times, time_zone, events, presets, infer, mask_names, entries, screens_kind"
