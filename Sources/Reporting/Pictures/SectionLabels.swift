import Measures

/// Section names for people: `Wishlist (menu)` instead of the `menu:Wishlist` of tables.
struct SectionLabels {
  private let menus: Set<String>
  private let tabs: Set<String>

  init(_ contents: AuditContents) {
    func names(_ table: String, _ column: String) -> Set<String> {
      guard let table = contents.table(table) else { return [] }
      let rows = TableRows(table)
      return Set(rows.indices.map { rows.text($0, column) })
    }
    menus = names("menus", "menu").union(names("menu_items", "menu"))
    tabs = names("tabs", "tab")
  }

  subscript(_ section: String) -> String {
    if section == "(none)" { return "outside tabs" }
    if section == "(link)" { return "a link" }
    guard !tabs.contains(section) else { return section }
    // A name may contain colons.
    let colon = section.indices.first { section[$0] == ":" && menus.contains(String(section[..<$0])) }
    guard let colon else { return section }
    return "\(section[section.index(after: colon)...]) (\(section[..<colon]))"
  }

  /// The sections of a pair `A ↔ B`; of other texts, the text.
  func parts(_ subject: String) -> [String] { subject.split(separator: " ↔ ").map(String.init) }

  /// A section, or a pair of sections.
  func words(_ subject: String) -> String { parts(subject).map { self[$0] }.joined(separator: " ↔ ") }
}
