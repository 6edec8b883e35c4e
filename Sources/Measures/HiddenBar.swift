import NavigationModel
import Statistics

/// How often the tab bar is hidden. Modal screens, which cover the bar, are left out.
package struct HiddenBar: Measure {
  private var hiddenShare = UserShare()
  /// Steps with the bar hidden.
  package private(set) var hiddenSteps = Happening()
  /// These steps by screen.
  package private(set) var screens = NameCells<Frequency>()

  /// Steps on screens that may cover the bar (``ScreenKinds/covering``) are left out.
  private var kinds: ScreenKinds?

  package init() {}

  package init(_ declared: DeclaredNames?, span: SessionSpan?) { kinds = declared?.kinds }

  package mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    var steps = 0
    var hidden = 0
    for step in path.steps where isCounted(step) {
      steps += 1
      if step.isTabBarHidden { hidden += 1 }
    }
    hiddenShare.add(y: hidden, n: steps, session)
    guard hidden > 0 else { return }
    hiddenSteps.add(hidden, session)
    for step in path.steps where step.isTabBarHidden && isCounted(step) { screens[adding: step.screen].add(session) }
  }

  private mutating func isCounted(_ step: Step) -> Bool {
    step.kind != .modal && kinds?.isScreen(step.screen, of: .covering) != true
  }

  package mutating func merge(_ other: HiddenBar) {
    hiddenShare.merge(other.hiddenShare)
    hiddenSteps.merge(other.hiddenSteps)
    screens.merge(other.screens)
  }

  /// Steps with the bar hidden over all steps, modal ones left out.
  package var share: RatioSums { hiddenShare.sums }

  private enum CodingKeys: CodingKey { case hiddenShare, hiddenSteps, screens }
}

extension Measures {
  package var hiddenBar: HiddenBar { self[HiddenBar.self] }
}
