import ArgumentParser
import Foundation
import NavigationAudit
import NavigationModel
import UsabilityRules

/// Comma-separated words: `depth,menu.promote`. The option may also be repeated.
struct WordList: ExpressibleByArgument {
  fileprivate let words: [String]

  init?(argument: String) {
    words = argument.split(separator: ",", omittingEmptySubsequences: false).map { String($0.filter { $0 != " " }) }
  }
}

extension [WordList] {
  var words: [String] { flatMap(\.words) }
}

extension ValidationError {
  /// The error for an unknown word: it suggests the nearest one or, if none is near, `otherwise`.
  static func unknown(_ start: String, _ word: String, among words: [String], otherwise: String? = nil) -> ValidationError {
    let advice = nearestWord(to: word, among: words).map { "did you mean `\($0)`?" } ?? otherwise ?? "there are \(words.joined(separator: ", "))"
    return ValidationError("\(start) `\(word)`; \(advice)")
  }
}

/// A share: `5%`, or `0.05`.
struct Percentage {
  let share: Double

  /// - Parameters:
  ///   - option: the option that it belongs to.
  ///   - range: the allowed values, as a share.
  static func value(of option: String, in range: ClosedRange<Double> = 0...1) -> @Sendable (String) throws -> Percentage {
    { text in
      if text.hasSuffix("%"), let number = Double(text.dropLast()), range.contains(number / 100) { return Percentage(share: number / 100) }
      if let share = Double(text), range.contains(share) { return Percentage(share: share) }
      throw ValidationError(
        "\(option) takes a percentage from \(Wording.exactPercent(range.lowerBound)) to \(Wording.exactPercent(range.upperBound)), such as 5%, not `\(text)`")
    }
  }
}

/// A duration: `90s`, `15m`, `4h`, `2d`.
struct Pause {
  let seconds: Int

  private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]

  /// - Parameters:
  ///   - option: the option that it belongs to.
  ///   - standard: the unit of a number without one.
  ///   - range: the allowed values, in that unit.
  static func value(of option: String, standard: Character, in range: ClosedRange<Int>) -> @Sendable (String) throws -> Pause {
    { text in
      let size = units[standard] ?? 1
      if let number = Int(text), range.contains(number) { return Pause(seconds: number * size) }
      guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), (0...Int.max / unit).contains(number),
        (range.lowerBound * size...range.upperBound * size).contains(number * unit)
      else {
        throw ValidationError("\(option) takes a duration from \(range.lowerBound)\(standard) to \(range.upperBound)\(standard), such as 15m, not `\(text)`")
      }
      return Pause(seconds: number * unit)
    }
  }
}

/// An amount of memory: bytes, or `512M`; K, M, G and T are powers of 1024, with or without a following `B` or `iB`.
struct MemorySize {
  let bytes: Int

  init(argument: String) throws {
    guard let bytes = Self.bytes(argument) else { throw ValidationError("--memory takes a size of at least 64M, such as 512M or 4G, not `\(argument)`") }
    self.bytes = bytes
  }

  private static func bytes(_ argument: String) -> Int? {
    let digits = argument.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = argument.dropFirst(digits.count).uppercased()
    let powers = ["": 0, "B": 0, "K": 1, "M": 2, "G": 3, "T": 4]
    guard let number = Double(digits), let power = powers[unit] ?? powers[String(unit.prefix(1))],
      ["", "B", "IB"].contains(String(unit.dropFirst()))
    else { return nil }
    var bytes = number
    for _ in 0..<power { bytes *= 1024 }
    guard bytes >= Double(AuditOptions.leastMemory), bytes < 1e18 else { return nil }
    return Int(bytes)
  }
}

/// The value of `--columns`: `user=participant,time=timestamp`. An empty column (`session=`) leaves the field out.
struct ColumnNames {
  let named: [(field: String, column: String)]

  init(argument: String) throws {
    named = try argument.split(separator: ",").map { part in
      let names = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
      guard names.count == 2, !names[0].isEmpty else {
        throw ValidationError("--columns takes field=column pairs, such as user=participant,time=timestamp, not `\(part)`")
      }
      return (names[0], names[1])
    }
  }
}

extension Severity: ExpressibleByArgument {}

extension RuleSelection {
  /// The families and the rules.
  static let words = RuleFamily.allCases.map(\.rawValue) + Rule.all.map(\.id)
}
