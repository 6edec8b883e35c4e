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

  public static let usual = TimeNotation()
  /// Seconds from 1970 to the start of 2001 (`NSTimeIntervalSince1970`).
  public static let epochOf2001: Int64 = 978_307_200
}
