import NavigationModel
import TestSupport
import Testing

struct SplitMix64Tests {
  /// The first numbers of the reference implementation (Vigna, splitmix64.c) for the seed 1234567.
  @Test func `The numbers are those of the reference`() {
    var random = SplitMix64(seed: 1_234_567)
    let numbers = (0..<5).map { _ in random.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func `Bounded numbers are even and inside`() {
    var random = SplitMix64(seed: 7)
    var counts = [Int](repeating: 0, count: 6)
    for _ in 0..<60_000 { counts[random.below(6)] += 1 }
    #expect(counts.allSatisfy { abs($0 - 10_000) < 400 })
    #expect((0..<1000).allSatisfy { _ in (0..<1).contains(random.fraction()) })
    #expect(random.below(1) == 0)
  }
}
