import EventLogs
import Foundation
import NavigationModel

// The shapes of the app map as a JSON Schema and as a reference.

extension MapKey {
  fileprivate var schema: [String: Any] {
    var schema = shape.schema
    schema["description"] = meaning.prefix(1).uppercased() + meaning.dropFirst() + "."
    return schema
  }

  fileprivate func row(name: String) -> String {
    "| \(name)\(isRequired ? " (required)" : "") | \(shape.words()) | \(meaning) |"
  }
}

extension MapShape {
  private static let pathShape = MapShape.either([.text(""), .list("", .text(""))])

  fileprivate var schema: [String: Any] {
    switch self {
    case .text, .pattern: ["type": ["string", "number", "boolean"]]
    // Words that some YAML parsers read as booleans and others as text.
    case .truth:
      [
        "enum": [true, false]
          + ["true", "false", "yes", "no", "on", "off"].flatMap { [$0, $0.capitalized, $0.uppercased()] }
      ]
    case .word(let words, _): ["enum": words.flatMap { word -> [Any] in Int(word).map { [word, $0] } ?? [word] }]
    case .number(_, let least): ["type": "number", "minimum": least]
    case .whole(let range): ["type": "integer", "minimum": range.lowerBound, "maximum": range.upperBound]
    case .path: Self.pathShape.schema
    case .list(_, let item, _, _): ["type": "array", "items": item.schema]
    case .named(_, let value), .fields(_, let value): ["type": "object", "additionalProperties": value.schema]
    case .either(let shapes, _): ["anyOf": shapes.map(\.schema)]
    case .nothing: ["type": "null"]
    case .one(let keys, _): Self.schema(keys).merging(["minProperties": 1, "maxProperties": 1]) { $1 }
    case .record(let record): Self.schema(record.keys)
    case .tested(let shape, _): shape.schema
    }
  }

  fileprivate static func schema(_ keys: [MapKey]) -> [String: Any] {
    let required = keys.filter(\.isRequired).names
    return [
      "type": "object", "additionalProperties": false,
      "properties": Dictionary(keys.map { ($0.name, $0.schema) }) { first, _ in first },
    ].merging(required.isEmpty ? [:] : ["required": required]) { $1 }
  }

  /// The shape in words, in the singular or plural.
  fileprivate func words(several: Bool = false) -> String {
    let plural = several ? "s" : ""
    return switch self {
    case .text: "text" + plural
    case .pattern: "regular expression" + plural
    case .truth: "`true` or `false`"
    case .word(let words, _): words.map { "`\($0)`" }.joined(separator: ", ")
    case .number(_, let least): "number\(plural) from \(Int(least))"
    case .whole(let range): "whole number\(plural) from \(range.lowerBound) to \(range.upperBound)"
    case .path: Self.pathShape.words(several: several)
    case .list(_, let item, _, _): "list\(plural) of \(item.words(several: true))"
    case .named(_, let value), .fields(_, let value): "by name: \(value.words())"
    case .record(let record) where record.keys.count == 1 && !several: "`{\(record.keys[0].name): …}`"
    case .record: "mapping" + plural
    case .one(let keys, _): keys.map { "`{\($0.name): …}`" }.joined(separator: " or ")
    case .either(let shapes, _): shapes.map { $0.words(several: several) }.joined(separator: " or ")
    case .tested(let shape, _): shape.words(several: several)
    case .nothing: "nothing"
    }
  }

  /// The keys of the mappings in the shape or directly below, except for mappings with one key.
  fileprivate var records: [[MapKey]] {
    switch self {
    case .record(let record): [record.keys]
    case .list(_, let shape, _, _), .named(_, let shape), .tested(let shape, _): shape.records
    case .either(let shapes, _): shapes.flatMap(\.records)
    default: []
    }
  }
}

extension AppMap {
  /// A JSON Schema (draft 7) of the app map, for editors: completion, descriptions, and errors while typing. It covers
  /// the keys and the types of their values; only ``read(yaml:file:rules:)`` checks what depends on other parts of the
  /// map, such as whether a tab is listed.
  package static func jsonSchema(rules: [RuleSchema]) throws -> String {
    // At the top level, a key may have no value: it counts as missing.
    let keys = MapKeys.all(rules).map { MapKey($0.key.name, .either([$0.key.shape, .nothing]), $0.key.meaning) }
    var schema = MapShape.schema(keys)
    schema["$schema"] = "http://json-schema.org/draft-07/schema#"
    schema["title"] = "navaudit app map"
    schema["type"] = ["object", "null"]
    let data = try JSONSerialization.data(
      withJSONObject: schema, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// The reference of the app map as a Markdown page: every key, its values and its meaning.
  package static func reference(rules: [RuleSchema]) -> String {
    // Rules have a separate page, with their thresholds.
    let rule = RuleSchema(id: "ID", thresholds: ["THRESHOLD"])
    let keys = MapKeys.all([rule, RuleSchema(id: "OTHER", thresholds: [])]).map(\.key)
    var lines = [
      "# Keys of the app map", "",
      """
      Generated by `navaudit help schema --markdown`. Every key is optional unless it says otherwise; a key at the top \
      without a value counts as left out.
      """,
      "Regular expressions have the syntax of RE2.", "", "| key | value | meaning |", "|---|---|---|",
    ]
    lines += keys.map { $0.row(name: "[`\($0.name)`](#\($0.name))") } + [""]
    for key in keys {
      let records = key.shape.records
      lines += [
        "## \(key.name)", "",
        "\(key.meaning.prefix(1).uppercased() + key.meaning.dropFirst()). Value: \(key.shape.words()).", "",
      ]
      for record in records where key.name != "rules" { lines += table(record) }
      if key.name == "rules" {
        lines +=
          table(MapKeys.settings(of: rule)) + [
            "`navaudit rules ID` lists the thresholds of a rule with their defaults. An exemption:", "",
          ]
          + table(MapKeys.exemption.records[0])
      }
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  /// A row for each key; keys with the same values and meaning share one.
  private static func table(_ keys: [MapKey]) -> [String] {
    var rows: [(key: MapKey, names: [String])] = []
    for key in keys {
      if let same = rows.firstIndex(where: {
        $0.key.meaning == key.meaning && $0.key.shape.words() == key.shape.words()
      }) {
        rows[same].names.append(key.name)
      } else {
        rows.append((key, [key.name]))
      }
    }
    return ["| key | value | meaning |", "|---|---|---|"]
      + rows.map { row in row.key.row(name: row.names.map { "`\($0)`" }.joined(separator: ", ")) } + [""]
  }
}
