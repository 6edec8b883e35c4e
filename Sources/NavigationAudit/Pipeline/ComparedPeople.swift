import NavigationModel
import NavigationStore

/// The people of a log or a store with their events, one after the other in the order of pseudonyms.
package struct PersonStream {
  struct Person {
    let pseudonym: Pseudonym
    let half: UserHalf
    let events: [Event]
  }

  private enum Source {
    /// The partitions of a log; how many were loaded, and the index of the next person in the current one.
    case log(EventPartitions, loaded: Int, EventsByUser?, next: Int)
    /// A store; the current block, and the index of the next person in it.
    case store(StoredPeople, StoredPeople.Block?, next: Int)
  }

  private var source: Source

  package init(_ partitions: EventPartitions) { source = .log(partitions, loaded: 0, nil, next: 0) }
  package init(_ people: StoredPeople) { source = .store(people, nil, next: 0) }

  /// The next person with events; nil at the end.
  mutating func next() async throws -> Person? {
    var events: [Event] = []
    while true {
      let person: FoldedPerson?
      switch source {
      case .log(let partitions, let loaded, let partition?, let next) where next < partition.people.upperBound:
        source = .log(partitions, loaded: loaded, partition, next: next + 1)
        person = partition.load(next, into: &events)
      case .log(let partitions, let loaded, _, _):
        guard loaded < partitions.count else { return nil }
        source = .log(partitions, loaded: loaded, nil, next: 0)  // Frees the previous partition first.
        let partition = try await partitions.load(loaded)
        source = .log(partitions, loaded: loaded + 1, partition, next: partition.people.lowerBound)
        continue
      case .store(let people, let block?, let next) where next < block.people.count:
        source = .store(people, block, next: next + 1)
        person = try people.load(next, of: block, into: &events)
      case .store(let people, _, _):
        guard let block = try people.next() else { return nil }
        source = .store(people, block, next: 0)
        continue
      }
      if let person { return Person(pseudonym: person.pseudonym, half: person.half, events: events) }
    }
  }
}

/// The people of all inputs of a comparison; a user in several inputs is one person.
package struct ComparedPeople {
  /// Some of the people, in memory. The events of a person are by input.
  package final class Loaded: PeopleSource {
    fileprivate struct Person: Sendable {
      let person: FoldedPerson
      var events: [[Event]]
    }

    package struct Block {
      fileprivate let index: Int
      fileprivate let people: [Person]
    }

    private let blocks: [[Person]]
    private let work = WorkCounter()

    fileprivate init(_ blocks: [[Person]]) { self.blocks = blocks }

    package func next() -> Block? { work.take(below: blocks.count).map { Block(index: $0, people: blocks[$0]) } }
    package func index(of block: Block) -> Int { block.index }
    package func people(of block: Block) -> Int { block.people.count }

    package func load(_ index: Int, of block: Block, into events: inout [[Event]]) -> FoldedPerson? {
      events = block.people[index].events
      return block.people[index].person
    }
  }

  private let inputCount: Int
  private var streams: [PersonStream]
  /// The input of each stream.
  private let inputs: [Int]
  /// The next person of each stream.
  private var heads: [PersonStream.Person?] = []
  private let blockEvents: Int
  private var users: UInt32 = 0

  /// - Parameters:
  ///   - inputs: the streams of each input, without a user in two of them.
  ///   - blockEvents: the approximate number of events in a block of people.
  package init(_ inputs: [[PersonStream]], blockEvents: Int) {
    inputCount = inputs.count
    streams = inputs.flatMap(\.self)
    self.inputs = inputs.enumerated().flatMap { input, streams in streams.map { _ in input } }
    self.blockEvents = blockEvents
  }

  /// Loads the next people in the order of pseudonyms, in up to `count` blocks.
  /// - Returns: nil at the end.
  package mutating func load(blocks count: Int) async throws -> Loaded? {
    var blocks: [[Loaded.Person]] = []
    while blocks.count < count {
      let block = try await nextBlock()
      if block.isEmpty { break }
      blocks.append(block)
    }
    return blocks.isEmpty ? nil : Loaded(blocks)
  }

  /// The next people; empty at the end.
  private mutating func nextBlock() async throws -> [Loaded.Person] {
    if heads.isEmpty { for index in streams.indices { heads.append(try await streams[index].next()) } }
    var block: [Loaded.Person] = []
    var count = 0
    while count < blockEvents, let next = heads.lazy.compactMap(\.self).min(by: { $0.pseudonym < $1.pseudonym }) {
      users += 1
      var person = Loaded.Person(
        person: FoldedPerson(user: users, pseudonym: next.pseudonym, half: next.half), events: [[Event]](repeating: [], count: inputCount))
      for index in streams.indices {
        guard let head = heads[index], head.pseudonym == next.pseudonym else { continue }
        person.events[inputs[index]] = head.events
        count += head.events.count
        heads[index] = try await streams[index].next()
      }
      block.append(person)
    }
    return block
  }
}
