import Measures

extension AuditContents {
  /// A non-empty table.
  /// - Throws: the reason why a picture of it is missing.
  func rows(of name: String, orElse reason: Document.Text) throws(NoPicture) -> TableRows {
    guard let table = table(name), !table.rows.isEmpty else { throw NoPicture(reason) }
    return TableRows(table)
  }
}

extension [String: Int] {
  /// The highest counts first, ties by name.
  var orderedByCount: [(key: String, value: Int)] {
    sorted { $0.value == $1.value ? $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) : $0.value > $1.value }
  }
}

extension Document.Text {
  /// The end of a caption: the file with the numbers, and how many of them are not in the picture.
  static func numbers(in files: String..., showing shown: Int = 0, of total: Int = 0, _ word: String = "row") -> Document.Text {
    let links = files.map { "\(link: "\($0).csv", to: .file("\($0).csv"))" as Document.Text }.joinedAsList()
    return shown < total ? " Numbers: " + links + ", and those of \((total - shown).of("more " + word)) with them." : " Numbers: " + links + "."
  }
}
