import Testing

@testable import Statistics

@Suite("Looks")
struct LooksTests {
  /// Two shares, and the interval and the p-value of their difference that holds at all sizes.
  struct Vector: Sendable {
    let users: (Double, Double)
    let difference: Double
    let variance: Double
    let reach: Double
    let p: Double
  }

  /// `SequentialTwoSidedTTest` of gbstats 0.8.0 (GrowthBook, MIT): α 0.05, tuned to 5,000, absolute differences of
  /// proportions 30/100 and 45/100, 150/500 and 175/500, 600/2000 and 700/2000, 6000/20000 and 6100/20000, 90/3000 and
  /// 60/1000.
  private static let vectors = [
    Vector(users: (100, 100), difference: 0.15, variance: 0.004575, reach: 0.34495489850500063, p: 0.6346596103329302),
    Vector(users: (500, 500), difference: 0.05, variance: 0.000875, reach: 0.0995051408356023, p: 0.669573037243763),
    Vector(
      users: (2000, 2000), difference: 0.05, variance: 0.00021875, reach: 0.0449677336334105, p: 0.019459087820279435),
    Vector(users: (20000, 20000), difference: 0.005, variance: 0.00002109875, reach: 0.01475452522978101, p: 1),
    Vector(
      users: (3000, 1000), difference: 0.03, variance: 0.0000661, reach: 0.02471881792856481, p: 0.007565068406692236),
  ]

  @Test(arguments: vectors) func `an interval for any number of looks is that of another implementation`(
    vector: Vector
  ) {
    let users = vector.users.0 + vector.users.1
    let reach = z95 * vector.variance.squareRoot()
    let once = Estimate(
      value: vector.difference,
      interval: Interval(low: vector.difference - reach, high: vector.difference + reach))
    let always = Looks.any.interval(of: once, users: users).interval
    #expect(near(always.high - vector.difference, vector.reach, 1e-9))
    #expect(near(vector.difference - always.low, vector.reach, 1e-9))
    #expect(near(Looks.any.pValue(once.pValueOfNone, of: once, users: users), vector.p, 1e-6))
  }

  @Test func `planned looks share the chance of a false claim`() {
    #expect(Looks.one.reach(users: 100) == z95)
    #expect(near(Looks.planned(26).reach(users: 100), 3.101861833740095, 1e-9))
    #expect(near(Looks.planned(1).reach(users: 100), z95, 1e-6))
    let change = Estimate(value: 1, interval: Interval(low: 0, high: 3))
    #expect(Looks.one.interval(of: change, users: 100) == change)
    let wide = Looks.planned(4).interval(of: change, users: 100).interval
    #expect(near((1 - wide.low) / 1, 2.4977 / z95, 1e-4) && near((wide.high - 1) / 2, 2.4977 / z95, 1e-4))
    #expect(Looks.planned(4).pValue(0.01, of: change, users: 100) == 0.04)
    #expect(Looks.planned(4).pValue(0.5, of: change, users: 100) == 1)
  }

  @Test(arguments: [2.0, 30, 1000, 5000, 1e6, 1e9])
  func `any number of looks asks for more than one, with few users and with many`(users: Double) {
    #expect(Looks.any.reach(users: users) > Looks.one.reach(users: users))
    #expect(Looks.any.reach(users: users).isFinite)
  }
}
