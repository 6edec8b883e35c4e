import Measures
import NavigationModel

// Ids that change with each event, or never.

extension LineCheck {
  /// Fewer events show nothing about ids.
  static let leastEvents = 10
  private static let fixOfUsers = "keep one random id for each installation, and log it as `user`"
  fileprivate static let fixOfSessions = "log one session id from opening the app to leaving it, or none"

  static let changingID = LineCheck(
    "changing-id", "A new user or session with each event, or with each start of the app."
  ) { log in
    let records = log.records
    guard records.count >= leastEvents else { return [] }
    let users = Dictionary(grouping: records, by: \.event.user)
    if users.count * 2 > records.count {
      return found(
        """
        \(Wording.count(users.count, "user")) in \(Wording.count(records.count, "event")): `user` changes with the \
        event
        """,
        fix: fixOfUsers,
        lines: records.map(\.line))
    }
    var problems: [LogProblem] = []
    let named = records.filter { $0.event.session != 0 }
    let sessions = Dictionary(grouping: named, by: \.event.session)
    if named.count >= leastEvents, sessions.count * 2 > named.count {
      problems += found(
        """
        \(Wording.count(sessions.count, "session")) in \(Wording.count(named.count, "event")): `session` changes \
        with the event
        """,
        fix: fixOfSessions,
        lines: named.map(\.line))
    }
    let days = records.map(\.event.time)
    let span = (days.max() ?? 0) - (days.min() ?? 0)
    let owners = Dictionary(grouping: log.sessions) { $0.records.first?.event.user ?? 0 }
    if owners.count >= 20, span >= 7 * 86_400_000_000, owners.values.allSatisfy({ $0.count == 1 }) {
      problems += found(
        """
        \(Wording.count(owners.count, "user")) in \(Wording.count(Int(span / 86_400_000_000), "day")), and nobody \
        came back: `user` changes with the start of the app
        """,
        fix: fixOfUsers, lines: owners.values.compactMap { $0[0].records.first?.line })
    }
    return problems
  }

  static let constantID = LineCheck(
    "constant-id", "One user, session or event id for several different ones."
  ) { log in
    let fix = "log a random id of the installation as `user`"
    let placeholders = log.users.filter { isPlaceholder($0.value) }
    var problems = found(
      "`user` is \(LogProblem.list(Set(placeholders.values)))", fix: fix,
      lines: log.lines { placeholders[$0.user] != nil })
    for (user, own) in Dictionary(grouping: log.records, by: \.event.user).sorted(by: { $0.key < $1.key })
    where placeholders[user] == nil {
      let devices = Set(own.map { log.device($0) }.filter { $0 != [.unknown, .unknown, .unknown, .unknown] })
      if devices.count > 3 {
        problems += found(
          "one `user` id on \(Wording.count(devices.count, "device"))", fix: fix,
          lines: own.map(\.line))
      }
    }
    return problems + log.sharedSessions + log.reusedIDs
  }

  private static let placeholders: Set<String> = [
    "unknown", "anonymous", "null", "nil", "undefined", "none", "user", "guest", "na", "nan", "default", "test",
    "userid", "deviceid",
  ]

  private static func isPlaceholder(_ user: String) -> Bool {
    let letters = Spelling.letters(user)
    return letters.isEmpty || placeholders.contains(letters) || letters.allSatisfy { $0 == "0" }
      || user.hasPrefix("Optional(")
  }

  static let mixedSessions = LineCheck(.mixedSessions) { log in
    let without = log.lines { $0.session == 0 }
    guard without.count < log.records.count else { return [] }
    return found(
      "\(Wording.count(without.count, "event")) without a `session`, others with one",
      fix: "log the session id with every event, or with none", lines: without)
  }
}

extension TracedLog {
  /// What distinguishes devices, unknown where it is not logged.
  fileprivate func device(_ record: Record) -> [Name] {
    let segment = segment(record)
    return [segment.platform, segment.device, segment.locale, segment.osVersion]
  }

  /// Session ids of several users, or of several starts of the app.
  fileprivate var sharedSessions: [LogProblem] {
    let named = Dictionary(grouping: records.filter { $0.event.session != 0 }, by: \.event.session)
    let fix = LineCheck.fixOfSessions
    let shared = named.values.filter { Set($0.map(\.event.user)).count > 1 }.flatMap { $0 }
    if !shared.isEmpty {
      return LineCheck.found("one `session` id for several users", fix: fix, lines: shared.map(\.line))
    }
    let pauses = named.values.flatMap { records -> [Int] in
      let ordered = records.sorted { ($0.event.time, $0.line) < ($1.event.time, $1.line) }
      return zip(ordered, ordered.dropFirst()).filter { $1.event.time - $0.event.time > SessionLimits().longestPause }
        .map(\.1.line)
    }
    return LineCheck.found("one `session` id is still in use hours later", fix: fix, lines: pauses)
  }

  /// Event ids that come back with other events.
  fileprivate var reusedIDs: [LogProblem] {
    var first: [[UInt64]: Event] = [:]
    let lines = records.compactMap { record -> Int? in
      let event = record.event
      guard event.id != 0 else { return nil }
      let key = [UInt64(event.user), event.id]
      guard let before = first[key] else {
        first[key] = event
        return nil
      }
      let isCopy =
        (before.time, before.kind, before.screen, before.target, before.container, before.value)
        == (event.time, event.kind, event.screen, event.target, event.container, event.value)
      return isCopy ? nil : record.line
    }
    return LineCheck.found(
      """
      \(Wording.count(lines.count, "event")) with the `id` of another one: dropped as \
      \(lines.count == 1 ? "a copy" : "copies")
      """,
      fix: "give each event a different `id`, or leave `id` out", lines: lines)
  }
}
