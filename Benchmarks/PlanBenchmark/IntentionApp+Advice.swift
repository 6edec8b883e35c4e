import Laboratory
import Measures
import NavigationModel
import UsabilityRules

extension IntentionApp {
  /// navaudit's advice for the log of the app's people.
  func advice(climbsAlways: Bool) -> Advice {
    let names = NameTable()
    var measures = Measures()
    var builder = SessionBuilder()
    var stack = NavigationStack(map: .empty)
    var path = Reconstruction()
    let byUser = Dictionary(grouping: log(climbsAlways: climbsAlways), by: \.user)
    for (user, name) in byUser.keys.sorted().enumerated() {
      let lines = byUser[name] ?? []
      var events = lines.map { Event($0, user: UInt32(user), names) }
      let segments = Dictionary(lines.map { ($0.time, Segment($0.segment, names)) }) { one, _ in one }
      var bytes = name
      let half = bytes.withUTF8 { UserHalf(ofUser: $0) }
      for (number, range) in builder.build(&events).sessions.enumerated() {
        events[range].withUnsafeBufferPointer { stack.reconstruct($0, into: &path) }
        let start = events[range.lowerBound].time
        measures.observe(
          Session(
            user: UInt32(user), pseudonym: Pseudonym(rawValue: UInt64(user)), half: half, number: number + 1, start: start,
            end: events[range.upperBound - 1].time, events: range.count, segment: segments[start / 1000] ?? Segment()), path)
      }
    }
    measures.finish()
    let scope = MeasureScope(
      measures: measures, names: names.snapshot(), map: AppMap(), declared: DeclaredNames(AppMap(), names: names), intake: Intake())
    return Advice(measures, scope)
  }
}

extension Event {
  /// The events of people with intentions.
  fileprivate init(_ line: LoggedEvent, user: UInt32, _ names: NameTable) {
    let kind: EventKind =
      switch line.event {
      case "app_open": .appOpen
      case "tab_select": .tabSelect
      case "more_open": .moreOpen
      case "more_select": .moreSelect
      case "menu_open": .menuOpen
      case "menu_select": .menuSelect
      case "push": .push
      case "back": .back
      default: .other
      }
    self.init(time: line.time * 1000, user: user, kind: kind)
    if line.via == "cold" { via = .cold }
    if let screen = line.screen { self.screen = names.name(screen) }
    if let target = line.target { self.target = names.name(target) }
    session = line.session.map { UInt64(bitPattern: Int64($0.hashValue)) } ?? 0
  }
}

extension Segment {
  fileprivate init(_ segment: LoggedEvent.Segment, _ names: NameTable) {
    self.init()
    if let platform = segment.platform { self.platform = names.name(platform) }
    if let version = segment.appVersion { appVersion = names.name(version) }
  }
}
