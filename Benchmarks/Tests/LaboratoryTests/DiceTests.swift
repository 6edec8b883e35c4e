import Foundation
import Simulation
import TestSupport
import Testing

@Suite("Dice", .thorough)
struct DiceTests {
  @Test func `the same seed gives the same draws, another seed or owner gives others`() {
    func draws(_ dice: Dice) -> [UInt64] {
      var dice = dice
      return (0..<8).map { _ in dice.bits() }
    }
    #expect(draws(Dice(seed: 1)) == draws(Dice(seed: 1)))
    #expect(draws(Dice(seed: 1)) != draws(Dice(seed: 2)))
    #expect(draws(Dice(seed: 1, 3, 4)) == draws(Dice(seed: 1, 3, 4)))
    #expect(draws(Dice(seed: 1, 3, 4)) != draws(Dice(seed: 1, 4, 3)))
    #expect(draws(Dice(seed: 1, 0)) != draws(Dice(seed: 1)))
  }

  /// Mean and standard deviation of 20,000 draws.
  func moments(_ draw: (inout Dice) -> Double) -> (mean: Double, deviation: Double) {
    var dice = Dice(seed: 7)
    let values = (0..<20_000).map { _ in draw(&dice) }
    let mean = values.reduce(0, +) / 20_000
    return (mean, (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 20_000).squareRoot())
  }

  @Test func `distributions have the moments that they are named for`() {
    let normal = moments { $0.normal() }
    #expect(abs(normal.mean) < 0.03 && abs(normal.deviation - 1) < 0.03)
    let logarithm = moments { log($0.lognormal(median: 5, sigma: 1.5)) }
    #expect(abs(logarithm.mean - log(5)) < 0.05 && abs(logarithm.deviation - 1.5) < 0.05)
    let poisson = moments { Double($0.poisson(mean: 70)) }
    #expect(abs(poisson.mean - 70) < 0.3 && abs(poisson.deviation - 70.squareRoot()) < 0.2)
    let exponential = moments { $0.exponential(mean: 3) }
    #expect(abs(exponential.mean - 3) < 0.1 && abs(exponential.deviation - 3) < 0.1)
  }

  @Test func `an index is as likely as its weight, and one of weight 0 never comes`() {
    var dice = Dice(seed: 3)
    var counts = [0, 0, 0]
    for _ in 0..<10_000 { counts[dice.index(weights: [1, 0, 3])] += 1 }
    #expect(counts[1] == 0)
    #expect(abs(counts[2] - 7500) < 200)
  }

  @Test func `shuffling keeps every value`() {
    var dice = Dice(seed: 3)
    let values = dice.shuffled(Array(0..<50))
    #expect(values.sorted() == Array(0..<50))
    #expect(values != Array(0..<50))
  }
}
