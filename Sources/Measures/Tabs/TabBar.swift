import NavigationModel
import Statistics

/// How often the tab bar is hidden. Modal screens, which cover the bar, are left out.
package struct HiddenBar: Measure, Summed {
  private var hiddenShare = UserShare()
  package private(set) var hiddenSteps = CountWithExamples()
  package private(set) var screens = SumsByName<Frequency>()

  /// Steps on screens that may cover the bar (``ScreenKinds/covering``) are left out.
  private var kinds: ScreenKinds?

  mutating func prepare(_ declared: DeclaredNames?, span: SessionSpan?) { kinds = declared.map(ScreenKinds.init) }

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    var steps = 0
    var hidden = 0
    for step in path.steps where isCounted(step) {
      steps += 1
      if step.isTabBarHidden { hidden += 1 }
    }
    hiddenShare.add(y: hidden, n: steps, session)
    guard hidden > 0 else { return }
    hiddenSteps.add(session, times: hidden)
    for step in path.steps where step.isTabBarHidden && isCounted(step) { screens[adding: step.screen].add(session) }
  }

  private mutating func isCounted(_ step: Step) -> Bool {
    step.kind != .modal && kinds?.isScreen(step.screen, of: .covering) != true
  }

  static let fields = Fields<Self>(\.hiddenShare, \.hiddenSteps, \.screens)

  /// Steps with the bar hidden over all steps, modal ones left out.
  package var share: RatioSums { hiddenShare.sums }
}

/// Tab bars inside of something else: a split view, a popover.
package struct NestedBars: Measure, Summed {
  /// By what the bar is in.
  package private(set) var sums = SumsByName<CountWithExamples>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences where occurrence.kind == .tabsShown && occurrence.container.isKnown {
      sums[adding: occurrence.container].add(session)
    }
  }

  static let fields = Fields<Self>(\.sums)
}

/// Tabs that people select while a modal screen is up: a tab bar inside of it.
package struct ModalTabs: Measure, Summed {
  package private(set) var selections = CountWithExamples()
  package private(set) var tabs = SumsByName<Int>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences
    where occurrence.flag && occurrence.maker == .person
      && (occurrence.kind == .tabSelect || occurrence.kind == .tabReselect)
    {
      selections.add(session)
      tabs[adding: occurrence.subject] += 1
    }
  }

  static let fields = Fields<Self>(\.selections, \.tabs)
}

/// Rotations of the device by tab, and those that the interface did not follow.
package struct Rotations: Measure, Summed {
  package private(set) var sums = SumsByName<ShareWithCount>()

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    for occurrence in path.occurrences where occurrence.kind == .rotate {
      if let tab = path.tab(of: occurrence) { sums[adding: tab].add(occurrence.flag, session) }
    }
  }

  static let fields = Fields<Self>(\.sums)
}

extension Reconstruction {
  /// The tab in which something happened; nil in another section.
  fileprivate func tab(of occurrence: Occurrence) -> Name? {
    let index = Int(occurrence.stepsBefore) - 1
    guard index >= 0, steps[index].part == occurrence.part, steps[index].section.kind == .tab else { return nil }
    return steps[index].section.name
  }
}
