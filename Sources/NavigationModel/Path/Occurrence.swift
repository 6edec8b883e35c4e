/// Something that counts without being a step: a menu that is opened, a tab that is blocked, a gesture, …
public struct Occurrence: Sendable, Equatable {
  /// The raw values are part of the store's format: append, never renumber.
  public enum Kind: UInt8, CaseIterable, Sendable {
    /// An accepted `tab_select` of another section (`subject`: the tab); `flag`: over a modal screen.
    case tabSelect = 0
    /// A `tab_select` of the current tab; `flag`: over a modal screen.
    case tabReselect
    /// A `tab_select` that the app refused.
    case tabBlocked
    /// The return to a tab that kept more than its root (`screen`: the screen where it was left); `flag`: its state was
    /// lost.
    case keptStateReturn
    /// The More list was opened; `flag`: implied by a choice from it.
    case moreOpen
    case moreAbandoned
    /// A menu was opened (`container`); `flag`: implied by a choice from it.
    case menuOpen
    /// An item (`subject`) of a menu (`container`) was chosen; `duration`: since the menu was opened.
    case menuSelect
    case menuAbandoned
    /// `back` with nothing to go back to.
    case backAtRoot
    /// A gesture (`subject`); `flag`: it failed.
    case gesture
    /// A tap on a target (`subject`) of a screen.
    case tap
    /// The badge of a tab (`subject`) changed to `value`.
    case badge
    /// The tab bar shows these tabs (`value`); `container`: the split view, popover or other view that the bar is in,
    /// if it is not the app's own.
    case tabsShown
    /// The user reordered the tabs (`value`).
    case tabsEdit
    /// The device was turned; `flag`: the interface did not follow.
    case rotate
    /// The user set out to do a task (`subject`).
    case taskStart
    /// A task (`subject`) ended; `outcome`: how.
    case taskEnd

    /// The word in the store: `tab_select`, `more_abandoned`, …
    public var word: String { "\(self)".snakeCased }
  }

  public var time: Int64
  /// Microseconds; negative if unknown.
  public var duration: Int64 = Step.unknownTime
  public var subject: Name = .unknown
  public var container: Name = .unknown
  /// The screen on which it happened; for a kept-state return, the screen where the tab was left.
  public var screen: Name = .unknown
  public var value: Name = .unknown
  /// How many steps of the session precede it.
  public var stepsBefore: Int32
  public var part: UInt32
  public var kind: Kind
  public var outcome: Outcome = .ok
  public var flag = false
  /// Events of a kind that nobody understood lie between it and the occurrence before.
  public var isAfterGap = false
  public var maker = Maker.person
}
