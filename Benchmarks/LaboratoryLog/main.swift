import Foundation
import Simulation

// Writes logs for benchmarks to standard output.
//
//   laboratory-log entropy [--events 1000000] [--screens 8] [--ids 0.5] [--unknown 0.3] [--extra 1024]
//   [--shuffle-fields yes] [--seed 1] laboratory-log combination SEED            (a random log of the truth benchmark;
//   its map goes to standard error) laboratory-log intentions SEED [twisted]   (people with intentions, of the plan
//   benchmark; in some apps an entry moves in version 1.10) laboratory-log views SEED                  (the screens of
//   a random app of the inference benchmark) laboratory-log site SEED                   (the pages of a shop, a wiki, a
//   funnel, a page or courses, without tabs) laboratory-log dialect SEED FOLDER         (a team's log of the
//   understanding benchmark, and the same events in native words)

func output(_ bytes: UnsafeRawBufferPointer) { FileHandle.standardOutput.write(Data(bytes)) }

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("laboratory-log: \(message)\n".utf8))
  exit(64)
}

var arguments = CommandLine.arguments.dropFirst()
let kind = arguments.popFirst() ?? ""
if kind == "entropy" {
  var log = EntropyLog()
  while let option = arguments.popFirst() {
    guard let value = arguments.popFirst() else { fail("\(option) needs a value") }
    switch (option, Int(value), Double(value)) {
    case ("--events", let number?, _): log.events = number
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
  exit(0)
}
guard let seed = arguments.popFirst().flatMap(UInt64.init) else {
  fail("name entropy, combination, intentions, dialect, views or site, and a seed")
}
let more = arguments.popFirst()
switch kind {
case "combination":
  let combination = Combination(seed: seed)
  FileHandle.standardError.write(Data("# \(combination.words)\n\(combination.app.map)".utf8))
  combination.log.events.log.withUnsafeBytes(output)
case "intentions": IntentionApp(seed: seed, twisted: more == "twisted").log().log.withUnsafeBytes(output)
case "site": Site(seed: seed).log().withUnsafeBytes(output)
case "views": try RandomApp(seed: seed).log(viewsOnly: true).withUnsafeBytes(output)
case "dialect":
  guard let more else { fail("dialect needs a seed and a folder") }
  let folder = URL(fileURLWithPath: more)
  let dialect = Dialect(seed: seed)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  try Data(dialect.log).write(to: folder.appending(path: dialect.fileName))
  try Data(dialect.nativeLog).write(to: folder.appending(path: "native.ndjson"))
  print(dialect.name)
default: fail("\(kind) is unknown; name entropy, combination, intentions, dialect, views or site")
}
