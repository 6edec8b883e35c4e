import NavigationModel

/// Sessions in the trace notation: short enough to read a session in one line.
///
///     Home > Product > Reviews < < tab:Orders
///     & Home +2s <                      # the same user, an hour later
///     @platform=ios ( > Product < ) x 3 * 40
/// A line is a session of a user; `&` begins another session of the same user, an hour later, within a line or at the
/// start of the next. `* 40` at the end of a line means 40 users who all do the same. Blank lines and text after `#`
/// are ignored.
///
/// | token | event |
/// |---|---|
/// | `Home`, `"My orders"` | `screen_view`; a name with spaces or signs, or one that is a word of this table, stands in quotes |
/// | `> Product` | `push`; `> +1s Product`: pushed, and a second later the `screen_view` |
/// | `<`, `<:Home` | `back`, with the screen returned to |
/// | `^` | `to_root` |
/// | `tab:Orders`, `tab:Orders=List`, `tab:Orders!` | `tab_select`, with its screen; blocked |
/// | `more`, `more=List`, `more:Coupons`, `more:Coupons=Offers` | `more_open`, `more_select`, with their screens |
/// | `menu`, `menu:Settings`, `menu:Settings=Screen`, `menu!` | `menu_open`, `menu_select`, `menu_close`; `menu/side`, `menu/side:Settings`, `menu/side!` of the container `side` |
/// | `modal:Sheet`, `modal!` | `modal_open`, `modal_close` |
/// | `link:Offer` | `deep_link` |
/// | `stack:Orders=List\|Order`, `stack=List\|Order` | `stack`, with its tab and without |
/// | `gesture:swipe`, `gesture:swipe!` | `gesture`; failed |
/// | `tap:Buy`, `tap:Buy!dead`, `tap:Buy!missed` | `tap`, with its outcome |
/// | `badge:Orders=3` | `badge` |
/// | `tabs:A\|B\|C`, `edit:B\|A\|C` | `tabs_shown`, `tabs_edit` |
/// | `bar:hidden`, `bar:shown` | `tab_bar` |
/// | `rotate:landscape`, `rotate:landscape!` | `rotate`; refused |
/// | `cold`, `first`, `background` | `app_open` with `via` `cold` or `first`, `app_background` |
/// | `event:app_open` | the event of that name |
///
/// `modal`, `link` and `tap` may be written without a name: then nothing says where they led. An event may end in `@3`,
/// the `depth` that the app knows, and in `{via=swipe,x=10}`, any fields of the native format.
///
/// | token | means |
/// |---|---|
/// | `+300ms`, `+2s`, `+5min`, `+1h` | the wait before the next event; otherwise ten seconds, so that nothing is a quick back by accident |
/// | `( … ) x 3` | the group three times |
/// | `@platform=ios` | a dimension of the events that follow, to the end of the user; `@session=s1`: the app's id of the session |
package struct Trace: Sendable, Equatable {
  /// The time of every user's first event: 2026-01-05T09:00:00Z.
  package static let start: Int64 = 1_767_603_600_000_000
  /// The default time between two events, microseconds.
  package static let usualWait: Int64 = 10_000_000
  /// The time before another session, microseconds.
  package static let sessionWait: Int64 = 3_600_000_000
  /// No event is later than this, whatever the sum of waits: the end of the year 9999.
  static let end: Int64 = 253_402_300_799_000_000

  /// Users who all do the same.
  struct Users: Sendable, Equatable {
    var count: Int
    var items: [Item]
  }

  /// A token, or a group of them.
  enum Item: Sendable, Equatable {
    case event(Draft)
    /// Microseconds before the next event.
    case wait(Int64)
    case furtherSession
    /// A dimension (by its index in ``Segment/dimensions``) of the following events.
    case dimension(Int, String)
    case sessionID(String)
    case group([Item], times: Int)
  }

  /// An event whose names are still text.
  struct Draft: Sendable, Equatable {
    var kind: EventKind
    var screen = ""
    var target = ""
    var container = ""
    var value = ""
    var id = ""
    var session = ""
    var via = Via.unknown
    var outcome = Outcome.ok
    var depth: UInt8 = 0
    var x: Float?
    var y: Float?
  }

  var users: [Users]

  /// - Throws: if the text is invalid, with what was expected.
  package init(parsing text: String) throws(TraceError) { users = try TraceParser.users(in: text) }

  /// The events of the text by user, in the order of their times.
  package static func events(
    _ text: String, names: NameTable, segments: SegmentTable, firstUser: UInt32 = 0
  ) throws(TraceError) -> [[Event]] {
    try Trace(parsing: text).events(names: names, segments: segments, firstUser: firstUser)
  }

  /// The events by user, in the order of their times. Users are numbered in the order of the lines, from `firstUser`.
  package func events(names: NameTable, segments: SegmentTable, firstUser: UInt32 = 0) -> [[Event]] {
    var all: [[Event]] = []
    for users in users {
      let each = users.events(names: names, segments: segments)
      for _ in 0..<users.count {
        var events = each
        for index in events.indices { events[index].user = firstUser + UInt32(truncatingIfNeeded: all.count) }
        all.append(events)
      }
    }
    return all
  }
}

extension Trace.Users {
  /// The events of each, as those of user 0.
  func events(names: NameTable, segments: SegmentTable) -> [Event] {
    var writer = TraceWriter(names: names, segments: segments)
    writer.write(items)
    return writer.events
  }
}

/// An error in the notation.
package struct TraceError: Error, Sendable, Equatable, CustomStringConvertible {
  /// From 1.
  package var line: Int
  /// From 1, in characters.
  package var column: Int
  package var expected: String
  package var found: String

  package init(line: Int, column: Int, expected: String, found: String) {
    self.line = line
    self.column = column
    self.expected = expected
    self.found = found
  }

  package var description: String { "line \(line), column \(column): expected \(expected), found \(found)" }
}

/// Plays the items of a trace for one user.
private struct TraceWriter {
  let names: NameTable
  let segments: SegmentTable
  var events: [Event] = []
  private var time = Trace.start
  private var wait: Int64?
  private var segment = Segment()
  private var segmentID = SegmentID.none
  private var session = ""

  init(names: NameTable, segments: SegmentTable) {
    self.names = names
    self.segments = segments
  }

  mutating func write(_ items: [Trace.Item]) {
    for item in items {
      switch item {
      case .event(let draft): write(draft)
      case .wait(let microseconds): wait = microseconds
      case .furtherSession:
        wait = events.isEmpty ? nil : Trace.sessionWait
        session = ""
      case .dimension(let index, let text):
        segment[keyPath: Segment.dimensions[index].path] = names.name(text)
        segmentID = segments.id(segment)
      case .sessionID(let text): session = text
      case .group(let items, let times):
        for _ in 0..<times { write(items) }
      }
    }
  }

  private mutating func write(_ draft: Trace.Draft) {
    time = min(time + (wait ?? (events.isEmpty ? 0 : Trace.usualWait)), Trace.end)
    wait = nil
    var event = Event(time: time, user: 0, kind: draft.kind)
    event.id = Self.identifier(draft.id)
    event.session = Self.identifier(draft.session.isEmpty ? session : draft.session)
    event.screen = names.name(draft.screen)
    event.target = names.name(draft.target)
    event.container = names.name(draft.container)
    event.value =
      draft.kind.holdsList && !draft.value.isEmpty
      ? names.list(draft.value.split(separator: "|").map(String.init)) : names.name(draft.value)
    event.segment = segmentID
    event.via = draft.via
    event.outcome = draft.outcome
    event.depth = draft.depth
    event.x = draft.x ?? .nan
    event.y = draft.y ?? .nan
    events.append(event)
  }

  private static func identifier(_ text: String) -> UInt64 {
    text.isEmpty ? 0 : max(1, text.withUTF8Bytes { ByteInterner.hash($0) })
  }
}
