import Yams

/// A node in the YAML of an app description, with its file and line. Unknown content is refused.
struct DescriptionNode {
  let node: Node
  let file: String
  /// What it describes, for messages: `tab`, `flaw depth.over-limit`.
  let subject: String

  /// Whether it is a scalar.
  var isScalar: Bool { node.scalar != nil }

  /// Whether it is a number.
  var isNumber: Bool { node.scalar.flatMap { Double($0.string) } != nil }

  /// An error at this node.
  func error(_ message: String) -> AppDescriptionError {
    AppDescriptionError(file: file, line: node.mark?.line, message: message)
  }

  /// The entries of a mapping with known keys.
  func mapping(keys: [String]) throws -> DescriptionMapping {
    guard let mapping = node.mapping else { throw error("\(subject) must be a list of 'key: value' lines") }
    var entries: [(key: String, keyLine: Int?, value: Node)] = []
    for (key, value) in mapping {
      guard let name = key.string else { throw error("\(subject) has a key that is no text") }
      let line = key.mark?.line
      guard keys.contains(name) else {
        throw AppDescriptionError(
          file: file, line: line, message: "unknown key '\(name)' in \(subject)\(suggestion(for: name, among: keys))")
      }
      guard !entries.contains(where: { $0.key == name }) else {
        throw AppDescriptionError(file: file, line: line, message: "key '\(name)' is given twice in \(subject)")
      }
      entries.append((name, line, value))
    }
    return DescriptionMapping(node: self, entries: entries)
  }

  /// The elements of a list, each with its own subject.
  func elements(_ subject: String) throws -> [DescriptionNode] {
    guard let sequence = node.sequence else { throw error("\(self.subject) must be a list") }
    return sequence.map { DescriptionNode(node: $0, file: file, subject: subject) }
  }

  /// Text that is not empty.
  func text() throws -> String {
    guard let text = node.scalar?.string, !text.isEmpty else { throw error("\(subject) must be a text") }
    return text
  }

  /// A list of texts.
  func texts() throws -> [String] {
    try elements("an entry of \(subject)").map { try $0.text() }
  }

  /// A number within a range.
  func number(in range: ClosedRange<Double>) throws -> Double {
    guard let text = node.scalar?.string, let number = Double(text), number.isFinite else {
      throw error("\(subject) must be a number")
    }
    guard range.contains(number) else {
      throw error("\(subject) is \(text), it must lie between \(plain(range.lowerBound)) and \(plain(range.upperBound))")
    }
    return number
  }

  /// Numbers by name.
  func numbers(in range: ClosedRange<Double>) throws -> [String: Double] {
    guard let mapping = node.mapping else { throw error("\(subject) must be a list of 'name: number' lines") }
    var numbers: [String: Double] = [:]
    for (key, value) in mapping {
      let name = try DescriptionNode(node: key, file: file, subject: "a name in \(subject)").text()
      numbers[name] = try DescriptionNode(node: value, file: file, subject: "'\(name)' of \(subject)").number(in: range)
    }
    return numbers
  }

  /// `true`, `on`, `yes` and their opposites.
  func flag() throws -> Bool {
    switch node.scalar?.string {
    case "true", "on", "yes": return true
    case "false", "off", "no": return false
    default: throw error("\(subject) must be on or off")
    }
  }

  private func plain(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : String(number)
  }
}
