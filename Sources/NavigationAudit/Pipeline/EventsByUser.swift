import NavigationModel
import NavigationStore

/// Events found by user in the order of pseudonyms; those of one user keep the order of the log.
///
/// The events stay where they were decoded. Sorted are their places: eight bytes an event.
struct EventsByUser: Sendable {
  private let blocks: [ArraySlice<Event>]
  /// The events by user: the number of the block in the upper half, the index in the block in the lower.
  private let places: [UInt64]
  /// Where the events of each user begin, and the end.
  private let starts: [Int]
  let users: UserDirectory
  /// The places in the order of users that the events are of.
  let people: Range<Int>

  /// A counting sort: O(events + users).
  init(_ blocks: [ArraySlice<Event>], users: UserDirectory, places people: Range<Int>) {
    var starts = [Int](repeating: 0, count: people.count + 1)
    for block in blocks {
      for event in block { starts[Int(users.ranks[Int(event.user)]) - people.lowerBound + 1] += 1 }
    }
    for place in 1..<starts.count { starts[place] += starts[place - 1] }
    self.blocks = blocks
    self.starts = starts
    self.users = users
    self.people = people
    let count = starts[starts.count - 1]
    places = [UInt64](unsafeUninitializedCapacity: count) { places, initialized in
      HugePages.prefer(for: UnsafeMutableRawPointer(places.baseAddress), count: count * MemoryLayout<UInt64>.stride)
      for (number, block) in blocks.enumerated() {
        for index in block.indices {
          let rank = Int(users.ranks[Int(block[index].user)]) - people.lowerBound
          places.initializeElement(at: starts[rank], to: UInt64(number) << 32 | UInt64(index))
          starts[rank] += 1
        }
      }
      initialized = count
    }
  }

  /// Places in the order of users, cut into chunks of about so many events.
  func chunks(ofEvents size: Int) -> [Range<Int>] {
    var chunks: [Range<Int>] = []
    var first = 0
    for index in 0..<people.count where starts[index + 1] - starts[first] >= size {
      chunks.append((people.lowerBound + first)..<(people.lowerBound + index + 1))
      first = index + 1
    }
    if first < people.count { chunks.append((people.lowerBound + first)..<people.upperBound) }
    return chunks
  }

  /// The events of the user at a place in the order, put into `buffer`.
  func copy(place: Int, into buffer: inout [Event]) {
    buffer.removeAll(keepingCapacity: true)
    let index = place - people.lowerBound
    for event in places[starts[index]..<starts[index + 1]] {
      buffer.append(blocks[Int(event >> 32)][Int(truncatingIfNeeded: event & 0xFFFF_FFFF)])
    }
  }
}
