import NavigationModel

/// What somebody did in an app while it logged: a list of actions, one on each line that begins with `-` or a number.
public struct ActionScript: Sendable {
  /// An action, and the moves that its log should show.
  public struct Action: Sendable {
    /// As the script says.
    public let text: String
    let moves: [Move]
  }

  /// What an action or an event is: a kind of move, and of what.
  struct Move: Hashable {
    enum Kind: String {
      case open = "app opened"
      case tab, reselect, push, back
      case moreOpen = "More opened"
      case moreItem = "More item"
      case menuOpen = "menu opened"
      case menuClose = "menu closed"
      case menuItem = "menu item"
      case sheetOpen = "sheet"
      case sheetClose = "sheet closed"
      case link = "deep link"
      case background = "app in the background"
    }

    let kind: Kind
    /// The tab, the item, the screen or the way back; nil if not said.
    var name: String?
  }

  public let actions: [Action]

  /// - Parameter file: for errors.
  /// - Throws: ``AuditError`` for a line that begins like an action and is none, and for a script without actions.
  public init(_ text: String, file: String) throws {
    var actions: [Action] = []
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      guard let item = Self.item(line) else { continue }
      guard let action = Action(item) else {
        let nearest = nearestWord(to: String(item.prefix { $0 != ":" }), among: Action.words)
        throw AuditError(
          "\(file):\(number + 1): no action is called `\(item)`; \(nearest.map { "did you mean `\($0)`?" } ?? "there are \(Action.words.joined(separator: ", "))")"
        )
      }
      actions.append(action)
    }
    if actions.isEmpty { throw AuditError("\(file): no actions; `navaudit check-log --checklist` prints ten") }
    self.actions = actions
  }

  /// The text of an item of a list, without a comment; nil for any other line.
  private static func item(_ line: Substring) -> String? {
    let line = line.drop(while: \.isWhitespace)
    let mark = line.prefix { $0.isNumber }
    var rest: Substring
    if line.hasPrefix("- ") {
      rest = line.dropFirst(2)
    } else if !mark.isEmpty, line.dropFirst(mark.count).hasPrefix(". ") {
      rest = line.dropFirst(mark.count + 2)
    } else {
      return nil
    }
    if let comment = rest.firstRange(of: " #") { rest = rest[..<comment.lowerBound] }
    return rest.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Ten actions that show whether everything arrives, as Markdown.
  public static let checklist = """
    # Ten actions to check a navigation log

    * Write the names of your app into the list, as the app logs them. Delete what it does not have.
    * Start with an empty log. Do the actions on a phone, in this order, at the pace of a person.
    * `navaudit check-log LOG --script FILE`, where FILE is this page.

    - open                         # start the app
    - tab: Search, Orders, Home    # tap each tab, the one in front last
    - push: Category, Product      # drill down two levels in that tab
    - back: button                 # go back by the button at the top
    - back: swipe                  # go back by the edge swipe, or Android's gesture
    - reselect: Home               # tap the tab that is already in front
    - more: Coupons                # open More and choose an item
    - menu                         # open the menu and close it without a choice
    - sheet: Filter                # open a sheet and dismiss it
    - background                   # leave the app for the home screen

    """
}

extension ActionScript.Action {
  static let words = ["open", "tab", "push", "back", "reselect", "more", "menu", "sheet", "background"]

  /// - Parameter text: a word, possibly with a colon and names.
  fileprivate init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1).map { $0.trimmed }
    guard let word = parts.first else { return nil }
    let names = parts.count > 1 ? parts[1].split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty } : []
    typealias Move = ActionScript.Move
    func moves(_ kind: Move.Kind) -> [Move] { names.isEmpty ? [Move(kind: kind)] : names.map { Move(kind: kind, name: $0) } }
    let moves: [Move]? =
      switch word.lowercased() {
      case "open": [Move(kind: .open)]
      case "tab": moves(.tab)
      case "push": moves(.push)
      case "back": moves(.back)
      case "reselect": moves(.reselect)
      case "more": [Move(kind: .moreOpen)] + moves(.moreItem)
      case "menu": [Move(kind: .menuOpen)] + (names.isEmpty ? [Move(kind: .menuClose)] : moves(.menuItem))
      case "sheet": moves(.sheetOpen) + [Move(kind: .sheetClose)]
      case "background": [Move(kind: .background)]
      default: nil
      }
    guard let moves else { return nil }
    self.init(text: text, moves: moves)
  }
}

extension Substring {
  fileprivate var trimmed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
