/// How a run divides its memory (`--memory`).
///
/// | what | how much |
/// |---|---|
/// | the program | about 30 MB |
/// | blocks of the log being read and decoded, two for each thread | ``blockSize`` each, and half of it for their events, packed and not |
/// | events while the log is read | up to ``heldMemory(beside:)``; the rest spills to a file (``EventSpool``) |
/// | one partition of the events while they are made into sessions | ``partitionMemory(beside:)`` (``EventPartitions``) |
/// | sessions waiting to be written | some blocks of ``blockEvents``, at about 150 bytes per event |
/// | the page cache of SQLite | ``storeCache`` |
///
/// Data that does not grow with the number of events stays in memory: about 30 bytes and the text for each user while the log is
/// read, 16 bytes after that (events make room for them); about 100 bytes and the text for each name; the cells of the measures, for each
/// screen, pair of neighboring screens, menu item, day, …, and a byte or two for each stay on a screen. The events of one user are processed
/// together: a user with more events than a partition holds gets a separate partition.
package struct MemoryBudget: Sendable {
  /// The memory limit of the run, bytes.
  package let bytes: Int

  package init(bytes: Int) { self.bytes = bytes }

  /// The minimum: the program takes half of it.
  package static let least = 64 << 20
  /// Half of RAM.
  package static let usual = max(least, MachineMemory.bytes / 2)

  /// Bytes of a block of the log.
  package var blockSize: Int { min(1 << 20, max(4 << 10, bytes / 256)) }

  /// Bytes of events that may stay in memory while the log is read: half of the minimum budget, five eighths of the memory above it.
  /// - Parameter tables: bytes of the tables of users and names.
  func heldMemory(beside tables: Int) -> Int {
    let events = min(bytes, Self.least) / 2 + max(0, bytes - Self.least) / 8 * 5
    return max(bytes / 16, events - tables)
  }

  /// Bytes of the events of a partition.
  /// - Parameter tables: bytes of the tables of users and names.
  func partitionMemory(beside tables: Int) -> Int { max(bytes / 16, bytes / 4 - tables / 2) }

  /// Bytes of events that each thread buffers for each partition.
  func sortedMemory(partitions: Int, workers: Int) -> Int { min(256 << 10, max(2 << 10, bytes / 8 / (partitions * workers))) }

  /// The approximate number of events in a block of people, which a thread makes into sessions at a time.
  package var blockEvents: Int { min(8192, max(64, bytes / 16_384)) }

  /// Whether there is room to encode the measures for the store: 20 MB at 4 million events, more for more.
  package var keepsMeasures: Bool { bytes >= 4 * Self.least }

  /// Bytes. An existing store is read and changed in many pages.
  package var storeCache: Int { min(16 << 20, bytes / 16) }
}
