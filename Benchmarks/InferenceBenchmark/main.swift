import Foundation
import Harness
import Simulation

// Infers the structure of random apps from logs with only `screen_view` and compares it with the true structure.
//
//   swift run -c release --package-path Benchmarks inference-benchmark [APPS] [FIRST-SEED]
//
// As many sites without tabs (shops, wikis, funnels, pages, courses) show how often tabs are claimed where there are none.
//
// The true mean depth is that of the full log, of the same people in the same sessions.

let count = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 100
let first = CommandLine.arguments.dropFirst(2).first.flatMap(UInt64.init) ?? 1
let audit = try Audited()
defer { audit.cleanUp() }

/// The mean depth that a run reports.
func depth(_ log: [UInt8], infers: Bool = false, map: String? = nil) throws -> Double {
  let log = try audit.write(log, to: "log.ndjson")
  let options = try (infers ? ["--infer"] : []) + (map.map { ["--map", try audit.write($0.utf8, to: "map.yml")] } ?? [])
  try audit.run(["analyze", log, "--output", audit.path("report"), "--no-store", "--quiet"] + options)
  let row = try audit.table("report/summary.csv").first { $0["metric"] == "depth_mean" }
  return row?["value"].flatMap(Double.init) ?? .nan
}

/// The screens that a drafted map takes for roots of tabs, with their confidence in percent.
func roots(_ log: [UInt8]) throws -> [(screen: String, confidence: Int)] {
  let text = try audit.run(["init", try audit.write(log, to: "log.ndjson"), "--output", "-"]).output
  let lines = text.split(separator: "\n").drop { $0 != "roots:" }.dropFirst().prefix { $0.hasPrefix("  ") }
  return lines.compactMap { line in
    line.firstMatch(of: /^  .*: (.+?)  # (\d+)%/).flatMap { match in Int(match.2).map { (String(match.1), $0) } }
  }
}

struct Tally {
  var apps = 0, silent = 0, exact = 0, near = 0, nearByMap = 0
  var found = 0, guessed = 0, real = 0
  var errors: [Double] = []

  mutating func add(_ guess: Set<String>, _ truth: Set<String>, error: Double, errorByMap: Double) {
    apps += 1
    if guess.isEmpty {
      silent += 1
      return
    }
    if guess == truth { exact += 1 }
    found += guess.intersection(truth).count
    guessed += guess.count
    real += truth.count
    errors.append(abs(error))
    if abs(error) <= 0.1 { near += 1 }
    if abs(errorByMap) <= 0.1 { nearByMap += 1 }
  }

  func line(_ name: String) -> String {
    func share(_ part: Int, _ whole: Int) -> String { String(format: "%5.1f %%", 100 * Double(part) / Double(max(whole, 1))) }
    let judged = apps - silent
    let mean = errors.reduce(0, +) / Double(max(errors.count, 1))
    return name.padding(toLength: 22, withPad: " ", startingAt: 0)
      + "\(String(format: "%4d", apps)) apps, \(silent) without a guess; of the others, roots exactly right \(share(exact, judged)), precision \(share(found, guessed)), recall \(share(found, real)); "
      + "mean depth within 10% in \(share(near, judged)), off by \(String(format: "%.1f %%", 100 * mean)) on average "
      + "(with the true roots in a map, without the guess: within 10% in \(share(nearByMap, judged)))"
  }
}

var all = Tally()
var described = Tally()
var walked = Tally()
var withMenu = Tally()
var withoutMenu = Tally()
var confidence: [Int: (right: Int, all: Int)] = [:]
for seed in first..<(first + UInt64(count)) {
  let app = RandomApp(seed: seed)
  let log = try app.log(viewsOnly: true)
  let truth = try depth(app.log(viewsOnly: false))
  let guess = try depth(log, infers: true)
  let names = app.roots.sorted()
  let byMap = try depth(log, map: "tabs: [\(names.joined(separator: ", "))]\nroots: {\(names.map { "\($0): \($0)" }.joined(separator: ", "))}\n")
  let guesses = try roots(log)
  let guessed = Set(guesses.map(\.screen))
  for guess in guesses {
    let grade = guess.confidence / 10
    let known = confidence[grade, default: (0, 0)]
    confidence[grade] = (known.right + (app.roots.contains(guess.screen) ? 1 : 0), known.all + 1)
  }
  func tell(_ tally: inout Tally) { tally.add(guessed, app.roots, error: guess / truth - 1, errorByMap: byMap / truth - 1) }
  tell(&all)
  if seed % 2 == 0 { tell(&described) } else { tell(&walked) }
  if app.menuItems.isEmpty { tell(&withoutMenu) } else { tell(&withMenu) }
  let wrong =
    guessed.subtracting(app.roots).sorted().map { app.menuItems.contains($0) ? "+\($0) (menu item)" : "+\($0)" }
    + app.roots.subtracting(guessed).sorted().map { "-\($0)" }
  if !wrong.isEmpty || abs(guess / truth - 1) > 0.1 {
    print("seed \(seed): \(app.roots.count) roots, \(wrong.joined(separator: " ")), depth \(String(format: "%.2f for %.2f", guess, truth))")
  }
}
print(all.line("all"))
print(described.line("by the simulator"))
print(walked.line("by people with tastes"))
print(withoutMenu.line("without a menu"))
print(withMenu.line("with a hidden menu"))
for grade in confidence.keys.sorted() {
  let (right, count) = confidence[grade] ?? (0, 0)
  print(String(format: "confidence from %.1f: %d of %d right", Double(grade) / 10, right, count))
}

var claimed: [Site.Kind: Int] = [:]
for seed in first..<(first + UInt64(count)) {
  let site = Site(seed: seed)
  let found = try roots(site.log())
  if !found.isEmpty {
    claimed[site.kind, default: 0] += 1
    print("site \(seed), a \(site.kind): \(found.map(\.screen))")
  }
}
print(
  "sites without tabs: \(count), tabs claimed in \(claimed.values.reduce(0, +)): "
    + Site.Kind.allCases.map { "\($0) \(claimed[$0, default: 0])" }.joined(separator: ", "))

/// The findings in a log of a site's page views.
func findings(_ site: Site) throws -> [(rule: String, severity: String, subject: String)] {
  let log = try audit.write(site.log(), to: "log.ndjson")
  try audit.run(["analyze", log, "--output", audit.path("report"), "--no-store", "--quiet"])
  return try audit.table("report/findings.csv").map { ($0["rule"] ?? "", $0["severity"] ?? "", $0["subject"] ?? "") }
}

var warned: [String: Int] = [:]
var sound = 0
for seed in first..<(first + UInt64(count)) {
  let site = Site(seed: seed)
  let warnings = try findings(site).filter { $0.severity != "info" }
  if warnings.isEmpty { sound += 1 }
  for rule in Set(warnings.map(\.rule)) { warned["\(rule) on a \(site.kind)", default: 0] += 1 }
}
print(
  "sites without a flaw: \(count), a warning or an error in \(count - sound): \(warned.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))"
)

let rules: [Site.Flaw: String] = [.glance: "screen.glance", .lobby: "screen.lobby", .pair: "screen.back-and-forth"]
for flaw in Site.Flaw.allCases {
  var named = 0
  var missed: [String] = []
  for seed in first..<(first + UInt64(count)) {
    let site = Site(seed: seed, flaw: flaw)
    let found = try findings(site)
    let isNamed = found.contains { finding in finding.rule == rules[flaw] && site.flawed.contains { finding.subject.contains($0) } }
    if isNamed { named += 1 } else { missed.append("\(seed) (a \(site.kind))") }
  }
  print("planted: \(flaw), \(named) of \(count) found\(missed.isEmpty ? "" : "; not in \(missed.prefix(20).joined(separator: ", "))")")
}
