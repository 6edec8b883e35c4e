#if canImport(UIKit) && (os(iOS) || os(visionOS))
  import UIKit

  /// A view controller that says how it is called in the log; nil for one that is no screen, as a container or a
  /// drawer.
  @MainActor public protocol NamedScreen: UIViewController {
    var logName: String? { get }
  }

  extension NavigationLogger {
    /// Logs where the user is from now on: tabs, levels, the More list, modal screens, and when the app comes and goes.
    ///
    /// Call it once, when the interface is set up and its delegates are set. It listens as delegate and hands
    /// everything on to the app's own; what delegates do not hear of, it sees after each turn of the run loop.
    /// - Parameters:
    ///   - root: the tab bar controller, or the navigation controller of an app without tabs.
    ///   - raised: buttons that stand out of the tab bar: a tap on that part which does not reach them is a missed one.
    @MainActor public func follow(_ root: UIViewController, raised: [UIView] = []) {
      let follower = Follower(root, raised: raised, logger: self)
      // Lives as long as the controller.
      objc_setAssociatedObject(root, &Follower.key, follower, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    }
  }

  /// Looks after each turn of the run loop, and listens to the delegates of one controller.
  @MainActor private final class Follower: NSObject, UIGestureRecognizerDelegate {
    static var key: UInt8 = 0

    private weak var root: UIViewController?
    private let raised: [UIView]
    private let tracker: TabBarTracker
    private var delegates: [NSObject] = []
    private var touches: UITapGestureRecognizer?

    init(_ root: UIViewController, raised: [UIView], logger: NavigationLogger) {
      self.root = root
      self.raised = raised
      tracker = TabBarTracker(logger)
      super.init()
      if UIApplication.shared.applicationState == .background { logger.backgrounded() }
      let center = NotificationCenter.default
      center.addObserver(forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil) { _ in
        logger.backgrounded()
      }
      center.addObserver(forName: UIApplication.willEnterForegroundNotification, object: nil, queue: nil) { _ in
        logger.opened()
      }
      if let bar = root as? UITabBarController {
        let delegate = TabBarDelegate(tracker, own: bar.delegate)
        bar.delegate = delegate
        delegates.append(delegate)
        tracker.showed((bar.viewControllers ?? []).prefix(bar.tabBar.items?.count ?? 0).map(\.tabName))
      }
      if let navigation = root as? UINavigationController {
        let delegate = StackDelegate(own: navigation.delegate) { [weak self] in self?.look() }
        navigation.delegate = delegate
        delegates.append(delegate)
      }
      let observer = CFRunLoopObserverCreateWithHandler(nil, CFRunLoopActivity.beforeWaiting.rawValue, true, 0) {
        [weak self] observer, _ in
        MainActor.assumeIsolated {
          if let self { self.look() } else { CFRunLoopRemoveObserver(CFRunLoopGetMain(), observer, .commonModes) }
        }
      }
      CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
    }

    func look() {
      guard let root, let window = root.viewIfLoaded?.window else { return }
      if touches == nil, !raised.isEmpty {
        let recognizer = UITapGestureRecognizer(target: self, action: #selector(touched))
        recognizer.cancelsTouchesInView = false
        recognizer.delegate = self
        window.addGestureRecognizer(recognizer)
        touches = recognizer
      }
      tracker.looked(TabBarTracker.Look(of: root))
    }

    @objc private func touched(_ recognizer: UITapGestureRecognizer) {
      guard let bar = (root as? UITabBarController)?.tabBar, let window = bar.window else { return }
      let point = recognizer.location(in: window)
      let hit = window.hitTest(point, with: nil)
      tracker.touched(
        at: point, bar: bar.convert(bar.bounds, to: window),
        buttons: raised.map {
          (name: $0.accessibilityIdentifier ?? LogName.of($0), frame: $0.convert($0.bounds, to: window))
        },
        isReceived: raised.contains { hit?.isDescendant(of: $0) == true } || hit?.isDescendant(of: bar) == true)
    }

    func gestureRecognizer(_ one: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer)
      -> Bool
    { true }
  }

  /// Hears of taps on tabs, and hands everything on to the app's own delegate.
  @MainActor private final class TabBarDelegate: NSObject, UITabBarControllerDelegate {
    private let tracker: TabBarTracker
    private nonisolated(unsafe) weak var own: (any UITabBarControllerDelegate)?

    init(_ tracker: TabBarTracker, own: (any UITabBarControllerDelegate)?) {
      self.tracker = tracker
      self.own = own
      super.init()
    }

    func tabBarController(_ bar: UITabBarController, shouldSelect controller: UIViewController) -> Bool {
      let isAllowed = own?.tabBarController?(bar, shouldSelect: controller) ?? true
      tracker.asked(bar.selection(of: controller), isAllowed: isAllowed)
      return isAllowed
    }

    func tabBarController(_ bar: UITabBarController, didSelect controller: UIViewController) {
      tracker.selected(bar.selection(of: controller))
      own?.tabBarController?(bar, didSelect: controller)
    }

    nonisolated override func responds(to selector: Selector!) -> Bool {
      super.responds(to: selector) || own?.responds(to: selector) == true
    }

    nonisolated override func forwardingTarget(for selector: Selector!) -> Any? {
      own?.responds(to: selector) == true ? own : super.forwardingTarget(for: selector)
    }
  }

  /// Hears of screens that were shown, and hands everything on to the app's own delegate.
  @MainActor private final class StackDelegate: NSObject, UINavigationControllerDelegate {
    private let look: @MainActor () -> Void
    private nonisolated(unsafe) weak var own: (any UINavigationControllerDelegate)?

    init(own: (any UINavigationControllerDelegate)?, look: @escaping @MainActor () -> Void) {
      self.own = own
      self.look = look
      super.init()
    }

    func navigationController(
      _ navigation: UINavigationController, didShow controller: UIViewController, animated: Bool
    ) {
      look()
      own?.navigationController?(navigation, didShow: controller, animated: animated)
    }

    nonisolated override func responds(to selector: Selector!) -> Bool {
      super.responds(to: selector) || own?.responds(to: selector) == true
    }

    nonisolated override func forwardingTarget(for selector: Selector!) -> Any? {
      own?.responds(to: selector) == true ? own : super.forwardingTarget(for: selector)
    }
  }

  extension TabBarTracker.Look {
    /// What an interface shows.
    @MainActor fileprivate init(of root: UIViewController) {
      let bar = root as? UITabBarController
      let shown = bar?.selectedViewController ?? root
      let selection = bar.map { $0.selection(of: shown) } ?? .tab(nil)
      let screens =
        if let bar, selection == .more {
          bar.moreNavigationController.viewControllers.dropFirst().flatMap(\.screens)
        } else { shown.screens }
      var modals: [[String]] = []
      var next = root.presentedViewController
      while let modal = next {
        if !(modal is UIAlertController || modal is UISearchController), !modal.screens.isEmpty {
          modals.append(modal.screens)
        }
        next = modal.presentedViewController
      }
      let coordinator = shown.transitionCoordinator
      let ended: Transition = coordinator?.isCancelled == true ? .cancelled : .none
      let transition = coordinator?.isInteractive == true ? .interactive : ended
      self.init(selection: selection, path: screens, modals: modals, transition: transition)
    }
  }

  extension UITabBarController {
    fileprivate func selection(of controller: UIViewController) -> TabBarTracker.Look.Selection {
      let hasMore = (viewControllers?.count ?? 0) > (tabBar.items?.count ?? 0)
      guard hasMore else { return .tab(controller.tabName) }
      let more = moreNavigationController
      if controller === more || controller.navigationController === more { return .more }
      let isBehind = viewControllers?.firstIndex(of: controller).map { $0 >= (tabBar.items?.count ?? 0) - 1 } ?? false
      return isBehind ? .more : .tab(controller.tabName)
    }
  }

  extension UIViewController {
    /// The screens of a controller, lowest first: of a container, those that it holds.
    fileprivate var screens: [String] {
      if let navigation = self as? UINavigationController { return navigation.viewControllers.flatMap(\.screens) }
      if let bar = self as? UITabBarController { return bar.selectedViewController?.screens ?? [] }
      if let split = self as? UISplitViewController { return split.viewControllers.last?.screens ?? [] }
      if let named = self as? any NamedScreen { return named.logName.map { [$0] } ?? [] }
      return [LogName.of(self)]
    }

    /// A tab is called as its root.
    fileprivate var tabName: String { screens.first ?? LogName.of(self) }
  }
#endif
