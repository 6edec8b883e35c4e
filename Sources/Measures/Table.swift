/// A table as it is written: named columns with their meaning, and rows in their final order.
public struct Table: Sendable {
  /// The name of its file, without the ending.
  public let name: String
  /// What one row stands for.
  public let meaning: String
  public let columns: [Column]
  public var rows: [[Cell]]
  /// The last columns, where they say of which segment a row is.
  public let segmentColumns: [String]
  /// Whether the last row stands for several, each of too few people to be told apart.
  public var hasFoldedRow = false

  public init(name: String, meaning: String, columns: [Column], rows: [[Cell]], segmentColumns: [String] = []) {
    self.name = name
    self.meaning = meaning
    self.columns = columns
    self.rows = rows
    self.segmentColumns = segmentColumns
  }

  public struct Column: Sendable {
    public enum Kind: String, Sendable { case text, integer, number, share, date, time }

    public let name: String
    public let kind: Kind
    public let meaning: String

    public init(_ name: String, _ kind: Kind, _ meaning: String) {
      self.name = name
      self.kind = kind
      self.meaning = meaning
    }
  }

  public enum Cell: Sendable, Equatable {
    case unknown
    case text(String)
    case integer(Int)
    case number(Double)
    /// Days since 1970-01-01.
    case date(Int)
    /// Microseconds since 1970-01-01T00:00:00Z.
    case time(Int64)

    public init(_ number: Int?) { self = number.map { .integer($0) } ?? .unknown }
    public init(_ number: Double?) { self = number.map { .number($0) } ?? .unknown }

    /// The plain text of the cell: numbers with up to six decimals, dates and times by RFC 3339 in UTC, nothing for what is not known.
    public var text: String {
      switch self {
      case .unknown: ""
      case .text(let text): text
      case .integer(let number): String(number)
      case .number(let number): number.sixDecimals
      case .date(let day): CalendarDate(day: day).description
      case .time(let time): rfc3339(microseconds: time)
      }
    }
  }
}

extension Double {
  /// Rounded to six decimals, trailing zeros cut: `0.5`, `12`, `0.333333`. Empty where it is no number.
  public var sixDecimals: String {
    guard isFinite else { return "" }
    let scaled = (magnitude * 1e6).rounded()
    guard scaled < 9e18 else { return String(self) }
    let millionths = Int64(scaled)
    let sign = self < 0 && millionths != 0 ? "-" : ""
    let whole = millionths / 1_000_000
    var fraction = String(millionths % 1_000_000)
    if fraction == "0" { return "\(sign)\(whole)" }
    fraction = String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
    while fraction.utf8.last == UInt8(ascii: "0") { fraction.removeLast() }
    return "\(sign)\(whole).\(fraction)"
  }
}
