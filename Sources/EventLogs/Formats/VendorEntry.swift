import Foundation
import NavigationModel
import Synchronization

/// A vendor's format by its name, in `formats.yml` or a file of the user's own.
///
/// A run reads of `formats.yml` how each format is recognized, and the rest only of those that its logs have.
final class VendorEntry: Sendable {
  let name: String
  let summary: String
  /// How it is recognized, without columns and events.
  let head: VendorFormat
  private let read: @Sendable () -> VendorFormat
  private let whole = Mutex<VendorFormat?>(nil)

  private init(
    name: String, summary: String, head: VendorFormat, read: @escaping @Sendable () -> VendorFormat
  ) {
    self.name = name
    self.summary = summary
    self.head = head
    self.read = read
  }

  /// All of the format; read once.
  var format: VendorFormat {
    whole.withLock { whole in
      let format = whole ?? read()
      whole = format
      return format
    }
  }

  // MARK: - Our own

  static let all: [VendorEntry] = {
    let heads = MapNode(yaml: texts.map(\.head).joined())
    return texts.map { text in
      let node = heads?[text.name] ?? MapNode([])
      let like = node["like"]?.text
      return VendorEntry(name: text.name, summary: node["summary"]?.text ?? "", head: VendorFormat(node)) {
        let base = like.flatMap { name in all.first { $0.name == name } }
        return VendorFormat(MapNode(yaml: text.yaml)?[text.name] ?? MapNode([]), like: base?.format ?? VendorFormat())
      }
    }
  }()

  static let builtIn = String(decoding: PackageResources.formats_yml, as: UTF8.self)
  private static let texts = EntryText.all(in: builtIn)

  /// The YAML of one of our own, as an example for others.
  static func yaml(of name: String) -> String? { texts.first { $0.name == name }?.yaml }

  // MARK: - The user's

  /// - Throws: ``LogFormatError`` or ``AppMapError`` if the file cannot be read, or is wrong.
  static func read(file: String) throws -> [VendorEntry] {
    guard let bytes = try SmallFile.bytes(of: file, as: "formats", mayBeStream: true),
      let text = String(validating: bytes, as: UTF8.self)
    else {
      throw LogFormatError.noFile(name: file)
    }
    let formats = try read(yaml: text, file: file)
    if formats.isEmpty { throw LogFormatError.noFormats(name: file) }
    return formats
  }

  static func read(yaml: String, file: String) throws(AppMapError) -> [VendorEntry] {
    var reader = MapReader()
    let root = reader.compose(yaml)
    if let root { reader.check(root, shape) }
    var formats: [VendorEntry] = []
    var known = Dictionary(all.map { (NameText($0.name), $0) }) { first, _ in first }
    for (name, node) in root?.named ?? [] {
      var base = VendorFormat()
      if let like = node["like"], let other = like.text {
        if let entry = known[NameText(other)] {
          base = entry.format
        } else {
          reader.refuse(reader.unknown("format", other, among: (all + formats).map(\.name)), at: like.position)
        }
      }
      let format = VendorFormat(node, like: base)
      let entry = VendorEntry(name: name, summary: node["summary"]?.text ?? "", head: format) { format }
      formats.append(entry)
      if known[NameText(name)] == nil { known[NameText(name)] = entry }
    }
    try reader.finish(file: file)
    return formats
  }

  private static let shape = MapShape.named("a mapping of formats", .record("a format", VendorFormat.keys))
}

/// An entry of `formats.yml`, as it is written.
private struct EntryText: Sendable {
  let name: String
  let yaml: String
  /// Its first lines, which say how it is recognized.
  let head: String

  static func all(in text: String) -> [EntryText] {
    var entries: [[Substring]] = []
    for line in text.split(separator: "\n") where line.utf8.first != UInt8(ascii: "#") {
      if line.utf8.first != UInt8(ascii: " ") { entries.append([]) }
      entries[entries.count - 1].append(line + "\n")
    }
    return entries.map { lines in
      let head = lines.prefix { $0 != "  columns:\n" && !$0.hasPrefix("  names:") }
      return EntryText(name: String(lines[0].dropLast(2)), yaml: lines.joined(), head: head.joined())
    }
  }
}

// MARK: - Recognizing

extension LogFormat {
  /// The format of a vendor: JSON records, or a table.
  static func vendor(_ entry: VendorEntry) -> LogFormat {
    let signature = entry.head.signature
    let paths = signature.map { RecordPath.written($0.path[...])[0].dotted }
    let named = paths.map { "`\($0)`" }.joined(separator: " and ")
    func format(
      _ sign: String, signature: [EventMapping.Condition] = [],
      _ recognize: @escaping @Sendable (LogHead) throws(LogFormatError) -> SourceDecoding?
    ) -> LogFormat {
      LogFormat(
        name: entry.name, summary: entry.summary, sign: sign, signature: signature, vendor: entry, recognize: recognize)
    }
    switch entry.head.table {
    case nil:
      return format(sign(of: signature), signature: signature) { head throws(LogFormatError) in
        guard head.holdsObject else { return nil }
        let shift = entry.format.zone.map { head.shift(of: $0.time, $0.receipt) } ?? 0
        return .json(entry.name, remark: remark(shift), head.plan.reading(entry.format, shift: shift))
      }
    case .header:
      return format("a header row with " + named) { head throws(LogFormatError) in
        guard let header = head.header(), paths.allSatisfy(header.columns.contains) else { return nil }
        return .table(entry.name, head.plan.reading(entry.format), header)
      }
    case .cells(let columns):
      return format("lines of \(columns.count) cells, among them " + named) { head throws(LogFormatError) in
        let tests = zip(paths, signature).compactMap { path, condition in
          columns.firstIndex(of: path).map { (cell: $0, test: ValueTest(condition.test)) }
        }
        let isMet = head.lines(20).contains { line in
          let cells = line.split(separator: 0x09, omittingEmptySubsequences: false)
          return cells.count == columns.count
            && tests.allSatisfy { test in
              let text = ConstantText(String(decoding: cells[test.cell], as: UTF8.self))
              return withExtendedLifetime(text) { test.test.holds(for: text.value) }
            }
        }
        guard isMet else { return nil }
        let header = TableHeader(columns: columns, delimiter: 0x09, line: 0, hasQuotes: false)
        return .table(entry.name, head.plan.reading(entry.format), header)
      }
    }
  }

  /// What a record of a format has, in words.
  private static func sign(of signature: [EventMapping.Condition]) -> String {
    signature.map { condition in
      let path = "`\(condition.path.joined(separator: "."))`"
      return switch condition.test {
      case .is(.absent): "no \(path)"
      case .is(.number): "a number \(path)"
      case .is(.list): "an array \(path)"
      case .isOneOf(let texts): "\(path) \(texts.joined(separator: ", "))"
      case .is, .begins, .matches: path
      }
    }.joined(separator: " and ")
  }

  /// A remark on the times of a log, to be shown with its format.
  private static func remark(_ shift: Int64) -> String {
    if shift == 0 { return "" }
    let minutes = abs(shift) / 60_000_000
    return ", times moved by \(shift > 0 ? "-" : "+")\(minutes / 60) h \(minutes % 60) min to UTC"
  }

  /// The YAML of a vendor's format, as an example for others; nil if there is none of this name.
  package static func yaml(of name: String) -> String? { VendorEntry.yaml(of: name) }
}

extension LogHead {
  /// How far the times of a file are ahead of UTC, microseconds: the most common difference to the time of receipt
  /// among the first records, in quarters of an hour.
  fileprivate func shift(of time: [String], _ receipt: [String]) -> Int64 {
    let reader = JSONRecordReader(paths: [time, receipt].map { RecordPath.written($0[...])[0] })
    let values = RecordValues(count: 2)
    var counts: [Int64: Int] = [:]
    var records = 0
    for line in lines(.max) where reader.read(unpadded: line, into: values) {
      guard case .microseconds(let time, _) = Timestamp(values.values[0].textBytes),
        case .microseconds(let receipt, _) = Timestamp(values.values[1].textBytes)
      else { continue }
      let quarter: Int64 = 900_000_000
      let quarters = Int64((Double(time - receipt) / Double(quarter)).rounded())
      // Zones are 1 to 14 hours from UTC; smaller or larger differences are delays.
      if abs(quarters) <= 14 * 4 { counts[abs(quarters) < 4 ? 0 : quarters * quarter, default: 0] += 1 }
      records += 1
    }
    let most = counts.max { ($0.value, -abs($0.key), -$0.key) < ($1.value, -abs($1.key), -$1.key) }
    guard let most, most.value * 2 > records else { return 0 }
    return most.key
  }
}
