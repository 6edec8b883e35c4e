import Dispatch
import Foundation
import NavigationLog

// What a call of NavigationLog costs the app, and whether a million events survive kills.
//
//     logger-benchmark              prints a table
//     logger-benchmark FOLDER       writes states into a folder until it is killed

/// Nanoseconds since any moment.
func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

let screens = (0..<64).map { "Screen \($0)" }
let tabs = ["Home", "Orders", "Search", "Profile"]

/// A walk of an app: down, down, up, another tab.
func state(_ step: Int) -> (tab: String, path: [String]) {
  let depth = [1, 2, 3, 2][step % 4]
  let tab = tabs[step / 4 % tabs.count]
  return (tab, [tab] + (1..<depth).map { screens[(step / 4 + $0) % screens.count] })
}

/// Writes until somebody ends the process.
func writeForever(_ folder: URL) -> Never {
  let logger = NavigationLogger(consent: true, folder: folder, limits: LogLimits(fileSize: 8_000_000, files: 1000))
  var step = 0
  while true {
    let (tab, path) = state(step)
    logger.state(tab: tab, path: path)
    step += 1
    if step % 2000 == 0 { logger.flush() }
  }
}

/// Calls a thousand times a hundred what is called from the main thread, with time for the writer between, and measures
/// each call.
func cost(_ name: String, _ call: (NavigationLogger, Int) -> Void) {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("logger-benchmark-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  let logger = NavigationLogger(consent: true, folder: folder)
  logger.state(tab: "Home", path: ["Home"])
  var times: [UInt64] = []
  for step in 0..<100_000 {
    let start = now()
    call(logger, step)
    times.append(now() - start)
    if step % 1000 == 999 { logger.flush() }
  }
  times.sort()
  let mean = Double(times.reduce(0, +)) / Double(times.count)
  let at = { (share: Double) in times[Int(Double(times.count - 1) * share)] }
  print("| \(name) | \(Int(mean)) | \(at(0.5)) | \(at(0.99)) |")
}

func files(in folder: URL) -> [URL] {
  ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []).filter {
    $0.pathExtension == "ndjson"
  }
}

func lines(in folder: URL) -> Int {
  files(in: folder).reduce(0) { sum, file in
    sum + ((try? Data(contentsOf: file)) ?? Data()).split(separator: UInt8(ascii: "\n")).count
  }
}

/// Processes that write and are killed, until a million events are in the folder; then navaudit reads it.
func survive(_ navaudit: String) throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("logger-benchmark-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  var kills = 0
  while lines(in: folder.appendingPathComponent("log")) < 1_000_000 {
    let app = Process()
    app.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    app.arguments = [folder.appendingPathComponent("log").path]
    try app.run()
    usleep(UInt32.random(in: 50_000...400_000))
    kill(app.processIdentifier, SIGKILL)
    app.waitUntilExit()
    kills += 1
  }
  let log = folder.appendingPathComponent("log")
  let written = lines(in: log)
  let start = now()
  let reader = Process()
  reader.executableURL = URL(fileURLWithPath: navaudit)
  reader.arguments = [
    "analyze", log.path, "--no-store", "--quiet", "--output", folder.appendingPathComponent("reports").path,
  ]
  try reader.run()
  reader.waitUntilExit()
  let seconds = Double(now() - start) / 1e9
  let summary = (try? String(contentsOf: folder.appendingPathComponent("reports/summary.csv"), encoding: .utf8)) ?? ""
  let value = { (name: String) in
    summary.split(separator: "\n").first { $0.hasPrefix(name + ",") }?.split(separator: ",")[1] ?? "?"
  }
  print("\n\(written) lines of \(kills) launches, each killed while it wrote, in \(files(in: log).count) files.")
  print(
    "navaudit: status \(reader.terminationStatus), \(value("events")) events, \(value("events_rejected")) rejected, ",
    terminator: "")
  print("\(value("sessions")) sessions, \((seconds * 10).rounded() / 10) s.")
}

if CommandLine.arguments.count > 1 { writeForever(URL(fileURLWithPath: CommandLine.arguments[1])) }
print("| call | mean, ns | median, ns | 99th percentile, ns |\n|---|---|---|---|")
cost("`state`, another one") { logger, step in
  let (tab, path) = state(step)
  logger.state(tab: tab, path: path)
}
let same = state(3)
cost("`state`, the same one") { logger, _ in logger.state(tab: same.tab, path: same.path) }
cost("`tapped`") { logger, _ in logger.tapped("Buy", at: CGPoint(x: 10, y: 20)) }
cost("`reselected` and `state`") { logger, _ in
  logger.reselected()
  logger.state(tab: "Home", path: ["Home"])
}
cost("`badge`") { logger, step in logger.badge("Orders", count: step) }
try survive(ProcessInfo.processInfo.environment["NAVAUDIT"] ?? ".build/release/navaudit")
