import NavigationModel

/// Events of one user, from four or five bytes each, with few names so that they interact.
struct MadeEvents {
  let names = NameTable()
  let segments = SegmentTable()
  private let screens: [Name]
  private let targets: [Name]
  private let containers: [Name]
  private let values: [Name]
  private let lists: [Name]
  private let platforms: [SegmentID]

  /// Seconds between two events; sometimes longer than a session's gap, and sometimes negative.
  private static let waits: [Int64] = [0, 1, 2, 3, 10, 60, 1800, 1801, 86_400, -5, -4000]
  private static let depths: [UInt8] = [0, 0, 0, 0, 1, 2, 3, 5, 7, 100]

  init(_ texts: [String] = ["Home", "List", "Detail", "More", "Drawer"]) {
    screens = [.unknown, .unnamed] + texts.map { [names] in names.name($0) }
    targets = screens + ["Orders", "swipe"].map { [names] in names.name($0) }
    containers = [.unknown, .menu] + texts.suffix(2).map { [names] in names.name($0) }
    values = [.unknown, .zero, names.name("3")]
    lists = [.unknown] + [texts, ["Home", "Orders", "More"], ["Home | Orders"]].map { [names] in names.list($0) }
    platforms =
      [SegmentID.none]
      + ["ios", "android"].map { [names, segments] platform in
        var segment = Segment()
        segment.platform = names.name(platform)
        segment.appVersion = names.name(texts.first ?? "1.0")
        return segments.id(segment)
      }
  }

  func event(_ choices: inout Choices, user: UInt32, time: inout Int64) -> Event {
    let bits = choices.byte()
    time += (Self.waits[Int(choices.byte()) % Self.waits.count]) * 1_000_000
    var event = Event(time: time, user: user, kind: EventKind.allCases[Int(bits & 31) % EventKind.allCases.count])
    if bits & 32 != 0 { event.screen = choices.pick(screens) }
    if bits & 64 != 0 {
      event.target = choices.pick(targets)
      event.container = choices.pick(containers)
      event.value = choices.pick(event.kind.holdsList ? lists : values)
    }
    if bits & 128 != 0 {
      let more = choices.byte()
      event.depth = Self.depths[Int(more >> 4) % Self.depths.count]
      event.via = Via.allCases[Int(more) % Via.allCases.count]
      event.outcome = Outcome.allCases[Int(more) % Outcome.allCases.count]
      event.session = UInt64(more & 3)
      let last = choices.byte()
      event.id = UInt64(last & 15)
      event.marks = Event.Marks(rawValue: last >> 4 & 7)
      event.sequence = UInt32(last >> 6)
      event.segment = platforms[Int(last) % platforms.count]
      if event.kind == .tap { (event.x, event.y) = (Float(more), Float(last)) }
    }
    return event
  }

  /// Maps with everything that the reconstruction uses.
  static let maps: [AppMap] = {
    var full = AppMap()
    full.tabs = ["Home", "Orders", "More"]
    full.roots = [
      .init(tab: "Home", screen: "Home"), .init(tab: "Orders", screen: "List"), .init(tab: "More", screen: "Detail"),
    ]
    full.menus = [.init(name: "menu", items: ["Home", "swipe"], screen: "Drawer")]
    var renamed = full
    renamed.more = .init(tab: "Orders", items: ["Detail"])
    renamed.ignoredScreens = ["Drawer"]
    renamed.screenNames = [.init(pattern: "^De.*$", name: "Home")]
    return [AppMap(), full, renamed]
  }()
}
