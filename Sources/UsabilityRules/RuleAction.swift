import NavigationModel

/// What to do about a finding: one short sentence of its own, which names the subject. Without its subject it cannot be
/// made.
package struct RuleAction: Sendable, Equatable {
  private let before: Text
  private let after: Text
  /// Nil for the whole app, which needs no name.
  private let subject: Subject?
  /// Whether something may get a tab, so that people who select the tab that makes room for it pay.
  package let movesTab: Bool

  /// How the subject is said.
  private enum Subject { case place, name }

  /// - Parameters:
  ///   - before: what comes before the subject, which is said with its kind: `the screen Cart`.
  ///   - after: what comes after it.
  init(_ before: Text, after: Text = Text(), movesTab: Bool = false) {
    self.init(before, .place, after, movesTab)
  }

  /// The same, with the bare name of the subject.
  init(_ before: Text, named after: Text, movesTab: Bool = false) { self.init(before, .name, after, movesTab) }

  /// A change of the whole app.
  init(app words: Text, movesTab: Bool = false) { self.init(words, nil, Text(), movesTab) }

  private init(_ before: Text, _ subject: Subject?, _ after: Text, _ movesTab: Bool) {
    self.before = before
    self.subject = subject
    self.after = after
    self.movesTab = movesTab
  }

  func sentence(about finding: Finding) -> Text {
    let subject: Text =
      switch subject {
      case .place: finding.place
      case .name: "\(finding.subject)"
      case nil: ""
      }
    return (before + subject + after).capitalizedFirst.asSentence
  }
}

extension Finding {
  /// The subject in a sentence: `the tab Search`, `Coupons in the More list`, `Home and Orders`.
  package var place: Text {
    switch (SubjectKind(rawValue: subjectKind), section) {
    case (.app, _): "the app"
    case (.pair, _): names.map { "\(section: $0)" as Text }.list()
    case (.menu, _): subject == Self.onlyMenu ? "the menu" : "the menu \(subject)"
    case (.item, "More"): "\(subject) in the More list"
    case (.item, Self.onlyMenu): "\(subject) in the menu"
    case (.item, let menu?): "\(subject) in the menu \(menu)"
    case (.item, nil), (.target, nil), (nil, nil): "\(subject)"
    case (.section, _): subject == "(none)" ? "the screens outside tabs" : "the section \(section: subject)"
    case (let kind, let section?) where section != subject: kind.words + "\(subject) in \(section: section)"
    case (let kind, _): kind.words + "\(subject)"
    }
  }

  /// What logs call a menu without a name.
  private static let onlyMenu = "menu"
}

extension SubjectKind? {
  fileprivate var words: Text {
    switch self {
    case .tab: "the tab "
    case .screen: "the screen "
    case .modal: "the modal screen "
    case .gesture: "the gesture "
    case .task: "the task "
    default: ""
    }
  }
}
