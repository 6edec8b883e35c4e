import EventLogs
import Foundation
import Measures
import NavigationModel
import NavigationStore

/// Reads what is compared: logs and stores, with one map, one gap, and one numbering of users.
///
/// The events of both sides are in memory together: 72 bytes each.
struct ComparisonReader {
  let options: AuditOptions
  let comparison: ComparisonOptions
  let tables = LogTables()

  /// A log or a store that was read.
  struct Input {
    let path: String
    var events: [[Event]] = []
    var sources: [Store.Source] = []
    /// How the users are written in the log; nil for a store, which does not know.
    var userShape: UserShape?
    var notes: [String] = []

    /// Accepted lines, and those that could not be read.
    var accepted: Int { sources.reduce(0) { $0 + $1.events } }
    var rejected: Int { sources.reduce(0) { $0 + $1.rejections.values.reduce(0, +) } }
  }

  struct Result {
    var inputs: [Input]
    var loaded: LoadedMap
    var users: UserDirectory
    /// Microseconds.
    var gap: Int64
  }

  func read(progress: ReadingProgress?) async throws -> Result {
    let stores = try comparison.inputs.map { path in
      Self.isStore(path) ? try Store.open(path, createsIfMissing: false, isReadOnly: true) : nil
    }
    let loaded = try commonMap(stores)
    let gap = try commonGap(stores)
    let key = try commonKey(stores)
    var inputs: [Input] = []
    for (path, store) in zip(comparison.inputs, stores) where store == nil {
      inputs.append(try await read(log: path, loaded, progress))
    }
    var users = UserDirectory(
      users: tables.users.entriesSnapshot(), key: key ?? PseudonymKey(ofUsers: tables.users.entriesSnapshot()))
    for (place, store) in stores.enumerated() {
      guard let store else { continue }
      inputs.insert(try read(store, users: &users), at: place)
      try store.close()
    }
    return Result(inputs: inputs, loaded: loaded, users: users, gap: gap)
  }

  private func read(log path: String, _ loaded: LoadedMap, _ progress: ReadingProgress?) async throws -> Input {
    var options = options
    options.logs = [path]
    let intake = try await LogIntake(options: options, map: loaded.map, tables: tables).read(progress: progress)
    var input = Input(path: path)
    input.sources = intake.log.sources.map { Store.Source($0) }
    input.notes = ModelBuilder(options: options, loaded: loaded, tables: tables).notes(on: intake)
    // A file that is there twice counts once, as in a store.
    var digests = Set<String>()
    let isFirst = input.sources.map { digests.insert($0.digest).inserted }
    input.sources = zip(input.sources, isFirst).filter(\.1).map(\.0)
    input.events = intake.log.takeEvents(where: { isFirst[$0] })
    input.userShape = UserShape(of: input.events, users: tables.users.entriesSnapshot())
    return input
  }

  private func read(_ store: Store, users: inout UserDirectory) throws -> Input {
    let people = try store.people()
    let numbers = users.numbers(of: people)
    var input = Input(path: store.path)
    input.sources = try store.sources()
    input.events = [
      try store.events(of: Array(zip(people, numbers)).map { ($0, $1) }, isEveryone: true, names: tables.names, segments: tables.segments)
    ]
    return input
  }

  /// The map that was named, else that of both sides; where only one has any, it stands for both.
  private func commonMap(_ stores: [Store?]) throws -> LoadedMap {
    let maps = try zip(comparison.inputs, stores).map { path, store in
      try LoadedMap(file: options.map, logs: store == nil ? [path] : [], store: store)
    }
    let known = maps.filter { $0.text != nil }
    guard let first = known.first else { return maps[0] }
    guard known.allSatisfy({ $0.text == first.text }) else {
      throw AuditError("\(comparison.inputs.joined(separator: " and ")): the sides have different app maps; name one for both with --map")
    }
    return first
  }

  private func commonGap(_ stores: [Store?]) throws -> Int64 {
    if let gap = options.gap { return Int64(gap) * 1_000_000 }
    let gaps = try stores.compactMap { try $0?.meta(.gap).flatMap(Int64.init) }
    guard Set(gaps).count < 2 else {
      throw AuditError(
        "\(comparison.inputs.joined(separator: " and ")): the stores were made with different session gaps "
          + "(\(gaps.map { "\($0 / 60_000_000)" }.joined(separator: " and ")) minutes); name one for both with --gap")
    }
    return gaps.first ?? Int64(AuditOptions.usualGap) * 1_000_000
  }

  /// The key that was named, else that of the stores; nil where there are only logs.
  private func commonKey(_ stores: [Store?]) throws -> PseudonymKey? {
    let named = options.key.map { PseudonymKey(passphrase: $0) }
    let stored = try stores.compactMap { store in
      try store.flatMap { store in try store.meta(.pseudonymKey).flatMap(PseudonymKey.init(hexadecimal:)).map { (store.path, $0) } }
    }
    if comparison.users != .different {
      if let named, let other = stored.first(where: { $0.1 != named }) {
        throw AuditError("\(other.0): the store has another key; leave --key out, or name the key it was made with")
      }
      guard Set(stored.map(\.1)).count < 2 else {
        throw AuditError(
          "\(comparison.inputs.joined(separator: " and ")): the stores have different keys, so nobody can tell which users are the same; "
            + "make both with one --key, or take all users as different with --users different")
      }
    }
    return named ?? stored.first?.1
  }

  /// Whether a file is an SQLite database.
  static func isStore(_ path: String) -> Bool {
    guard path != "-", let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
  }
}

/// How users are written: what most of them have in common, so that logs whose users cannot be the same are noticed.
struct UserShape: Equatable, Sendable {
  /// Letters and digits stand for each other, runs of them for one; all else stands as it is. All digits: `9`.
  let pattern: String
  /// How many users are written so, of all.
  let share: Double

  init?(of blocks: [[Event]], users: ByteInterner) {
    var seen = [Bool](repeating: false, count: users.count)
    for block in blocks { for event in block { seen[Int(event.user)] = true } }
    var counts: [String: Int] = [:]
    for number in seen.indices where seen[number] { counts[Self.pattern(users.text(of: number)), default: 0] += 1 }
    guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
    pattern = most.key
    share = Double(most.value) / Double(counts.values.reduce(0, +))
  }

  static func pattern(_ text: String) -> String {
    if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { return "9" }
    return text.unicodeScalars.reduce(into: "") { pattern, scalar in
      if !scalar.properties.isAlphabetic && scalar.properties.numericType == nil {
        pattern.unicodeScalars.append(scalar)
      } else if pattern.last != "x" {
        pattern.append("x")
      }
    }
  }
}
