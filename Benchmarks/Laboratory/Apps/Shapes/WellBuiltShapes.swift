extension AppShape {
  /// Apps of many kinds, built well for their platform and purpose: no rule should find anything in them.
  ///
  /// A test verifies this: ``TrueFigures/judged`` of their logs contains no flaw.
  package static let wellBuilt: [AppShape] = shops + readers + talkers + tools + androids + services

  /// A section with some pages below its root, for sections without special behavior.
  static func section(_ name: String, _ pages: String..., weight: Double = 1, reach: Double = 0.95, stay: Double = 11) -> Entry {
    Entry(name, Screen(name, stay: stay, pages.map { Screen($0, stay: 14) }), weight: weight, reach: reach)
  }
}
