import NavigationModel

/// On how many days of users each kind of event and each field was logged, by day, platform and version of the app.
package struct EventDays: Measure, Summed {
  static var isForRules: Bool { false }

  /// Days on which users used the app, and those of them on which each part was logged.
  package struct Sum: Summed {
    package private(set) var userDays = 0
    /// By the index in ``LoggedParts/all``.
    private var counts: [Int] = []
    static let fields = Fields<Self>(\.userDays, \.counts)
    static let isPlain = true

    package init() {}

    package func count(_ part: Int) -> Int { part < counts.count ? counts[part] : 0 }

    fileprivate mutating func add(_ logged: LoggedParts) {
      let bits = Self.bits
      if counts.isEmpty { counts = Array(repeating: 0, count: bits.count) }
      userDays += 1
      for index in bits.indices where logged.rawValue & bits[index] != 0 { counts[index] += 1 }
    }

    private static let bits = LoggedParts.all.map(\.part.rawValue)
  }

  package private(set) var sums = SumsByKey<Daily.Key, Sum>()
  /// The users of each version on each platform.
  package private(set) var versions = SumsByKey<NamePair, UserCount>()
  /// The day of the last user that is not in the sums yet.
  private var pending: (user: UInt32, key: Daily.Key, logged: LoggedParts)?
  static let fields = Fields<Self>(\.sums, \.versions)

  mutating func observe(_ session: Session, _ path: Reconstruction, _ counts: SessionCounts) {
    let segment = session.segment
    let key = Daily.Key(day: session.day, platform: segment.platform, appVersion: segment.appVersion)
    versions[adding: NamePair(segment.platform, segment.appVersion)].add(session)
    if let last = pending, last.user == session.user, last.key == key {
      pending?.logged.formUnion(path.logged)
      return
    }
    flush()
    pending = (session.user, key, path.logged)
  }

  private mutating func flush() {
    if let pending { sums[adding: pending.key].add(pending.logged) }
    pending = nil
  }

  mutating func finish() {
    flush()
    finishFields()
  }
}
