/// Σ(y − r·n)(y′ − r′·n′) over users from Σyy′, Σyn′, Σny′, Σnn′ and the totals of both ratios, r = Σy/Σn.
///
/// With N = Σn it is (N·N′·Σyy′ − N·Y′·Σyn′ − Y·N′·Σny′ + Y·Y′·Σnn′) / (N·N′). First, the integer part of r is subtracted from every y for each of its rows,
/// which changes no deviation and keeps the numbers small; the numerator is then computed as an integer, so that cancellation loses nothing.
/// The terms are rounded only if one does not fit 128 bits.
func crossDeviations<Sum: FixedWidthInteger>(
  _ yy: Sum, _ yn: Sum, _ ny: Sum, _ nn: Sum, first: (y: Sum, n: Sum), second: (y: Sum, n: Sum)
) -> Double {
  let (whole, otherWhole) = (Int128(first.y / first.n), Int128(second.y / second.n))
  let (n, otherN) = (Int128(first.n), Int128(second.n))
  let (y, otherY) = (Int128(first.y) - whole * n, Int128(second.y) - otherWhole * otherN)
  let nn = Int128(nn)
  let products = Int128(yy) - otherWhole * Int128(yn) - whole * Int128(ny) + whole * otherWhole * nn
  let (yn, ny) = (Int128(yn) - whole * nn, Int128(ny) - otherWhole * nn)
  func product(_ a: Int128, _ b: Int128, _ c: Int128) -> Int128? {
    let (ab, overflow) = a.multipliedReportingOverflow(by: b)
    let (abc, overflows) = ab.multipliedReportingOverflow(by: c)
    return overflow || overflows || abc.magnitude > Int128.max.magnitude / 4 ? nil : abc
  }
  if let one = product(n, otherN, products), let two = product(n, otherY, yn), let three = product(y, otherN, ny), let four = product(y, otherY, nn) {
    return Double(one - two - three + four) / (Double(n) * Double(otherN))
  }
  let p = Double(y) / Double(n)
  let q = Double(otherY) / Double(otherN)
  return Double(products) - q * Double(yn) - p * Double(ny) + p * q * Double(nn)
}
