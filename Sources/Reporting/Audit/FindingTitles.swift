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
  /// - Parameter nameLimit: longer names are cut in the middle; in characters.
  func location(of finding: Finding, nameLimit: Int = .max) -> Document.Text {
    let subject = labels.words(finding.subject).cutInTheMiddle(to: nameLimit)
    let section = finding.section.map { labels[$0].cutInTheMiddle(to: nameLimit) }
    return switch (finding.subjectKind, section) {
    case ("app", _): "the whole app"
    case ("menu", _) where finding.subject == "menu": "the menu"
    case ("pair", _): "between \(emphasis: subject)"
    case ("item", "More"): "\(emphasis: subject) in the More list"
    case ("item", "menu"): "\(emphasis: subject) in the menu"
    case ("item", .some(let menu)): "\(emphasis: subject) in the menu \(emphasis: menu)"
    case ("section", _) where finding.subject == "(none)": "\(emphasis: subject)"
    case (let kind, .some(let section)) where finding.section != finding.subject && kind != "menu":
      "\(kind) \(emphasis: subject) in \(emphasis: section)"
    case (let kind, _): "\(kind) \(emphasis: subject)"
    }
  }

  /// A sentence about the finding with the names of sections for people.
  func words(_ text: String, of finding: Finding) -> String {
    var text = text
    for name in [finding.subject, finding.section ?? ""].flatMap(labels.parts) {
      let label = labels[name]
      if label != name { text = text.replacing(name, with: label) }
    }
    return text
  }
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

  /// The sections of a pair `A ↔ B`; of other texts, the text.
  func parts(_ subject: String) -> [String] { subject.split(separator: " ↔ ").map(String.init) }

  /// A section, or a pair of sections.
  func words(_ subject: String) -> String { parts(subject).map { self[$0] }.joined(separator: " ↔ ") }
}
