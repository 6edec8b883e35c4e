import Foundation
import TestSupport
import Testing

/// Links lead within a report or to files beside it, whatever names, columns and files are called.
@Suite("Links")
struct LinkPropertyTests {
  private let navaudit = Navaudit()
  private var folder: TemporaryFolder { navaudit.folder }

  private static let addresses = [
    "https://evil.example/login", "http://evil.example", "[x](https://evil.example)", "<https://evil.example>",
    "<a href=\"https://evil.example\">x</a>", "www.evil.example", "mailto:a@evil.example", "`x` https://evil.example `",
    "javascript:alert(1)", "![x](https://evil.example/x.png)", "[x]: https://evil.example",
  ]

  @Test(arguments: sampled(addresses, to: 3)) func `names lead nowhere`(name: String) throws {
    var lines = HeadlinePropertyTests.log(about: name)
    for index in lines.indices {
      // Two bars that nobody shares, and a platform without ways back, are told of in sentences with remedies.
      lines[index].fields.removeAll { $0.name == "platform" }
      lines[index].fields += [("platform", .text(name)), ("variant", .text(name)), ("locale", .text(name))]
    }
    let other = lines.map { line -> LogLine in
      var line = line
      for index in line.fields.indices {
        switch line.fields[index] {
        case ("user", .text(let user)): line.fields[index].value = .text(user + "b")
        case ("target", .text(let target)): line.fields[index].value = .text("\(target) \(name)")
        default: break
        }
      }
      return line
    }
    try folder.write((lines + other).ndjson, to: "log.ndjson")
    let map = """
      app: \(quoted(name))
      tabs: [\(quoted(name + "#")), Nowhere]
      tasks:
        - {name: \(quoted(name)), start: Start, goal: Deep}
      rules:
        menu.promote: {exempt: [{subject: \(quoted(name + "%")), reason: \(quoted(name))}]}
      """
    try folder.write(map, to: "map.yml")
    for options in [[], ["--map", "map.yml"]] {
      let outcome = try navaudit.run(["analyze", "log.ndjson", "--output", "New"] + options)
      #expect(outcome.status == 0, "\(outcome.errors)")
      try checkLinks(in: "New")
    }
    try folder.write(lines.ndjson, to: "one.ndjson")
    try folder.write(other.ndjson, to: "two.ndjson")
    let compared = try navaudit("compare", "one.ndjson", "two.ndjson", "--output", "Compared")
    #expect(compared.status == 0, "\(compared.errors)")
    try checkLinks(in: "Compared")
  }

  @Test(arguments: sampled(addresses, to: 3)) func `columns lead nowhere`(name: String) throws {
    let column = name.replacing("\"", with: "")
    let rows = (0..<40).flatMap { user in
      (0..<6).map { "u\(user),2026-03-0\($0 + 1)T08:00:0\($0)Z,\($0 % 2 == 0 ? "Home" : "Cart"),x" }
    }
    try folder.write(
      "user_id,timestamp,screen_name,\"\(column)\"\n" + rows.joined(separator: "\n") + "\n", to: "log.csv")
    let outcome = try navaudit("analyze", "log.csv", "--output", "New")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try folder.text("New/report.html").contains("ignored"))
    try checkLinks(in: "New")
    // As the column of the screen, and as an event that is not understood.
    try folder.write(
      "user_id,timestamp,\"\(column)\"\n" + rows.map { $0.dropLast(2) + "\n" }.joined(), to: "named.csv")
    let named = try navaudit("analyze", "named.csv", "--output", "Named", "--columns", "screen=\(column)")
    #expect(named.status == 0 || named.status == 2, "\(named.errors)")
    if named.status == 0 { try checkLinks(in: "Named") }
    let events = (0..<40).flatMap { user in
      (0..<6).map {
        LogLine("2026-03-0\($0 + 1)T08:00:0\($0)Z", "u\(user)", $0 % 2 == 0 ? name : "screen_view", ["screen": "Home"])
      }
    }
    try folder.write(events.ndjson, to: "events.ndjson")
    #expect(try navaudit("analyze", "events.ndjson", "--output", "Events").status == 0)
    try checkLinks(in: "Events")
  }

  /// The map is the user's own, and so are its links: only they lead elsewhere, whatever ids are like.
  @Test func `links of the map lead where it says, and only where users are revealed`() throws {
    var lines = HeadlinePropertyTests.log(about: "Menu")
    for index in lines.indices {
      let user = lines[index]["user"] ?? ""
      lines[index].fields.removeAll { $0.name == "session" || $0.name == "user" }
      lines[index].fields += [
        ("user", .text(user + "](https://evil.example) {time}\"><")), ("session", .text("{session}/../\(user)?x=1#y")),
      ]
    }
    try folder.write(lines.ndjson, to: "log.ndjson")
    try folder.write(
      """
      links: {session: "https://replay.example/s/{session}?t={time}", user: "https://replay.example/u/{user}"}
      """, to: "map.yml")
    for options in [["--reveal-users"], [], ["--reveal-users", "--minimum-group", "2"]] {
      let outcome = try navaudit.run(["analyze", "log.ndjson", "--map", "map.yml", "--output", "New"] + options)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let page = try MarkupElement.read(folder.text("New/report.html")).all("a").compactMap { $0["href"] }
      let text = try folder.text("New/report.md").matches(of: /\]\((https?:[^)\s]*)/).map { String($0.1) }
      let elsewhere = page.filter { !Self.isOurs($0) } + text
      #expect(elsewhere.isEmpty == (options != ["--reveal-users"]), "\(options)")
      for link in elsewhere {
        #expect(
          link.wholeMatch(of: /https:\/\/replay\.example\/(s\/[\w.~%-]+\?t=[\w.~%-]+|u\/[\w.~%-]+)/) != nil, "\(link)")
      }
    }
    for address in [
      "javascript:alert({session})", "https://{session}", "https://x.example/{user}", "https://x/{session} y",
    ] {
      try folder.write("links: {session: '\(address)'}\n", to: "bad.yml")
      #expect(try navaudit("analyze", "log.ndjson", "--map", "bad.yml", "--output", "Bad").status == 2, "\(address)")
    }
  }

  private func quoted(_ name: String) -> String {
    "'" + name.replacing("'", with: "''") + "'"
  }

  private func checkLinks(in name: String) throws {
    for file in folder.everything(in: name) where file.hasSuffix(".html") {
      for link in try MarkupElement.read(folder.text("\(name)/\(file)")).all("a") {
        let target = link["href"] ?? ""
        #expect(Self.isOurs(target), "\(file): \(target)")
      }
    }
    for file in folder.everything(in: name) where file.hasSuffix(".md") {
      let text = try folder.text("\(name)/\(file)")
      // Code is between more backticks than it contains; one after a backslash begins none.
      let outside = text.replacingOccurrences(
        of: #"(?<![\\`])(`+)(?!`)[^\n]*?(?<!`)\1(?!`)"#, with: "", options: .regularExpression)
      // A bracket after a backslash ends no words of a link.
      for link in outside.matches(of: /(?:[^\\])\]\(([^)\s]*)/) {
        #expect(Self.isOurs(String(link.output.1)), "\(file): \(link.output.0)")
      }
      // Nothing that GitHub makes a link of: an address in angle brackets, or one that begins a word.
      #expect(!outside.contains(/<https?:|<mailto:|(^|[\s(>*_~])(https?:\/\/|www\.)[a-z]/), "\(file)")
    }
  }

  /// An anchor of the page, a file beside it, or a table to be saved.
  private static func isOurs(_ target: String) -> Bool {
    target.hasPrefix("#") || target.hasPrefix("data:text/csv;charset=utf-8;base64,")
      || target.wholeMatch(of: /[a-z0-9_\/-]+\.(csv|md|html|svg|json|sqlite)/) != nil
  }
}
