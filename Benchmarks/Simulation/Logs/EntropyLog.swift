import Foundation

/// A log without any regularity: random paths among many screens, by users of whom a few are very active.
///
/// Whatever a reader stores for each distinct trail, pair or name, this log has many of them. It is generated in order of time, in constant memory.
/// Every event carries the screen that it leads to, `back` goes up one level, and no two events of a user share a time, so engines
/// without a notion of navigation can answer the same questions.
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
  /// Mean number of events in a session.
  package var sessionLength = 30.0

  package init() {}

  /// - Parameter write: receives the next bytes, always complete lines.
  package func write(_ write: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    var writer = EntropyWriter(self)
    while writer.step() {
      guard writer.bytes.count >= 1 << 20 else { continue }
      try writer.bytes.withUnsafeBytes(write)
      writer.bytes.removeAll(keepingCapacity: true)
    }
    try writer.bytes.withUnsafeBytes(write)
  }
}

/// Concurrent sessions; each step writes the next event of one of them.
private struct EntropyWriter {
  /// A session that is not over.
  struct Visit {
    var user: Int
    var number: Int
    /// -1: the app has not shown anything yet.
    var tab = -1
    /// The screens above the root of each tab, by number; negative ones have an id.
    var stacks: [[Int32]]
    var list = List.none

    /// The list that is open over the screen.
    enum List { case none, menu, more }
  }

  let log: EntropyLog
  var bytes: [UInt8] = []
  private var dice: SplitMix64
  private var visits: [Visit] = []
  private var active: Set<Int> = []
  private var sessions = 0
  private var written = 0
  private var micros: Int64 = 1_772_409_600_000_000
  private let tick: Int64
  private let noise: [UInt8]
  /// The start of the current line's fields.
  private var fields: [Int] = []
  /// The fields of the current line.
  private var line = LineBuffer()

  init(_ log: EntropyLog) {
    self.log = log
    dice = SplitMix64(seed: log.seed)
    bytes.reserveCapacity(1 << 21)
    // Four weeks, or as long as one session after the other takes.
    let span = min(28 * 86_400.0, Double(max(1, log.events)) * 8)
    tick = max(1000, Int64(span / Double(max(1, log.events)) * 1_000_000))
    var dice = SplitMix64(seed: log.seed ^ 0xF111)
    noise = (0..<(log.extraBytes + 4096)).map { _ in UInt8(ascii: "a") + UInt8(dice.below(26)) }
    let side = max(1, min(log.users / 2, Int(8_000_000 / tick)))
    for _ in 0..<side { begin() }
  }

  /// Writes the next event; false at the end.
  mutating func step() -> Bool {
    guard written < log.events else { return false }
    written += 1
    micros += tick
    let index = dice.below(visits.count)
    if log.unknown > 0, dice.fraction() < log.unknown {
      open(index, "kind_\(dice.below(40))")
      text("detail", "value \(dice.below(5000))")
      close()
    } else if visits[index].list != .none {
      choose(index)
    } else if visits[index].tab < 0 {
      select(index, dice.below(log.tabs))
    } else if dice.fraction() < 1 / log.sessionLength {
      open(index, "app_background")
      close()
      active.remove(visits[index].user)
      visits.swapAt(index, visits.count - 1)
      visits.removeLast()
      begin()
    } else {
      move(index)
    }
    return true
  }

  private mutating func begin() {
    var user = 0
    // Zipf with exponent 1, by its continuous counterpart.
    repeat { user = Int(pow(Double(log.users), dice.fraction())) - 1 } while !active.insert(user).inserted
    sessions += 1
    visits.append(Visit(user: user, number: sessions, stacks: Array(repeating: [], count: log.tabs)))
  }

  private mutating func move(_ index: Int) {
    let tab = visits[index].tab
    let depth = visits[index].stacks[tab].count + 1
    let draw = dice.fraction()
    if draw < 0.12 {
      select(index, dice.below(log.tabs))
    } else if draw < 0.13 {
      visits[index].list = .menu
      open(index, "menu_open")
      text("container", "menu")
      close()
    } else if draw < 0.135 {
      visits[index].list = .more
      open(index, "more_open")
      text("screen", "More")
      close()
    } else if draw < 0.15 {
      open(index, "gesture")
      text("target", "gesture \(dice.below(12))")
      screen(index)
      close()
    } else if depth > 1, draw < 0.4 {
      visits[index].stacks[tab].removeLast()
      open(index, "back")
      screen(index)
      close()
    } else if depth < log.levels {
      let number = Int32(dice.below(log.screens) + 1)
      let id = log.ids > 0 && dice.fraction() < log.ids ? Int32(dice.below(2_000_000)) + 1 : 0
      visits[index].stacks[tab].append(id > 0 ? -id : number)
      open(index, "push")
      screen(index)
      close()
    } else {
      visits[index].stacks[tab].removeLast()
      open(index, "back")
      screen(index)
      close()
    }
  }

  /// Chooses from the open menu or More list, or closes the menu.
  private mutating func choose(_ index: Int) {
    let isMenu = visits[index].list == .menu
    visits[index].list = .none
    if isMenu, dice.fraction() < 0.2 {
      open(index, "menu_close")
      text("container", "menu")
      text("via", "outside")
    } else {
      let item = isMenu ? "Item \(dice.below(12) + 1)" : "Extra \(dice.below(6) + 1)"
      open(index, isMenu ? "menu_select" : "more_select")
      if isMenu { text("container", "menu") }
      text("target", item)
      text("screen", item)
      // Next, a tab is selected.
      visits[index].tab = -1
    }
    close()
  }

  private mutating func select(_ index: Int, _ tab: Int) {
    if visits[index].tab == tab { visits[index].stacks[tab].removeAll(keepingCapacity: true) }
    visits[index].tab = tab
    open(index, "tab_select")
    text("target", "Tab \(tab + 1)")
    screen(index)
    close()
  }

  // MARK: Lines

  private mutating func open(_ index: Int, _ event: String) {
    line.bytes.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    let visit = visits[index]
    number("id", prefix: "e", Int64(written))
    begin("time")
    line.append("\"")
    line.append(time: micros / 1000)
    line.append("Z\"")
    number("user", prefix: "u", Int64(visit.user))
    text("event", event)
    number("session", prefix: "s", Int64(visit.number))
    text("platform", visit.user % 5 < 2 ? "ios" : "android")
    text("app_version", visit.user % 3 == 0 ? "2.0" : "2.1")
  }

  private mutating func screen(_ index: Int) {
    let tab = visits[index].tab
    let stack = visits[index].stacks[tab]
    let level = stack.last.map { " L\(stack.count + 1) \($0 < 0 ? "item/" : "S")\(abs($0))" } ?? ""
    text("screen", "Tab \(tab + 1)\(level)")
  }

  private mutating func close() {
    if log.extraBytes > 0 {
      begin("params")
      line.append("{\"note\":\"")
      let start = dice.below(4096)
      line.bytes += noise[start..<(start + log.extraBytes)]
      line.append("\"}")
    }
    fields.append(line.bytes.count)
    bytes.append(UInt8(ascii: "{"))
    let count = fields.count - 1
    let turn = log.shufflesFields ? dice.below(count) : 0
    let isReversed = log.shufflesFields && dice.below(2) == 0
    for index in 0..<count {
      let field = isReversed ? (count - 1 - index + turn) % count : (index + turn) % count
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += line.bytes[fields[field]..<fields[field + 1]]
    }
    bytes.append(UInt8(ascii: "}"))
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func begin(_ name: StaticString) {
    fields.append(line.bytes.count)
    line.append("\"")
    line.append(name)
    line.append("\":")
  }

  private mutating func text(_ name: StaticString, _ value: String) {
    begin(name)
    line.append(json: value)
  }

  private mutating func number(_ name: StaticString, prefix: StaticString, _ number: Int64) {
    begin(name)
    line.append("\"")
    line.append(prefix)
    line.append(number: number)
    line.append("\"")
  }
}
