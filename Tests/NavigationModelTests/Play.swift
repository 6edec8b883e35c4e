import NavigationModel
import TestSupport

/// The result of a trace: sessions with their steps and occurrences as text.
struct Play {
  struct Session {
    let events: [Event]
    let path: Reconstruction
    /// `Home · push Product@2`; `push~` if the step is inferred.
    let steps: [String]
    /// `menuSelect menu Settings 4s`, `moreOpen implied`, …; all except gestures, taps and the like.
    let counts: [String]
    /// Seconds to the next step, nil if unknown.
    let dwell: [Double?]
  }

  let sessions: [Session]
  let duplicates: Int

  /// How often a kind of occurrence was counted in the first session, at most `limit` seconds after its first event.
  func count(_ kind: Occurrence.Kind, within limit: Int64 = .max / 1_000_000) -> Int {
    let start = sessions.first?.events.first?.time ?? 0
    return sessions.first?.path.occurrences.count { $0.kind == kind && $0.time - start <= limit * 1_000_000 } ?? 0
  }

  var steps: [String] { sessions.first?.steps ?? [] }
  var counts: [String] { sessions.first?.counts ?? [] }
  var dwell: [Double?] { sessions.first?.dwell ?? [] }

  /// Plays the first user of a trace.
  init(_ text: String, map: AppMap = AppMap(), limits: SessionLimits = SessionLimits()) throws {
    let names = NameTable()
    let users = try Trace.events(text, names: names, segments: SegmentTable())
    self.init(users.first ?? [], names: names, map: map, limits: limits)
  }

  /// - Parameter events: of one user, in the order of the log.
  init(_ events: [Event], names: NameTable, map: AppMap = AppMap(), limits: SessionLimits = SessionLimits()) {
    var events = events
    var builder = SessionBuilder(limits)
    let (ranges, duplicates) = builder.build(&events)
    var stack = NavigationStack(map: NavigationMap(map, names: names))
    let texts = names.snapshot()
    self.duplicates = duplicates
    sessions = ranges.map { range in
      var path = Reconstruction()
      events[range].withContiguousStorageIfAvailable { stack.reconstruct($0, into: &path) }
      return Session(
        events: Array(events[range]), path: path,
        steps: path.steps.map { step in
          """
          \(step.section.label(texts)) · \(step.kind.word)\(step.isInferred ? "~" : "") \
          \(texts[step.screen])@\(step.depth)
          """
        },
        counts: path.occurrences.compactMap { $0.line(texts) },
        dwell: path.steps.map { $0.dwell < 0 ? nil : Double($0.dwell) / 1_000_000 })
    }
  }
}

extension Occurrence {
  /// The occurrence as text, or nil if it is not about navigation.
  fileprivate func line(_ names: Names) -> String? {
    var words = ["\(kind)"]
    switch kind {
    case .gesture, .tap, .badge, .tabsShown, .tabsEdit, .rotate: return nil
    default: break
    }
    if container.isKnown { words.append(names[container]) }
    if subject.isKnown { words.append(names[subject]) }
    if flag { words.append(kind == .keptStateReturn ? "lost" : "implied") }
    if duration >= 0 { words.append("\(duration / 1_000_000)s") }
    return words.joined(separator: " ")
  }
}

extension AppMap {
  /// A map with only roots.
  static func roots(_ roots: (tab: String, screen: String)...) -> AppMap {
    var map = AppMap()
    map.roots = roots.map { Root(tab: $0.tab, screen: $0.screen) }
    return map
  }
}
