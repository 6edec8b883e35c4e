import Measures
import UsabilityRules

/// A row's value for a pair of sides.
struct Compared<Value> {
  let pair: ComparisonContents.Pair
  let value: Value
}
