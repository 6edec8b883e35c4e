/// An error in an app description, in one line: where, what, and a suggestion.
package struct AppDescriptionError: Error, Equatable, CustomStringConvertible, Sendable {
  package var file: String
  /// The line in the file, from 1; nil if the error has no position.
  package var line: Int?
  package var message: String

  package init(file: String, line: Int?, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  package var description: String {
    guard let line else { return "\(file): \(message)" }
    return "\(file):\(line): \(message)"
  }
}

/// The known words, for one that is not.
func suggestion(for wrong: String, among words: [String]) -> String { "; known are: \(words.joined(separator: ", "))" }
