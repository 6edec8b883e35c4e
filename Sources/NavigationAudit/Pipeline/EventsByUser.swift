import EventLogs
import NavigationModel

/// All events of a run, brought together by user in the order of pseudonyms; those of one user keep the order of the log.
struct EventsByUser: Sendable {
  private let events: [Event]
  /// Where the events of each place in the order of users begin, and the end.
  private let starts: [Int]
  let users: UserDirectory

  /// A counting sort: O(events + users). Blocks are let go as they are taken in.
  init(taking blocks: inout [[Event]], users: UserDirectory) {
    var starts = [Int](repeating: 0, count: users.pseudonyms.count + 1)
    for block in blocks {
      for event in block { starts[Int(users.ranks[Int(event.user)]) + 1] += 1 }
    }
    for place in 1..<starts.count { starts[place] += starts[place - 1] }
    self.starts = starts
    self.users = users
    let count = starts[starts.count - 1]
    events = [Event](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in blocks.indices {
        let block = blocks[index]
        blocks[index] = []
        for event in block {
          let place = Int(users.ranks[Int(event.user)])
          buffer.initializeElement(at: starts[place], to: event)
          starts[place] += 1
        }
      }
      initialized = count
    }
  }

  var count: Int { events.count }

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
    buffer.append(contentsOf: events[starts[place]..<starts[place + 1]])
  }
}
