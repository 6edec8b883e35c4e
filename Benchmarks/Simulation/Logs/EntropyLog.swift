import Foundation

/// A log without any regularity: random paths among many screens, by users of whom a few are very active.
///
/// Whatever a reader stores for each distinct trail, pair or name, this log has many of them. It is generated in order
/// of time, in constant memory. Every event carries the screen that it leads to, `back` goes up one level, and no two
/// events of a user share a time, so engines without a notion of navigation can answer the same questions.
package struct EntropyLog: Sendable {
  package var events = 1_000_000
  package var users = 60_000
  package var tabs = 5
  package var levels = 9
  /// Screens on each level of each tab.
  package var screens = 8
  /// The share of screens below the roots whose names carry an id.
  package var ids = 0.0
  /// The share of events of kinds that the native format does not have.
  package var unknown = 0.0
  /// Bytes that each event carries in an unused field.
  package var extraBytes = 0
  /// Whether the order of fields differs from line to line.
  package var shufflesFields = false
  package var seed: UInt64 = 1

  /// A session that is not over.
  private struct Visit {
    var user: Int
    var number: Int
    /// -1: the app has not shown anything yet.
    var tab = -1
    /// The screens above the root of each tab, by number; negative ones have an id.
    var stacks: [[Int32]]
    /// The list that is open over the screen: `menu` or `more`.
    var list: String?

    /// The name of the screen on top of its tab.
    var screen: String {
      let stack = stacks[tab]
      let level = stack.last.map { " L\(stack.count + 1) \($0 < 0 ? "item/" : "S")\(abs($0))" } ?? ""
      return "Tab \(tab + 1)\(level)"
    }
  }

  private var output = LineBuffer(writesDates: true)
  private var dice = Dice(seed: 0)
  private var visits: [Visit] = []
  private var active: Set<Int> = []
  private var sessions = 0
  private var written = 0
  private var micros: Int64 = 1_772_409_600_000_000
  private var noise = ""

  package init() {}

  /// - Parameter write: receives the next bytes, always complete lines.
  package mutating func write(_ write: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    dice = Dice(seed: seed)
    // Four weeks, or as long as one session after the other takes.
    let span = min(28 * 86_400.0, Double(max(1, events)) * 8)
    let tick = max(1000, Int64(span / Double(max(1, events)) * 1_000_000))
    var own = Dice(seed: seed ^ 0xF111)
    noise = String(
      decoding: (0..<(extraBytes + 4096)).map { _ in UInt8(ascii: "a") + UInt8(own.below(26)) }, as: UTF8.self)
    for _ in 0..<max(1, min(users / 2, Int(8_000_000 / tick))) { begin() }
    while written < events {
      written += 1
      micros += tick
      step()
      try output.flush(atLeast: 1 << 20, write)
    }
    try output.flush(write)
  }

  /// Writes the next event of one of the sessions.
  private mutating func step() {
    let index = dice.below(visits.count)
    if dice.happens(unknown) {
      let kind = dice.below(40)
      let detail = dice.below(5000)
      write(index, LoggedEvent(event: "kind_\(kind)"), detail: "value \(detail)")
    } else if let list = visits[index].list {
      choose(index, from: list)
    } else if visits[index].tab < 0 {
      select(index, dice.below(tabs))
    } else if dice.unit() < 1 / 30.0 {
      // The session is over, after thirty events on average.
      write(index, LoggedEvent(event: "app_background"))
      active.remove(visits[index].user)
      visits.swapAt(index, visits.count - 1)
      visits.removeLast()
      begin()
    } else {
      move(index)
    }
  }

  private mutating func begin() {
    var user = 0
    // Zipf with exponent 1, by its continuous counterpart.
    repeat { user = Int(pow(Double(users), dice.unit())) - 1 } while !active.insert(user).inserted
    sessions += 1
    visits.append(Visit(user: user, number: sessions, stacks: Array(repeating: [], count: tabs)))
  }

  private mutating func move(_ index: Int) {
    let tab = visits[index].tab
    let depth = visits[index].stacks[tab].count + 1
    let draw = dice.unit()
    if draw < 0.12 {
      select(index, dice.below(tabs))
    } else if draw < 0.13 {
      visits[index].list = "menu"
      write(index, LoggedEvent(event: "menu_open", container: "menu"))
    } else if draw < 0.135 {
      visits[index].list = "more"
      write(index, LoggedEvent(event: "more_open", screen: "More"))
    } else if draw < 0.15 {
      write(index, LoggedEvent(event: "gesture", screen: visits[index].screen, target: "gesture \(dice.below(12))"))
    } else if depth > 1, draw < 0.4 || depth >= levels {
      visits[index].stacks[tab].removeLast()
      write(index, LoggedEvent(event: "back", screen: visits[index].screen))
    } else {
      let number = Int32(dice.below(screens) + 1)
      let id = dice.happens(ids) ? Int32(dice.below(2_000_000)) + 1 : 0
      visits[index].stacks[tab].append(id > 0 ? -id : number)
      write(index, LoggedEvent(event: "push", screen: visits[index].screen))
    }
  }

  /// Chooses from the open menu or More list, or closes the menu.
  private mutating func choose(_ index: Int, from list: String) {
    visits[index].list = nil
    let isMenu = list == "menu"
    if isMenu, dice.unit() < 0.2 {
      return write(index, LoggedEvent(event: "menu_close", container: "menu", via: "outside"))
    }
    // Next, a tab is selected.
    visits[index].tab = -1
    let item = isMenu ? "Item \(dice.below(12) + 1)" : "Extra \(dice.below(6) + 1)"
    write(index, LoggedEvent(event: "\(list)_select", screen: item, target: item, container: isMenu ? "menu" : nil))
  }

  private mutating func select(_ index: Int, _ tab: Int) {
    if visits[index].tab == tab { visits[index].stacks[tab].removeAll(keepingCapacity: true) }
    visits[index].tab = tab
    write(index, LoggedEvent(event: "tab_select", screen: visits[index].screen, target: "Tab \(tab + 1)"))
  }

  private mutating func write(_ index: Int, _ event: LoggedEvent, detail: String? = nil) {
    let user = visits[index].user
    let session = visits[index].number
    var event = event
    event.id = "e\(written)"
    event.time = micros / 1000
    event.user = "u\(user)"
    event.session = "s\(session)"
    event.segment = .init(platform: user % 5 < 2 ? "ios" : "android", appVersion: user % 3 == 0 ? "2.0" : "2.1")
    let start = output.bytes.count
    output.append(event)
    if unknown > 0 || extraBytes > 0 {
      output.bytes.removeLast(2)
      output.field("detail", detail)
      if extraBytes > 0 {
        output.key("params")
        output.append("{\"note\":\"\(Substring(noise.utf8.dropFirst(dice.below(4096)).prefix(extraBytes)))\"}")
      }
      output.append("}\n")
    }
    if shufflesFields { shuffleFields(from: start) }
  }

  /// Turns the order of the last line's fields, and maybe reverses it. No value holds a comma.
  private mutating func shuffleFields(from start: Int) {
    var fields = output.bytes[(start + 1)..<(output.bytes.count - 2)].split(separator: UInt8(ascii: ","))
    let turn = dice.below(fields.count)
    fields = Array(fields[turn...] + fields[..<turn])
    if dice.below(2) == 0 { fields.reverse() }
    output.bytes.replaceSubrange(
      (start + 1)..<(output.bytes.count - 2), with: Array(fields.joined(separator: [UInt8(ascii: ",")])))
  }
}
