import Foundation
import Harness
import Simulation

// Counts how often navaudit reports what is false, and how often it finds what is true, on logs with known truth.
//
//   swift run -c release --package-path Benchmarks truth-benchmark [--logs 200] [--runs 3] [--pairs 20] [--seed N] [--only PART] [--binary PATH] [--output FILE] [--keep FOLDER]
//
// Parts: combinations, flaws, circumstances, stationary, causes, shapes, comparisons. Half of the combinations are the same in every run; the others depend on the seed, which is derived
// from the commit unless it is given. `--runs 20 --pairs 400` is the full setting.

let options: Options
do {
  options = try Options(CommandLine.arguments)
} catch {
  FileHandle.standardError.write(Data("truth-benchmark: \(error)\n".utf8))
  exit(64)
}
let audit = try Audited(binary: options.binary, keeping: options.keep)
var report = Report(seed: options.seed, commit: options.commit)
if options.includes("combinations") { report.add(try combinations(options.logs, seed: options.seed, audit)) }
if options.includes("flaws") { report.add(try plantedFlaws(runs: options.runs, audit)) }
if options.includes("circumstances") { report.add(try flawsInCircumstances(runs: options.runs, seed: options.seed, audit)) }
if options.includes("stationary") { report.add(try stationary(runs: options.pairs, seed: options.seed, audit)) }
if options.includes("causes") { report.add(try causes(pairs: options.pairs, seed: options.seed, audit)) }
if options.includes("shapes") { report.add(try wellBuiltKinds(runs: options.runs, audit)) }
if options.includes("comparisons") { report.add(try comparisons(pairs: options.pairs, audit)) }
audit.cleanUp()
print(report.text)
if let output = options.output { try Data(report.text.utf8).write(to: URL(fileURLWithPath: output)) }
