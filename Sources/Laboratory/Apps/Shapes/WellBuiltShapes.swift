extension AppShape {
  /// Apps of many kinds that are built as their platforms and their purpose ask for: no rule has anything to find in them.
  ///
  /// Whether that is so does not rest on anybody's word: ``TrueFigures/judged`` of their logs holds no flaw, which a test watches.
  public static let wellBuilt: [AppShape] = shops + readers + talkers + tools + androids + services

  /// A section with some pages below its root, for what needs no description of its own.
  static func section(_ name: String, _ pages: String..., weight: Double = 1, reach: Double = 0.95, stay: Double = 11) -> Entry {
    Entry(name, Screen(name, stay: stay, pages.map { Screen($0, stay: 14) }), weight: weight, reach: reach)
  }
}
