/// The p-values adjusted for their number, in the given order: rejecting those of at most q controls the false discovery rate at q.
///
/// Step-up: of m sorted p-values the i-th becomes the least of p_j·m/j over all j ≥ i, at most 1
/// (Benjamini & Hochberg 1995). Equal p-values get equal results, so the order of subjects does not matter.
package func benjaminiHochberg(_ pValues: [Double]) -> [Double] {
  precondition(pValues.allSatisfy { 0 <= $0 && $0 <= 1 }, "p-values lie between 0 and 1")
  let order = pValues.indices.sorted { (pValues[$0], $0) < (pValues[$1], $1) }
  var adjusted = pValues
  var least = 1.0
  for rank in stride(from: order.count, to: 0, by: -1) {
    let index = order[rank - 1]
    least = min(least, pValues[index] * (Double(order.count) / Double(rank)))
    adjusted[index] = least
  }
  return adjusted
}
