import AppMaps
import Foundation
import NavigationModel
import UsabilityRules

/// How a run divides its memory (`--memory`).
///
/// | what | how much |
/// |---|---|
/// | the program, with what two threads read and decode | ``program`` |
/// | blocks of the log being read and decoded, two for each further thread | ``blockSize`` each, and half of it for
/// their events, packed and not |
/// | events while the log is read | up to ``heldMemory(beside:)``; the rest spills to a file (``EventSpool``) |
/// | one partition of the events while they are made into sessions | ``partitionMemory(beside:)`` (``EventPartitions``)
/// |
/// | sessions waiting to be written | some blocks of ``blockEvents``, at about 150 bytes per event |
/// | the page cache of SQLite | ``storeCache`` |
///
/// Data that does not grow with the number of events stays in memory: about 30 bytes and the text for each user while
/// the log is read, 16 bytes after that (events make room for them); about 100 bytes and the text for each name; the
/// cells of the measures, for each screen, pair of neighboring screens, menu item, day, …, and a byte or two for each
/// stay on a screen. The events of one user are processed together: a user with more events than a partition holds gets
/// a separate partition, and one with more than there is room for is refused (``workers(holding:names:)``).
package struct MemoryBudget: Sendable {
  package let bytes: Int

  package init(bytes: Int) { self.bytes = bytes }

  /// The minimum: the program takes half of it.
  package static let least = 64 << 20
  package static let standard = max(least, machineMemory / 2)

  /// Bytes of a block of the log.
  package var blockSize: Int { min(1 << 20, max(4 << 10, bytes / 256)) }

  /// Bytes of events that may stay in memory while the log is read: half of the minimum budget, five eighths of the
  /// memory above it.
  /// - Parameter tables: bytes of the tables of users and names.
  func heldMemory(beside tables: Int) -> Int {
    let events = min(bytes, Self.least) / 2 + max(0, bytes - Self.least) / 8 * 5
    return max(bytes / 16, events - tables)
  }

  /// Bytes of the events of a partition.
  /// - Parameter tables: bytes of the tables of users and names.
  func partitionMemory(beside tables: Int) -> Int { max(bytes / 16, bytes / 4 - tables / 2) }

  /// Bytes of events that each thread buffers for each partition.
  func sortedMemory(partitions: Int, workers: Int) -> Int {
    min(256 << 10, max(2 << 10, bytes / 8 / (partitions * workers)))
  }

  /// The approximate number of events in a block of people, which a thread makes into sessions at a time.
  package var blockEvents: Int { min(8192, max(64, bytes / 16_384)) }

  /// Whether there is room to encode the measures for the store: 20 MB at 4 million events, more for more.
  package var keepsMeasures: Bool { bytes >= 4 * Self.least }

  /// Bytes. An existing store is read and changed in many pages.
  package var storeCache: Int { min(16 << 20, bytes / 16) }

  /// What the program takes, with two threads that read a log: bytes.
  private static let program = 46 << 20

  /// What figures and single users may take beside the program: runs are held to the budget plus a quarter.
  private var room: Int { max(bytes, Self.least) / 4 * 5 - Self.program }

  /// The budget with so much room, in megabytes.
  private static func megabytes(withRoom room: Int) -> Int { ((room + program) / 5 * 4) >> 20 + 1 }

  /// Each worker reads, decodes and counts in memory of its own: 2 to 3 MB with the smallest blocks.
  package var mostWorkers: Int { max(bytes, Self.least) / (Self.least / 2) }

  /// The memory for the figures of a name: its rows, its cells in pairs with others, and data on its users, as measured
  /// on logs in which every tab or every screen is new (5 to 16 KB, with two threads); and what each further thread
  /// adds.
  private static let bytesOfName = 16 << 10
  private static let bytesOfNameInThread = 4 << 10

  /// The memory for the figures of names.
  static func memory(ofNames count: Int) -> Int { count * bytesOfName }

  /// The number of workers that there is room for. Each counts most names.
  func workers(_ wanted: Int, names count: Int) -> Int {
    let further = (room - Self.memory(ofNames: count)) / max(1, count * Self.bytesOfNameInThread)
    return min(wanted, 2 + max(0, further))
  }

  /// What is always left for single users: some thousands of events.
  private static let roomOfUsers = 4 << 20

  /// The most names that can be measured beside the program. Their data cannot spill to a file.
  var mostNames: Int { (room - Self.roomOfUsers) / Self.bytesOfName }

  /// - Throws: if there are more names than fit, with a suggestion.
  func expectRoom(for table: NameTable) throws(AuditError) {
    let count = table.count
    guard count > mostNames else { return }
    // An eighth more for names that are found while they are counted.
    let needed = Self.megabytes(withRoom: Self.memory(ofNames: count / 8 * 9) + Self.roomOfUsers)
    let ids = NamesWithIDs(table.snapshot().texts.sorted { $0.precedesByScalars($1) })
    let fold = ids.ids.max { $0.names < $1.names }.map { rule in
      """
      , or fold \(rule.names) of them into one with this line of screen_names in the app map: - {pattern: \
      '\(rule.pattern)', name: '\(rule.name)'}
      """
    }
    throw AuditError(
      """
      too many different names (\(count); --memory has room for \(mostNames)); use --memory \
      \(needed)M\(fold ?? ", or fold names with screen_names in the app map")
      """)
  }

  /// The memory for an event of one user, whose events are cut into sessions together: packed and not, with the rows
  /// for a store, as measured on logs of a single user; and what the steps of the session that it is in add.
  private static let bytesOfUserEvent = 450
  private static let bytesOfStep = 200

  /// The memory for a user with so many events, while they are made into sessions.
  static func memory(ofUserEvents count: Int) -> Int {
    count * bytesOfUserEvent + min(count, SessionLimits.mostEvents) * bytesOfStep
  }

  /// - Parameters:
  ///   - counts: the events of the users who have the most, the highest number first.
  ///   - names: what else there must be room for.
  /// - Returns: how many of them fit at a time, each with one worker.
  /// - Throws: if one user has more events than fit: a device that everybody uses, or one user for everybody.
  func workers(holding counts: [Int], names: Int) throws(AuditError) -> Int {
    // Too many names are refused when those of the app map are known, too.
    var used = min(Self.memory(ofNames: names), room - Self.roomOfUsers)
    var fitting = 0
    for count in counts {
      used += Self.memory(ofUserEvents: count)
      if used > room { break }
      fitting += 1
    }
    if fitting > 0 || counts.isEmpty { return fitting == counts.count ? .max : fitting }
    throw AuditError(
      """
      one user has \(Wording.count(counts[0], "event")), more than --memory has room for; use --memory \
      \(Self.megabytes(withRoom: used))M, or log an id for each person
      """)
  }

  /// How much memory the process may use, bytes: the machine's RAM or, if less, the limit of its control groups
  /// (containers, services; Linux).
  static var machineMemory: Int {
    let machine = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    let groups = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
    return limits(groups).compactMap { file in
      (try? String(contentsOfFile: file, encoding: .utf8)).flatMap {
        Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
      }
    }.reduce(machine, min)
  }

  /// The files with the limits of the control groups and their parents. (They contain `max` for no limit.)
  /// - Parameter groups: the lines of `/proc/self/cgroup`: number, controllers (none in version 2), path; see
  ///   cgroups(7).
  static func limits(_ groups: String) -> [String] {
    groups.split(separator: "\n").flatMap { line -> [String] in
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return [] }
      let (mount, file): (String, String)
      switch parts[1] {
      case "": (mount, file) = ("/sys/fs/cgroup", "memory.max")
      case "memory": (mount, file) = ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
      default: return []
      }
      let names = parts[2].split(separator: "/")
      return (0...names.count).map { "\(mount)/\(names.prefix($0).map { $0 + "/" }.joined())\(file)" }
    }
  }
}
