import Foundation
import NavigationModel
import Testing

@testable import AppMaps

/// The JSON Schema and the reference list exactly what the reader accepts.
@Suite("Schema of the app map")
struct AppMapSchemaTests {
  private static let rules = [
    RuleSchema(
      id: "depth.over-limit", thresholds: ["warning", "error"], title: "Section too deep",
      meanings: ["warning": "levels"])
  ]

  private func schema() throws -> [String: Any] {
    let text = try AppMap.jsonSchema(rules: Self.rules)
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// Every mapping with known keys, by the YAML that leads to it: the text before and after the mapping.
  private func records(_ schema: [String: Any], before: String, after: String) -> [(
    before: String, keys: [String], after: String
  )] {
    var found: [(before: String, keys: [String], after: String)] = []
    if let properties = schema["properties"] as? [String: [String: Any]] {
      found.append((before, properties.keys.sorted(), after))
      for (key, value) in properties.sorted(by: { $0.key < $1.key }) {
        found += records(value, before: "\(before){\(key): ", after: "}\(after)")
      }
    }
    for shape in schema["anyOf"] as? [[String: Any]] ?? [] { found += records(shape, before: before, after: after) }
    if let items = schema["items"] as? [String: Any] {
      found += records(items, before: before + "[", after: "]" + after)
    }
    if let values = schema["additionalProperties"] as? [String: Any] {
      found += records(values, before: before + "{Name: ", after: "}" + after)
    }
    return found
  }

  private func issues(_ yaml: String) -> [String] {
    do {
      _ = try AppMap.read(yaml: yaml, file: "navaudit.yml", rules: Self.rules)
      return []
    } catch { return error.issues.map(\.message) }
  }

  @Test func `the reader knows every key of the schema`() throws {
    let records = records(try schema(), before: "", after: "")
    #expect(records.count >= 18)
    for record in records {
      for key in record.keys {
        let issues = issues("\(record.before){\(key): x}\(record.after)")
        #expect(
          !issues.contains { $0.hasPrefix("unknown") && $0.contains("`\(key)`") }, "\(record.before){\(key): \(issues)")
      }
    }
  }

  @Test func `the schema knows every key of the reader`() throws {
    for record in records(try schema(), before: "", after: "") {
      // For an unknown key the reader lists up to 25 known ones.
      let message = try #require(
        issues("\(record.before){qqqqqqqqqqqq: x}\(record.after)").first { $0.hasPrefix("unknown") }, "\(record.before)"
      )
      guard let list = message.components(separatedBy: "; expected ").last, message.contains("; expected ") else {
        continue
      }
      let known = list.replacing("one of ", with: "").replacing(", …", with: "").split(separator: ", ").map(String.init)
      #expect(Set(known).isSubset(of: record.keys), "\(record.before): \(message)")
      if !message.hasSuffix("…") { #expect(known.sorted() == record.keys, "\(record.before)") }
    }
  }

  @Test func `required keys are those that the reader asks for`() throws {
    let schema = try schema()
    func required(_ path: String...) throws -> [String] {
      var place = schema
      for key in path {
        let options = [place] + (place["anyOf"] as? [[String: Any]] ?? [])
        place = try #require(
          options.lazy.compactMap { ($0["properties"] as? [String: Any])?[key] ?? ($0[key] as Any?) }.first
            as? [String: Any], "\(path)")
      }
      return place["required"] as? [String] ?? []
    }
    #expect(try required("tasks", "items") == ["name", "start", "goal"])
    #expect(issues("tasks: [{}]") == ["task without `name`", "task without `start`", "task without `goal`"])
    #expect(Set(try required("events", "items")) == ["match", "event"])
    #expect(issues("events: [{}]") == ["event mapping without `match`", "event mapping without `event`"])
    #expect(try required("advice") == [])
    #expect(issues("advice: {}") == [])
  }

  @Test func `words and ranges are those of the reader`() throws {
    let text = try AppMap.jsonSchema(rules: Self.rules)
    for word in AppMap.ScreenKind.allCases.map(\.rawValue) {
      #expect(text.contains("\"\(word)\""))
    }
    #expect(issues("advice: {slots: 0}") == ["expected a whole number from 1 to 100, found `0`"])
    #expect(text.contains("\"maximum\" : 100"))
    #expect(text.hasPrefix("{\n"))
    #expect(try AppMap.jsonSchema(rules: Self.rules) == text)
  }

  @Test func `the reference lists every key`() throws {
    let page = AppMap.reference(rules: Self.rules)
    for record in records(try schema(), before: "", after: "") where !record.before.contains("depth.over-limit") {
      for key in record.keys where key != "depth.over-limit" {
        #expect(page.contains("`\(key)`") || page.contains("`{\(key): …}`"), "\(key)")
      }
    }
  }
}
