import NavigationModel

/// The parts of drawn sessions, one after another, with small numbers for their screens.
struct DrawnParts {
  /// The numbers that stand for the two ends of a part.
  static let (start, end) = (0, 1)

  struct Part {
    let user: UInt32
    let platform: Name
    let appVersion: Name
    let week: Int
    /// In ``screens``: the start, a position for each step, the end unless the session is cut.
    let positions: Range<Int>
  }

  /// Which drawn sessions a figure is about.
  struct Scope {
    var platform: Name?
    var appVersion: Name?
    var weeks: Range<Int>?

    func contains(_ part: Part) -> Bool {
      (platform ?? part.platform) == part.platform && (appVersion ?? part.appVersion) == part.appVersion
        && weeks?.contains(part.week) != false
    }

    /// The cells of the columns `platform` and `app_version`.
    static func columns<Row>(_ names: Names, _ scope: @escaping (Row) -> Scope) -> [TableColumns<Row>] {
      [
        .key(.platform, "The platform of the sessions; \(SegmentLabel.all): whatever it is.") {
          scope($0).platform.map { names[$0] } ?? SegmentLabel.all
        },
        .key(.appVersion, "The version of the app in the sessions; \(SegmentLabel.all): whatever it is.") {
          scope($0).appVersion.map { names[$0] } ?? SegmentLabel.all
        },
      ]
    }
  }

  /// What fewer users did is left out.
  static let leastUsers = 3
  /// The most platforms, and versions, that have figures of their own.
  private static let mostScopes = 6
  private static let leastUsersOfScope = 10

  private(set) var parts: [Part] = []
  /// The screen at each position, by number.
  private(set) var screens: [Int32] = []
  /// At each position, the sum of the known stays since the first step of the part, milliseconds, and the number of
  /// unknown ones.
  private(set) var clock: [Int64] = []
  private(set) var unknownStays: [Int32] = []
  /// Whether a forward step led to it.
  private(set) var areForward: [Bool] = []
  /// The screens by number; unknown for the ends.
  private(set) var names: [Name] = [.unknown, .unknown]
  let users: Int

  init(_ drawn: DrawnSessions) {
    users = drawn.users.count
    var numbers: [Int32] = []
    func number(of screen: Name) -> Int32 {
      let index = Int(screen.rawValue)
      if index >= numbers.count {
        numbers += repeatElement(0, count: max(64, index + 1 - numbers.count, numbers.count))
      }
      if numbers[index] == 0 {
        numbers[index] = Int32(names.count)
        names.append(screen)
      }
      return numbers[index]
    }
    let room = drawn.steps + 2 * drawn.sessions
    screens.reserveCapacity(room)
    clock.reserveCapacity(room)
    unknownStays.reserveCapacity(room)
    areForward.reserveCapacity(room)
    for (user, own) in drawn.users.enumerated() {
      for session in own.sessions {
        var first = screens.count
        var (time, unknown): (Int64, Int32) = (0, 0)
        func append(_ screen: Int32, _ isForward: Bool) {
          screens.append(screen)
          clock.append(time)
          unknownStays.append(unknown)
          areForward.append(isForward)
        }
        func finishPart() {
          append(Int32(Self.end), false)
          close()
        }
        func close() {
          parts.append(
            Part(
              user: UInt32(user), platform: session.platform, appVersion: session.appVersion, week: session.week,
              positions: first..<screens.count))
          first = screens.count
        }
        for (index, step) in session.steps.enumerated() {
          if step.isFirst {
            if index > 0 { finishPart() }
            (time, unknown) = (0, 0)
            append(Int32(Self.start), false)
          }
          append(number(of: step.screen), step.kind.isForward)
          if let dwell = step.dwell { time += Int64(dwell) } else { unknown += 1 }
        }
        // The rest of a cut session is not known.
        if session.steps.count < DrawnSessions.mostSteps { finishPart() } else { close() }
      }
    }
  }

  /// Milliseconds from one position to a later one of the same part; nil if a stay between is unknown.
  func time(from: Int, to: Int) -> Int64? { unknownStays[from] == unknownStays[to] ? clock[to] - clock[from] : nil }

  /// All drawn sessions, then the platforms and the versions with the most drawn users, at least
  /// ``leastUsersOfScope``.
  func scopes(_ names: Names) -> [Scope] {
    [Scope()] + most(of: \.platform, names).map { Scope(platform: $0) }
      + most(of: \.appVersion, names).map { Scope(appVersion: $0) }
  }

  /// Spans of weeks with at least ``leastUsersOfScope`` drawn users; none if there is only one.
  func spans(_ weeks: [Range<Int>]) -> [Scope] {
    guard weeks.count > 1 else { return [] }
    return weeks.map { Scope(weeks: $0) }.filter { span in
      var users = UserCount()
      for part in parts where span.contains(part) { users.add(user: part.user) }
      return users.users >= Self.leastUsersOfScope
    }
  }

  /// The values of a dimension, ordered by text; none if the sessions have only one.
  private func most(of dimension: KeyPath<Part, Name>, _ names: Names) -> [Name] {
    var users = SumsByName<UserCount>()
    for part in parts { users[adding: part[keyPath: dimension]].add(user: part.user) }
    guard users.count > 1 else { return [] }
    let large = users.pairs.filter { $0.0.isKnown && $0.1.users >= Self.leastUsersOfScope }
      .sorted { ($1.1.users, names.rank($0.0)) < ($0.1.users, names.rank($1.0)) }
    return names.ordered(large.prefix(Self.mostScopes).map(\.0))
  }
}

/// How columns of platforms, versions and weeks say that a row is of all sessions.
package enum SegmentLabel {
  package static let all = "(all)"
}
