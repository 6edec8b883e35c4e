import Foundation
import GRDB
import TestSupport

/// Runs of the command, one after the other in a folder, and what they must say and write: a title of a file of
/// `Tests/Fixtures/cases/commands`, and the lines below it. Lines before the first title of a file begin each of its
/// scenarios; `(thorough)` at the end of a title leaves it out of the quick suite. Words with spaces are in quotes, `⏎`
/// is a line break, `⇥` a tab and `␍` a carriage return, and what follows `//` is a comment. A line is one of these:
///
///     log FILE small 40            writes a log: small and a number of users, random and a seed, views and a number of
///     people, sample;
///                                  then maybe csv, gz, zst, or some lines: before and from a user, on a day
///     people FILE 0-29 1-7 …       adds the sessions of users on days of March, one a day each, all alike: a tab and a
///     screen, or `does/` and events such as
///                                  `push:Item,back`; then maybe fields such as `variant=A`, `id=` and what ids begin
///                                  with, and what some users do besides: `0-5/menu_open,menu_select:Settings`
///     file FILE TEXT               writes a file
///     lines FILE 12 TEXT           adds lines to a file, `{n}` being 0, 1, … and `{nn}` 10, 11, …; or `3-11`
///     part FILE FROM 5 12          adds some lines of another file: those after the fifth, up to the twelfth
///     unpack FROM TO               writes what a gzip file holds
///     edit FILE OLD NEW            replaces a text in a file
///     cut FILE TEXT                leaves out the lines of a file that have a text
///     copy FROM TO, drop FILE, link FILE TO, hard FILE TO, sql STORE STATEMENT
///     $ ARGUMENTS                  runs the command, which succeeds; `NAVAUDIT_KEY=k` before them is its environment,
///     `< FILE` its standard input; `@samples/` and `@fixtures/` are those of the repository
///     $2 ARGUMENTS                 … which exits with this status
///     refused ARGUMENTS → MESSAGE  runs the command, which says one line, exits with 2, and changes nothing
///     says TEXT, omits TEXT        what the last run printed, without the breaks of its lines, has a text, or not
///     prints TEXT, errs TEXT       all that it printed, or its one line of error
///     complains TEXT               its errors have a text; without one, there are none
///     quiet TEXT                   neither what it printed nor its errors have a text
///     has FILE…, lacks FILE…       files are there, or not; a name may end in `/`
///     in FILE TEXT, not-in …       a file has a text, or not
///     is FILE TEXT                 a file is a text
///     none FOLDER TEXT             no file in a folder has a text
///     cell FILE KEY… COLUMN VALUE  a cell of the first row that begins with the key
///     column FILE COLUMN VALUE…    the cells of a column
///     values FILE COLUMN VALUE…    the different cells of a column, sorted
///     pick FILE COLUMN=VALUE COLUMN VALUE…
///                                  the cells of a column in the rows with a value in another one
///     rows FILE 12                 the number of rows
///     tables FOLDER COLUMN VALUE   a column has the same value in all rows of all tables of a folder
///     members FILE NAME VALUE…     the values of all members of a name in a JSON file, in its order; `-` is what the
///     last run printed same A B ENDING…             files or folders are equal; with endings, their files with these
///     ask STORE QUERY VALUE        the one value that a query gives
struct Scenario: Sendable, CustomStringConvertible {
  let title: String
  fileprivate let steps: [Step]
  var description: String { title }

  fileprivate struct Step: Sendable {
    let place: String
    let word: String
    let rest: String

    /// The words after the first one; those that begin with a quote go to the next.
    var words: [String] {
      var words: [String] = []
      var rest = rest[...]
      while let start = rest.firstIndex(where: { $0 != " " }) {
        let isQuoted = rest[start] == "\""
        let word = rest[start...].dropFirst(isQuoted ? 1 : 0).prefix { $0 != (isQuoted ? "\"" : " ") }
        words.append(String(word))
        rest = rest[word.endIndex...].dropFirst()
      }
      return words.map { word in
        guard word.contains("@") else { return word }
        return word.replacing("@samples/", with: Fixtures.sample("").path + "/").replacing(
          "@fixtures/", with: Fixtures.file("").path + "/")
      }
    }

    /// The words after the first one; the last of them is the rest of the line.
    func words(_ count: Int) -> [String] {
      let parts = rest.split(separator: " ", maxSplits: count - 1, omittingEmptySubsequences: false).map(String.init)
      return parts.count == count ? parts : parts + [""]
    }
  }

  static let all: [Scenario] = {
    let folder = Fixtures.file("cases/commands")
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.filter { $0.hasSuffix(".txt") }.sorted()
      ?? []
    return names.flatMap {
      read($0, (try? String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)) ?? "")
    }
  }()

  private static func read(_ name: String, _ text: String) -> [Scenario] {
    var setup: [Step] = []
    var scenarios: [(title: String, steps: [Step])] = []
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      let content = line.withoutComment.replacing("⏎", with: "\n").replacing("⇥", with: "\t").replacing("␍", with: "\r")
        .drop {
          $0 == " "
        }
      if content.isEmpty { continue }
      let parts = content.split(separator: " ", maxSplits: 1).map(String.init)
      let rest = parts.count > 1 ? parts[1] : ""
      let step = Step(place: "\(name):\(index + 1)", word: parts[0], rest: rest)
      if step.word == "#" {
        scenarios.append((rest, setup))
      } else if scenarios.isEmpty {
        setup.append(step)
      } else {
        scenarios[scenarios.count - 1].steps.append(step)
      }
    }
    return scenarios.filter { isThorough || !$0.title.hasSuffix("(thorough)") }.map {
      Scenario(title: $0.title, steps: $0.steps)
    }
  }

  /// Plays it in a new folder.
  /// - Returns: what is not as it should be.
  func play() throws -> [String] {
    var play = Play()
    return try steps.compactMap { step in
      do { return try play.problem(with: step).map { "\(step.place): \(step.word) \(step.rest)\n\($0)" } } catch {
        throw Broken(description: "\(step.place): \(step.word) \(step.rest)\n\(error)")
      }
    }
  }

  private struct Broken: Error, CustomStringConvertible {
    let description: String
  }
}

/// A scenario on its way.
private struct Play {
  let navaudit = Navaudit()
  var folder: TemporaryFolder { navaudit.folder }
  var last: Navaudit.Outcome?
  private var output: String { last?.output ?? "" }
  private var errors: String { last?.errors ?? "" }
  private var prose: String { last?.prose ?? "" }

  /// Takes a step, and says what is wrong; nil if all is well.
  mutating func problem(with step: Scenario.Step) throws -> String? {
    if try prepares(step) { return nil }
    switch step.word {
    case "refused": return try refusal(step)
    case let word where word.hasPrefix("$"):
      let outcome = try run(step.words)
      last = outcome
      return outcome.status == Int32(word.dropFirst()) ?? 0 ? nil : "status \(outcome.status): \(errors)\(output)"
    case "says": return prose.contains(step.rest) ? nil : output
    case "omits": return prose.contains(step.rest) ? output : nil
    case "prints": return output == step.rest ? nil : output
    case "errs": return errors == "navaudit: \(step.rest)\n" ? nil : errors
    case "quiet": return (output + errors).contains(step.rest) ? output + errors : nil
    case "complains":
      return errors.isEmpty == step.rest.isEmpty && (step.rest.isEmpty || errors.contains(step.rest)) ? nil : errors
    case "has", "lacks":
      let wrong = step.words.filter { folder.exists($0) == (step.word == "lacks") }
      return wrong.isEmpty ? nil : "\(wrong)"
    default: return try difference(step)
    }
  }

  /// Takes a step that only prepares others; false if it is none.
  private func prepares(_ step: Scenario.Step) throws -> Bool {
    let words = step.words
    if ["copy", "link", "hard", "sql"].contains(step.word) {
      let made = step.word == "copy" ? words[1] : words[0]
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent(made).deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    switch step.word {
    case "log": try folder.write(log(Array(words.dropFirst())), to: words[0])
    case "people":
      try folder.write(
        (folder.exists(words[0]) ? folder.data(words[0]) : Data()) + Self.people(Array(words.dropFirst())).ndjson,
        to: words[0])
    case "file": try folder.write(step.words(2)[1], to: words[0])
    case "lines":
      let bounds = words[1].split(separator: "-").compactMap { Int($0) }
      let lines = (bounds.count == 2 ? bounds[0]..<(bounds[1] + 1) : 0..<(bounds.first ?? 0)).map {
        step.words(3)[2].replacing("{n}", with: "\($0)").replacing("{nn}", with: "\(10 + $0)") + "\n"
      }
      try folder.write((folder.exists(words[0]) ? folder.text(words[0]) : "") + lines.joined(), to: words[0])
    case "edit": try folder.write(folder.text(words[0]).replacing(words[1], with: words[2]), to: words[0])
    case "cut":
      let kept = try folder.text(words[0]).split(separator: "\n", omittingEmptySubsequences: false).filter {
        !$0.contains(step.words(2)[1])
      }
      try folder.write(kept.joined(separator: "\n"), to: words[0])
    case "part":
      let from = try String(contentsOf: place(words[1]), encoding: .utf8).split(separator: "\n")
      let lines = from[(words.count > 3 ? Int(words[2]) ?? 0 : 0)..<min(from.count, Int(words[words.count - 1]) ?? 0)]
      try folder.write(
        (folder.exists(words[0]) ? folder.text(words[0]) : "") + lines.map { $0 + "\n" }.joined(), to: words[0])
    case "unpack": try folder.write(Data(contentsOf: place(words[0])).gunzipped(size: 64 << 20), to: words[1])
    case "copy": try folder.copy(place(words[0]), to: words[1])
    case "drop": try folder.remove(words[0])
    case "link":
      try FileManager.default.createSymbolicLink(atPath: folder.path(words[0]), withDestinationPath: words[1])
    case "hard": try FileManager.default.linkItem(atPath: folder.path(words[1]), toPath: folder.path(words[0]))
    case "sql":
      let database = try DatabaseQueue(path: folder.path(words[0]))
      try database.writeWithoutTransaction { try $0.execute(sql: step.words(2)[1]) }
    default: return false
    }
    return true
  }

  /// Where a file is whose name is a path of the repository, or one of the folder.
  private func place(_ name: String) -> URL {
    name.hasPrefix("/") ? URL(fileURLWithPath: name) : folder.url.appendingPathComponent(name)
  }

  private func log(_ words: [String]) throws -> Data {
    let number = words.count > 1 ? Int(words[1]) ?? 0 : 0
    func isWanted(_ line: LogLine) -> Bool {
      guard let place = words.firstIndex(where: ["before", "from", "on"].contains) else { return true }
      switch words[place] {
      case "before": return (line["user"] ?? "") < words[place + 1]
      case "from": return (line["user"] ?? "") >= words[place + 1]
      default: return line["time"]?.hasPrefix(words[place + 1]) == true
      }
    }
    let lines = (words[0] == "random" ? RandomLog(seed: UInt64(number)).lines : Fixtures.smallLog(users: number))
      .filter(isWanted)
    let plain: Data =
      switch words[0] {
      case "sample": try Data(contentsOf: Fixtures.sample("bazaar.ndjson.gz")).gunzipped(size: 64 << 20)
      case "views": Data((SampleLog.lines(users: 1...number, style: .views).joined(separator: "\n") + "\n").utf8)
      default: words.contains("csv") ? lines.csv : lines.ndjson
      }
    return words.contains("gz") ? plain.gzipped : words.contains("zst") ? plain.zstandard : plain
  }

  private static func people(_ words: [String]) -> [LogLine] {
    func numbers(_ text: some StringProtocol) -> ClosedRange<Int> {
      let bounds = text.split(separator: "-").compactMap { Int($0) }
      return bounds[0]...bounds[bounds.count - 1]
    }
    var fields = ["app_version": "1.0", "platform": "ios"]
    var all = "tab_select:Home,push:Product"
    var some: [(users: ClosedRange<Int>, events: String)] = []
    for word in words.dropFirst(2) {
      if let place = word.firstIndex(of: "=") {
        fields[String(word[..<place])] = String(word[place...].dropFirst())
      } else if word.hasPrefix("does/") {
        all = String(word.dropFirst(5))
      } else if let place = word.firstIndex(of: "/") {
        some.append((numbers(word[..<place]), String(word[place...].dropFirst())))
      }
    }
    let prefix = fields.removeValue(forKey: "id") ?? "u"
    let common = fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: LogLine.Value.text($0.value)) }
    return numbers(words[0]).flatMap { user in
      numbers(words[1]).flatMap { day -> [LogLine] in
        let events = [all] + some.filter { $0.users.contains(user) }.map(\.events)
        return events.joined(separator: ",").split(separator: ",").enumerated().map { index, event -> LogLine in
          let parts = event.split(separator: ":").map(String.init)
          let time = "2026-03-\(day < 10 ? "0" : "")\(day)T0\(user % 8):\(user % 50 + 10):\(index + 10).\(user)Z"
          var line = LogLine(time, "\(prefix)\(user)", parts[0])
          if parts.count > 1 {
            if ["tab_select", "menu_select", "gesture"].contains(parts[0]) {
              line.fields.append(("target", .text(parts[1])))
            }
            if parts[0] != "gesture" { line.fields.append(("screen", .text(parts[1]))) }
          }
          line.fields += common
          return line
        }
      }
    }
  }

  private func run(_ words: [String]) throws -> Navaudit.Outcome {
    let variables = words.prefix { $0.hasPrefix("NAVAUDIT_") }.map { $0.split(separator: "=", maxSplits: 1) }
    let environment = Dictionary(uniqueKeysWithValues: variables.map { (String($0[0]), String($0[1])) })
    let words = Array(words.dropFirst(variables.count))
    guard let place = words.firstIndex(of: "<") else { return try navaudit.run(words, environment: environment) }
    let input = try folder.data(words[place + 1])
    return try navaudit.run(Array(words[..<place]), environment: environment, input: input)
  }

  private mutating func refusal(_ step: Scenario.Step) throws -> String? {
    let (arguments, message) =
      step.rest.firstRange(of: " → ").map { (step.rest[..<$0.lowerBound], step.rest[$0.upperBound...]) } ?? ("", "")
    let before = try state
    let outcome = try run(Scenario.Step(place: step.place, word: "", rest: String(arguments)).words)
    last = outcome
    if outcome.status != 2 || output != "" || errors != "navaudit: \(message)\n" {
      return "status \(outcome.status): \(errors)\(output)"
    }
    let changed = differences(before, try state)
    return changed == [] ? nil : "changed: \(changed)"
  }

  /// Every file and folder with its contents.
  private var state: [String: Data] {
    get throws {
      let contents = try folder.contents(of: ".")
      return Dictionary(uniqueKeysWithValues: folder.everything().map { ($0, contents[$0] ?? Data()) })
    }
  }

  /// How files differ from what a step says of them.
  private func difference(_ step: Scenario.Step) throws -> String? {
    let words = step.words
    let text = step.words(2)[1]
    switch step.word {
    case "in": return try folder.text(words[0]).contains(text) ? nil : folder.text(words[0])
    case "not-in": return try folder.text(words[0]).contains(text) ? folder.text(words[0]) : nil
    case "none":
      let found = try folder.contents(of: words[0]).filter { $0.value.firstRange(of: Data(text.utf8)) != nil }
      return found.isEmpty ? nil : "\(found.keys.sorted())"
    case "is": return try folder.text(words[0]) == text ? nil : folder.text(words[0])
    case "cell":
      let found = try folder.table(words[0]).cell(Array(words[1..<(words.count - 2)]), words[words.count - 2])
      return found == words[words.count - 1] ? nil : found ?? "no such cell"
    case "column", "values":
      let cells = try folder.table(words[0])[words[1]]
      let found = step.word == "values" ? Set(cells).sorted() : cells
      return found == Array(words.dropFirst(2)) ? nil : "\(found)"
    case "pick":
      let place = words[1].split(separator: "=").map(String.init)
      let found = try folder.table(words[0]).where(place[0], place[1])[words[2]]
      return found == Array(words.dropFirst(3)) ? nil : "\(found)"
    case "rows":
      let count = try folder.table(words[0]).rows.count
      return count == Int(words[1]) ? nil : "\(count)"
    case "tables":
      let tables = try folder.tables(of: words[0]).keys.map { try CSVTable(folder.text("\(words[0])/\($0)")) }
      let found = Set(tables.flatMap { $0[words[1]] })
      return found == [words[2]] ? nil : "\(found)"
    case "members":
      let text = words[0] == "-" ? output : try folder.text(words[0])
      let found = text.components(separatedBy: "\"\(words[1])\" : ").dropFirst().map {
        $0.prefix { !",\n".contains($0) }.trimmingCharacters(in: ["\""])
      }
      return found == Array(words.dropFirst(2)) ? nil : "\(found)"
    case "same":
      let endings = words.dropFirst(2)
      let one = try contents(words[0])
      let other = try contents(words[1])
      let different = differences(one, other).filter { name in
        endings.isEmpty || endings.contains { name.hasSuffix($0) }
      }
      return different == [] && !one.isEmpty ? nil : "different: \(different)"
    case "ask":
      let parts = words.dropLast().dropFirst().joined(separator: " ")
      let found = try DatabaseQueue(path: folder.path(words[0])).read { try String.fetchOne($0, sql: parts) }
      return found == words.last ? nil : found ?? "NULL"
    default: return "no such step"
    }
  }

  /// The contents of a file, or of the files of a folder by name.
  private func contents(_ name: String) throws -> [String: Data] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder.path(name), isDirectory: &isFolder) else { return [:] }
    return isFolder.boolValue ? try folder.contents(of: name) : ["": try folder.data(name)]
  }
}
