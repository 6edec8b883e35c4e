/// What the memory of a run is spent on (`--memory`).
///
/// | what | how much |
/// |---|---|
/// | the program itself | about 30 MB |
/// | blocks of the log that are read and decoded, two for each thread | ``blockSize`` each, and half of it for their events, packed and not |
/// | events while the log is read | up to ``heldMemory(beside:)``, then they go to a file (``EventSpool``) |
/// | one part of the events while sessions are made of them | ``partMemory(beside:)`` (``EventParts``) |
/// | sessions that wait to be written | some chunks of ``chunkEvents``, at about 150 bytes an event |
/// | the page cache of SQLite | ``storeCache`` |
///
/// What grows with something else than the number of events stays in memory: about 30 bytes and the text for each different user while the log is
/// read, 16 bytes after that (events make room for them); about 100 bytes and the text for each different name; the cells of the measures, for each
/// screen, pair of neighbouring screens, menu item, day, …, and a byte or two for each stay on a screen. The events of one user are worked on at
/// once: who has more than a part holds makes a part of his own.
struct MemoryBudget: Sendable {
  /// All that a run may use, bytes.
  let bytes: Int

  /// Less cannot be promised: the program alone takes half of it.
  static let least = 64 << 20
  /// Half of what the machine has: what fits there needs no files.
  static let usual = max(least, MachineMemory.bytes / 2)

  /// Bytes of a block of the log.
  var blockSize: Int { min(1 << 20, max(4 << 10, bytes / 256)) }

  /// Bytes of the events that may stay in memory while the log is read: half of the least budget, five eighths of what there is above it.
  /// - Parameter tables: bytes of the tables of users and names.
  func heldMemory(beside tables: Int) -> Int {
    let events = min(bytes, Self.least) / 2 + max(0, bytes - Self.least) / 8 * 5
    return max(bytes / 16, events - tables)
  }

  /// Bytes of the events of a part.
  /// - Parameter tables: bytes of what is known of users and names.
  func partMemory(beside tables: Int) -> Int { max(bytes / 16, bytes / 4 - tables / 2) }

  /// Bytes of the events that each thread holds for each part before it writes them to the part's place.
  func scatteredMemory(parts: Int, workers: Int) -> Int { min(256 << 10, max(2 << 10, bytes / 8 / (parts * workers))) }

  /// Sessions are made of about so many events at a time by each thread.
  var chunkEvents: Int { min(8192, max(64, bytes / 16_384)) }

  /// Whether there is room to write the measures down for the store: 20 MB at 4 million events, more where there are more.
  var keepsMeasures: Bool { bytes >= 4 * Self.least }

  /// Bytes. A store that is there already is read and changed in many places.
  var storeCache: Int { min(16 << 20, bytes / 16) }
}
