/// Whole numbers of a table's column, for a script: each in the same few characters of the alphabet of base64url.
///
/// The first character is the width of a number. An unknown number is written as `_`, the last character, throughout.
struct PackedColumn: Sendable, Equatable {
  let text: String

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// - Parameter numbers: not negative.
  init(_ numbers: [Int?]) {
    let largest = numbers.reduce(0) { max($0, $1 ?? 0) }
    var width = 1
    // The largest number of a width stands for an unknown one.
    while width < 9, largest >= 1 << (6 * width) - 1 { width += 1 }
    var bytes = Array(String(width).utf8)
    bytes.reserveCapacity(1 + numbers.count * width)
    for number in numbers {
      let shown = min(number ?? .max, 1 << (6 * width) - 1)
      for digit in (0..<width).reversed() { bytes.append(Self.alphabet[shown >> (6 * digit) & 63]) }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }
}
