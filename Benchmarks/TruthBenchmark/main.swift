import ArgumentParser
import Foundation
import Harness
import Simulation

// Counts how often navaudit reports what is false, and how often it finds what is true, on logs with known truth.
//
// Half of the combinations are the same in every run; the others depend on the seed. `--runs 20 --pairs 400` is the
// full setting.

enum Part: String, CaseIterable, ExpressibleByArgument {
  case combinations, flaws, circumstances, stationary, causes, shapes, comparisons
}

struct TruthBenchmark: ParsableArguments {
  @Option(help: "Number of realistic logs.") var logs = 200
  @Option(help: "Number of logs with each flaw, and of each kind of well-built app.") var runs = 3
  @Option(help: "Number of comparisons of each kind.") var pairs = 20
  @Option(help: "Seed (default: derived from the commit).") var seed: UInt64?
  @Option(help: "A part of the report (default: all).") var only: [Part] = []
  @Option(help: "The command (default: the release build).") var binary: String?

  func validate() throws {
    if min(logs, runs, pairs) < 0 { throw ValidationError("give whole numbers") }
  }
}

/// Prints progress on standard error.
func progress(_ words: String) { FileHandle.standardError.write(Data("\(words)\n".utf8)) }

let options = TruthBenchmark.parseOrExit()
let commit = currentCommit()
let seed = options.seed ?? UInt64(commit.prefix(15), radix: 16) ?? 1
let audit = try Audited(binary: options.binary)
defer { audit.cleanUp() }
var report = """
  # Truth benchmark

  Commit \(commit.isEmpty ? "unknown" : String(commit.prefix(12))), seed \(seed). Made by `swift run -c release \
  --package-path Benchmarks truth-benchmark`.

  """
for part in Part.allCases where options.only.isEmpty || options.only.contains(part) {
  report += "\n"
  switch part {
  case .combinations: report += try combinations(options.logs, seed: seed, audit)
  case .flaws: report += try plantedFlaws(runs: options.runs, audit)
  case .circumstances: report += try flawsInCircumstances(runs: options.runs, seed: seed, audit)
  case .stationary: report += try stationary(runs: options.pairs, seed: seed, audit)
  case .causes: report += try causes(pairs: options.pairs, seed: seed, audit)
  case .shapes: report += try wellBuiltKinds(runs: options.runs, audit)
  case .comparisons: report += try comparisons(pairs: options.pairs, audit)
  }
}
print(report)
