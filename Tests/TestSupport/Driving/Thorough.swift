import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// Not part of the quick suite: runs the command many times, or on much data, or tries what a change hardly ever
  /// breaks. CI sets `NAVAUDIT_THOROUGH`.
  package static var thorough: Self { .enabled(if: isThorough, "thorough: set NAVAUDIT_THOROUGH=1") }
}

/// Whether the thorough tests run, too.
package let isThorough = depth != nil

/// Whether each of them runs on every case, as CI does each week.
private let isExhaustive = depth == "all"
private let depth = ProcessInfo.processInfo.environment["NAVAUDIT_THOROUGH"]

/// The cases of a test: in the quick suite only the first of them.
/// - Parameter thorough: the first of them in the thorough suite; nil for all.
package func sampled<Case>(_ cases: [Case], to count: Int = 1, thorough: Int? = nil) -> [Case] {
  if isExhaustive { return cases }
  return isThorough ? Array(cases.prefix(thorough ?? cases.count)) : Array(cases.prefix(count))
}

/// The cases of a test for one of its logs: in the quick suite the first, in the thorough one as many as said, other
/// ones for each log.
package func dealt<Case>(_ cases: [Case], to log: String, count: Int = 1) -> [Case] {
  guard isThorough, !isExhaustive else { return sampled(cases) }
  let first = log.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xffff }
  return (0..<count).map { cases[(first + $0) % cases.count] }
}

/// Evenly spread cases of a test, the first among them; in the thorough suite all of them.
package func sampled<Case>(_ cases: [Case], every stride: Int) -> [Case] {
  isThorough ? cases : cases.indices.filter { $0 % stride == 0 }.map { cases[$0] }
}

/// Something did not happen within ten minutes: it hangs, on a machine however busy.
package struct Hung: Error, CustomStringConvertible {
  package let description: String
}

/// Waits until a condition holds; it is checked every few milliseconds.
/// - Throws: ``Hung`` after ten minutes.
package func wait(for what: String, until holds: () throws -> Bool) throws {
  let start = ContinuousClock.now
  while try !holds() {
    if ContinuousClock.now - start > .seconds(600) { throw Hung(description: "hung while waiting for \(what)") }
    usleep(5_000)
  }
}

/// How many bytes of a pipe nobody has read yet.
package func unread(_ pipe: Pipe) -> Int {
  var count: Int32 = 0
  return ioctl(pipe.fileHandleForWriting.fileDescriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
}
