import NavigationModel
import NavigationStore

/// Hands out people with their events, block by block in the order of pseudonyms, to several threads.
package protocol PeopleSource: Sendable {
  associatedtype Block
  /// The events of a person: one array, or one for each input of a comparison.
  associatedtype Events: RangeReplaceableCollection
  /// The next block of people; nil at the end.
  func next() throws -> Block?
  /// The index of a block, from 0.
  func index(of block: Block) -> Int
  func people(of block: Block) -> Int
  /// Loads the events of one person of a block, in the order of the log.
  /// - Returns: nil if the person has no events.
  func load(_ index: Int, of block: Block, into events: inout Events) throws -> FoldedPerson?
}

extension PeopleSource {
  /// Loads the people with events, one after the other, until `body` returns false.
  package func forEachPerson(_ body: (FoldedPerson, inout Events) throws -> Bool) throws {
    var events = Events()
    while let block = try next() {
      for index in 0..<people(of: block) {
        guard let person = try load(index, of: block, into: &events) else { continue }
        guard try body(person, &events) else { return }
      }
    }
  }
}

extension StoredPeople: PeopleSource {
  package func index(of block: Block) -> Int { block.index }
  package func people(of block: Block) -> Int { block.people.count }

  package func load(_ index: Int, of block: Block, into buffer: inout [Event]) throws -> FoldedPerson? {
    let person = block.people[index]
    let user = UInt32(truncatingIfNeeded: block.peopleBefore + index)
    try events(of: person, in: block, user: user, into: &buffer)
    return buffer.isEmpty ? nil : FoldedPerson(user: user, pseudonym: person.pseudonym, half: person.half)
  }
}
