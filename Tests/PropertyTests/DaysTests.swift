import Foundation
import TestSupport
import Testing

/// A log that is dated only by days tells no order within a day.
@Suite("Days are no times")
struct DaysTests {
  private static let rows = (0..<200).map { row in
    ["u\(row % 20)", "2026-03-\(10 + row / 20)", ["home", "cart", "orders"][row % 3], "ios"]
  }

  private static func csv(_ clock: String) -> Data {
    (["account,day,page,os"] + rows.map { "\($0[0]),\($0[1])\(clock),\($0[2]),\($0[3])" }).ndjson
  }

  private static let native = rows.map {
    #"{"user":"\#($0[0])","time":"\#($0[1])T00:00:00Z","event":"screen_view","screen":"\#($0[2])"}"#
  }.ndjson

  private static let columns = ["--columns", "user=account,time=day,screen=page"]

  @Test(
    arguments: [
      (csv(""), []), (csv(" 00:00:00"), []), (csv(" 00:00:00"), columns), (native, []),
    ] as [(Data, [String])])
  func `however the log is read`(log: Data, options: [String]) throws {
    let navaudit = Navaudit()
    try navaudit.folder.write(log, to: "log")
    let outcome = try navaudit.run(["analyze", "log", "--output", "Out"] + options)
    #expect(outcome.status == 2 && outcome.errors.contains("days only"), "\(outcome.output) \(outcome.errors)")
  }
}
