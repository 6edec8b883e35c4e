/// A version of an app, in the order of Semantic Versioning 2.0 (https://semver.org, item 11): by its numbers, 4.9.0
/// before 4.10.0, and 2.0-beta before 2.0.
///
/// Versions of apps are written more freely. Missing numbers count as 0, a `v` at the start does not count, and what
/// follows a blank or a `+` is a build, which makes no difference, as in `2.0 (145)`. Words are compared as text,
/// except for the numbers in them: beta9 comes before beta10.
package struct VersionNumber: Comparable, Sendable {
  /// Without zeros at the end: 2 and 2.0 are the same version.
  private let release: [VersionPart]
  /// The words after a hyphen, between dots; nil for a release, which comes after all of its previews.
  private let preview: [[VersionPart]]?

  package init(_ text: String) {
    let version = text.drop { "vV ".contains($0) }.prefix { !" +".contains($0) }
    let parts = version.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    var release = (parts.first ?? "").split(whereSeparator: { "._".contains($0) }).flatMap(VersionPart.parts)
    while release.last == .zero { release.removeLast() }
    self.release = release
    preview = parts.count > 1 ? parts[1].split(separator: ".").map(VersionPart.parts) : nil
  }

  package static func < (a: VersionNumber, b: VersionNumber) -> Bool {
    for index in 0..<max(a.release.count, b.release.count) {
      let one = index < a.release.count ? a.release[index] : .zero
      let other = index < b.release.count ? b.release[index] : .zero
      // A word among the numbers is a preview without its hyphen: 2.0b1.
      if one.isNumber != other.isNumber { return other.isNumber }
      if one != other { return one < other }
    }
    guard let one = a.preview, let other = b.preview else { return a.preview != nil && b.preview == nil }
    return one.lexicographicallyPrecedes(other) { $0.lexicographicallyPrecedes($1) }
  }
}

extension String {
  /// Whether this version comes first. A total order: builds of one version are compared by their numbers, too.
  package func precedesAsVersion(_ other: String) -> Bool {
    let one = VersionNumber(self)
    let two = VersionNumber(other)
    if one != two { return one < two }
    let (parts, others) = (VersionPart.parts(self[...]), VersionPart.parts(other[...]))
    return parts == others ? precedesByScalars(other) : parts.lexicographicallyPrecedes(others)
  }
}

/// A run of digits, or the text between two of them. Numbers come before text.
private enum VersionPart: Comparable {
  /// Without leading zeros.
  case number(String)
  case text(String)

  static let zero = VersionPart.number("")

  var isNumber: Bool { if case .number = self { true } else { false } }

  static func parts(_ text: Substring) -> [VersionPart] {
    var parts: [VersionPart] = []
    var rest = text
    while let first = rest.unicodeScalars.first {
      let isDigit = ("0"..."9").contains(first)
      let run = Substring(rest.unicodeScalars.prefix { ("0"..."9").contains($0) == isDigit })
      rest = rest[run.endIndex...]
      parts.append(isDigit ? .number(String(run.drop { $0 == "0" })) : .text(String(run)))
    }
    return parts
  }

  static func < (a: VersionPart, b: VersionPart) -> Bool {
    switch (a, b) {
    case (.number(let one), .number(let two)):
      one.utf8.count == two.utf8.count ? one.precedesByScalars(two) : one.utf8.count < two.utf8.count
    case (.text(let one), .text(let two)): one.precedesByScalars(two)
    case (.number, .text): true
    case (.text, .number): false
    }
  }
}
