/// The meaning of one kind of custom event: matching records get these native fields.
public struct EventMapping: Sendable, Equatable {
  /// A field of the record, by its path, and a test of its text. An unknown field has an empty text.
  public struct Condition: Sendable, Hashable {
    public var path: [String]
    public var test: Test

    public init(path: [String], test: Test) { (self.path, self.test) = (path, test) }

    /// The texts it compares with; nil for another test.
    package var texts: [String]? { if case .isOneOf(let texts) = test { texts } else { nil } }

    public init(path: [String], text: String) { self.init(path: path, test: .isOneOf([text])) }
  }

  /// A test of a value.
  public enum Test: Sendable, Hashable {
    case isOneOf([String])
    case begins(String)
    /// The regular expression is found in the text.
    case matches(String)
    case `is`(Kind)
  }

  /// What a value may be, whatever its text.
  public enum Kind: String, Sendable, CaseIterable {
    /// It is there, though it may be an empty text.
    case present
    case absent
    case list
    /// A number, or a text that looks like one.
    case number
    /// It is there, and no empty text.
    case text
  }

  /// All must hold.
  public var conditions: [Condition]
  /// The native fields that it sets; `event` is a constant.
  public var assignments: [FieldSource.Assignment]

  public init(conditions: [Condition], assignments: [FieldSource.Assignment]) {
    self.conditions = conditions
    self.assignments = assignments
  }

  /// The word of the native event that it gives.
  package var kind: String? {
    for assignment in assignments where assignment.field == "event" {
      if case .constant(let word) = assignment.source { return word }
    }
    return nil
  }

  /// The texts that a field is compared with; nil if it is tested in another way.
  package func texts(of path: [String]) -> [String]? { conditions.first { $0.path == path }?.texts }
}

/// Where a native field of an event comes from: said so by the app map, by a vendor's format and by drafts.
public enum FieldSource: Sendable, Equatable {
  /// The first of these places that has a value.
  case first([Place])
  /// Several fields, one after the other with a blank between: a date and a time of day.
  case joined([[String]])
  /// The same for every record.
  case constant(String)

  /// A field of the record, and how its text is read; nested fields are given by their path.
  public struct Place: Sendable, Equatable {
    public var path: [String]
    public var reading: Reading

    public init(_ path: [String], _ reading: Reading = .asItIs) { (self.path, self.reading) = (path, reading) }
  }

  /// How the text of a field is read.
  public enum Reading: Sendable, Equatable {
    case asItIs
    /// The name of an operating system or platform: `iOS`, `IOS` and `iPhone OS` are `ios`.
    case platform
    /// The name and version of a Snowplow tracker, if it tells the platform.
    case tracker
    /// A device model or system, if it tells a phone from a tablet, as Apple's do; others are ignored.
    case model
    /// A class of devices in the vendor's words, or the picture of one: `smartphone` is `phone`.
    case device
    /// The number of a version, without a name before it and with dots.
    case version
    /// The name of a class, a substitute for the name of a screen; only of one with this ending.
    case className(ending: String)
    /// This text means that there is no value.
    case unless(String)
    /// The text without this beginning, if it has it.
    case after(String)
    /// This text, whatever the record has.
    case constant(String)
  }

  /// A native field and its source.
  public struct Assignment: Sendable, Equatable {
    /// The native field's name (`user`, `time`, `screen`, …).
    public var field: String
    public var source: FieldSource

    public init(field: String, source: FieldSource) { (self.field, self.source) = (field, source) }

    /// The fields of the record that it reads.
    package var paths: [[String]] { source.paths }
  }

  public static func path(_ path: [String]) -> FieldSource { .first([Place(path)]) }
  public static func firstOf(_ paths: [[String]]) -> FieldSource { .first(paths.map { Place($0) }) }

  /// The fields of the record that it reads.
  package var paths: [[String]] {
    switch self {
    case .first(let places): places.map(\.path).filter { !$0.isEmpty }
    case .joined(let paths): paths
    case .constant: []
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

  /// From when numbers count.
  public enum Epoch: String, Sendable, CaseIterable {
    case unix = "1970"
    /// Seconds, as Apple's frameworks count.
    case apple = "2001"
    /// Days with fractions, as spreadsheets count: 1 is the last day of 1899.
    case spreadsheet = "1900"
    /// Seconds, or a time of day, from the start of each session or user: days are not known.
    case start
    /// The same, in milliseconds, or in microseconds.
    case startMilliseconds = "start-ms"
    case startMicroseconds = "start-us"
  }

  /// Nil: dates are RFC 3339.
  public var order: Order?
  public var epoch: Epoch

  public init(order: Order? = nil, epoch: Epoch = .unix) { (self.order, self.epoch) = (order, epoch) }

  public static let standard = TimeNotation()
  /// Seconds from 1970 to the start of 2001 (`NSTimeIntervalSince1970`).
  public static let epochOf2001: Int64 = 978_307_200
  /// Where all sessions begin whose times count from a start: seconds from 1970 to 2020.
  package static let sharedStart: Int64 = 1_577_836_800
  /// Days from the start of a spreadsheet's count to 1970.
  package static let spreadsheetDaysTo1970 = 25_569.0
  /// The days of the years 2000 to 2049 in a spreadsheet.
  package static let spreadsheetDays = 36_526.0..<54_789.0
}
