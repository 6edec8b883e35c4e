import ArgumentParser
import Foundation
import NavigationAudit
import NavigationModel
import UsabilityRules

/// Reads comma-separated words: `depth,menu.promote`.
@Sendable func wordList(_ argument: String) -> [String] {
  argument.split(separator: ",", omittingEmptySubsequences: false).map { String($0.filter { $0 != " " }) }
}

extension ValidationError {
  /// The error for an unknown word: it suggests the nearest one or, if none is near, `otherwise`.
  static func unknown(_ start: String, _ word: String, among words: [String], otherwise: String? = nil)
    -> ValidationError
  {
    let advice =
      nearestWord(to: word, among: words).map { "did you mean `\($0)`?" } ?? otherwise
      ?? "there are \(words.joined(separator: ", "))"
    return ValidationError("\(start) `\(word)`; \(advice)")
  }
}

/// Reads the share of an option within a range: `5%`, or `0.05`.
func share(of option: String, in range: ClosedRange<Double> = 0...1) -> @Sendable (String) throws -> Double {
  { text in
    let share = text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : Double(text)
    if let share, range.contains(share) { return share }
    throw ValidationError(
      """
      \(option) takes a percentage from \(Wording.exactPercent(range.lowerBound)) to \
      \(Wording.exactPercent(range.upperBound)), such as 5%, not `\(text)`
      """)
  }
}

/// Reads the duration of an option, `90s`, `15m`, `4h` or `2d`, as seconds.
/// - Parameter standard: the unit of a number without one, and of the range.
func seconds(of option: String, standard: Character, in range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
  { text in
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    let size = units[standard] ?? 1
    if let number = Int(text), range.contains(number) { return number * size }
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()),
      (0...Int.max / unit).contains(number),
      (range.lowerBound * size...range.upperBound * size).contains(number * unit)
    else {
      throw ValidationError(
        """
        \(option) takes a duration from \(range.lowerBound)\(standard) to \(range.upperBound)\(standard), such as \
        15m, not `\(text)`
        """)
    }
    return number * unit
  }
}

/// Reads an amount of memory, bytes or `512M`, as bytes; K, M, G and T are powers of 1024, with or without a following
/// `B` or `iB`.
@Sendable func memorySize(_ argument: String) throws -> Int {
  let digits = argument.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
  let unit = argument.dropFirst(digits.count).uppercased()
  let powers = ["": 0, "B": 0, "K": 1, "M": 2, "G": 3, "T": 4]
  if let number = Double(digits), let power = powers[unit] ?? powers[String(unit.prefix(1))],
    ["", "B", "IB"].contains(String(unit.dropFirst()))
  {
    var bytes = number
    for _ in 0..<power { bytes *= 1024 }
    if bytes >= Double(AuditOptions.leastMemory), bytes < 1e18 { return Int(bytes) }
  }
  throw ValidationError("--memory takes a size of at least 64M, such as 512M or 4G, not `\(argument)`")
}

/// Reads the value of `--columns`: `user=participant,time=timestamp`. An empty column (`session=`) leaves the field
/// out.
@Sendable func columnNames(_ argument: String) throws -> [(field: String, column: String)] {
  try argument.split(separator: ",").map { part in
    let names = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard names.count == 2, !names[0].isEmpty else {
      throw ValidationError(
        "--columns takes field=column pairs, such as user=participant,time=timestamp, not `\(part)`")
    }
    return (names[0], names[1])
  }
}

extension Severity: ExpressibleByArgument {}

extension RuleSelection {
  /// The families and the rules.
  static let words = RuleFamily.allCases.map(\.rawValue) + Rule.all.map(\.id)
}
