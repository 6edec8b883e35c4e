/// Findings of one run, to be found by those of another.
package struct FindingIndex: Sendable, Equatable {
  private let keys: [FindingKey]
  private let numbers: [FindingKey: [Int]]

  package init(_ keys: [FindingKey]) {
    self.keys = keys
    numbers = Dictionary(grouping: keys.indices) { keys[$0].withoutSection }
  }

  /// The indices of the keys that match, ascending.
  package func matches(of key: FindingKey) -> [Int] { (numbers[key.withoutSection] ?? []).filter { keys[$0].matches(key) } }

  package func contains(_ key: FindingKey) -> Bool { !matches(of: key).isEmpty }
}
