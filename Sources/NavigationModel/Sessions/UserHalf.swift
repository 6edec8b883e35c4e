import CXXHash

/// One of two fixed halves of all users: what is chosen on one half is measured on the other.
///
/// The half depends only on the user's name as logged: it is the lowest bit of its XXH64 with seed 0. So it is the same in every run, whatever the
/// key of the pseudonyms.
package enum UserHalf: UInt8, Sendable, Hashable, Codable, CaseIterable {
  case even = 0
  case odd

  /// The half of the user with this name.
  package init(ofUser name: UnsafeBufferPointer<UInt8>) {
    self = XXH64(name.baseAddress, name.count, 0) & 1 == 0 ? .even : .odd
  }

  package var other: UserHalf { self == .even ? .odd : .even }
}
