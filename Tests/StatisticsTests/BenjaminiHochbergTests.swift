import Statistics
import Testing

struct BenjaminiHochbergTests {
  /// SciPy `false_discovery_control`.
  @Test func `The test vector`() {
    let adjusted = benjaminiHochberg([0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205])
    let expected = [0.008, 0.032, 0.0672, 0.0672, 0.0672, 0.08, 0.0845714285714286, 0.205]
    for (a, b) in zip(adjusted, expected) { #expect(near(a, b, 1e-15)) }
    #expect(adjusted.count == expected.count)
  }

  @Test func `Results stand in the order given`() {
    let adjusted = benjaminiHochberg([0.04, 0.01, 0.03, 0.04, 0.9])
    for (a, b) in zip(adjusted, [0.05, 0.05, 0.05, 0.05, 0.9]) { #expect(near(a, b, 1e-15)) }
    #expect(
      Array(benjaminiHochberg([0.9, 0.04, 0.03, 0.01, 0.04]).reversed()) == [
        adjusted[3], adjusted[1], adjusted[2], adjusted[0], adjusted[4],
      ])
  }

  @Test func `None, one, and all the same`() {
    #expect(benjaminiHochberg([]) == [])
    #expect(benjaminiHochberg([0.3]) == [0.3])
    #expect(benjaminiHochberg([0.2, 0.2, 0.2]) == [0.2, 0.2, 0.2])
    #expect(benjaminiHochberg([1, 1, 0]) == [1, 1, 0])
  }
}
