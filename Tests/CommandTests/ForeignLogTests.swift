import Foundation
import TestSupport
import Testing

/// Logs in shapes that other programs write: the first command reads them as a person would, or says in one line what
/// they lack.
@Suite("Logs that nobody told us about")
struct ForeignLogTests {
  /// What a person reads in a log (`Fixtures/foreign/make.py`).
  struct Truth: Decodable, Sendable {
    let status: String
    let users: Int?
    let sessions: Int?
    let screens: Int?
    /// A word of the reason, for logs that are refused.
    let cause: String?
    let shape: String
    /// What has to be said besides the file.
    var options: [String]?
    /// The names of all screens.
    var names: [String]?
    /// A part of what is said.
    var says: String?
    /// `none`, if nothing may be found beyond notes.
    var findings: String?
  }

  static let truths: [(name: String, truth: Truth)] = {
    let file = Fixtures.file("foreign/expected.json")
    let truths = (try? JSONDecoder().decode([String: Truth].self, from: Data(contentsOf: file))) ?? [:]
    return truths.sorted { $0.key < $1.key }.map { (name: $0.key, truth: $0.value) }
  }()

  private static let causes = [
    "days only": "days only", "user": "user", "trial": "one row for each trial", "not an event log": "one row for each",
    "time": "no times", "cells": "the header has",
    "paths": "all screens of a session in one row",
    "date": "times of day without a date",
  ]

  private static let pages = ["home", "cart", "orders", "profile", "message"]

  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }

  /// Users, sessions and screens of a report.
  private func counts(_ report: String) throws -> [Int?] {
    let summary = try folder.table(report + "/summary.csv")
    return [
      summary.cell("users", column: "value").flatMap(Int.init),
      summary.cell("sessions", column: "value").flatMap(Int.init),
    ]
      + [try folder.table(report + "/screens.csv").rows.count]
  }

  @Test func `there are enough of them`() {
    #expect(Self.truths.count >= 40 && Set(Self.truths.map(\.truth.status)).count == 4)
  }

  @Test(arguments: sampled(truths.map(\.name), to: 2))
  func `are read at the first command`(name: String) throws {
    let truth = try #require(Self.truths.first { $0.name == name }).truth
    let log = Fixtures.file("foreign/" + name).path
    let options = truth.options ?? []
    let outcome = try navaudit.run(["analyze", log, "--no-store", "--output", "report"] + options)
    switch truth.status {
    case "read":
      #expect(outcome.status == 0, "\(truth.shape): \(outcome.errors)")
      let found = try counts("report")
      #expect(
        found[0] == truth.users && (truth.screens == nil || found[2] == truth.screens)
          && (truth.sessions == nil || found[1] == truth.sessions),
        "\(truth.shape): \(outcome.output)")
      if let names = truth.names {
        #expect(try folder.table("report/screens.csv")["screen"].sorted() == names, "\(truth.shape)")
      }
      if let says = truth.says { #expect(outcome.prose.contains(says), "\(truth.shape): \(outcome.output)") }
      if truth.findings == "none" {
        let severities = try folder.table("report/findings.csv")["severity"]
        #expect(severities.allSatisfy { $0 == "info" }, "\(truth.shape): \(outcome.output)")
      }
      #expect(outcome.output.contains("Read as: ") || truth.shape.contains("SDK"))
      // The draft of init, used untouched, says the same, and the next step is another one.
      #expect(try navaudit.run(["init", log, "--output", "map.yml"]).status == 0 || !options.isEmpty)
      if !options.isEmpty { return }
      let mapped = try navaudit("analyze", log, "--no-store", "--map", "map.yml", "--output", "mapped")
      #expect(
        try mapped.status == 0 && Array(counts("mapped").prefix(2)) == Array(found.prefix(2)),
        "\(truth.shape): \(mapped.errors)")
      #expect(!mapped.output.contains("navaudit init"), "\(truth.shape): \(mapped.output)")
    case "refused":
      #expect(
        outcome.status == 2 && outcome.errors.split(separator: "\n").count == 1, "\(truth.shape): \(outcome.errors)")
      let cause = try #require(truth.cause.map { Self.causes[$0] ?? $0 })
      #expect(outcome.errors.contains(cause), "\(truth.shape): \(outcome.errors)")
    default:
      #expect(
        outcome.status == 0 && outcome.output.contains("Verdict: No verdict: "), "\(truth.shape): \(outcome.output)")
      let strict = try navaudit("analyze", log, "--no-store", "--fail-on", "error", "--output", "report")
      #expect(strict.status == 2)
    }
  }

  @Test func `what the sample sees does not depend on where a row stands`() throws {
    let others = ["About", "Cart", "Help", "News", "Team", "Jobs"]
    let rows = (0..<6_000).map { row in
      let user = row / 60
      let step = row % 60
      let screen = step % 2 == 0 ? "Home" : others[(user + step / 2) % 6]
      return "u\(user),2026-03-0\(1 + user % 9)T\(10 + user / 10):\(10 + step / 3):\(10 + step % 3 * 20)Z,\(screen)"
    }
    try folder.write((["user_id,timestamp,screen"] + rows).joined(separator: "\n"), to: "log.csv")
    let outcome = try navaudit("analyze", "log.csv", "--no-store", "--output", "report")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try counts("report")[0] == 100 && counts("report")[2] == 7, "\(outcome.output)")
  }

  @Test func `one item of a list after the other is no pair of screens`() throws {
    let rows = (0..<640).map { row in
      let user = row / 8
      let step = row % 8
      let page = step % 2 == 0 ? "/list" : "/item/\(row * 7919 % 90_000 + 1)"
      return "u\(user),2026-03-0\(1 + user % 9)T\(10 + user / 10):10:\(10 + step * 6)Z,page_view,\(page)"
    }
    try folder.write((["user_id,timestamp,event_name,page_path"] + rows).joined(separator: "\n"), to: "log.csv")
    let outcome = try navaudit("analyze", "log.csv", "--no-store", "--output", "report")
    #expect(try folder.table("report/screens.csv")["screen"].sorted() == ["/item/:id", "/list"])
    #expect(try !folder.text("report/findings.csv").contains("back-and-forth"), "\(outcome.output)")
  }

  @Test func `a column of lists of screens is a stack`() throws {
    let visit = ["Feed", "Feed|Post", "Feed|Post|Comments", "Feed|Post", "Feed", "Feed|Profile", "Feed"]
    let rows = (0..<140).map { row in
      let user = row / 7
      let step = row % 7
      return "u\(user)-3f2a,2026-03-02T1\(user % 9):1\(step):00Z,stack,Main,\(visit[step])"
    }
    try folder.write((["account,at,event,tab,screens"] + rows).joined(separator: "\n"), to: "log.csv")
    let outcome = try navaudit("analyze", "log.csv", "--no-store", "--output", "report")
    #expect(try counts("report") == [20, 20, 4], "\(outcome.output)")
    #expect(try folder.table("report/depth.csv").rows.isEmpty == false, "\(outcome.output)")
  }

  @Test func `after two answers there is a map to fill in, not a third question`() throws {
    let rows = (0..<400).map {
      "u\($0 / 8),2026-03-02T\(10 + $0 % 8):\(10 + $0 / 8 % 50):00Z,\(Self.pages[$0 * 7 % 5]),\(Self.pages[$0 % 3].uppercased())"
    }
    try folder.write((["alpha,beta,gamma,delta"] + rows).joined(separator: "\n"), to: "logs/log.csv")
    let asked = try navaudit("analyze", "logs/log.csv", "--columns", "user=alpha", "--no-store", "--output", "report")
    #expect(asked.status == 2 && asked.errors.contains("is `gamma` the screen?"), "\(asked.errors)")
    #expect(!folder.exists("logs/navaudit.yml"))
    let answers = ["--columns", "user=alpha", "--columns", "time=beta"]
    let refused = try navaudit.run(["analyze", "logs/log.csv", "--no-store", "--output", "report"] + answers)
    #expect(
      refused.status == 2 && refused.errors.contains("logs/navaudit.yml has what was found, and a guess for the rest"),
      "\(refused.errors)")
    #expect(try folder.text("logs/navaudit.yml").contains("screen: gamma"))
    #expect(try navaudit("analyze", "logs/log.csv", "--no-store", "--output", "report").status == 0)
    #expect(try counts("report") == [50, 400, 5])
  }

  @Test func `a site is called one`() throws {
    let rows = (0..<400).map {
      "u\($0 / 8)-7f3a,2026-03-02T\(10 + $0 / 8 % 8):\(10 + $0 % 8):00Z,/\(Self.pages[$0 * 7 % 5])"
    }
    try folder.write((["visitor,time,path"] + rows).joined(separator: "\n"), to: "log.csv")
    let outcome = try navaudit("analyze", "log.csv", "--no-store", "--output", "report")
    #expect(outcome.prose.contains("the site's log shows pages alone"), "\(outcome.output)")
    let report = try folder.text("report/report.md")
    #expect(report.contains("would show levels, menus and ways back") && !report.contains("a tab looks the same"))
  }

  @Test(.thorough) func `a log is read alike however it is sorted, through a pipe, and with one column named`() throws {
    let text = try String(contentsOf: Fixtures.file("foreign/04-clinical-interface.csv"), encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    try folder.write(
      ([lines[0]] + lines.dropFirst().sorted { $0.split(separator: ",")[1] < $1.split(separator: ",")[1] }).joined(
        separator: "\n") + "\n", to: "by-user.csv")
    try folder.write(
      ([lines[0]] + lines.dropFirst().sorted { $0.split(separator: ",")[2] < $1.split(separator: ",")[2] }).joined(
        separator: "\n") + "\n", to: "by-time.csv")
    #expect(try navaudit("analyze", "by-user.csv", "--no-store", "--output", "one").status == 0)
    #expect(try navaudit("analyze", "by-time.csv", "--no-store", "--output", "two").status == 0)
    #expect(
      try navaudit("analyze", "by-time.csv", "--columns", "screen=screen", "--no-store", "--output", "three").status
        == 0)
    #expect(try navaudit("analyze", "-", "--no-store", "--output", "four", input: Data(text.utf8)).status == 0)
    let first = try counts("one")
    #expect(try counts("two") == first && counts("three") == first && counts("four") == first)
  }

  @Test func `a column that gives the screens is read, not ignored`() throws {
    let places = ["inicio", "pagos", "perfil", "ajustes", "ayuda"]
    let rows = (0..<400).map {
      "\($0 / 8),2026-03-02T\(10 + $0 % 8):\(10 + $0 / 8 % 50):00Z,ver,\(places[$0 * 7 % 5]),\(places[$0 % 5].count)"
    }
    try folder.write((["cliente,fecha,accion,pantalla,importe"] + rows).joined(separator: "\n"), to: "log.csv")
    let outcome = try navaudit("analyze", "log.csv", "--no-store", "--output", "report")
    #expect(outcome.prose.contains("screen = pantalla; ignored: accion, importe "), "\(outcome.output)")
    #expect(try counts("report") == [50, 400, 5], "\(outcome.output)")
  }

  @Test func `a tap names its tab, not the library that logged it, and a version is the app's`() throws {
    let header = "anonymous_id,timestamp,os_name,os_version,app_version_name,library_name,event,tab,from_screen"
    let rows = (0..<400).map {
      """
      u\($0 / 8)-3f2a,2026-03-02T\(10 + $0 % 8):\(10 + $0 / 8 % 50):00Z,Android,17.\($0 % 3),4.2.\($0 % 2),analytics-swift,tab_tapped,
      """
        + "\(Self.pages[$0 * 7 % 5]),\(Self.pages[$0 * 3 % 5])"
    }
    try folder.write(([header] + rows).joined(separator: "\n"), to: "log.csv")
    let outcome = try navaudit("analyze", "log.csv", "--no-store", "--output", "report")
    #expect(
      outcome.prose.contains("app_version = app_version_name") && outcome.prose.contains("target = tab,"),
      "\(outcome.output)")
    #expect(try folder.table("report/tabs.csv").rows.count == 5)
  }

  @Test func `the name of a system is no event, and a header that comes again is no row`() throws {
    let header = "anonymous_id,timestamp,os_name,page"
    let rows = (0..<400).map { row in
      let time = "2026-03-02T\(10 + row % 8):\(10 + row / 8 % 50):00Z"
      return "u\(row / 8)-3f2a,\(time),\(row % 16 < 8 ? "iOS" : "Android"),\(Self.pages[row * 7 % 5])"
    }
    func map(_ lines: [String]) throws -> String {
      try folder.write(lines.joined(separator: "\n"), to: "log.csv")
      #expect(try navaudit("init", "log.csv", "--output", "map.yml", "--force").status == 0)
      return try folder.text("map.yml")
    }
    let once = try map([header] + rows)
    #expect(
      once.contains("platform: os_name") && once.contains("screen: page") && !once.contains("event: os_name"), "\(once)"
    )
    #expect(try map([header] + rows[..<200] + [header] + rows[200...]) == once)
  }

  /// The header of a log, where the values of each column are those of its place: a user, a time, what happened, a
  /// screen, and what does not matter.
  @Test(
    arguments: sampled([
      // Two names that a product uses, too.
      ("user_id,event_time,event_type,screen,os", "ndjson", "event = event_type, platform = os, screen = screen"),
      ("user_id,event_timestamp,event_name,screen,os", "ndjson", "event = event_name, platform = os, screen = screen"),
      ("distinct_id,timestamp,event,screen,os", "ndjson", "event = event, platform = os, screen = screen"),
      ("uid,ts,what,view,os", "classes", "screen = view"),
      ("visid_high,hit_time,type,pagename,os", "csv", "user = visid_high"),
      ("visitor_id,timestamp,type,event_url,os", "csv", "screen = event_url"),
    ]))
  func `a column is what it holds, whatever others call theirs`(header: String, form: String, reading: String) throws {
    let keys = header.split(separator: ",").map(String.init)
    let rows = (0..<400).map { row -> [String] in
      let page = Self.pages[row * 7 % 5]
      return [
        "\(900_000_007 + row / 8 * 7919)", "2026-03-02T\(10 + row % 8):\(10 + row / 8 % 50):00Z",
        row % 8 == 0 ? "app_start" : "screen_open",
        form == "classes" ? page.capitalized + "View" : page, row % 16 < 8 ? "iOS" : "Android",
      ]
    }
    var lines = rows.map { $0.joined(separator: ",") }
    switch form {
    case "ndjson":
      lines = rows.map { row in "{" + zip(keys, row).map { #""\#($0)":"\#($1)""# }.joined(separator: ",") + "}" }
    case "classes": lines.insert(header, at: 0)
    default:
      for row in rows.indices { lines[row] += ",\(row / 8 % 3 + 1),Safari,/a\(row / 8 % 9),3.\(row / 8 % 2)" }
      lines.insert(header + ",visit_num,browser_name,session_exit_url,lib_version", at: 0)
    }
    try folder.write(lines.joined(separator: "\n"), to: "log")
    let outcome = try navaudit("analyze", "log", "--no-store", "--output", "report")
    #expect(outcome.status == 0 && outcome.prose.contains(reading), "\(outcome.output) \(outcome.errors)")
    #expect(!outcome.prose.contains("app_version"), "\(outcome.output)")
    #expect(try counts("report")[0] == 50 && counts("report")[2] == 5, "\(outcome.output)")
  }

  @Test func `where each row says where the user was, ways back are read, too`() throws {
    let visit = [
      ("Start", "start"), ("Tap", "list"), ("Tap", "item"), ("Back", "list"), ("Tap", "item"), ("Back", "list"),
      ("Back", "start"), ("Tap", "help"),
    ]
    let rows = (0..<50).flatMap { user in
      visit.enumerated().map { step, row in
        "u\(user)-3f2a,2026-03-02T\(10 + user % 9):\(10 + step):0\(user / 9)Z,\(row.1),\(row.0)"
      }
    }
    try folder.write((["account,created,page,action"] + rows).joined(separator: "\n"), to: "log.csv")
    let outcome = try navaudit("analyze", "log.csv", "--no-store", "--output", "report")
    #expect(try folder.table("report/screens.csv").cell("list", column: "returns") == "100", "\(outcome.output)")
  }

  @Test func `the id of a list is not that of its elements`() throws {
    let rows = (0..<50).map { user in
      let steps = (0..<9).map { #"{"at":"2026-03-02T10:\#(10 + $0):00Z","page":"\#(Self.pages[$0 % 5])"}"# }
      return #"{"id":"\#(user)f3","user":"u\#(user)","steps":[\#(steps.joined(separator: ","))]}"#
    }
    try folder.write(rows.joined(separator: "\n"), to: "log.ndjson")
    let outcome = try navaudit(
      "analyze", "log.ndjson", "--columns", "time=steps[].at,screen=steps[].page", "--no-store", "--output", "report")
    #expect(try folder.table("report/summary.csv").cell("events", column: "value") == "450", "\(outcome.output)")
  }

  @Test
  func
    `a property tells what happened, not the one that says where from; what stands for several things is not guessed`()
    throws
  {
    let actions = ["push", "pop", "present", "push", "dismiss", "pop"]
    let rows = (0..<600).map { row in
      let action = actions[row % 6]
      let time = 1_772_444_346_267 + row * 20_000
      let payload = #"{"action":"\#(action)","to":"\#(Self.pages[row * 7 % 5])","from":"\#(Self.pages[row * 3 % 5])"}"#
      return #"{"ts":\#(time),"uid":"user-\#(row / 12)","evt":"nav","payload":\#(payload)}"#
        + "\n"
        + #"{"ts":\#(time + 900),"uid":"user-\#(row / 12)","evt":"net","payload":{"url":"/v1/menu","ms":\#(row)}}"#
    }
    try folder.write(rows.joined(separator: "\n"), to: "log.ndjson")
    #expect(try navaudit("init", "log.ndjson", "--output", "map.yml").status == 0)
    let map = try folder.text("map.yml")
    #expect(
      map.contains(#"{evt: nav, "payload.action": push}"#) && map.contains(#"{evt: nav, "payload.action": pop}"#),
      "\(map)")
    #expect(!map.contains(#""payload.from":"#), "\(map)")
  }

  @Test(arguments: ["time", "ts"])
  func `seconds since 2001 with fractions are times, and an activity is an event`(time: String) throws {
    let words = ["APP_LAUNCHED", "PAGE_VIEWED", "TAB_BAR_ITEM_CLICK", "PAGE_VIEWED"]
    let rows = (0..<400).map {
      #"{"activity":"\#(words[$0 % 4])","device_id":"u\#($0 / 8)","\#(time)":\#(795_307_790 + $0 * 60).4,"screen":"\#(Self.pages[$0 * 7 % 5])"}"#
    }
    try folder.write(rows.joined(separator: "\n"), to: "log.json")
    #expect(try navaudit("init", "log.json", "--output", "map.yml").status == 0)
    let map = try folder.text("map.yml")
    #expect(map.contains("times: {epoch: 2001}") && map.contains("event: activity"), "\(map)")
  }

  @Test(.thorough) func `a long log in UTF-16 is sampled as it is read`() throws {
    let rows = (0..<8000).map { "u\($0 / 8)\t2026-03-02T10:\(10 + $0 % 8):00Z\t\(Self.pages[$0 * 7 % 5])" }
    try folder.write(
      Data([0xFF, 0xFE])
        + ((["user\ttime\tpage"] + rows).joined(separator: "\n").data(using: .utf16LittleEndian) ?? Data()),
      to: "log.tsv")
    #expect(try folder.data("log.tsv").count > 400_000)
    let outcome = try navaudit("analyze", "log.tsv", "--no-store", "--output", "report")
    #expect(try outcome.status == 0 && counts("report") == [1000, 1000, 5], "\(outcome.errors)")
  }

  @Test func `a map that only says how times are written leaves the rest to be found`() throws {
    let rows = (0..<200).map {
      "0\(1 + $0 / 20 % 9)/03/2026 10:\(10 + $0 % 20):00,u\($0 / 20),\(Self.pages[$0 * 7 % 5])"
    }
    try folder.write((["when,user,page"] + rows).joined(separator: "\n"), to: "log.csv")
    let asked = try navaudit("analyze", "log.csv", "--no-store", "--output", "report")
    #expect(asked.status == 2 && asked.errors.contains("write `times: {order: day-first}` or"), "\(asked.errors)")
    try folder.write("times: {order: day-first}\n", to: "navaudit.yml")
    let read = try navaudit("analyze", "log.csv", "--no-store", "--output", "report")
    #expect(try read.status == 0 && counts("report") == [10, 10, 5], "\(read.errors)")
  }

  @Test func `a file that differs from the others is named, with what is unclear about it`() throws {
    let rows = (0..<200).map {
      (user: "u\($0 / 10)", time: "2026-03-02T10:\(10 + $0 % 10):00Z", page: Self.pages[$0 * 7 % 5])
    }
    try folder.write(
      (["user_id,timestamp,screen_name"] + rows.map { "\($0.user),\($0.time),\($0.page)" }).joined(separator: "\n"),
      to: "logs/a.csv")
    try folder.write(
      (["screen_name,visits"] + rows.map { "\($0.page),\($0.page.count)" }).joined(separator: "\n"), to: "logs/b.csv")
    let refused = try navaudit("analyze", "logs", "--no-store", "--output", "report")
    #expect(refused.status == 2, "\(refused.output)")
    #expect(
      refused.errors.contains("logs/b.csv: no times among `screen_name`, `visits`")
        && refused.errors.contains("logs/a.csv is read otherwise: leave one of them out, or analyze one at a time"),
      "\(refused.errors)")
  }

  @Test(.thorough) func `the line that is offered for the map reads the event`() throws {
    let rows = (0..<400).map { row in
      let event = row % 8 == 3 ? "opened_drawer" : "view_\(Self.pages[row * 7 % 5])"
      return "d\(row / 8),2026-03-02T10:\(10 + row % 8):00Z,\(event)"
    }
    try folder.write((["Device,Event Time,Event"] + rows).joined(separator: "\n"), to: "log.csv")
    #expect(try navaudit("init", "log.csv", "--output", "map.yml").status == 0)
    let asked = try navaudit("analyze", "log.csv", "--no-store", "--map", "map.yml", "--output", "asked")
    let line = "- {match: {Event: opened_drawer}, event: menu_open}"
    #expect(asked.prose.contains("add to events: in map.yml: " + line), "\(asked.output)")
    let map = try folder.text("map.yml")
    try folder.write(map.replacing("\nevents:\n", with: "\nevents:\n  \(line)\n"), to: "map.yml")
    let read = try navaudit("analyze", "log.csv", "--no-store", "--map", "map.yml", "--output", "read")
    #expect(!read.output.contains("no event matches") && !read.output.contains("opened_drawer"), "\(read.output)")
    #expect(try counts("read") == [50, 50, 5])
  }

  @Test(.thorough) func `the other commands read it so, too`() throws {
    let log = Fixtures.file("foreign/02-sidebar-experiment.csv").path
    let compared = try navaudit("compare", log, "--by", "variant", "--output", "compared")
    #expect(compared.status == 0 && compared.output.contains("Read as: "), "\(compared.errors)")
    let ingested = try navaudit("ingest", log, "--store", "store.sqlite")
    #expect(ingested.status == 0 && ingested.output.contains("Read as: "), "\(ingested.errors)")
    #expect(try navaudit("report", "store.sqlite", "--output", "stored").status == 0)
    #expect(try navaudit("analyze", log, "--output", "analyzed").status == 0)
    #expect(try counts("stored") == counts("analyzed"))
  }

  @Test(.thorough) func `a log with more records than a draft samples is understood as well`() throws {
    // Twice the people of the sample, under other names.
    let lines =
      SampleLog.lines(users: 1...300)
      + SampleLog.lines(users: 1...300).map { $0.replacing(#""user":"u"#, with: #""user":"w"#) }
    let native = lines.joined(separator: "\n") + "\n"
    try folder.write(native, to: "native.ndjson")
    let own = native.replacing(#""event":"tab_select""#, with: #""event":"tab_tapped""#)
    try folder.write(own, to: "own.ndjson")
    // The counts of a draft are those of the whole log.
    #expect(try navaudit("init", "own.ndjson", "--output", "own.yml", "--quiet").status == 0)
    let taps = own.components(separatedBy: #""event":"tab_tapped""#).count - 1
    #expect(try folder.text("own.yml").contains("{match: {event: tab_tapped}, event: tab_select"))
    #expect(
      try folder.text("own.yml").contains(", \(taps.formatted(.number.locale(Locale(identifier: "en_US")))) events: "))
    for name in ["own", "native"] {
      #expect(try navaudit("analyze", "\(name).ndjson", "--output", name, "--quiet").status == 0)
    }
    for table in ["tabs", "tab_switches", "more"] {
      #expect(try folder.text("own/\(table).csv") == folder.text("native/\(table).csv"), "\(table)")
    }
  }
}
