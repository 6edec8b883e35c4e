/// The meaning of one kind of custom event: matching records get these native fields.
public struct EventMapping: Sendable, Equatable {
  /// A field of the record, by its path, and a test of its text. An unknown field has an empty text.
  public struct Condition: Sendable, Hashable {
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

/// Where a native field of an event comes from.
public enum FieldSource: Sendable, Equatable {
  /// A field of the record; nested fields are given by their path.
  case path([String])
  /// The first of several fields that has a value.
  case firstOf([[String]])
  /// Several fields, one after the other with a blank between: a date and a time of day.
  case joined([[String]])
  /// The same for every record.
  case constant(String)

  /// A native field and its source.
  public struct Assignment: Sendable, Equatable {
    /// The native field's name (`user`, `time`, `screen`, …).
    public var field: String
    public var source: FieldSource

    public init(field: String, source: FieldSource) {
      self.field = field
      self.source = source
    }

    /// The fields of the record that it reads.
    package var paths: [[String]] {
      switch source {
      case .path(let path): [path]
      case .firstOf(let paths), .joined(let paths): paths
      case .constant: []
      }
    }
  }
}

/// How a log writes times that are neither RFC 3339 nor relative to 1970.
public struct TimeNotation: Sendable, Equatable {
  /// The order of day, month and year in a date.
  public enum Order: String, Sendable, CaseIterable {
    case yearFirst = "year-first"
    case dayFirst = "day-first"
    case monthFirst = "month-first"
  }

  /// Nil: dates are RFC 3339.
  public var order: Order?
  /// Whether numbers count from the start of 2001, as Apple's frameworks do.
  public var isSince2001: Bool

  public init(order: Order? = nil, isSince2001: Bool = false) {
    self.order = order
    self.isSince2001 = isSince2001
  }

  public static let standard = TimeNotation()
  /// Seconds from 1970 to the start of 2001 (`NSTimeIntervalSince1970`).
  public static let epochOf2001: Int64 = 978_307_200
}
