import NavigationModel

/// Derives the meaning of a touch from the classes of views: the choice of a tab, a way back, a gesture, or a tap on a
/// control. The resulting navigation is inferred, because no product logs it.
struct TouchReader {
  private enum Meaning {
    case tab, back, edgeSwipe, gesture, tap
  }

  private let classes = RecentTexts<Meaning?>()
  private let actions = RecentTexts<Meaning>()
  private let recognizers = RecentTexts<Bool>()
  private let edgeSwipe = ConstantText("edge-swipe")

  /// Sets the kind of the event, and its target.
  /// - Parameters:
  ///   - action: `touch`, `swipe`, `pan`, … in the product's words.
  ///   - targetClass: the class of the control, whose name is `label`.
  func read(
    action: RecordValue, targetClass: RecordValue, surroundings: RecordValue, label: RecordValue,
    recognizer: RecordValue = .absent,
    in values: borrowing RecordValues, _ event: inout ExportedEvent
  ) {
    var meaning = actions[action] { Self.meaning(ofAction: $0) }
    if meaning == .gesture, recognizers[recognizer, { Self.isOfNavigation($0) }] { meaning = .edgeSwipe }
    if meaning == .tap {
      meaning =
        classes[targetClass, { Self.meaning(ofClass: $0) }] ?? classes[surroundings, { Self.meaning(ofClass: $0) }]
        ?? .tap
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
      event.via = .button
      event.isInferred = true
    case .edgeSwipe:
      event.kind = .gesture
      values[.target] = edgeSwipe.value
    case .gesture:
      event.kind = .gesture
      values[.target] = action
    case .tap:
      event.kind = .tap
      values[.target] = label.textBytes.isEmpty ? targetClass : label
    }
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

extension RecordValues {
  /// The first of these values with a text.
  func first(_ indices: ArraySlice<Int>) -> RecordValue {
    for index in indices where !values[index].textBytes.isEmpty { return values[index] }
    return .absent
  }
}

extension RecordValue {
  /// `true` or `1`, also as a text or with a zero fraction.
  var isTrue: Bool {
    let text = conditionBytes
    return text.elementsEqual("true".utf8) || text.elementsEqual("1".utf8) || text.elementsEqual("1.0".utf8)
  }
}

extension UnsafeBufferPointer<UInt8> {
  func ends(with text: StaticString) -> Bool {
    let end = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return count >= end.count && self[(count - end.count)...].elementsEqual(end)
  }
}
