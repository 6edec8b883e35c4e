import Yams

/// The entries of a YAML mapping whose keys were checked.
struct DescriptionMapping {
  let node: DescriptionNode
  let entries: [(key: String, keyLine: Int?, value: Node)]

  /// The value of a key, if it is there and not null.
  func value(_ key: String) -> DescriptionNode? {
    guard let entry = entries.first(where: { $0.key == key }) else { return nil }
    if let scalar = entry.value.scalar, scalar.style == .plain, ["", "~", "null"].contains(scalar.string) { return nil }
    return DescriptionNode(node: entry.value, file: node.file, subject: "'\(key)' of \(node.subject)")
  }

  /// The value of a required key.
  func required(_ key: String) throws -> DescriptionNode {
    guard let value = value(key) else { throw node.error("\(node.subject) needs a '\(key)'") }
    return value
  }

  /// Sets a number if the key is there.
  func read(_ key: String, into number: inout Double, in range: ClosedRange<Double>) throws {
    if let value = value(key) { number = try value.number(in: range) }
  }

  /// Sets a text if the key is there.
  func read(_ key: String, into text: inout String) throws {
    if let value = value(key) { text = try value.text() }
  }

  /// Sets a list of texts if the key is there.
  func read(_ key: String, into texts: inout [String]) throws {
    if let value = value(key) { texts = try value.texts() }
  }
}
