/// What identifies a finding from log to log: neither a number nor a figure.
public struct FindingKey: Sendable, Hashable, Codable {
  public let rule: String
  public let subject: String
  /// The menu or container that the subject is in.
  public let section: String?

  package init(rule: String, subject: String, section: String? = nil) {
    self.rule = rule
    self.subject = subject
    self.section = section
  }

  /// Whether two findings are the same. A section missing on one side is ignored: some rules give it only if the log shows it.
  package func matches(_ other: FindingKey) -> Bool {
    rule == other.rule && subject == other.subject && (section == other.section || section == nil || other.section == nil)
  }

  /// `menu.promote menu:Wishlist`.
  public var name: String { "\(rule) \(section.map { $0 + ":" } ?? "")\(subject)" }

  /// The key for all sections.
  var withoutSection: FindingKey { FindingKey(rule: rule, subject: subject) }
}

extension Finding {
  public var key: FindingKey { FindingKey(rule: rule, subject: subject, section: section) }
}
