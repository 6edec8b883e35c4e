import NavigationModel

/// Counts the sessions in which something happened.
public struct SessionCount: Sendable, Codable, Hashable {
  public private(set) var sessions = 0
  private var last: (user: UInt32, number: Int) = (.max, 0)

  public init() {}

  public mutating func add(_ session: Session) {
    if last.user != session.user || last.number != session.number {
      last = (session.user, session.number)
      sessions += 1
    }
  }

  public mutating func merge(_ other: SessionCount) { sessions += other.sessions }

  public static func == (a: SessionCount, b: SessionCount) -> Bool { a.sessions == b.sessions }
  public func hash(into hasher: inout Hasher) { hasher.combine(sessions) }

  public init(from decoder: any Decoder) throws { sessions = try decoder.singleValueContainer().decode(Int.self) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(sessions)
  }
}
