import Foundation
import Laboratory

/// The options of the command line.
struct Options {
  var logs = 200
  var runs = 3
  var pairs = 20
  var seed: UInt64
  var commit = ""
  var only: [String] = []
  var binary = ".build/release/navaudit"
  var output: String?
  var keep: String?

  init(_ arguments: [String]) throws {
    commit = Self.currentCommit
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

  /// The checked out commit, empty outside of a repository.
  private static var currentCommit: String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "rev-parse", "HEAD"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return "" }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

struct BenchmarkError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// The results as Markdown.
struct Report {
  private(set) var text: String

  init(seed: UInt64, commit: String) {
    text =
      "# Truth benchmark\n\nCommit \(commit.isEmpty ? "unknown" : String(commit.prefix(12))), seed \(seed). Made by `swift run -c release truth-benchmark`.\n"
  }

  mutating func add(_ section: String) { text += "\n" + section }

  /// Prints progress on standard error.
  static func progress(_ words: String) { FileHandle.standardError.write(Data("\(words)\n".utf8)) }

  static func percent(_ count: Int, of all: Int) -> String { all == 0 ? "–" : "\((Double(count) / Double(all) * 1000).rounded() / 10)%" }
}
