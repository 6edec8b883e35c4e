/// How often something happened.
package struct Amount: MergeableCell {
  package internal(set) var count = 0

  package init() {}

  package mutating func merge(_ other: Amount) { count += other.count }
}
