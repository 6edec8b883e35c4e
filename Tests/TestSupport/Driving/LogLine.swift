import Foundation

/// A line of a native log, with ordered fields. Every line has a time, a user and an event.
package struct LogLine: Sendable, Equatable {
  package var fields: [(name: String, value: Value)]

  package enum Value: Sendable, Equatable {
    case text(String)
    case number(Int)
  }

  package init(_ time: String, _ user: String, _ event: String, _ more: KeyValuePairs<String, String> = [:]) {
    fields =
      [("time", .text(time)), ("user", .text(user)), ("event", .text(event))] + more.map { ($0.key, .text($0.value)) }
  }

  package init(fields: [(name: String, value: Value)]) { self.fields = fields }

  package static func == (a: LogLine, b: LogLine) -> Bool { a.json == b.json }

  package subscript(name: String) -> String? {
    switch fields.first(where: { $0.name == name })?.value {
    case .text(let text): text
    case .number(let number): String(number)
    case nil: nil
    }
  }

  package var json: String {
    let members = fields.map { field -> String in
      switch field.value {
      case .text(let text): "\"\(field.name)\":\(Self.quoted(text))"
      case .number(let number): "\"\(field.name)\":\(number)"
      }
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private static let escaped = String((1..<0x20 as Range<UInt8>).map { Character(Unicode.Scalar($0)) }) + "\"\\"

  private static func quoted(_ text: String) -> String {
    // Without optimization, the loop below takes most of the time of some suites.
    if strcspn(text, escaped) == text.utf8.count { return "\"\(text)\"" }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{0}"..<"\u{20}": quoted += "\\u" + ("000" + String(scalar.value, radix: 16)).suffix(4)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension [LogLine] {
  package var ndjson: Data { Data(map { $0.json + "\n" }.joined().utf8) }

  /// The same log as a table with a column for each field that occurs.
  package var csv: Data {
    var columns: [String] = []
    for line in self {
      for field in line.fields where !columns.contains(field.name) { columns.append(field.name) }
    }
    func cell(_ text: String) -> String {
      text.contains { ",\"\n\r\t".contains($0) }
        ? "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : text
    }
    let rows = [columns] + map { line in columns.map { line[$0] ?? "" } }
    return Data(rows.map { $0.map(cell).joined(separator: ",") + "\n" }.joined().utf8)
  }

  /// The lines cut into this number of runs of about the same length.
  package func cut(into count: Int) -> [[LogLine]] {
    (0..<count).map { part in Array(self[(part * self.count / count)..<((part + 1) * self.count / count)]) }
  }
}
