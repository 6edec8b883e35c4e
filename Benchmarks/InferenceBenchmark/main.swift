import ArgumentParser
import Foundation
import Harness
import Simulation

// Infers the structure of random apps from logs with only `screen_view` and compares it with the true structure.
//
// As many sites without tabs (shops, wikis, funnels, pages, courses) show how often tabs are claimed where there are
// none.
//
// The true mean depth is that of the full log, of the same people in the same sessions.

struct InferenceBenchmark: ParsableArguments {
  @Argument(help: "Number of apps, and of sites.") var apps = 100
  @Argument(help: "Seed of the first.") var first: UInt64 = 1
}

let options = InferenceBenchmark.parseOrExit()
let count = options.apps
let seeds = (0..<UInt64(count)).map { options.first + $0 }
let audit = try Audited()
defer { audit.cleanUp() }

/// What was inferred of one app.
struct Guess {
  let app: RandomApp
  let roots: Set<String>
  /// How far off the mean depth is, and how far with the true roots in a map.
  let error: Double
  let errorByMap: Double

  static func line(_ name: String, _ guesses: [Guess]) -> String {
    func share(_ part: Int, _ whole: Int) -> String {
      String(format: "%5.1f %%", 100 * Double(part) / Double(max(whole, 1)))
    }
    let made = guesses.filter { !$0.roots.isEmpty }
    func sum(_ count: (Guess) -> Int) -> Int { made.reduce(0) { $0 + count($1) } }
    let found = sum { $0.roots.intersection($0.app.roots).count }
    let mean = made.reduce(0) { $0 + abs($1.error) } / Double(max(made.count, 1))
    return name.padding(toLength: 22, withPad: " ", startingAt: 0)
      + "\(String(format: "%4d", guesses.count)) apps, \(guesses.count - made.count) without a guess; of the others, "
      + "roots exactly right \(share(made.count { $0.roots == $0.app.roots }, made.count)), "
      + "precision \(share(found, sum { $0.roots.count })), recall \(share(found, sum { $0.app.roots.count })); "
      + "mean depth within 10% in \(share(made.count { abs($0.error) <= 0.1 }, made.count)), off by \(String(format: "%.1f %%", 100 * mean)) on average "
      + "(with the true roots in a map, without the guess: within 10% in \(share(made.count { abs($0.errorByMap) <= 0.1 }, made.count)))"
  }
}

var guesses: [Guess] = []
var confidence: [Int: (right: Int, all: Int)] = [:]
for seed in seeds {
  let app = RandomApp(seed: seed)
  let log = try app.log(viewsOnly: true)
  let truth = try audit.depth(app.log(viewsOnly: false)) ?? .nan
  let guess = try audit.depth(log, options: ["--infer"]) ?? .nan
  let names = app.roots.sorted()
  let map =
    "tabs: [\(names.joined(separator: ", "))]\nroots: {\(names.map { "\($0): \($0)" }.joined(separator: ", "))}\n"
  let byMap = try audit.depth(log, map: map) ?? .nan
  let named = try audit.roots(log)
  for (screen, percent) in named {
    confidence[percent / 10, default: (0, 0)].all += 1
    if app.roots.contains(screen) { confidence[percent / 10, default: (0, 0)].right += 1 }
  }
  let guessed = Set(named.map(\.screen))
  guesses.append(Guess(app: app, roots: guessed, error: guess / truth - 1, errorByMap: byMap / truth - 1))
  let wrong =
    guessed.subtracting(app.roots).sorted().map { app.menuItems.contains($0) ? "+\($0) (menu item)" : "+\($0)" }
    + app.roots.subtracting(guessed).sorted().map { "-\($0)" }
  if !wrong.isEmpty || abs(guess / truth - 1) > 0.1 {
    print(
      """
      seed \(seed): \(app.roots.count) roots, \(wrong.joined(separator: " ")), depth \
      \(String(format: "%.2f for %.2f", guess, truth))
      """
    )
  }
}
print(Guess.line("all", guesses))
print(Guess.line("by the simulator", guesses.filter { $0.app.seed % 2 == 0 }))
print(Guess.line("by people with tastes", guesses.filter { $0.app.seed % 2 == 1 }))
print(Guess.line("without a menu", guesses.filter(\.app.menuItems.isEmpty)))
print(Guess.line("with a hidden menu", guesses.filter { !$0.app.menuItems.isEmpty }))
for (grade, (right, all)) in confidence.sorted(by: { $0.key < $1.key }) {
  print(String(format: "confidence from %.1f: %d of %d right", Double(grade) / 10, right, all))
}

var claimed: [Site.Kind: Int] = [:]
for seed in seeds {
  let site = Site(seed: seed)
  let found = try audit.roots(site.log())
  if !found.isEmpty {
    claimed[site.kind, default: 0] += 1
    print("site \(seed), a \(site.kind): \(found.map(\.screen))")
  }
}
print(
  "sites without tabs: \(count), tabs claimed in \(claimed.values.reduce(0, +)): "
    + Site.Kind.allCases.map { "\($0) \(claimed[$0, default: 0])" }.joined(separator: ", "))

/// The findings in a log of a site's page views.
func findings(_ site: Site) throws -> [Audited.Finding] { try audit.findings(site.log(), options: ["--no-store"]) }

var warned: [String: Int] = [:]
var sound = 0
for site in seeds.map({ Site(seed: $0) }) {
  let warnings = try findings(site).filter { $0.severity != "info" }
  if warnings.isEmpty { sound += 1 }
  for rule in Set(warnings.map(\.about.rule)) { warned["\(rule) on a \(site.kind)", default: 0] += 1 }
}
print("sites without a flaw: \(count), a warning or an error in \(count - sound): \(warned.listed)")

let rules: [Site.Flaw: String] = [.glance: "screen.glance", .lobby: "screen.lobby", .pair: "screen.back-and-forth"]
for flaw in Site.Flaw.allCases {
  let missed = try seeds.map { Site(seed: $0, flaw: flaw) }.filter { site in
    try !findings(site).contains { finding in
      finding.about.rule == rules[flaw] && site.flawed.contains { finding.about.subject.contains($0) }
    }
  }
  let list = missed.prefix(20).map { "\($0.seed) (a \($0.kind))" }.joined(separator: ", ")
  print("planted: \(flaw), \(count - missed.count) of \(count) found\(missed.isEmpty ? "" : "; not in \(list)")")
}
