import ArgumentParser

/// A duration: `90s`, `15m`, `4h`, `2d`.
struct Pause {
  let seconds: Int

  private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
  /// - Parameters:
  ///   - option: the option that it belongs to.
  ///   - usual: the default unit.
  ///   - range: the allowed values, in that unit.
  static func value(of option: String, usual: Character, in range: ClosedRange<Int>) -> @Sendable (String) throws -> Pause {
    { text in
      let size = units[usual] ?? 1
      if let number = Int(text), range.contains(number) { return Pause(seconds: number * size) }
      guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), (0...Int.max / unit).contains(number),
        (range.lowerBound * size...range.upperBound * size).contains(number * unit)
      else { throw ValidationError("\(option) takes a duration from \(range.lowerBound)\(usual) to \(range.upperBound)\(usual), such as 15m, not `\(text)`") }
      return Pause(seconds: number * unit)
    }
  }
}
