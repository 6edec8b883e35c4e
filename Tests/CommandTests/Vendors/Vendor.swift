import Foundation
import TestSupport
import Testing

/// The shape in which a vendor would export the events of an app.
struct Vendor: Sendable, CustomTestStringConvertible {
  /// The format that must be detected.
  let format: String
  let shape: String
  /// The format in the report, if it says more than the name.
  var expectedFormat: String?
  var missing: Set<Missing> = []
  /// The files of the export, by name.
  let files: @Sendable ([AppEvent]) -> [String: Data]

  var testDescription: String { "\(format), \(shape)" }

  static let all: [Vendor] =
    ga4 + amplitude + postHog + mixpanel + segment + snowplow + matomo + countly + openTelemetry
}

/// A JSON object with ordered members; nil is null.
typealias Members = KeyValuePairs<String, Any?>

/// The encoding of a value, as most exporters write it.
func json(_ value: Any?) -> String {
  switch value {
  case nil: "null"
  case let text as String: quoted(text)
  case let members as Members: "{" + members.map { quoted($0.key) + ":" + json($0.value) }.joined(separator: ",") + "}"
  case let list as [Any?]: "[" + list.map { json($0) }.joined(separator: ",") + "]"
  case let value?: "\(value)"
  }
}

/// HTML characters are escaped, as in BigQuery's encoders.
private func quoted(_ text: String) -> String {
  var quoted = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": quoted += "\\\""
    case "\\": quoted += "\\\\"
    case "<", ">", "&", "\u{0}"..<"\u{20}": quoted += "\\u" + ("000" + String(scalar.value, radix: 16)).suffix(4)
    default: quoted.unicodeScalars.append(scalar)
    }
  }
  return quoted + "\""
}

/// One JSON text per line.
func lines(_ records: [Any?]) -> Data { Data(records.map { json($0) + "\n" }.joined().utf8) }

/// A row of a CSV file.
func row(_ cells: [String]) -> String {
  cells.map { cell in cell.contains { ",\"\n".contains($0) } ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell }
    .joined(separator: ",") + "\n"
}
