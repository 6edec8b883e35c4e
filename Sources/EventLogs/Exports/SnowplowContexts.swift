import NavigationModel

/// A warehouse's tables of contexts, next to its table of events: each row belongs to the event whose `event_id` is its `root_id`.
///
/// They are held in memory, some hundred bytes per event: this is for partial dumps. For full ones, join them to the events in the warehouse.
struct SnowplowContexts: Sendable {
  /// The member that stands for values from context tables.
  static let member = "(context)"

  /// The values of each event, by the hash of its id.
  private var rows: [UInt64: [String: String]] = [:]

  /// The useful columns, by a column that identifies their table.
  private static let wanted: [(mark: String, columns: [String])] = [
    ("session_index", ["session_id", "user_id", "event_index"]), ("previous_name", ["name"]), ("view_controller", ["name"]),
    ("build", ["version"]), ("os_type", ["os_type", "os_version", "device_model"]),
  ]

  var isEmpty: Bool { rows.isEmpty }

  /// The values of the event with this id.
  subscript(id: UnsafeRawBufferPointer) -> [String: String]? { rows[ByteInterner.hash(id.bindMemory(to: UInt8.self))] }

  /// Reads the inputs that are context tables.
  /// - Returns: the other inputs.
  mutating func take(from inputs: [LogInput], options: ReadingOptions) throws -> [LogInput] {
    var others: [LogInput] = []
    for input in inputs {
      if input.kind == .file, let header = try Self.header(of: input, options) {
        try read(input, header, options)
      } else {
        others.append(input)
      }
    }
    return others
  }

  /// The header of a context table; nil if the input is not one.
  private static func header(of input: LogInput, _ options: ReadingOptions) throws -> (columns: [String], delimiter: UInt8)? {
    let head = try ByteSource(opening: input, limits: options.decompression).peek(options.headLength)
    guard head.starts(with: "root_id".utf8) || head.starts(with: "\"root_id\"".utf8),
      let header = LogHead(name: input.name, bytes: head, plan: .native).header(), header.columns.contains("root_tstamp")
    else { return nil }
    return header
  }

  private mutating func read(_ input: LogInput, _ header: (columns: [String], delimiter: UInt8), _ options: ReadingOptions) throws {
    let wanted = Self.wanted.filter { header.columns.contains($0.mark) }.flatMap(\.columns)
    let columns = wanted.compactMap { name in header.columns.firstIndex(of: name).map { (name, $0) } }
    guard let id = header.columns.firstIndex(of: "root_id"), !columns.isEmpty else { return }
    let reader = BlockReader([input], options: options) { _ in .csv(delimiter: header.delimiter) }
    var row = CSVRecord(delimiter: header.delimiter)
    while let block = try reader.next() {
      block.forEachRecord { record in
        guard (try? row.parse(record.bytes)) != nil, row.count == header.columns.count else { return }
        let hash = ByteInterner.hash(row[id].bindMemory(to: UInt8.self))
        for (name, index) in columns where !row[index].isEmpty && rows[hash]?[name] == nil {
          rows[hash, default: [:]][name] = String(decoding: row[index], as: UTF8.self)
        }
      }
    }
  }
}
