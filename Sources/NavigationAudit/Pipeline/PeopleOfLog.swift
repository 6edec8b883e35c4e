import NavigationModel
import NavigationStore

/// The people of a partition of the log.
package final class PeopleOfLog: PeopleSource {
  private let events: EventsByUser
  private let blocks: [Range<Int>]
  private let work = WorkCounter()

  /// - Parameter blockEvents: the approximate number of events in a block of people.
  package init(_ events: EventsByUser, blockEvents: Int) {
    self.events = events
    blocks = events.blocks(ofEvents: blockEvents)
  }

  package func next() -> (index: Int, people: Range<Int>)? {
    work.take(below: blocks.count).map { ($0, blocks[$0]) }
  }

  package func index(of block: (index: Int, people: Range<Int>)) -> Int { block.index }
  package func people(of block: (index: Int, people: Range<Int>)) -> Int { block.people.count }

  package func load(_ index: Int, of block: (index: Int, people: Range<Int>), into buffer: inout [Event]) -> FoldedPerson? {
    events.load(block.people.lowerBound + index, into: &buffer)
  }
}
