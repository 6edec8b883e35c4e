import NavigationModel

/// The person whose events are folded: the user's number in this run, pseudonym, and half.
package struct FoldedPerson: Sendable {
  package let user: UInt32
  package let pseudonym: Pseudonym
  package let half: UserHalf
}
