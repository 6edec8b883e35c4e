/// An error in an app description, in one line: where, what, and a suggestion.
public struct AppDescriptionError: Error, Equatable, CustomStringConvertible, Sendable {
  public var file: String
  /// The line in the file, from 1; nil if the error has no position.
  public var line: Int?
  public var message: String

  public init(file: String, line: Int?, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  public var description: String {
    guard let line else { return "\(file): \(message)" }
    return "\(file):\(line): \(message)"
  }
}

/// The most similar word of the list; nil if none is near.
func nearestWord(to wrong: String, among words: [String]) -> String? {
  var best: (word: String, distance: Int)?
  for word in words {
    let distance = editDistance(Array(wrong.lowercased().utf8), Array(word.lowercased().utf8))
    if distance <= max(2, word.utf8.count / 3), best.map({ distance < $0.distance }) ?? true {
      best = (word, distance)
    }
  }
  return best?.word
}

/// `, did you mean 'word'?`, or the entire list if it is short and nothing is near.
func suggestion(for wrong: String, among words: [String]) -> String {
  if let near = nearestWord(to: wrong, among: words) { return ", did you mean '\(near)'?" }
  return words.isEmpty || words.count > 20 ? "" : "; known are: \(words.joined(separator: ", "))"
}

/// Levenshtein distance, with a swap of neighbors counted as one edit.
private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
      row.append(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
