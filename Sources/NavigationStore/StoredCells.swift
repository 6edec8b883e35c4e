import GRDB
import NavigationModel

/// Reads cells of rows from untrusted files: values of another type or size than navaudit writes are reported as damage, and never trap.
extension Store {
  /// More bytes, lines and events than any log has, but few enough that their sums fit into 64 bits.
  private static let counts = 0...(1 << 40)
  /// Microseconds since 1970: slightly more than the years 0000 to 9999.
  static let times: ClosedRange<Int64> = -(1 << 58)...(1 << 58)
  /// Microseconds: from one to 100,000 minutes, as `--gap` takes them.
  private static let gaps: ClosedRange<Int64> = 1...6_000_000_000_000
  /// Microseconds: up to 100,000 hours, as `--longest-pause` takes them; 0 for no limit.
  private static let pauses: ClosedRange<Int64> = 0...360_000_000_000_000

  func text(_ column: String, of row: Row) throws -> String {
    guard let text = try optionalText(column, of: row) else { throw damaged("a cell of \(column) is empty") }
    return text
  }

  func optionalText(_ column: String, of row: Row) throws -> String? {
    switch (row[column] as DatabaseValue).storage {
    case .string(let text): return text
    case .null: return nil
    default: throw damaged("a cell of \(column) is no text")
    }
  }

  func count(_ column: String, of row: Row) throws -> Int {
    guard case .int64(let number) = (row[column] as DatabaseValue).storage, Self.counts ~= Int(number) else {
      throw damaged("a cell of \(column) is no count")
    }
    return Int(number)
  }

  func optionalCount(_ column: String, of row: Row) throws -> Int? {
    (row[column] as DatabaseValue).isNull ? nil : try count(column, of: row)
  }

  func optionalNumber(_ column: String, of row: Row) throws -> Double? {
    switch (row[column] as DatabaseValue).storage {
    case .double(let number): return number
    case .int64(let number): return Double(number)
    case .null: return nil
    default: throw damaged("a cell of \(column) is no number")
    }
  }

  func time(_ column: String, of row: Row) throws -> Int64 {
    guard case .int64(let number) = (row[column] as DatabaseValue).storage, Self.times ~= number else {
      throw damaged("a cell of \(column) is no time")
    }
    return number
  }

  /// The limits of the sessions in the store; nil for a store without sessions.
  package func sessionLimits() throws -> SessionLimits? {
    guard let gap = try microseconds(.gap, in: Self.gaps), let pause = try microseconds(.longestPause, in: Self.pauses) else { return nil }
    return SessionLimits(gap: gap, longestPause: pause)
  }

  private func microseconds(_ key: MetaKey, in range: ClosedRange<Int64>) throws -> Int64? {
    guard let text = try meta(key) else { return nil }
    guard let time = Int64(text), range ~= time else { throw damaged("\(key.rawValue) is out of range") }
    return time
  }

  /// A count in the metadata; 0 if missing.
  package func count(_ key: MetaKey) throws -> Int {
    guard let text = try meta(key) else { return 0 }
    guard let count = Int(text), Self.counts ~= count else { throw damaged("\(key.rawValue) is no count") }
    return count
  }
}
