/// What one user did with the entries, in all sessions or in those of a cell.
struct MovingUser: Sendable {
  struct Use: Sendable {
    let entry: UInt32
    var choices = 0
    var openedFor = 0
    /// Parts of sessions that begin on it.
    var landings = 0
    /// Choices that are the last step of their part.
    var endings = 0
    /// x: the taps that the entry would have saved in another container.
    var taps = 0
  }

  /// Sessions with steps.
  var sessions = 0
  private var list = KeyList<UInt32>()
  private(set) var uses: [Use] = []

  mutating func removeAll() {
    sessions = 0
    list.removeAll()
    uses.removeAll(keepingCapacity: true)
  }

  /// What the user did with an entry.
  subscript(entry: UInt32) -> Use {
    get { list.number(of: entry).map { uses[$0] } ?? Use(entry: entry) }
    _modify {
      let index = index(adding: entry)
      yield &uses[index]
    }
  }

  /// The uses, without the taps of those that would save or cost more than this many.
  func uses(withAtMost taps: Int) -> [Use] {
    guard uses.contains(where: { $0.taps.magnitude > taps }) else { return uses }
    return uses.map { use in
      var use = use
      if use.taps.magnitude > taps { use.taps = 0 }
      return use
    }
  }

  mutating func merge(_ other: MovingUser) {
    sessions += other.sessions
    for use in other.uses {
      let index = index(adding: use.entry)
      uses[index].choices += use.choices
      uses[index].openedFor += use.openedFor
      uses[index].landings += use.landings
      uses[index].endings += use.endings
      uses[index].taps += use.taps
    }
  }

  private mutating func index(adding entry: UInt32) -> Int {
    let index = list.number(adding: entry)
    if index == uses.count { uses.append(Use(entry: entry)) }
    return index
  }
}
