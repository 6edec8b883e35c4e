import Foundation
import Measures

/// A member that is `null` in JSON if it has no value; other optional ones are left out.
@propertyWrapper
package struct OrNull<Value: Encodable>: Encodable {
  package var wrappedValue: Value?

  package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}
