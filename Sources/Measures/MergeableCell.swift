/// A mergeable count or set of counts.
public protocol MergeableCell: Sendable, Codable {
  init()
  mutating func merge(_ other: Self)
}
