/// Words that reports write where names stand: `(start)`, `(none)`, `(all)`.
///
/// A name of the log that is one of them is marked with a backslash, so that no table has two rows of one key: the
/// screen `(start)` is `\(start)` from the moment it is read. A name that is marked in the log already gets another
/// backslash: different names stay different. `?` is not among them: it is what a log, too, calls what has no name.
package enum OwnWords {
  /// Beginnings and ends of parts, the sections without a name, all platforms, and an unknown value; then names that
  /// are hidden (`(fewer than 5 users)`).
  private static let all = ["(start)", "(end)", "(none)", "(link)", "(all)", "(not known)"]
  private static let hidden = (start: "(fewer than ", end: " users)")
  /// What stands for the More list and the tab bar where tables name the place of an entry: menus may not be called so.
  private static let places = ["More", "bar"]

  package static let mark: Character = "\\"

  /// The name as reports write it; nil if that is the name itself.
  /// - Parameter isMenu: whether it names a menu.
  package static func marked(_ name: String, isMenu: Bool = false) -> String? {
    guard let first = name.utf8.first, isMenu || first == UInt8(ascii: "(") || first == UInt8(ascii: "\\") else {
      return nil
    }
    let word = String(name.drop { $0 == mark })
    let isOwn =
      all.contains(word) || word.hasPrefix(hidden.start) && word.hasSuffix(hidden.end)
      || isMenu && places.contains(word)
    return isOwn ? String(mark) + name : nil
  }
}
