import Foundation

/// A case of a file of `Tests/Fixtures/cases`: what goes in, and what is expected.
///
///     # A title, which the cases below it have
///     input → expected
///     input → expected
///       → and this, too  // why
/// In an input, `⏎` is a line break, `⇥` a tab and `␍` a carriage return. Blank lines and what follows `//` are
/// comments.
package struct Case: Sendable, CustomStringConvertible {
  package let title: String
  package let input: String
  package private(set) var expected: [String]

  package var description: String { "\(title): \(input)" }

  /// The cases of a file, without those whose titles are not wanted.
  package static func all(_ name: String, _ isWanted: (String) -> Bool = { _ in true }) -> [Case] {
    guard let text = try? String(contentsOf: Fixtures.file("cases/\(name).txt"), encoding: .utf8) else {
      fatalError("no cases/\(name).txt")
    }
    var cases: [Case] = []
    var title = ""
    for line in text.split(separator: "\n") {
      let content = line.withoutComment
      if content.hasPrefix("# ") {
        title = String(content.dropFirst(2))
      } else if let arrow = content.firstRange(of: "→") {
        let input = content[..<arrow.lowerBound].trimmingCharacters(in: .whitespaces).replacing("⏎", with: "\n")
          .replacing("⇥", with: "\t").replacing(
            "␍", with: "\r")
        let expected = content[arrow.upperBound...].trimmingCharacters(in: .whitespaces)
        if input.isEmpty {
          cases[cases.count - 1].expected.append(expected)
        } else {
          cases.append(Case(title: title, input: input, expected: [expected]))
        }
      } else if !content.isEmpty {
        fatalError("cases/\(name).txt: neither a title nor a case: \(line)")
      }
    }
    return cases.filter { isWanted($0.title) }
  }
}

extension StringProtocol {
  /// The line of a file of cases without `//`, what follows it and the spaces before it.
  package var withoutComment: String {
    contains("//") ? String(self).replacing(/(^| +)\/\/ .*/, with: "") : String(self)
  }
}
