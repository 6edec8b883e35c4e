import NavigationModel

/// Where tabs are selected from: a strip inside a page is selected from below a section's root, a tab of the bar from anywhere.
package struct TabOrigins: Measure {
  package struct Selection: Hashable, Sendable, Codable {
    package let tab: Name
    package let section: Section
    /// Whether screens were open above the section's root.
    package let isBelowRoot: Bool
  }

  /// Of single selections. Those that begin a part come from nowhere.
  private var cells = KeyedCells<Selection, Amount>()

  package init() {}

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for (index, step) in path.steps.enumerated() where step.kind == .tab && !step.isInferred {
      let last = index > 0 && path.steps[index - 1].part == step.part ? index - 1 : nil
      let section = last.map { path.steps[$0].section } ?? .none
      cells[adding: Selection(tab: step.section.name, section: section, isBelowRoot: last.map { path.stacks.height(afterStep: $0) > 1 } ?? false)].count += 1
    }
  }

  package mutating func merge(_ other: TabOrigins) { cells.merge(other.cells) }

  /// A strip inside a page.
  package struct Strip: Equatable, Sendable {
    /// The section in which it is.
    package let section: Section
    package let names: Set<Name>
  }

  /// The strips, each with the section from below whose root (or from the strip itself) 95% of the selections come, unordered.
  package var strips: [Strip] {
    // With so many, tabs are names with ids.
    guard cells.count <= BarUsers.mostKeys else { return [] }
    return Set(cells.keys.lazy.filter(\.isBelowRoot).map(\.section)).compactMap { section -> Strip? in
      var names = Set(cells.keys.map(\.tab))
      if section.kind == .tab { names.remove(section.name) }
      while true {
        let kept = names.filter { tab in
          let origins = origins(of: { $0 == tab }, section, names)
          return origins.all >= Self.fewestSelections && (origins.below + origins.strip) * 20 >= origins.all * 19
        }
        if kept.count == names.count { break }
        names = kept
      }
      let all = origins(of: names.contains, section, names)
      // People come into the strip from below the root, and from nowhere else.
      return all.below > 0 && all.below >= 19 * (all.all - all.below - all.strip) ? Strip(section: section, names: names) : nil
    }
  }

  private static let fewestSelections = 20

  /// Selections of some tabs, those from below the root of a section, and those from a strip.
  private func origins(of isMeant: (Name) -> Bool, _ section: Section, _ strip: Set<Name>) -> (all: Int, below: Int, strip: Int) {
    var origins = (all: 0, below: 0, strip: 0)
    for (key, amount) in cells.pairs where isMeant(key.tab) {
      origins.all += amount.count
      if key.section.kind == .tab, strip.contains(key.section.name) {
        origins.strip += amount.count
      } else if key.section == section, key.isBelowRoot {
        origins.below += amount.count
      }
    }
    return origins
  }
}

extension Measures {
  package var tabOrigins: TabOrigins { self[TabOrigins.self] }
}
