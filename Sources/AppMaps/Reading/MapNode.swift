import Yams

/// A node of the map's YAML. YAML's type resolution is not applied: `off`, `4.10` and `1e3` keep their
/// text, and whoever needs a number or a switch parses that text.
package struct MapNode {
  private let node: Node

  init(_ node: Node) { self.node = node }

  package var position: AppMapError.Position {
    let mark = node.mark
    return .init(line: mark?.line ?? 1, column: mark?.column ?? 1)
  }

  /// The text of a scalar, quoted or not; nil if it is ``isNothing`` or not a scalar.
  package var text: String? { isNothing ? nil : node.scalar?.string }

  /// The text of an unquoted scalar.
  var plainText: String? { node.scalar?.style == .plain ? text : nil }

  /// Whether it is left empty: YAML's null.
  var isNothing: Bool {
    guard let scalar = node.scalar, scalar.style == .plain else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(scalar.string)
  }

  /// The items of a list.
  package var items: [MapNode]? { node.sequence?.map(MapNode.init) }

  /// The pairs of a mapping, in order.
  package var pairs: [(key: MapNode, value: MapNode)]? {
    node.mapping?.map { (MapNode($0.key), MapNode($0.value)) }
  }

  /// Its description in messages.
  var found: String {
    switch node {
    case .sequence: return "a list"
    case .mapping: return "a mapping"
    case .scalar, .alias:
      guard let text else { return "nothing" }
      if text.allSatisfy(\.isWhitespace) { return "an empty text" }
      return plainText == nil ? "the text \(text.quoted)" : text.quoted
    }
  }
}

/// A mapping with known keys, some of them required.
struct MapRecord {
  /// What it describes, for messages.
  var what: String
  var position: AppMapError.Position
  /// The entries with known keys.
  var entries: [MapEntry]
  /// Whether it has keys that were refused: a missing key is then most likely misspelled.
  var hasRefusedKeys: Bool

  subscript(key: String) -> MapEntry? { entries.first { $0.key == key } }
}
