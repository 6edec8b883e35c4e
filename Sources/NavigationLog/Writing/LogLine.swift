/// Makes lines of the native format of records.
struct LogLines {
  let user: String
  /// Whether the user id is new, so that this is the first launch ever.
  let isNewUser: Bool
  /// Distinguishes the launches of a user.
  let launch: String
  let platform: LogPlatform

  /// Appends a record as one line with its line feed.
  func append(_ record: LogRecord, to bytes: inout [UInt8]) {
    let entry = record.entry
    bytes += "{\"time\":\"".utf8
    LogTime.append(record.time, to: &bytes)
    bytes += "\",\"user\":".utf8
    Self.quote(user, &bytes)
    bytes += ",\"event\":\"".utf8
    bytes += entry.kind.rawValue.utf8
    bytes += "\",\"id\":\"".utf8
    bytes += launch.utf8
    bytes.append(UInt8(ascii: "-"))
    bytes += String(record.number).utf8
    bytes += "\",\"session\":\"".utf8
    bytes += launch.utf8
    bytes.append(UInt8(ascii: "."))
    bytes += String(record.session).utf8
    bytes.append(UInt8(ascii: "\""))
    member("screen", entry.screen, &bytes)
    member("target", entry.target, &bytes)
    member("container", entry.container, &bytes)
    member("via", entry.via == LogLifecycle.launch ? (isNewUser ? "first" : "cold") : entry.via, &bytes)
    member("outcome", entry.outcome, &bytes)
    if !entry.names.isEmpty {
      bytes += ",\"value\":[".utf8
      for (index, name) in entry.names.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.quote(name, &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    } else if let count = entry.count {
      bytes += ",\"value\":\(count)".utf8
    }
    if let x = entry.x, let y = entry.y, x.isFinite, y.isFinite {
      bytes += ",\"x\":\(Self.tenths(x)),\"y\":\(Self.tenths(y))".utf8
    }
    if record.isFirst {
      for (name, value) in platform.fields { member(name, value, &bytes) }
    }
    bytes += "}\n".utf8
  }

  private func member(_ name: StaticString, _ value: String?, _ bytes: inout [UInt8]) {
    guard let value else { return }
    bytes += ",\"".utf8
    name.withUTF8Buffer { bytes += $0 }
    bytes += "\":".utf8
    Self.quote(value, &bytes)
  }

  /// A point rounded to tenths, so that the line stays short.
  private static func tenths(_ value: Double) -> Double { (min(max(value, -1e6), 1e6) * 10).rounded() / 10 }

  static func quote(_ text: String, _ bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case ..<0x20:
        bytes += "\\u00".utf8
        bytes.append(Self.hex[Int(byte >> 4)])
        bytes.append(Self.hex[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static let hex = Array("0123456789abcdef".utf8)
}

/// Times as RFC 3339, in UTC with microseconds.
enum LogTime {
  /// - Parameter time: microseconds since 1970; outside of the years 1970 to 9999, the nearest of them.
  static func append(_ time: Int64, to bytes: inout [UInt8]) {
    let time = min(max(time, 0), 253_402_300_799_999_999)
    let days = time / 86_400_000_000
    let ofDay = time % 86_400_000_000
    // Days to a date of the Gregorian calendar: Howard Hinnant, “chrono-Compatible Low-Level Date Algorithms”.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    digits(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), 4, &bytes)
    bytes.append(UInt8(ascii: "-"))
    digits(month, 2, &bytes)
    bytes.append(UInt8(ascii: "-"))
    digits(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1, 2, &bytes)
    bytes.append(UInt8(ascii: "T"))
    digits(ofDay / 3_600_000_000, 2, &bytes)
    bytes.append(UInt8(ascii: ":"))
    digits(ofDay / 60_000_000 % 60, 2, &bytes)
    bytes.append(UInt8(ascii: ":"))
    digits(ofDay / 1_000_000 % 60, 2, &bytes)
    bytes.append(UInt8(ascii: "."))
    digits(ofDay % 1_000_000, 6, &bytes)
    bytes.append(UInt8(ascii: "Z"))
  }

  private static func digits(_ number: Int64, _ count: Int, _ bytes: inout [UInt8]) {
    var divisor: Int64 = 1
    for _ in 1..<count { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }
}
