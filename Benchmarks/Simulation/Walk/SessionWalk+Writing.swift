extension SessionWalk {
  /// Prepares the common part of all lines of a session.
  mutating func prepareLines() {
    let user = Self.userID(person.index, seed: quota.seed)
    let device = plan.platforms[person.platform].settings
    session = Array("{\"id\":\"\(number)-".utf8)
    var line = LineBuffer()
    line.field("user", user)
    line.field("session", "\(user)-\(number)")
    head = line.bytes
    line = LineBuffer()
    line.field("platform", device.name)
    line.field("os_version", person.system)
    line.field("app_version", version)
    line.field("device", device.device)
    line.field("width", device.width)
    line.field("locale", person.locale)
    line.append("}")
    tail = line.bytes
  }

  /// The person's version on the day of the session: versions are released at even intervals, people follow.
  private var version: String {
    let share = Double(begin - firstDay) / Double(Int64(days) * Schedule.day)
    let position = share * Double(plan.app.versions.count) - person.updates * 0.5
    return plan.app.versions[max(0, min(plan.app.versions.count - 1, Int(position)))]
  }

  /// A pseudonym of 32 bits, different for each of 2³² people.
  static func userID(_ user: Int, seed: UInt64) -> String {
    var id = UInt32(truncatingIfNeeded: user) ^ UInt32(truncatingIfNeeded: SplitMix64.mixed(seed, 77))
    id = (id ^ (id >> 16)) &* 0x85EB_CA6B
    id = (id ^ (id >> 13)) &* 0xC2B2_AE35
    id ^= id >> 16
    let digits = String(id, radix: 16)
    return "u" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// The fields of a line besides its kind.
  struct Fields {
    var screen: String?
    var target: String?
    var container: String?
    var via: Word?
    var outcome: Word?
    var list: [String]?
    var number: Int?
    var depth: Int?
  }

  /// Writes an event that leads to a screen, in the style of the log: with its screen, followed by a `screen_view`,
  /// or only as a `screen_view`.
  ///
  /// - Parameters:
  ///   - lag: Milliseconds until the screen appears.
  ///   - setsDepth: The event may carry the level of its screen.
  mutating func arrive(_ event: EventWord, _ fields: Fields = Fields(), lag: Int = 0, setsDepth: Bool = false) {
    if event != .back && event != .modalClose && event != .toRoot { backs = 0 }
    var fields = fields
    let screen = top?.name
    let depth = writesDepth && setsDepth && modal == nil ? stacks[section].count : nil
    let delay = lag > 0 ? lag : 30 + random.below(220)
    // All styles take the same time, so that their sessions are the same.
    switch style {
    case .full:
      fields.screen = screen
      fields.depth = depth
      write(event, fields)
    case .split: write(event, fields)
    case .views: clock += 1
    }
    clock += Int64(delay)
    if style != .full {
      write(.screenView, Fields(screen: screen, depth: depth))
    } else if plan.showsFirstOpens, event == .tabSelect {
      write(.screenView, Fields(screen: screen))
    } else {
      clock += 1
    }
  }

  /// Writes an event that leads to no screen.
  mutating func happen(_ event: EventWord, _ fields: Fields = Fields()) {
    if style == .views && event != .appOpen && event != .appBackground {
      clock += 1
      return
    }
    var fields = fields
    let isLifecycle = event == .appOpen || event == .appBackground || event == .tabsShown || event == .tabsEdit || event == .badge
    if !isLifecycle, style == .full || event == .tap || event == .gesture || event == .rotate { fields.screen = top?.name }
    write(event, fields)
  }

  /// Writes one line, and sometimes a copy or a broken line after it.
  private mutating func write(_ event: EventWord, _ fields: Fields) {
    let start = output.buffer.bytes.count
    output.buffer.bytes += session
    output.buffer.append(number: Int64(eventNumber))
    output.buffer.append("\",\"time\":\"")
    output.buffer.append(time: clock)
    output.buffer.append("Z\"")
    output.buffer.bytes += head
    output.buffer.field("event", event.rawValue)
    output.buffer.field("screen", fields.screen)
    output.buffer.field("target", fields.target)
    output.buffer.field("container", fields.container)
    output.buffer.field("via", fields.via?.rawValue)
    output.buffer.field("outcome", fields.outcome?.rawValue)
    output.buffer.field("value", fields.list)
    output.buffer.field("value", fields.number)
    output.buffer.field("depth", fields.depth)
    output.buffer.bytes += tail
    output.end(from: start, time: clock, kind: .event, beginsSession: eventNumber == 0, beginsPerson: eventNumber == 0 && number == 1)
    eventNumber += 1
    if duplicates > 0, noise.chance(duplicates) { output.repeatLast(at: clock + Int64(noise.below(90_000))) }
    if broken > 0, noise.chance(broken) { writeBroken() }
    clock += 1
  }

  /// Writes a line that no reader takes for an event.
  private mutating func writeBroken() {
    if noise.chance(0.4) {
      output.truncateLast()
      return
    }
    let start = output.buffer.bytes.count
    switch noise.below(4) {
    case 0: output.buffer.append(#"{"time":"yesterday","user":"u0","event":"tap"}"#)
    case 1: output.buffer.append(#"{"time":"2026-03-02T10:00:00.000Z","event":"tap"}"#)
    case 2: output.buffer.append(#"{"time":"2026-03-02T10:00:00.000Z","user":"u0"}"#)
    default: output.buffer.append("-- log rotated --")
    }
    output.end(from: start, time: clock, kind: .broken)
  }
}

/// The kinds of events that are written.
enum EventWord: String {
  case screenView = "screen_view", tabSelect = "tab_select", tabsShown = "tabs_shown", tabsEdit = "tabs_edit", moreOpen = "more_open"
  case moreSelect = "more_select", menuOpen = "menu_open", menuSelect = "menu_select", menuClose = "menu_close", push, back, toRoot = "to_root"
  case modalOpen = "modal_open", modalClose = "modal_close", deepLink = "deep_link", gesture, tap, badge, tabBar = "tab_bar", rotate
  case appOpen = "app_open", appBackground = "app_background"
}

/// The words of `via` and `outcome`.
enum Word: String {
  case first, cold, warm, push, url, button, swipe, system, outside, back, timeout
  case blocked, failed, missed, dead, refused, hidden, shown
}
