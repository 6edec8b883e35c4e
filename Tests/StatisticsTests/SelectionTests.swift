import NavigationModel
import Statistics
import Testing

struct SelectionTests {
  @Test func `Every place of small arrays in every order`() {
    for values in [[3, 1, 2], [1, 1, 2], [2, 2, 2], [5, 4, 3], [1]] {
      for place in 1...values.count {
        var buffer = values
        #expect(selected(place, in: &buffer) == values.sorted()[place - 1])
      }
    }
    var none: [Int] = []
    #expect(nearestRank(.median, selectingIn: &none) == nil)
  }

  @Test func `Smaller values stand before, larger ones behind`() {
    var random = SplitMix64(seed: 8)
    var values = (0..<5000).map { _ in random.below(1000) }
    let middle = selected(2500, in: &values)
    #expect(values[2499] == middle)
    #expect(values[..<2499].allSatisfy { $0 <= middle })
    #expect(values[2500...].allSatisfy { $0 >= middle })
  }

  @Test func `Slices and unsafe buffers work in place`() {
    var values = [9, 8, 7, 1, 3, 2]
    #expect(nearestRank(.median, selectingIn: &values[3...]) == 2)
    #expect(values[..<3] == [9, 8, 7])
    let highest = values.withUnsafeMutableBufferPointer { buffer in
      var buffer = buffer
      return nearestRank(.maximum, selectingIn: &buffer)
    }
    #expect(highest == 9)
  }

  /// Counts comparisons, not seconds.
  @Test func `No order of values takes forever`() {
    let size = 1 << 16
    // Musser's killer sequence for the median of three.
    var killer = [Int](repeating: 0, count: size)
    for index in 0..<(size / 2) {
      killer[index] = index % 2 == 0 ? index + 1 : size / 2 + index + (size / 2 % 2 == 0 ? 0 : 1)
      killer[size / 2 + index] = 2 * (index + 1)
    }
    for values in [killer, Array(0..<size), Array((0..<size).reversed()), [Int](repeating: 4, count: size)] {
      let sorted = values.sorted()
      for place in [1, size / 2, size] {
        var comparisons = 0
        var buffer = values.map { Counted(value: $0) }
        Counted.$comparisons.withValue(Tally()) {
          #expect(selected(place, in: &buffer).value == sorted[place - 1])
          comparisons = Counted.comparisons.count
        }
        #expect(comparisons < 80 * size)
      }
    }
  }
}

/// The number of comparisons.
private final class Tally: @unchecked Sendable {
  var count = 0
}

/// A number that counts its comparisons.
private struct Counted: Comparable {
  @TaskLocal static var comparisons = Tally()
  var value: Int

  static func < (a: Counted, b: Counted) -> Bool {
    comparisons.count += 1
    return a.value < b.value
  }
}
