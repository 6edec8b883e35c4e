import NavigationModel
import UsabilityRules

/// A script held against a log: which event shows which action.
struct ScriptCheck {
  private typealias Move = ActionScript.Move

  private let script: ActionScript
  /// The moves that the script says, with the indices of their actions.
  private let said: [(move: Move, action: Int)]
  private let found: [(move: Move, time: Int64, line: Int)]

  /// A second event of the same move so soon is a double, microseconds.
  private static let doubleLimit: Int64 = 1_000_000

  init(_ script: ActionScript, _ log: TracedLog) {
    self.script = script
    said = script.actions.enumerated().flatMap { index, action in action.moves.map { (move: $0, action: index) } }
    found = log.sessions.flatMap { session in
      session.records.indices.flatMap { index in
        let record = session.records[index]
        return Self.moves(session, index, log.names).map { (move: $0, time: record.event.time, line: record.line) }
      }
    }.sorted { ($0.time, $0.line) < ($1.time, $1.line) }
  }

  private static func moves(_ session: TracedLog.Session, _ index: Int, _ names: Names) -> [Move] {
    let event = session.records[index].event
    let (steps, occurrences) = (session.steps(of: index), session.occurrences(of: index))
    func move(_ kind: Move.Kind, _ name: Name = .unknown) -> [Move] {
      [Move(kind: kind, name: name.isKnown && name != .unnamed ? names[name] : nil)]
    }
    let screen = steps.first?.screen ?? .unknown
    switch event.kind {
    case .appOpen: return move(.open)
    case .appBackground: return move(.background)
    case .moreOpen: return move(.moreOpen)
    case .moreSelect: return move(.moreItem, event.target)
    case .menuOpen: return move(.menuOpen)
    case .menuClose: return move(.menuClose)
    case .menuSelect: return move(.menuItem, event.target)
    case .push: return move(.push, screen)
    case .back: return [Move(kind: .back, name: event.via == .unknown ? nil : "\(event.via)")]
    case .modalOpen: return move(.sheetOpen, screen)
    case .modalClose: return move(.sheetClose)
    case .deepLink: return move(.link, screen)
    case .tabSelect:
      if occurrences.contains(where: { $0.kind == .moreOpen }) { return move(.moreOpen) }
      return move(occurrences.contains { $0.kind == .tabReselect } ? .reselect : .tab, event.target)
    case .stack, .screenView, .toRoot:
      return steps.flatMap { step -> [Move] in
        switch step.kind {
        case .tab, .entry: step.section.kind == .tab ? move(.tab, step.section.name) : []
        case .more: move(.moreOpen)
        case .moreItem: move(.moreItem, step.item)
        case .push: move(.push, step.screen)
        case .back: move(.back)
        case .modal: move(.sheetOpen, step.screen)
        case .menuItem, .link, .reselect: []
        }
      }
    default: return []
    }
  }

  /// How each action arrived.
  /// - Parameter line: the place of a line's number.
  func actions(_ line: (Int) -> LogCheckOutcome.Line) -> [LogCheckOutcome.Action] {
    let pairs = alignment()
    let used = Set(pairs.compactMap { $0 })
    return script.actions.enumerated().map { index, action in
      var outcome = LogCheckOutcome.Action(
        number: index + 1, text: action.text, state: .arrived, details: "", lines: [])
      var (missing, contradicted, doubled): ([String], [String], [String]) = ([], [], [])
      for (said, pair) in zip(said, pairs) where said.action == index {
        guard let pair else {
          missing.append(said.move.words)
          continue
        }
        let match = found[pair]
        outcome.lines.append(line(match.line))
        if said.move.cost(match.move) != 0 { contradicted.append("\(match.move.words) instead of \(said.move.words)") }
        let copies = found.indices.filter { other in
          !used.contains(other) && found[other].move == match.move
            && abs(found[other].time - match.time) <= Self.doubleLimit
        }
        if !copies.isEmpty {
          doubled.append("\(match.move.words) \(copies.count + 1) times")
          outcome.lines += copies.map { line(found[$0].line) }
        }
      }
      outcome.state =
        !contradicted.isEmpty ? .contradictory : !missing.isEmpty ? .missing : !doubled.isEmpty ? .doubled : .arrived
      outcome.details = [
        contradicted.joined(separator: ", "), missing.isEmpty ? "" : "no \(missing.joined(separator: ", no "))",
        doubled.joined(separator: ", "),
      ]
      .filter { !$0.isEmpty }.joined(separator: "; ")
      return outcome
    }
  }

  private static let costOfMissing = 4
  private static let costOfOther = 1

  /// The event of each move of the script, in order, such that as much as possible agrees.
  /// - Complexity: O(moves of the script × moves of the log).
  private func alignment() -> [Int?] {
    let width = found.count + 1
    var costs = [Int](repeating: 0, count: (said.count + 1) * width)
    for column in 1..<max(width, 1) { costs[column] = column * Self.costOfOther }
    for row in 1..<(said.count + 1) {
      costs[row * width] = row * Self.costOfMissing
      for column in 1..<max(width, 1) {
        var least = min(
          costs[(row - 1) * width + column] + Self.costOfMissing, costs[row * width + column - 1] + Self.costOfOther)
        if let cost = said[row - 1].move.cost(found[column - 1].move) {
          least = min(least, costs[(row - 1) * width + column - 1] + cost)
        }
        costs[row * width + column] = least
      }
    }
    var pairs = [Int?](repeating: nil, count: said.count)
    var (row, column) = (said.count, found.count)
    while row > 0 {
      let here = costs[row * width + column]
      if column > 0, let cost = said[row - 1].move.cost(found[column - 1].move),
        here == costs[(row - 1) * width + column - 1] + cost
      {
        pairs[row - 1] = column - 1
        (row, column) = (row - 1, column - 1)
      } else if column > 0, here == costs[row * width + column - 1] + Self.costOfOther {
        column -= 1
      } else {
        row -= 1
      }
    }
    return pairs
  }
}

extension ActionScript.Move {
  /// `back (swipe)`
  fileprivate var words: String { name.map { "\(kind.rawValue) (\($0))" } ?? kind.rawValue }

  private static let confused: [Set<Kind>] = [
    [.tab, .reselect, .moreOpen], [.push, .sheetOpen, .moreItem, .menuItem], [.back, .sheetClose, .menuClose],
  ]
  private static let costOfContradiction = 3

  /// What it costs to take an event for this move: nothing if they agree; nil if it is something else.
  fileprivate func cost(_ found: ActionScript.Move) -> Int? {
    let isSameName = name == nil || found.name == nil || name == found.name
    // The tab may have been in front before.
    if kind == found.kind || (kind == .tab && found.kind == .reselect) {
      return isSameName ? 0 : Self.costOfContradiction
    }
    return isSameName && name == found.name && Self.confused.contains { $0.contains(kind) && $0.contains(found.kind) }
      ? Self.costOfContradiction : nil
  }
}

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
          """
          \(file):\(number + 1): no action is called `\(item)`; \
          \(nearest.map { "did you mean `\($0)`?" } ?? "there are \(Action.words.joined(separator: ", "))")
          """
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
    func moves(_ kind: Move.Kind) -> [Move] {
      names.isEmpty ? [Move(kind: kind)] : names.map { Move(kind: kind, name: $0) }
    }
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
