import NavigationModel

/// Which tabs the app shows (`tabs_shown`), to how many users, in which version and at which width; the orders that users made
/// (`tabs_edit`); and the tabs that badges name.
package struct TabSets: Measure, Summed {
  /// A list of tabs as it was logged (joined with `|`), and where.
  package struct Shown: Hashable, BinaryRecord {
    package let tabs: Name
    package let appVersion: Name
    package let width: Name
    package let device: Name

    package static let form = BinaryForm(Self.init(tabs:appVersion:width:device:), \.tabs, \.appVersion, \.width, \.device)
  }

  package private(set) var shown = SumsByKey<Shown, UserCount>()
  package private(set) var edited = SumsByName<UserCount>()
  package private(set) var badged = SumsByName<UserCount>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences {
      switch occurrence.kind {
      case .tabsShown where occurrence.value.isKnown && !occurrence.container.isKnown:
        let segment = session.segment
        shown[
          adding: Shown(
            tabs: occurrence.value, appVersion: segment.appVersion, width: segment.width, device: segment.device)
        ].add(session)
      case .tabsEdit where occurrence.value.isKnown: edited[adding: occurrence.value].add(session)
      case .badge: badged[adding: occurrence.subject].add(session)
      default: break
      }
    }
  }

  /// Interns each tab of the lists as a separate name.
  package func internTabs(_ names: NameTable) {
    for list in shown.keys.map(\.tabs) + edited.keys {
      for tab in names.text(list).split(separator: "|") { _ = names.name(String(tab)) }
    }
  }

  package static let fields = Fields<Self>(\.shown, \.edited, \.badged)
}

extension TabSets {
  /// The tabs in the lists that were shown or edited.
  func names(_ scope: MeasureScope) -> [Name] {
    let lists = Set(shown.keys.map(\.tabs)).union(edited.keys)
    let texts = Set(lists.flatMap { scope.names[$0].split(separator: "|").map(String.init) })
    return texts.compactMap { scope.names.name($0) }
  }
}

extension Names {
  /// The different tabs of a logged list (joined with `|`), in order.
  package func tabs(in list: Name) -> [String] {
    var seen: Set<String> = []
    return self[list].split(separator: "|").map(String.init).filter { seen.insert($0).inserted }
  }
}

extension Measures {
  package var tabSets: TabSets { self[TabSets.self] }
}
