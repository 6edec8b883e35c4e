extension Double {
  /// Rounded to six decimals, without trailing zeros: `0.5`, `12`, `0.333333`. Empty if it is not finite.
  package var sixDecimals: String {
    guard isFinite else { return "" }
    let scaled = (magnitude * 1e6).rounded()
    guard scaled < 9e18 else { return String(self) }
    let millionths = Int64(scaled)
    let sign = self < 0 && millionths != 0 ? "-" : ""
    let whole = millionths / 1_000_000
    var fraction = String(millionths % 1_000_000)
    if fraction == "0" { return "\(sign)\(whole)" }
    fraction = String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
    while fraction.utf8.last == UInt8(ascii: "0") { fraction.removeLast() }
    return "\(sign)\(whole).\(fraction)"
  }
}
