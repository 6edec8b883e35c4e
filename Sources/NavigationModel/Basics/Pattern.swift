import CRE2

/// A regular expression, of the app map or our own, in the syntax of RE2 (https://github.com/google/re2/wiki/Syntax),
/// the same as in Go, BigQuery and Google Analytics: no lookaround or back references, so every expression takes linear
/// time on any text. A `Regex` literal of Swift would be parsed each time that it is come to.
package final class Pattern: Sendable, ExpressibleByStringLiteral {
  /// Why an expression is invalid.
  package struct Invalid: Error {
    package let reason: String
    /// The invalid part of the expression.
    package let part: String
  }

  // RE2 may match one expression on several threads at once (https://github.com/google/re2/blob/main/re2/re2.h).
  nonisolated(unsafe) private let pattern: OpaquePointer

  /// - Throws: ``Invalid``.
  package init(_ expression: String) throws {
    pattern = expression.withCharacters { cre2_new($0.baseAddress, $0.count) }
    if let error = cre2_error(pattern) {
      let part = String(cString: cre2_error_part(pattern))
      throw Invalid(reason: String(String(cString: error).dropLast(part.count + 2)), part: part)
    }
  }

  /// An expression of our own.
  package init(stringLiteral expression: StaticString) {
    pattern = expression.withUTF8Buffer {
      $0.withMemoryRebound(to: CChar.self) { cre2_new($0.baseAddress, $0.count) }
    }
    precondition(cre2_error(pattern) == nil, "\(expression) is no regular expression")
  }

  deinit { cre2_free(pattern) }

  /// How much it took to make it: instructions, some twenty for a name.
  package var size: Int { Int(cre2_size(pattern)) }

  /// Whether the expression is found in a UTF-8 text.
  package func isFound(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.withMemoryRebound(to: CChar.self) { cre2_match(pattern, $0.baseAddress, $0.count, false, nil, 0) }
  }

  package func isFound(in text: String) -> Bool {
    text.withCharacters { cre2_match(pattern, $0.baseAddress, $0.count, false, nil, 0) }
  }

  /// Whether the expression matches the entire text.
  package func matches(_ text: String) -> Bool {
    text.withCharacters { cre2_match(pattern, $0.baseAddress, $0.count, true, nil, 0) }
  }

  /// The first match in a text, followed by its groups; nil if there is none.
  package func firstMatch(in text: String) -> [String?]? {
    text.withCharacters { withParts(of: $0) { parts in parts?.map(\.text) } }
  }

  /// All that is found in a text, without groups, one after the other.
  package func matches(in text: String) -> [String] {
    text.withCharacters { text in
      var rest = text[...]
      var found: [String] = []
      while !rest.isEmpty {
        let end = withParts(of: UnsafeBufferPointer(rebasing: rest)) { parts -> Int? in
          guard let match = parts?.first, let start = match.start, let base = text.baseAddress else { return nil }
          found.append(match.text ?? "")
          return start - base + max(match.length, 1)
        }
        guard let end else { break }
        rest = text[end...]
      }
      return found
    }
  }

  /// - Parameter body: takes the first match and its groups; nil if there is none.
  private func withParts<R>(
    of text: UnsafeBufferPointer<CChar>, _ body: (UnsafeMutableBufferPointer<cre2_part>?) -> R
  ) -> R {
    let count = Int(cre2_groups(pattern)) + 1
    return withUnsafeTemporaryAllocation(of: cre2_part.self, capacity: count) { parts in
      let isFound = cre2_match(pattern, text.baseAddress, text.count, false, parts.baseAddress, Int32(count))
      return body(isFound ? parts : nil)
    }
  }
}

extension cre2_part {
  fileprivate var text: String? {
    start.map { start in
      UnsafeBufferPointer(start: start, count: length).withMemoryRebound(to: UInt8.self) {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }
}

extension String {
  fileprivate func withCharacters<R>(_ body: (UnsafeBufferPointer<CChar>) throws -> R) rethrows -> R {
    try withUTF8Bytes { try $0.withMemoryRebound(to: CChar.self, body) }
  }
}
