import NavigationModel
import NavigationStore
import Synchronization

/// The person whose events are handled: the user's number in this run, pseudonym, and half.
package struct Person: Sendable {
  package let user: UInt32
  package let pseudonym: Pseudonym
  package let half: UserHalf
}

/// Some people in the order of pseudonyms, for one thread.
package struct PeopleBlock: Sendable {
  /// The number of the block in its part, from 0.
  let index: Int
  let count: Int
  /// Loads the events of the person at an index, in the order of the log: one array for each input of a comparison,
  /// otherwise one.
  /// - Returns: nil if the person has no events.
  let load: @Sendable (_ index: Int, _ events: inout [[Event]]) throws -> Person?
}

/// Hands out the blocks of people to several threads; nil at the end.
package typealias PeopleBlocks = @Sendable () throws -> PeopleBlock?

/// The people of a log or a store with their events, in parts that fit into memory, in the order of pseudonyms.
package struct People: Sendable {
  let parts: Int
  /// As many threads have room for the people with the most events.
  let workers: Int
  let load: @Sendable (_ part: Int) async throws -> PeopleBlocks

  /// - Parameter blockEvents: the approximate number of events in a block of people.
  package init(_ partitions: EventPartitions, blockEvents: Int) {
    parts = partitions.count
    workers = partitions.workers
    load = { try await partitions.load($0).people(blockEvents: blockEvents) }
  }

  /// The people of stores with different users, one after the other.
  package init(_ stores: [StoredPeople], workers: Int = .max) {
    parts = stores.count
    self.workers = workers
    load = { part in
      let blocks = stores[part].blocks()
      return {
        try blocks().map { block in
          PeopleBlock(index: block.index, count: block.people.count) { index, events in
            let person = block.people[index]
            let user = UInt32(truncatingIfNeeded: block.peopleBefore + index)
            try stores[part].events(of: person, in: block, user: user, into: &events[0])
            return events[0].isEmpty ? nil : Person(user: user, pseudonym: person.pseudonym, half: person.half)
          }
        }
      }
    }
  }

  /// Loads the people with events, one after the other, until `body` returns false.
  func forEach(_ body: (Person, inout [Event]) throws -> Bool) async throws {
    var events: [[Event]] = [[]]
    for part in 0..<parts {
      let blocks = try await load(part)
      while let block = try blocks() {
        for index in 0..<block.count {
          guard let person = try block.load(index, &events) else { continue }
          guard try body(person, &events[0]) else { return }
        }
      }
    }
  }
}

/// Hands out the indices of pieces of work, each to one thread.
package final class WorkCounter: Sendable {
  private let taken = Atomic<Int>(0)

  package init() {}

  /// The next index, from 0; nil when all below `count` are taken.
  package func take(below count: Int) -> Int? {
    let index = taken.add(1, ordering: .relaxed).oldValue
    return index < count ? index : nil
  }

  /// Does jobs in `workers` tasks side by side. The first ones begin first.
  package static func run(_ jobs: [@Sendable () throws -> Void], workers: Int) async throws {
    _ = try await deal(jobs.count, to: Array(repeating: 0, count: max(1, min(workers, jobs.count)))) { _, number in
      try jobs[number]()
    }
  }

  /// Deals pieces of work to concurrent tasks. Each task collects its pieces in a value of its own.
  /// - Parameter finish: called when the value has got its last piece.
  /// - Returns: the values, in any order.
  static func deal<Value: Sendable>(
    _ count: Int, to values: [Value], finish: @escaping @Sendable (inout Value) throws -> Void = { _ in },
    _ take: @escaping @Sendable (inout Value, Int) throws -> Void
  ) async throws -> [Value] {
    let work = WorkCounter()
    return try await withThrowingTaskGroup(of: Value.self) { group in
      for value in values {
        group.addTask {
          var value = value
          while let number = work.take(below: count) {
            try Task.checkCancellation()
            try take(&value, number)
          }
          try finish(&value)
          return value
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}

/// The people of all inputs of a comparison; a user in several inputs is one person.
package struct ComparedPeople {
  /// The people of one input with their events, one after the other.
  private struct Stream {
    let input: Int
    let people: People
    private var part = 0
    private var blocks: PeopleBlocks?
    private var block: PeopleBlock?
    private var index = 0
    private(set) var next: (person: Person, events: [Event])?

    init(_ people: People, input: Int) { (self.people, self.input) = (people, input) }

    mutating func advance() async throws {
      next = nil
      while true {
        while let block, index < block.count {
          var events: [[Event]] = [[]]
          index += 1
          if let person = try block.load(index - 1, &events) {
            next = (person, events[0])
            return
          }
        }
        block = try blocks?()
        index = 0
        if block != nil { continue }
        blocks = nil  // Frees the previous part before the next one is loaded.
        guard part < people.parts else { return }
        blocks = try await people.load(part)
        part += 1
      }
    }
  }

  private let inputs: Int
  private var streams: [Stream]
  private let blockEvents: Int
  private var hasBegun = false
  private var users: UInt32 = 0

  /// - Parameters:
  ///   - inputs: the people of each input; of stores in a folder, those of each store.
  ///   - blockEvents: the approximate number of events in a block of people.
  package init(_ inputs: [[People]], blockEvents: Int) {
    self.inputs = inputs.count
    streams = inputs.enumerated().flatMap { input, all in all.map { Stream($0, input: input) } }
    self.blockEvents = blockEvents
  }

  /// Loads the next people in the order of pseudonyms, in up to `count` blocks.
  package mutating func load(blocks count: Int) async throws -> PeopleBlocks? {
    if !hasBegun { for index in streams.indices { try await streams[index].advance() } }
    hasBegun = true
    var blocks: [PeopleBlock] = []
    while blocks.count < count {
      let people = try await nextPeople()
      if people.isEmpty { break }
      blocks.append(
        PeopleBlock(index: blocks.count, count: people.count) { index, events in
          events = people[index].events
          return people[index].person
        })
    }
    if blocks.isEmpty { return nil }
    let work = WorkCounter()
    return { [blocks] in work.take(below: blocks.count).map { blocks[$0] } }
  }

  /// The next people, with their events by input; empty at the end.
  private mutating func nextPeople() async throws -> [(person: Person, events: [[Event]])] {
    var people: [(person: Person, events: [[Event]])] = []
    var count = 0
    while count < blockEvents,
      let first = streams.lazy.compactMap(\.next?.person).min(by: { $0.pseudonym < $1.pseudonym })
    {
      users += 1
      var events = [[Event]](repeating: [], count: inputs)
      for index in streams.indices {
        guard let next = streams[index].next, next.person.pseudonym == first.pseudonym else { continue }
        events[streams[index].input] = next.events
        count += next.events.count
        try await streams[index].advance()
      }
      people.append((Person(user: users, pseudonym: first.pseudonym, half: first.half), events))
    }
    return people
  }
}
