import Foundation
import Harness
import Simulation

/// The options of the command line.
struct Options {
  var logs = 200
  var runs = 3
  var pairs = 20
  var seed: UInt64
  var commit = ""
  var only: [String] = []
  var binary: String?
  var output: String?
  var keep: String?

  init(_ arguments: [String]) throws {
    commit = currentCommit()
    seed = UInt64(commit.prefix(15), radix: 16) ?? 1
    var rest = arguments.dropFirst()
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { throw BenchmarkError("\(option) needs a value") }
      func number<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        guard let number = Number(value), number >= 0 else { throw BenchmarkError("\(option) \(value): give a whole number") }
        return number
      }
      switch option {
      case "--logs": logs = try number(Int.self)
      case "--runs": runs = try number(Int.self)
      case "--pairs": pairs = try number(Int.self)
      case "--seed": seed = try number(UInt64.self)
      case "--only": only.append(value)
      case "--binary": binary = value
      case "--output": output = value
      case "--keep": keep = value
      default: throw BenchmarkError("\(option) is unknown; see the head of main.swift")
      }
    }
  }

  func includes(_ part: String) -> Bool { only.isEmpty || only.contains(part) }
}

/// The results as Markdown.
struct Report {
  private(set) var text: String

  init(seed: UInt64, commit: String) {
    text =
      "# Truth benchmark\n\nCommit \(commit.isEmpty ? "unknown" : String(commit.prefix(12))), seed \(seed). Made by `swift run -c release --package-path Benchmarks truth-benchmark`.\n"
  }

  mutating func add(_ section: String) { text += "\n" + section }

  /// Prints progress on standard error.
  static func progress(_ words: String) { FileHandle.standardError.write(Data("\(words)\n".utf8)) }

  static func percent(_ count: Int, of all: Int) -> String { all == 0 ? "–" : "\((Double(count) / Double(all) * 1000).rounded() / 10)%" }
}
