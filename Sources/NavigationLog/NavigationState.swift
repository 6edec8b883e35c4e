/// Where the user is: the tab in front, the screens of its stack, and the modal screens above them.
public struct NavigationState: Sendable, Equatable {
  /// The tab in front; nil in an app without tabs.
  public var tab: String?
  /// The screens of the tab, from its root to the one on top.
  public var path: [String]
  /// The modal screens above the tab, lowest first: of each, the screens from its first to the one on top.
  public var modals: [[String]]

  public init(tab: String? = nil, path: [String], modals: [[String]] = []) {
    self.tab = tab
    self.path = path
    self.modals = modals
  }

  /// The screen that the user sees.
  public var screen: String? { modals.last?.last ?? path.last }

  /// The state with names that can be logged; a tab without screens shows its root, which is called as the tab.
  var cleaned: NavigationState {
    let tab = tab.flatMap { $0.isEmpty ? nil : LogName.clean($0) }
    return NavigationState(
      tab: tab, path: path.isEmpty ? [tab].compactMap { $0 } : LogName.clean(path),
      modals: modals.compactMap { $0.isEmpty ? nil : LogName.clean($0) })
  }
}

/// The names of tabs, screens and controls.
public enum LogName {
  /// The most characters of a name; the rest is cut.
  static let longest = 200
  /// The most screens of a stack; what lies higher is left out.
  static let mostScreens = 100

  /// The name of a route or of a view controller: the case of an enumeration without its values, or the type without
  /// what every type has.
  ///
  /// `order(id: 17)` is `order`, `OrdersViewController` is `Orders`, `UIHostingController<OrderView>` is `Order`.
  public static func of(_ subject: Any) -> String {
    if let name = subject as? String { return name }
    return short(type(of: subject) is AnyClass ? "\(type(of: subject))" : String(describing: subject))
  }

  /// The name of a type without generics, module and the suffixes that every type has.
  static func short(_ description: String) -> String {
    var text = Substring(description)
    // The content of a generic container; of several, the last that is no wrapper is still the best guess.
    if !text.contains("("), let open = text.firstIndex(of: "<"), let close = text.lastIndex(of: ">"), open < close {
      let inner = text[text.index(after: open)..<close]
      text = inner.split(whereSeparator: { "<>, ".contains($0) }).first { !wrappers.contains(String($0)) } ?? inner
    }
    if let end = text.firstIndex(where: { "(<{ ".contains($0) }) { text = text[..<end] }
    if let dot = text.lastIndex(of: ".") { text = text[text.index(after: dot)...] }
    for suffix in ["ViewController", "Controller", "View", "Screen"]
    where text.count > suffix.count && text.hasSuffix(suffix) {
      return String(text.dropLast(suffix.count))
    }
    return text.isEmpty ? "?" : String(text)
  }

  private static let wrappers: Set = [
    "ModifiedContent", "AnyView", "Optional", "SwiftUI", "Group", "VStack", "NavigationStack", "NavigationView",
  ]

  /// A name that can be logged: not empty, of one line, without the bar that joins lists.
  static func clean(_ name: String) -> String {
    if !name.isEmpty, name.utf8.count <= longest, name.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "|") }) {
      return name
    }
    if name.isEmpty { return "?" }
    var scalars = String.UnicodeScalarView()
    for scalar in name.prefix(longest).unicodeScalars {
      switch scalar {
      case "|": scalars.append("/")
      case "\0"..<" ": scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  static func clean(_ names: [String]) -> [String] { names.prefix(mostScreens).map(clean) }
}
