import Foundation

/// Turns what a tab bar and its screens do into calls of a logger. It holds all logic; what listens to an interface
/// calls one function for each callback.
///
/// What is shown is not told but looked at, after each turn of the run loop: so changes by code, which no delegate
/// hears of, are seen like those by hand.
public final class TabBarTracker: Sendable {
  /// What is seen at one look.
  public struct Look: Sendable, Equatable {
    /// What the tab bar has chosen.
    public enum Selection: Sendable, Equatable {
      /// A tab; nil without a tab bar.
      case tab(String?)
      /// The More tab.
      case more
    }

    /// A transition that the user's finger drives.
    public enum Transition: Sendable, Equatable {
      case none
      /// It is under way: the screens are those of the end that it would have.
      case interactive
      /// It was given up, and runs back.
      case cancelled
    }

    public var selection: Selection
    /// The screens of the tab, root first; of the More tab, those above the list.
    public var path: [String]
    /// The modal screens, lowest first, each with its own screens.
    public var modals: [[String]]
    public var transition: Transition

    public init(selection: Selection, path: [String], modals: [[String]] = [], transition: Transition = .none) {
      self.selection = selection
      self.path = path
      self.modals = modals
      self.transition = transition
    }

    var state: NavigationState {
      switch selection {
      case .tab(let tab): NavigationState(tab: tab, path: path, modals: modals)
      case .more: NavigationState(tab: StateLog.more, path: [StateLog.more] + path, modals: modals)
      }
    }
  }

  private let logger: NavigationLogger
  /// The selection at the last look: the delegate hears of a tap when the bar has changed already.
  private let selection = Locked<Look.Selection?>(nil)

  public init(_ logger: NavigationLogger) { self.logger = logger }

  /// After a turn of the run loop.
  public func looked(_ look: Look) {
    // While a finger moves, the screens are not yet those that the user gets; a swipe that is given up changes nothing.
    guard look.transition == .none else { return }
    selection.withLock { $0 = look.selection }
    logger.state(look.state)
  }

  /// A tab was tapped, and the app was asked whether it may be selected.
  public func asked(_ tapped: Look.Selection, isAllowed: Bool) {
    if isAllowed { return }
    // Apps that scroll to the top themselves refuse the tab that is in front.
    if tapped == selection.withLock({ $0 }) {
      logger.reselected()
    } else if case .tab(let tab?) = tapped {
      logger.blocked(tab)
    } else if tapped == .more {
      logger.blocked(StateLog.more)
    }
  }

  /// A tab was tapped and selected.
  public func selected(_ tapped: Look.Selection) {
    if tapped == selection.withLock({ $0 }) { logger.reselected() }
  }

  /// The window was touched.
  /// - Parameters:
  ///   - point: where, in points of the window.
  ///   - bar: the bounds of the tab bar, in points of the window.
  ///   - buttons: what the bar shows, as seen: a raised button stands out of the bar.
  ///   - isReceived: whether the touch reached the bar or a button of it.
  public func touched(at point: CGPoint, bar: CGRect, buttons: [(name: String, frame: CGRect)], isReceived: Bool) {
    if isReceived || bar.contains(point) { return }
    guard let button = buttons.first(where: { $0.frame.contains(point) }) else { return }
    logger.tapped(button.name, outcome: .missed, at: point)
  }

  /// The tabs that the bar shows.
  public func showed(_ tabs: [String]) { logger.tabsShown(tabs) }
}

extension NavigationLogger {
  /// A tab was tapped that is in front already, or another: for bindings that see each tap.
  public func chose<Tab: Equatable>(_ tab: Tab, over present: Tab) {
    if tab == present { reselected() }
  }

  /// One place that shows modal screens shows another one, or none.
  public func modalChanged(from old: String?, to new: String?) {
    if old == new { return }
    if let old { modalClosed(old) }
    if let new { modalOpened(new) }
  }

  /// A scene went to the background, or came back.
  public func phase(isInBackground: Bool) {
    if isInBackground { backgrounded() } else { opened() }
  }
}
