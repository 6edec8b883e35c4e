/// Yes-or-no answers of the same users at two times (before and after a release).
package struct PairedCounts: Sendable, Hashable, Codable {
  /// Users with yes both times.
  package private(set) var both = 0
  /// Users with yes the first time only.
  package private(set) var firstOnly = 0
  /// Users with yes the second time only.
  package private(set) var secondOnly = 0
  /// Users with no both times.
  package private(set) var neither = 0

  package init() {}

  package init(both: Int, firstOnly: Int, secondOnly: Int, neither: Int) {
    precondition(min(both, firstOnly, secondOnly, neither) >= 0, "counts are not negative")
    self.both = both
    self.firstOnly = firstOnly
    self.secondOnly = secondOnly
    self.neither = neither
  }

  /// All users.
  package var users: Int { both + firstOnly + secondOnly + neither }

  /// Counts one user.
  package mutating func add(first: Bool, second: Bool) {
    switch (first, second) {
    case (true, true): both += 1
    case (true, false): firstOnly += 1
    case (false, true): secondOnly += 1
    case (false, false): neither += 1
    }
  }

  /// Adds the counts of other users.
  package mutating func merge(_ other: PairedCounts) {
    both += other.both
    firstOnly += other.firstOnly
    secondOnly += other.secondOnly
    neither += other.neither
  }

  /// The second share minus the first, with Newcombe's interval for paired shares. Nil without users.
  ///
  /// The hybrid score interval with the correlation φ of the two answers, whose numerator is moved towards 0 by n/2 when positive
  /// (Newcombe 1998, Statistics in Medicine 17:2635, method 10; φ = 0 where an answer never varies).
  package func change(z: Double = z95) -> Estimate? {
    let n = users
    let firstYes = both + firstOnly
    let secondYes = both + secondOnly
    guard let first = wilson(successes: firstYes, of: n, z: z),
      let second = wilson(successes: secondYes, of: n, z: z)
    else { return nil }
    return difference(
      of: Estimate(value: Double(secondYes) / Double(n), interval: second),
      minus: Estimate(value: Double(firstYes) / Double(n), interval: first),
      correlation: correlation)
  }

  /// McNemar's two-sided p-value for "nothing changed": only users whose answer changed count.
  ///
  /// Below 25 such users the exact binomial test, otherwise z² = (b − c)² / (b + c) against chi-square with one degree of freedom
  /// (McNemar 1947). 1 when nobody changed.
  package var mcnemar: Double {
    let changed = firstOnly + secondOnly
    guard changed > 0 else { return 1 }
    if changed >= 25 {
      let surplus = Double(firstOnly - secondOnly)
      return chiSquareUpperTail(surplus * surplus / Double(changed))
    }
    // 2·P(X ≤ the smaller count), X binomial with probability 1/2; all terms are integers below 2²⁵.
    var ways = 1
    var tail = 1
    for k in 0..<min(firstOnly, secondOnly) {
      ways = ways * (changed - k) / (k + 1)
      tail += ways
    }
    return min(1, 2 * Double(tail) / Double(1 << changed))
  }

  /// Newcombe's φ of the two answers, corrected for continuity.
  private var correlation: Double {
    let n = Double(users)
    let margins =
      Double(both + firstOnly) * Double(secondOnly + neither) * Double(both + secondOnly) * Double(firstOnly + neither)
    guard margins > 0 else { return 0 }
    let product = Double(both) * Double(neither) - Double(firstOnly) * Double(secondOnly)
    return (product > 0 ? max(0, product - n / 2) : product) / margins.squareRoot()
  }
}
