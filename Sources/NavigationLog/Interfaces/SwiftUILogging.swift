#if canImport(SwiftUI)
  import SwiftUI

  extension View {
    /// Logs where the user is whenever these values change: the tab in front, and the path of its `NavigationStack`.
    ///
    /// On the outermost view: it observes values, and does not depend on when views appear.
    /// - Parameters:
    ///   - tab: the tab in front; nil in an app without tabs.
    ///   - root: the name of the tab's first screen (default: that of the tab).
    ///   - path: what lies above it.
    ///   - name: how a route is called (default: the case of an enumeration, or the type).
    public func logsNavigation<Route>(
      tab: String?, root: String? = nil, path: [Route], to logger: NavigationLogger,
      name: (Route) -> String = LogName.of
    ) -> some View {
      modifier(StateLogging(tab: tab, path: [root ?? tab ?? "Root"] + path.map(name), logger: logger))
    }

    /// Logs a sheet, a cover or a popover: the name of the one that is shown, or nil.
    public func logsModal(_ screen: String?, to logger: NavigationLogger) -> some View {
      modifier(ModalLogging(screen: screen, logger: logger))
    }
  }

  extension Binding where Value: Equatable & Sendable {
    /// The selection of a `TabView`, with taps on the tab that is in front already.
    @MainActor public func loggingReselection(to logger: NavigationLogger) -> Binding {
      Binding(
        get: { wrappedValue },
        set: { tab in
          logger.chose(tab, over: wrappedValue)
          wrappedValue = tab
        })
    }
  }

  private struct StateLogging: ViewModifier {
    let tab: String?
    let path: [String]
    let logger: NavigationLogger
    @Environment(\.scenePhase) private var phase

    func body(content: Content) -> some View {
      content
        .reporting(NavigationState(tab: tab, path: path)) { logger.state(tab: $0.tab, path: $0.path) }
        .reporting(phase == .background) { logger.phase(isInBackground: $0) }
    }
  }

  private struct ModalLogging: ViewModifier {
    let screen: String?
    let logger: NavigationLogger
    @State private var shown: String?

    func body(content: Content) -> some View {
      content.reporting(screen) { screen in
        logger.modalChanged(from: shown, to: screen)
        shown = screen
      }
    }
  }

  extension View {
    /// Reports a value at first and whenever it changes.
    @ViewBuilder fileprivate func reporting<Value: Equatable>(_ value: Value, _ report: @escaping (Value) -> Void)
      -> some View
    {
      if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) {
        onChange(of: value, initial: true) { _, value in report(value) }
      } else {
        // Before, there is no initial value; a state that is reported twice is logged once.
        onAppear { report(value) }.onChange(of: value) { report($0) }
      }
    }
  }
#endif
