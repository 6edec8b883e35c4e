import ArgumentParser
import UsabilityRules

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
