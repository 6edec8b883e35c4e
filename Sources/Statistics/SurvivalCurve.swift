/// The share of users to whom something has not happened yet, over time, with some users not followed to the end.
package struct SurvivalCurve: Sendable, Hashable {
  /// The estimate at one time.
  package struct Step: Sendable, Hashable {
    /// The time, in the unit of the rows.
    package let time: Int
    /// Users followed at least up to this time, to whom it had not happened before.
    package let atRisk: Int
    /// Users to whom it happens at this time.
    package let events: Int
    /// Users last seen at this time, to whom it has not happened.
    package let censored: Int
    /// The share to whom it has not happened after this time, 0…1.
    package let survival: Double
    /// The interval of `survival`; nil while it is 1 and once it is 0, where the formula is undefined.
    package let band: Interval?
  }

  /// One step for each time in the rows, in order.
  package let steps: [Step]

  /// The first time at which it has happened to half of the users or more; nil if that is never observed.
  ///
  /// A survival of ½ is recognized even if the product of fractions misses it by some 1e−13.
  package var median: Int? {
    steps.first { $0.survival <= 0.5 + 1e-12 }?.time
  }

  /// The share to whom it has not happened by `time`: 1 before the first step.
  package func survival(at time: Int) -> Double {
    steps.last { $0.time <= time }?.survival ?? 1
  }
}
