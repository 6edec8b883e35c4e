import Groundwork

/// Every text that a log may contain, encoded once as JSON, so that writing it only copies bytes.
struct NameTable: Sendable {
  /// A text in the table.
  typealias Name = Int32
  /// No text.
  static let none: Name = -1

  private(set) var bytes: [UInt8] = []
  private(set) var starts: [Int32] = [0]
  /// The length in bytes of the longest text.
  private(set) var longest = 0
  private var known: [String: Name] = [:]

  /// The index of a text, added if it is new.
  mutating func name(_ text: String) -> Name { add(JSONText.string(text)) }

  /// The index of a list of texts.
  mutating func list(_ texts: [String]) -> Name {
    add("[" + texts.map(JSONText.string).joined(separator: ",") + "]")
  }

  /// The index of text that is already JSON, or a piece of a line.
  mutating func add(_ json: String) -> Name {
    if let name = known[json] { return name }
    let name = Name(starts.count - 1)
    bytes.append(contentsOf: json.utf8)
    starts.append(Int32(bytes.count))
    longest = max(longest, json.utf8.count)
    known[json] = name
    return name
  }
}

/// The kinds of events that are written, in the order of the table's words.
enum EventWord: Int32, CaseIterable {
  case screenView, tabSelect, tabsShown, tabsEdit, moreOpen, moreSelect, menuOpen, menuSelect, menuClose
  case push, back, toRoot, modalOpen, modalClose, deepLink, gesture, tap, badge, tabBar, rotate, appOpen, appBackground

  /// The name in the log.
  var text: String {
    switch self {
    case .screenView: "screen_view"
    case .tabSelect: "tab_select"
    case .tabsShown: "tabs_shown"
    case .tabsEdit: "tabs_edit"
    case .moreOpen: "more_open"
    case .moreSelect: "more_select"
    case .menuOpen: "menu_open"
    case .menuSelect: "menu_select"
    case .menuClose: "menu_close"
    case .push: "push"
    case .back: "back"
    case .toRoot: "to_root"
    case .modalOpen: "modal_open"
    case .modalClose: "modal_close"
    case .deepLink: "deep_link"
    case .gesture: "gesture"
    case .tap: "tap"
    case .badge: "badge"
    case .tabBar: "tab_bar"
    case .rotate: "rotate"
    case .appOpen: "app_open"
    case .appBackground: "app_background"
    }
  }
}

/// Fixed texts of `via`, `outcome` and `target`; they follow the kinds of events in the table.
enum Word: Int32, CaseIterable {
  case first, cold, warm, push, url, button, swipe, system, outside, back, timeout
  case blocked, failed, missed, dead, refused, hidden, shown, landscape, portrait

  /// Its index in the table.
  var name: NameTable.Name { Int32(EventWord.allCases.count) + rawValue }
}

extension NameTable {
  /// A table that begins with the fixed words.
  static func withWords() -> NameTable {
    var table = NameTable()
    for word in EventWord.allCases { _ = table.add(",\"event\":\(JSONText.string(word.text))") }
    for word in Word.allCases { _ = table.name("\(word)") }
    return table
  }
}
