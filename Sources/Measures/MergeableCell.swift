/// A mergeable count or set of counts.
package protocol MergeableCell: Sendable, Codable {
  init()
  mutating func merge(_ other: Self)
}
