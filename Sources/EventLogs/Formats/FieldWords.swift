import NavigationModel

extension FieldSource.Reading {
  /// Translates a word to one of the navigation log; a log has few different ones. An empty result: unknown. Nil for
  /// readings that take no words.
  var translation: (@Sendable (String) -> String)? {
    switch self {
    case .platform: return Self.platform
    case .tracker: return Self.tracker
    case .model: return Self.model
    case .device: return Self.device
    case .version: return Self.version
    case .className(let ending):
      if ending.isEmpty { return nil }
      return { text in text.hasSuffix(ending) ? text : "" }
    case .asItIs, .unless, .after, .constant: return nil
    }
  }

  @Sendable private static func platform(_ text: String) -> String {
    switch text.lowercased() {
    case "ios", "iphone os", "iphone", "apple_ios": "ios"
    case "mac os x", "mac os", "macos", "osx": "macos"
    case let other: other
    }
  }

  /// Snowplow's trackers are called `ios-6.2.0`.
  @Sendable private static func tracker(_ text: String) -> String {
    switch text.prefix(while: { $0 != "-" }) {
    case "ios": "ios"
    case "andr": "android"
    default: ""
    }
  }

  /// `iPhone OS` was the system of iPads, too.
  @Sendable private static func model(_ text: String) -> String {
    if text.lowercased().contains("ipad") { return "tablet" }
    return (text.contains("iPhone") && !text.hasSuffix(" OS")) || text.contains("iPod") ? "phone" : ""
  }

  /// The name may precede it: `Android 11`. Where a database allows no dots, there are colons.
  @Sendable private static func version(_ text: String) -> String {
    String(text.drop { !$0.isNumber }).replacing(":", with: ".")
  }

  /// Of a picture, its name counts: `icons/smartphone.png`.
  @Sendable private static func device(_ text: String) -> String {
    let name = text.split(separator: "/").last.map { $0.prefix { $0 != "." } } ?? ""
    switch (text.contains("/") ? String(name) : text).lowercased() {
    case "mobile", "smartphone", "phone", "phablet", "handset", "feature_phone": return "phone"
    case "computer", "pc": return "desktop"
    case let other: return other
    }
  }
}

/// What was found out about the texts of a field, which has few different ones.
final class RecentTexts<Value> {
  private var known = TextCache<Value>(limit: 4096)

  /// - Parameter value: a text or number; anything else counts as an empty text.
  subscript(value: RecordValue, work: (String) -> Value) -> Value {
    let text = value.textBytes
    if let found = known.find(text) { return found }
    let found = work(String(decoding: text, as: UTF8.self))
    known.add(text, found)
    return found
  }
}
