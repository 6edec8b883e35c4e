/// Why events cannot be folded: what happened, where, and what to do, in one line.
package struct FoldingError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
