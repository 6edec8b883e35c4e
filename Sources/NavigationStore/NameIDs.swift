import NavigationModel

/// The store's ids of a run's names, by the number of the name; 0 stays 0.
package struct NameIDs: Sendable {
  private let ids: [Int64]

  package init(_ ids: [Int64]) { self.ids = ids }

  @inline(__always)
  subscript(name: Name) -> Int64 { ids[Int(name.rawValue)] }
}
