import Foundation

/// Why bytes cannot be decoded.
package enum BinaryError: Error {
  /// They are truncated.
  case endsTooEarly
  /// They hold an impossible value.
  case invalid
  /// Their sums would overflow.
  case tooLarge
}
