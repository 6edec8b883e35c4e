/// The identity of a finding: a rule and a subject.
package struct Subject: Sendable, Hashable, Comparable, CustomStringConvertible {
  package var rule: String
  package var subject: String

  package init(_ rule: String, _ subject: String) {
    self.rule = rule
    self.subject = subject
  }

  package var description: String { "\(rule): \(subject)" }
  package static func < (a: Self, b: Self) -> Bool { (a.rule, a.subject) < (b.rule, b.subject) }
}
