extension Int {
  /// `1,234`
  package var grouped: String {
    let digits = String(magnitude)
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }
}

extension String {
  /// A name in camel case as a word of the log: `tab_select` for `tabSelect`.
  package var snakeCased: String {
    reduce(into: "") { word, letter in word += letter.isUppercase ? "_" + letter.lowercased() : String(letter) }
  }
}

/// The correction of a mistyped word; nil if none is near. Case does not matter; on ties the first word wins.
///
/// A word is near if at most a third of the typed letters, and never more than four, must be changed
/// (``editDistance(_:_:)``), or if it is the only one that begins or ends like the typed one (`over-limit` for
/// `depth.over-limit`).
package func nearestWord(to typed: String, among words: [String]) -> String? {
  let letters = Array(typed.lowercased())
  guard (2...64).contains(letters.count) else { return nil }
  let allowed = min(4, max(1, letters.count / 3))
  var nearest: (word: String, distance: Int)?
  for word in words where abs(word.count - letters.count) <= allowed {
    let distance = editDistance(letters, Array(word.lowercased()))
    if distance <= allowed, distance < nearest?.distance ?? .max { nearest = (word, distance) }
  }
  return nearest?.word ?? onlyWord(beginningOrEndingLike: typed.lowercased(), among: words)
}

/// Letters inserted, deleted, replaced or swapped with their neighbor to turn `a` into `b`: the optimal string
/// alignment distance (G. Navarro, "A guided tour to approximate string matching", ACM Computing Surveys 33(1), 2001,
/// section 2).
package func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    row.reserveCapacity(b.count + 1)
    for j in b.indices {
      var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, beforeLast[j - 1] + 1) }
      row.append(least)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}

private func onlyWord(beginningOrEndingLike typed: String, among words: [String]) -> String? {
  let alike = words.filter { word in
    let word = word.lowercased()
    guard min(word.count, typed.count) >= 3 else { return false }
    return word.hasPrefix(typed) || word.hasSuffix(typed) || typed.hasPrefix(word) || typed.hasSuffix(word)
  }
  return alike.count == 1 ? alike[0] : nil
}
