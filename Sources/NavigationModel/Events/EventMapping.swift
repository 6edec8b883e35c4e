/// The meaning of one kind of custom event: matching records get these native fields.
public struct EventMapping: Sendable, Equatable {
  /// A field of the record, by its path, and a test of its text. An unknown field has an empty text.
  public struct Condition: Sendable, Equatable {
    public var path: [String]
    public var test: Test

    public init(path: [String], test: Test) {
      self.path = path
      self.test = test
    }

    public init(path: [String], text: String) { self.init(path: path, test: .isOneOf([text])) }
  }

  /// A test of a text.
  public enum Test: Sendable, Hashable {
    case isOneOf([String])
    case begins(String)
    /// The regular expression is found in the text.
    case matches(String)
  }

  /// All must hold.
  public var conditions: [Condition]
  /// The native fields that it sets; `event` is a constant.
  public var assignments: [FieldSource.Assignment]

  public init(conditions: [Condition], assignments: [FieldSource.Assignment]) {
    self.conditions = conditions
    self.assignments = assignments
  }
}
