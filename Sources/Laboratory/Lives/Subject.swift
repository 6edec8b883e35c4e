/// The identity of a finding: a rule and a subject.
public struct Subject: Sendable, Hashable, Comparable, CustomStringConvertible {
  public var rule: String
  public var subject: String

  public init(_ rule: String, _ subject: String) {
    self.rule = rule
    self.subject = subject
  }

  public var description: String { "\(rule): \(subject)" }
  public static func < (a: Self, b: Self) -> Bool { (a.rule, a.subject) < (b.rule, b.subject) }
}
