import NavigationModel

/// Where an autocaptured touch is described, or what is there.
struct TouchFields<Place> {
  /// `touch`, `swipe`, `pan`, … in the vendor's words.
  var action: Place
  /// The class of the control, whose name is the label.
  var control: Place
  /// The classes around it.
  var around: Place
  var label: Place
  /// The class of the gesture recognizer.
  var recognizer: Place
  /// All of these in one text (``ElementsChain``).
  var elements: Place

  func map<Other>(_ transform: (Place) -> Other) -> TouchFields<Other> {
    .init(
      action: transform(action), control: transform(control), around: transform(around), label: transform(label),
      recognizer: transform(recognizer), elements: transform(elements))
  }
}

extension TouchFields: Sendable where Place: Sendable {}

extension TouchFields<FieldSource> {
  /// Of a node that fits ``FieldShapes/formatEvent``.
  init(_ node: MapNode) {
    func source(_ key: String) -> FieldSource { node[key].map { FieldSource($0) } ?? .first([]) }
    self.init(
      action: source("action"), control: source("class"), around: source("around"), label: source("label"),
      recognizer: source("recognizer"), elements: source("elements"))
  }
}

/// Derives the meaning of a touch from the classes of views: the choice of a tab, a way back, a gesture, or a tap on a
/// control. The resulting navigation is inferred, because no product logs it.
final class TouchReader {
  private enum Meaning {
    case tab, back, edgeSwipe, gesture, tap
  }

  private let classes = RecentTexts<Meaning?>()
  private let actions = RecentTexts<Meaning>()
  private let recognizers = RecentTexts<Bool>()
  private let edgeSwipe = ConstantText("edge-swipe")
  private let button = ConstantText("\(Via.button)")
  /// The current label, unescaped, if it had escapes.
  private var unescaped = ConstantText("")

  /// Sets the kind of the event, and its target.
  func read(_ touch: TouchFields<RecordValue>, in values: borrowing RecordValues, _ event: inout Interpretation) {
    var control = touch.control
    var around = touch.around
    var label = touch.label
    if !touch.elements.textBytes.isEmpty {
      let chain = ElementsChain(touch.elements)
      control = chain.tag
      around = chain.rest
      label = withoutEscapes(chain.label)
    }
    var meaning = actions[touch.action] { Self.meaning(ofAction: $0) }
    if meaning == .gesture, recognizers[touch.recognizer, { Self.isOfNavigation($0) }] { meaning = .edgeSwipe }
    if meaning == .tap {
      meaning =
        classes[control, { Self.meaning(ofClass: $0) }] ?? classes[around, { Self.meaning(ofClass: $0) }] ?? .tap
      // A tab without a name cannot be counted.
      if meaning == .tab && label.textBytes.isEmpty { meaning = .tap }
    }
    switch meaning {
    case .tab:
      event.kind = .tabSelect
      event.isInferred = true
      values[.target] = label
    case .back:
      event.kind = .back
      values[.via] = button.value
      event.isInferred = true
    case .edgeSwipe:
      event.kind = .gesture
      values[.target] = edgeSwipe.value
    case .gesture:
      event.kind = .gesture
      values[.target] = touch.action
    case .tap:
      event.kind = .tap
      values[.target] = label.textBytes.isEmpty ? control : label
    }
  }

  private func withoutEscapes(_ label: RecordValue) -> RecordValue {
    guard label.textBytes.contains(UInt8(ascii: "\\")) else { return label }
    var isEscaped = false
    let bytes = label.textBytes.filter { byte in
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      return !isEscaped
    }
    unescaped = ConstantText(String(decoding: bytes, as: UTF8.self))
    return unescaped.value
  }

  private static func meaning(ofAction action: String) -> Meaning {
    switch action.lowercased() {
    case "swipe", "pan", "pinch", "rotation", "rotate", "longpress", "long_press": .gesture
    default: .tap
    }
  }

  /// Controls of tab bars and navigation bars in UIKit, Android's Material components, React Native and Flutter.
  private static func meaning(ofClass text: String) -> Meaning? {
    let tabs = [
      "UITabBarButton", "UITabBar", "BottomNavigationItemView", "BottomNavigationView", "NavigationBarItemView",
      "BottomTabBar", "TabBarItem",
    ]
    if tabs.contains(where: text.contains) { return .tab }
    let backs = [
      "BackButton", "_UINavigationBarBackIndicator", "UINavigationBackButton", "HeaderBackButton", "NavigateUp",
      "navigate_up",
    ]
    return backs.contains(where: text.contains) ? .back : nil
  }

  /// Whether a gesture recognizer is one that swipes a screen away.
  private static func isOfNavigation(_ recognizer: String) -> Bool {
    ["Edge", "Transition", "Navigation"].contains(where: recognizer.contains)
  }
}
