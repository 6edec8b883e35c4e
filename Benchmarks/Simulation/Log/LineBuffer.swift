/// Lines of newline-delimited JSON, as bytes.
package struct LineBuffer: Sendable {
  package var bytes: [UInt8] = []
  /// The day of the last time, and its text.
  private var day = Int64.min
  private var date: [UInt8] = []

  package init() {}

  package mutating func append(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }

  /// Appends text unchanged.
  package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends a JSON string, quotes included.
  package mutating func append(json text: String) { JSONText.append(text, to: &bytes) }

  /// Appends a number in decimal digits, with zeros in front if it has fewer than these.
  package mutating func append(number: Int64, digits: Int = 1) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0 || bytes.count - start < digits
    bytes[start...].reverse()
  }

  /// Appends milliseconds since 1970, such as `2026-03-02T10:00:00.000`.
  package mutating func append(time: Int64) {
    let today = time >= 0 ? time / 86_400_000 : (time + 1) / 86_400_000 - 1
    if today != day {
      day = today
      date = Array("\(CalendarDate(day: Int(today)))".utf8)
    }
    bytes += date
    let rest = time - today * 86_400_000
    append("T")
    append(number: rest / 3_600_000, digits: 2)
    append(":")
    append(number: rest / 60_000 % 60, digits: 2)
    append(":")
    append(number: rest / 1000 % 60, digits: 2)
    append(".")
    append(number: rest % 1000, digits: 3)
  }

  /// Appends a field after others, if there is a value.
  package mutating func field(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    key(name)
    append(json: text)
  }

  package mutating func field(_ name: StaticString, _ number: Int?) {
    guard let number else { return }
    key(name)
    append(number: Int64(number))
  }

  package mutating func field(_ name: StaticString, _ texts: [String]?) {
    guard let texts else { return }
    key(name)
    append("[" + texts.map(JSONText.string).joined(separator: ",") + "]")
  }

  private mutating func key(_ name: StaticString) {
    append(",\"")
    append(name)
    append("\":")
  }
}
