import NavigationModel

/// All events of a run, found by user in the order of pseudonyms; those of one user keep the order of the log.
///
/// The events stay where they were decoded. Sorted are their places: eight bytes an event.
struct EventsByUser: Sendable {
  private let blocks: [[Event]]
  /// The events by user: the number of the block in the upper half, the place in the block in the lower.
  private let places: [UInt64]
  /// Where the events of each place in the order of users begin, and the end.
  private let starts: [Int]
  let users: UserDirectory

  /// A counting sort: O(events + users).
  init(_ blocks: [[Event]], users: UserDirectory) {
    var starts = [Int](repeating: 0, count: users.pseudonyms.count + 1)
    for block in blocks {
      for event in block { starts[Int(users.ranks[Int(event.user)]) + 1] += 1 }
    }
    for place in 1..<starts.count { starts[place] += starts[place - 1] }
    self.blocks = blocks
    self.starts = starts
    self.users = users
    let count = starts[starts.count - 1]
    places = [UInt64](unsafeUninitializedCapacity: count) { places, initialized in
      for (number, block) in blocks.enumerated() {
        for (index, event) in block.enumerated() {
          let rank = Int(users.ranks[Int(event.user)])
          places.initializeElement(at: starts[rank], to: UInt64(number) << 32 | UInt64(index))
          starts[rank] += 1
        }
      }
      initialized = count
    }
  }

  var count: Int { places.count }

  /// Places in the order of users, cut into chunks of about so many events.
  func chunks(ofEvents size: Int) -> [Range<Int>] {
    var chunks: [Range<Int>] = []
    var first = 0
    for place in 0..<(starts.count - 1) where starts[place + 1] - starts[first] >= size {
      chunks.append(first..<(place + 1))
      first = place + 1
    }
    if first < starts.count - 1 { chunks.append(first..<(starts.count - 1)) }
    return chunks
  }

  /// The events of the user at a place in the order, put into `buffer`.
  func copy(place: Int, into buffer: inout [Event]) {
    buffer.removeAll(keepingCapacity: true)
    for event in places[starts[place]..<starts[place + 1]] {
      buffer.append(blocks[Int(event >> 32)][Int(truncatingIfNeeded: event & 0xFFFF_FFFF)])
    }
  }
}
