import AppMaps
import EventLogs
import Foundation
import Measures
import NavigationModel
import NavigationStore
import UsabilityRules

extension ComparisonRun {
  /// A log, a store, or a folder of stores that was read.
  struct Input {
    /// Each in the order of pseudonyms; of stores in a folder, one for each.
    var people: [People]
    var account = LogAccount()
    /// The most common pattern of the log's user ids, with its share, to detect logs whose users cannot match; nil for
    /// a store, which does not keep them.
    var userPattern: (text: String, share: Double)?
    var notes: [String] = []
  }

  /// Reads the inputs: logs and stores, with the same map, session limits and user numbers.
  ///
  /// Each side has half of the memory limit; the rest spills to temporary files, as in an analysis.
  /// - Parameter found: the logs of each input of the comparison; nil for stores.
  mutating func read(
    _ found: [LogInputs?], spillingTo folder: String, progress: ReadingProgress?, waiting: StoreWaiting
  ) async throws {
    let stores = try zip(comparison.inputs, found).map { try $1 == nil ? Shards($0, waiting: waiting) : nil }
    loaded = try commonMap(stores)
    var found = found
    var drafted: [String] = []
    if stores.allSatisfy({ $0 == nil }) {
      var logs = LogInputs(found.flatMap { $0?.inputs ?? [] })
      drafted = try await loaded.draft(options, &logs, logs: comparison.inputs)
      var rest = logs.inputs[...]
      for index in found.indices {
        let count = found[index]?.inputs.count ?? 0
        found[index]?.inputs = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
    }
    limits = try commonLimits(stores, loaded.map)
    var keys = try keys(stores)
    // Nil to derive it from the users of a log.
    var key = keys.first
    var read: [Int: Input] = [:]
    // Logs first: a store adds its names when its people are opened, and all names must be in the table before the
    // fold.
    for (index, logs) in found.enumerated() {
      guard let logs else { continue }
      read[index] = try await self.read(log: comparison.inputs[index], logs, loaded, &key, spillingTo: folder, progress)
    }
    if keys.isEmpty, let key { keys = [key] }
    ids = Nobodies.IDs(keys)
    for (index, stores) in stores.enumerated() {
      if let stores { read[index] = try self.read(stores) }
    }
    read[0]?.notes += drafted
    inputs = read.keys.sorted().compactMap { read[$0] }
    self.stores = stores.flatMap { $0?.stores ?? [] }
  }

  private var budget: MemoryBudget { MemoryBudget(bytes: options.memory / 2) }

  /// - Parameter key: nil to derive it from the users of this log.
  private func read(
    log path: String, _ found: LogInputs, _ loaded: LoadedMap, _ key: inout PseudonymKey?, spillingTo folder: String,
    _ progress: ReadingProgress?
  ) async throws -> Input {
    let own = LogTables(for: loaded.map, names: tables.names, segments: tables.segments)
    var options = options
    options.logs = [path]
    options.memory = budget.bytes
    let loadedLogs = try await LogLoader(options: options, map: loaded.map, tables: own).read(
      found, spillingTo: folder, progress: progress)
    // A file that is given twice counts once, as in a store.
    let logs = NewLogs(loadedLogs, own) { [key] in key ?? PseudonymKey(ofUsers: $0) }
    key = logs.key
    let partitions = try await logs.partitions(self.options)
    var input = Input(people: [People(partitions, blockEvents: budget.blockEvents)])
    input.userPattern = userPattern(logs.users)
    let pipeline = Pipeline(options: options, loaded: loaded, tables: own)
    input.notes = pipeline.notes(on: loadedLogs)
    input.account = pipeline.account(logs)
    return input
  }

  private func read(_ shards: Shards) throws -> Input {
    let blockEvents = max(budget.blockEvents / shards.stores.count, 1)
    let people = try shards.stores.map {
      try StoredPeople($0, names: tables.names, segments: tables.segments, blockEvents: blockEvents)
    }
    return Input(people: people.map { People([$0]) }, account: try shards.account())
  }

  /// The given map, otherwise the common map of both sides; if only one side has a map, it applies to both.
  private func commonMap(_ stores: [Shards?]) throws -> LoadedMap {
    let maps = try zip(comparison.inputs, stores).map { path, stores in
      try LoadedMap(file: options.map, logs: stores == nil ? [path] : [], store: stores?.stores[0], options: options)
    }
    let known = maps.filter { $0.text != nil }
    guard let first = known.first else { return maps[0] }
    guard known.allSatisfy({ $0.text == first.text }) else {
      throw AuditError(
        """
        \(comparison.inputs.joined(separator: " and ")): the sides have different app maps; name one for both with \
        --map
        """)
    }
    return first
  }

  private func commonLimits(_ stores: [Shards?], _ map: AppMap) throws -> SessionLimits {
    let gaps = try stores.compactMap { try $0?.stores[0].sessionLimits()?.gap }.map { options.limits(map, gap: $0).gap }
    guard Set(gaps).count < 2 else {
      let values = gaps.map { Wording.duration(seconds: Int($0 / 1_000_000)) }.joined(separator: " and ")
      throw AuditError(
        """
        \(comparison.inputs.joined(separator: " and ")): the stores were made with different session gaps \
        (\(values)); name one for both with --gap
        """)
    }
    return options.limits(map, gap: gaps.first ?? SessionLimits().gap)
  }

  /// The given key, otherwise those of the stores; none if there are only logs.
  private mutating func keys(_ stores: [Shards?]) throws -> [PseudonymKey] {
    let named = options.key.map { PseudonymKey(passphrase: $0) }
    let stored = try stores.compactMap { stores in
      try stores.flatMap { try $0.stores[0].pseudonymKey() }.map {
        (stores?.path ?? "", $0)
      }
    }
    keysDiffer = Set(stored.map(\.1)).count > 1
    if !keysDiffer, let named, let other = stored.first(where: { $0.1 != named }) {
      throw AuditError(
        "\(other.0): the store has another key; leave NAVAUDIT_KEY out, or set it to the key it was made with")
    }
    return [named].compactMap(\.self) + stored.map(\.1)
  }
}

/// - Parameter users: the users of a log; the table begins with names that every table contains.
private func userPattern(_ users: ByteInterner) -> (text: String, share: Double)? {
  // All letters and digits count as the same, and so do runs of them; other characters stand for themselves. All
  // digits: `9`.
  func pattern(_ text: String) -> String {
    if text.utf8.allSatisfy(\.isDigit) { return "9" }
    return text.unicodeScalars.reduce(into: "") { pattern, scalar in
      if !scalar.properties.isAlphabetic && scalar.properties.numericType == nil {
        pattern.unicodeScalars.append(scalar)
      } else if pattern.last != "x" {
        pattern.append("x")
      }
    }
  }
  var counts: [String: Int] = [:]
  for number in min(NameTable().count, users.count)..<users.count {
    counts[pattern(users.text(of: number)), default: 0] += 1
  }
  return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }.map {
    ($0.key, Double($0.value) / Double(counts.values.reduce(0, +)))
  }
}
