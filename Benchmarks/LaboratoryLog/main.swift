import Foundation
import Simulation

// Writes logs for benchmarks to standard output.
//
//   laboratory-log entropy [--events 4M] [--users 60000] [--screens 8] [--levels 9] [--ids 0.5] [--unknown 0.3] [--extra 1024] [--shuffle-fields yes] [--seed 1]
//   laboratory-log combination SEED            (a random log of the truth benchmark; its map goes to standard error)
//   laboratory-log intentions SEED [twisted]   (people with intentions, of the plan benchmark; in some apps an entry moves in version 1.10)
//   laboratory-log views SEED                  (the screens of a random app of the inference benchmark)
//   laboratory-log site SEED                   (the pages of a shop, a wiki, a funnel, a page or courses, without tabs)
//   laboratory-log dialect SEED FOLDER         (a team's log of the understanding benchmark, and the same events in native words)

/// Writes all bytes to standard output; the process ends if the reader stops.
func output(_ bytes: UnsafeRawBufferPointer) {
  var rest = bytes
  while !rest.isEmpty {
    let count = Foundation.write(1, rest.baseAddress, rest.count)
    guard count > 0 else { exit(2) }
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
}

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("laboratory-log: \(message)\n".utf8))
  exit(64)
}

/// `4M`, `100k` or plain digits.
func count(_ text: String) -> Int? {
  let factors: [Character: Int] = ["k": 1000, "M": 1_000_000]
  guard let last = text.last, let factor = factors[last] else { return Int(text) }
  return Int(text.dropLast()).map { $0 * factor }
}

var arguments = CommandLine.arguments.dropFirst()
switch arguments.popFirst() {
case "entropy":
  var log = EntropyLog()
  while let option = arguments.popFirst() {
    guard let value = arguments.popFirst() else { fail("\(option) needs a value") }
    let number = count(value)
    switch (option, number, Double(value)) {
    case ("--events", let number?, _): log.events = number
    case ("--users", let number?, _) where number > 1: log.users = number
    case ("--levels", let number?, _) where number > 1: log.levels = number
    case ("--screens", let number?, _) where number > 0: log.screens = number
    case ("--extra", let number?, _) where number >= 0: log.extraBytes = number
    case ("--seed", let number?, _): log.seed = UInt64(number)
    case ("--ids", _, let share?) where (0...1).contains(share): log.ids = share
    case ("--unknown", _, let share?) where (0...1).contains(share): log.unknown = share
    case ("--shuffle-fields", _, _): log.shufflesFields = value == "yes"
    default: fail("\(option) \(value) is not understood; see the head of main.swift")
    }
  }
  log.write(output)
case "combination":
  guard let seed = arguments.popFirst().flatMap(UInt64.init) else { fail("combination needs a seed") }
  let combination = Combination(seed: seed)
  FileHandle.standardError.write(Data("# \(combination.words)\n\(combination.app.map)".utf8))
  combination.log.events.log.withUnsafeBytes(output)
case "intentions":
  guard let seed = arguments.popFirst().flatMap(UInt64.init) else { fail("intentions needs a seed") }
  IntentionApp(seed: seed, twisted: arguments.popFirst() == "twisted").log().log.withUnsafeBytes(output)
case "dialect":
  guard let seed = arguments.popFirst().flatMap(UInt64.init), let folder = arguments.popFirst() else { fail("dialect needs a seed and a folder") }
  let dialect = Dialect(seed: seed)
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  try Data(dialect.log).write(to: URL(fileURLWithPath: folder + "/" + dialect.fileName))
  try Data(dialect.nativeLog).write(to: URL(fileURLWithPath: folder + "/native.ndjson"))
  print(dialect.name)
case "site":
  guard let seed = arguments.popFirst().flatMap(UInt64.init) else { fail("site needs a seed") }
  Site(seed: seed).log().withUnsafeBytes(output)
case "views":
  guard let seed = arguments.popFirst().flatMap(UInt64.init) else { fail("views needs a seed") }
  try RandomApp(seed: seed).log(viewsOnly: true).withUnsafeBytes(output)
default: fail("name entropy, combination, intentions, dialect, views or site")
}
