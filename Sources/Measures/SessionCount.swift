import NavigationModel

/// Counts the sessions in which something happened.
package struct SessionCount: Sendable, Codable, Hashable {
  package private(set) var sessions = 0
  private var last: (user: UInt32, number: Int) = (.max, 0)

  package init() {}

  package mutating func add(_ session: Session) {
    if last.user != session.user || last.number != session.number {
      last = (session.user, session.number)
      sessions += 1
    }
  }

  package mutating func merge(_ other: SessionCount) { sessions += other.sessions }

  package static func == (a: SessionCount, b: SessionCount) -> Bool { a.sessions == b.sessions }
  package func hash(into hasher: inout Hasher) { hasher.combine(sessions) }

  package init(from decoder: any Decoder) throws { sessions = try decoder.singleValueContainer().decode(Int.self) }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(sessions)
  }
}
