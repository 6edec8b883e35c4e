import Measures
import NavigationModel
import UsabilityRules

struct FindingTitles {
  private let titles: [String: String]
  private let labels: SectionLabels

  init(_ contents: ReportContents) {
    titles = Dictionary((contents.rules + contents.rulesOff).map { ($0.id, $0.title) }) { $1 }
    labels = SectionLabels(contents)
  }

  /// The title of the rule; its id if it is unknown.
  func rule(_ finding: Finding) -> String { (titles[finding.rule] ?? finding.rule).capitalizedFirst }

  /// The subject of the finding: `section Orders`, `Coupons in the More list`.
  func location(of finding: Finding) -> Document.Text {
    let subject = finding.names.map { "\(emphasis: labels[$0])" as Document.Text }.joinedAsList(by: " ↔ ")
    let section = finding.section.map { labels[$0] }
    return switch (finding.subjectKind, section) {
    case ("app", _): "the whole app"
    case ("menu", _) where finding.subject == "menu": "the menu"
    case ("pair", _): "between " + subject
    case ("item", "More"): subject + " in the More list"
    case ("item", "menu"): subject + " in the menu"
    case ("item", .some(let menu)): subject + " in the menu \(emphasis: menu)"
    case ("section", _) where finding.subject == "(none)": subject
    case (let kind, .some(let section)) where finding.section != finding.subject && kind != "menu":
      "\(kind) " + subject + " in \(emphasis: section)"
    case (let kind, _): "\(kind) " + subject
    }
  }

  /// A sentence with the names of sections for people.
  func words(_ text: Text) -> Document.Text { Document.Text(text, labels) }
}

/// Section names for people: `Wishlist (menu)` instead of the `menu:Wishlist` of tables.
struct SectionLabels {
  private let menus: Set<NameText>
  private let tabs: Set<NameText>

  init(_ contents: ReportContents) {
    menus = Set(texts: contents.texts(.menu, of: "menus") + contents.texts(.menu, of: "menu_items"))
    tabs = Set(texts: contents.texts(.tab, of: "tabs"))
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
}
