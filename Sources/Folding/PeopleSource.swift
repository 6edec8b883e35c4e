import NavigationModel
import NavigationStore

/// Hands out people with their events, chunk by chunk in the order of pseudonyms, to several threads.
package protocol PeopleSource: Sendable {
  associatedtype Chunk
  /// The next chunk; nil at the end.
  func next() throws -> Chunk?
  /// The index of a chunk, from 0.
  func index(of chunk: Chunk) -> Int
  func people(of chunk: Chunk) -> Int
  /// Loads the events of one person of a chunk into `buffer`, in the order of the log.
  func load(_ index: Int, of chunk: Chunk, into buffer: inout [Event]) throws -> FoldedPerson
}

/// The person whose events are folded: the user's number in this run, pseudonym, and half.
package struct FoldedPerson {
  package let user: UInt32
  package let pseudonym: Pseudonym
  package let half: UserHalf
}

/// The people of a part of the log.
package final class PeopleOfLog: PeopleSource {
  private let events: EventsByUser
  private let chunks: [Range<Int>]
  private let work = WorkCounter()

  package init(_ events: EventsByUser, chunkEvents: Int) {
    self.events = events
    chunks = events.chunks(ofEvents: chunkEvents)
  }

  package func next() -> (index: Int, places: Range<Int>)? {
    work.take(below: chunks.count).map { ($0, chunks[$0]) }
  }

  package func index(of chunk: (index: Int, places: Range<Int>)) -> Int { chunk.index }
  package func people(of chunk: (index: Int, places: Range<Int>)) -> Int { chunk.places.count }

  package func load(_ index: Int, of chunk: (index: Int, places: Range<Int>), into buffer: inout [Event]) -> FoldedPerson {
    let place = chunk.places.lowerBound + index
    events.copy(place: place, into: &buffer)
    let user = events.users.order[place]
    return FoldedPerson(user: user, pseudonym: events.users.pseudonyms[Int(user)], half: events.users.halves[Int(user)])
  }
}

extension StoredPeople: PeopleSource {
  package func index(of chunk: Chunk) -> Int { chunk.index }
  package func people(of chunk: Chunk) -> Int { chunk.people.count }

  package func load(_ index: Int, of chunk: Chunk, into buffer: inout [Event]) throws -> FoldedPerson {
    let person = chunk.people[index]
    let user = UInt32(truncatingIfNeeded: chunk.peopleBefore + index)
    try events(of: person, in: chunk, user: user, into: &buffer)
    return FoldedPerson(user: user, pseudonym: person.pseudonym, half: person.half)
  }
}
