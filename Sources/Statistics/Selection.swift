/// The nearest-rank quantile of values in any order, which are rearranged: linear time, no sorting, no copy. Nil without values.
///
/// Works on an array, a slice or an unsafe buffer. The result is that of sorting first; values must be comparable with each other (no NaN).
@inlinable
package func nearestRank<Values: MutableCollection & RandomAccessCollection>(
  _ quantile: Quantile, selectingIn values: inout Values
) -> Values.Element? where Values.Element: Comparable, Values.Index == Int {
  guard let rank = quantile.rank(among: values.count) else { return nil }
  return selected(rank, in: &values)
}

/// The value of rank `rank` (1 is the smallest), by quickselect with three-way partition (Hoare 1961).
///
/// Afterwards no value before that index is larger and none after it smaller. Pivots are medians of three; adversarial input
/// is sorted after 2·log₂ n rounds, so no order of values costs more than n·log n.
@inlinable
package func selected<Values: MutableCollection & RandomAccessCollection>(
  _ rank: Int, in values: inout Values
) -> Values.Element where Values.Element: Comparable, Values.Index == Int {
  precondition(1 <= rank && rank <= values.count, "the rank must lie among the values")
  let target = values.startIndex + rank - 1
  var low = values.startIndex
  var high = values.endIndex - 1
  var rounds = 2 * (Int.bitWidth - values.count.leadingZeroBitCount)
  while low < high {
    if rounds == 0 {
      values[low...high].sort()
      break
    }
    rounds -= 1
    let pivot = medianOfThree(values[low], values[low + (high - low) / 2], values[high])
    // Everything before `smaller` is below the pivot, from there up to `next` equal to it, after `larger` above it.
    var smaller = low
    var next = low
    var larger = high
    while next <= larger {
      if values[next] < pivot {
        values.swapAt(smaller, next)
        smaller += 1
        next += 1
      } else if pivot < values[next] {
        values.swapAt(next, larger)
        larger -= 1
      } else {
        next += 1
      }
    }
    if target < smaller {
      high = smaller - 1
    } else if target > larger {
      low = larger + 1
    } else {
      break
    }
  }
  return values[target]
}

/// The middle one of three values.
@inlinable
func medianOfThree<Value: Comparable>(_ a: Value, _ b: Value, _ c: Value) -> Value {
  a < b ? (b < c ? b : max(a, c)) : (a < c ? a : max(b, c))
}
