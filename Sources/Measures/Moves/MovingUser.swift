/// What one user did with the entries, in all sessions or in those of a cell.
struct MovingUser: Sendable {
  struct Use: Sendable {
    let entry: UInt32
    var choices = 0
    var openedFor = 0
    /// Parts of sessions that begin on it.
    var landings = 0
    /// x: the taps that the entry would have saved in another place.
    var taps = 0
  }

  /// Sessions with steps.
  var sessions = 0
  private(set) var uses: [Use] = []
  private var places: [UInt32: Int] = [:]

  mutating func removeAll() {
    sessions = 0
    uses.removeAll(keepingCapacity: true)
    if !places.isEmpty { places.removeAll() }
  }

  /// What the user did with an entry.
  subscript(entry: UInt32) -> Use {
    get { place(of: entry).map { uses[$0] } ?? Use(entry: entry) }
    _modify {
      let place = place(adding: entry)
      yield &uses[place]
    }
  }

  mutating func merge(_ other: MovingUser) {
    sessions += other.sessions
    for use in other.uses {
      let place = place(adding: use.entry)
      uses[place].choices += use.choices
      uses[place].openedFor += use.openedFor
      uses[place].landings += use.landings
      uses[place].taps += use.taps
    }
  }

  /// A user has few entries: they are searched linearly unless there are many.
  private func place(of entry: UInt32) -> Int? { places.isEmpty ? uses.firstIndex { $0.entry == entry } : places[entry] }

  private mutating func place(adding entry: UInt32) -> Int {
    if let place = place(of: entry) { return place }
    uses.append(Use(entry: entry))
    if uses.count > 32 {
      for place in places.count..<uses.count { places[uses[place].entry] = place }
    }
    return uses.count - 1
  }
}
