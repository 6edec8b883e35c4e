import NavigationModel
import NavigationStore

/// The people of a log or a store with their events, one after the other in the order of pseudonyms.
package struct PersonStream {
  package struct Person: Sendable {
    package let pseudonym: Pseudonym
    package let half: UserHalf
    let events: [Event]
  }

  private enum Source {
    /// The parts of a log; how many were loaded, and the index of the next person in the current one.
    case log(EventParts, loaded: Int, EventsByUser?, place: Int)
    /// A store; the current chunk, and the index of the next person in it.
    case store(StoredPeople, StoredPeople.Chunk?, index: Int)
  }

  private var source: Source

  package init(_ parts: EventParts) { source = .log(parts, loaded: 0, nil, place: 0) }
  package init(_ people: StoredPeople) { source = .store(people, nil, index: 0) }

  /// The next person with events; nil at the end.
  mutating func next() async throws -> Person? {
    var buffer: [Event] = []
    while true {
      switch source {
      case .log(let parts, let loaded, let events, let place):
        if let events, place < events.people.upperBound {
          events.copy(place: place, into: &buffer)
          source = .log(parts, loaded: loaded, events, place: place + 1)
          if buffer.isEmpty { continue }
          let user = Int(events.users.order[place])
          return Person(pseudonym: events.users.pseudonyms[user], half: events.users.halves[user], events: buffer)
        }
        guard loaded < parts.count else { return nil }
        source = .log(parts, loaded: loaded, nil, place: 0)  // Frees the previous part first.
        let part = try await parts.load(loaded)
        source = .log(parts, loaded: loaded + 1, part, place: part.people.lowerBound)
      case .store(let people, let chunk, let index):
        if let chunk, index < chunk.people.count {
          source = .store(people, chunk, index: index + 1)
          let person = chunk.people[index]
          try people.events(of: person, in: chunk, user: 0, into: &buffer)
          return Person(pseudonym: person.pseudonym, half: person.half, events: buffer)
        }
        guard let next = try people.next() else { return nil }
        source = .store(people, next, index: 0)
      }
    }
  }
}

/// The people of all inputs of a comparison; a user in several inputs is one person.
package struct ComparedPeople {
  package struct Person: Sendable {
    package let pseudonym: Pseudonym
    package let half: UserHalf
    /// The person's number in this run.
    package let user: UInt32
    /// By input.
    package var events: [[Event]]
  }

  private let inputCount: Int
  private var streams: [PersonStream]
  /// The input of each stream.
  private let inputs: [Int]
  /// The next person of each stream.
  private var heads: [PersonStream.Person?] = []
  private let chunkEvents: Int
  private var users: UInt32 = 0

  /// - Parameters:
  ///   - inputs: the streams of each input, without a user in two of them.
  ///   - chunkEvents: the approximate number of events in a chunk.
  package init(_ inputs: [[PersonStream]], chunkEvents: Int) {
    inputCount = inputs.count
    streams = inputs.flatMap(\.self)
    self.inputs = inputs.enumerated().flatMap { input, streams in streams.map { _ in input } }
    self.chunkEvents = chunkEvents
  }

  /// The next people in the order of pseudonyms; empty at the end.
  package mutating func nextChunk() async throws -> [Person] {
    if heads.isEmpty { for place in streams.indices { heads.append(try await streams[place].next()) } }
    var chunk: [Person] = []
    var count = 0
    while count < chunkEvents, let next = heads.lazy.compactMap(\.self).min(by: { $0.pseudonym < $1.pseudonym }) {
      let pseudonym = next.pseudonym
      users += 1
      var person = Person(
        pseudonym: pseudonym, half: next.half, user: users, events: [[Event]](repeating: [], count: inputCount))
      for place in streams.indices {
        guard let head = heads[place], head.pseudonym == pseudonym else { continue }
        person.events[inputs[place]] = head.events
        count += head.events.count
        heads[place] = try await streams[place].next()
      }
      chunk.append(person)
    }
    return chunk
  }
}
