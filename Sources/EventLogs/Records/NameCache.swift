import CSimdJSON
import NavigationModel

/// Caches the last value of a field that mostly repeats the previous record's: then nothing is looked up.
struct RecentName {
  private var bytes: [UInt8] = []
  private var name = Name.unknown

  @inline(__always)
  mutating func name(_ text: UnsafeBufferPointer<UInt8>, in names: inout NameCache) -> Name {
    if text.count == bytes.count && bytes.withUnsafeBufferPointer({ ByteInterner.equal($0, text) }) { return name }
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: text)
    name = names.name(text)
    return name
  }
}

/// The dimensions of a record as one number, which are looked up by a 64-bit hash of their texts.
struct SegmentCache {
  private let table: SegmentTable
  private var names: NameCache
  /// Versions may contain build digests, which are not personal: they are not masked.
  private var versions: NameCache
  /// By the low bits of the hash; the latest entry wins.
  private var recent = [(hash: UInt64, id: SegmentID)](repeating: (0, .none), count: 1 << 12)

  init(_ tables: LogTables) {
    table = tables.segments
    names = NameCache(tables.names, mask: tables.mask)
    versions = NameCache(tables.names)
  }

  mutating func id(_ values: borrowing RecordValues) -> SegmentID {
    let hash = Self.hash(values)
    let slot = Int(truncatingIfNeeded: hash & UInt64(recent.count - 1))
    if recent[slot].hash == hash { return recent[slot].id }
    var segment = Segment()
    for (dimension, index) in zip(Segment.dimensions, NativeField.dimensions) {
      let text = values.values[index].textBytes
      segment[keyPath: dimension.path] = dimension.word.hasSuffix("_version") ? versions.name(text) : names.name(text)
    }
    recent[slot] = (hash, table.id(segment))
    return recent[slot].id
  }

  /// Never 0.
  @inline(__always)
  private static func hash(_ values: borrowing RecordValues) -> UInt64 {
    var hash = ByteInterner.seedOfProcess
    for index in NativeField.dimensions { hash = ByteInterner.hash(values.values[index].textBytes, seed: hash) }
    return max(hash, 1)
  }
}

/// The words of the log's closed vocabularies.
enum EventWords {
  private static let kinds = TextCache(EventKind.allCases.filter { $0 != .other }.map { ($0.word, $0) })
  private static let vias = TextCache(Via.allCases.filter { $0 != .unknown }.map { ("\($0)", $0) })
  private static let outcomes = TextCache(Outcome.allCases.map { ("\($0)", $0) })

  static func kind(_ word: UnsafeBufferPointer<UInt8>) -> EventKind { kinds.find(word) ?? .other }
  static func via(_ word: UnsafeBufferPointer<UInt8>) -> Via { word.isEmpty ? .unknown : vias.find(word) ?? .unknown }
  static func outcome(_ word: UnsafeBufferPointer<UInt8>) -> Outcome { word.isEmpty ? .ok : outcomes.find(word) ?? .ok }
}

/// How the `value` of an event is read as a list of names. A JSON list has a mark before each of its names; a cell, or
/// a text in JSON, has a vertical bar between them.
enum ListReading {
  /// The screens of a `stack`: 1 to 100 names, none empty. Others are unknown.
  case screens
  /// The tabs of a bar; empty names are left out.
  case tabs

  static let mostScreens = 100

  /// The names of a list, as written.
  static func parts(of list: UnsafeBufferPointer<UInt8>) -> [UnsafeBufferPointer<UInt8>] {
    let mark = UInt8(bitPattern: csj_list_mark)
    let isMarked = list.first == mark
    let all = isMarked ? UnsafeBufferPointer(rebasing: list.dropFirst()) : list
    return all.split(
      separator: isMarked ? mark : UInt8(ascii: "|"), maxSplits: mostParts - 1, omittingEmptySubsequences: false
    ).map { UnsafeBufferPointer(rebasing: $0) }
  }

  /// No bar has more tabs; what follows is not read as names.
  private static let mostParts = 1 << 12
}

/// One thread's view of a ``NameTable``: known names are found without a lock, and names are masked only once.
struct NameCache {
  private let table: NameTable
  private let mask: ScreenNameRules?
  private let lists: ListReading?
  private let longest: Int
  private let holdsMenus: Bool
  private let renaming: [NameText: String]
  private var known = TextCache<Name>()

  /// - Parameters:
  ///   - mask: masks personal data in names; nil to keep names as they are.
  ///   - lists: how texts are read as lists of names; nil for names.
  ///   - longest: the bytes that are read of a name; of a longer one, ``LongName`` counts the rest.
  ///   - holdsMenus: whether the names are those of menus, of which some more are marked (``OwnWords``).
  init(
    _ table: NameTable, mask: ScreenNameRules? = nil, lists: ListReading? = nil, renaming: [NameText: String] = [:],
    longest: Int = LongName.limit, holdsMenus: Bool = false
  ) {
    self.table = table
    self.holdsMenus = holdsMenus
    self.mask = mask
    self.lists = lists
    self.longest = longest
    self.renaming = renaming
  }

  @inline(__always)
  mutating func name(_ bytes: UnsafeBufferPointer<UInt8>) -> Name {
    if bytes.isEmpty { return .unknown }
    return known.find(bytes) ?? learn(bytes)
  }

  private mutating func learn(_ bytes: UnsafeBufferPointer<UInt8>) -> Name {
    let name = lists.map { list(bytes, $0) } ?? single(bytes)
    known.add(bytes, name)
    return name
  }

  private func single(_ bytes: UnsafeBufferPointer<UInt8>) -> Name {
    if !renaming.isEmpty, let name = renaming[NameText(String(decoding: bytes, as: UTF8.self))] {
      return table.name(name)
    }
    if bytes.count > longest {
      let name = LongName(bytes, longest)
      return table.name((mask?.masked(name.start) ?? String(decoding: name.start, as: UTF8.self)) + name.end)
    }
    if let masked = mask?.masked(bytes) { return table.name(masked) }
    if isUsers || !holdsMenus && bytes[0] != UInt8(ascii: "(") && bytes[0] != UInt8(ascii: "\\") {
      return table.name(bytes)
    }
    return OwnWords.marked(String(decoding: bytes, as: UTF8.self), isMenu: holdsMenus).map { table.name($0) }
      ?? table.name(bytes)
  }

  /// Users are no names of tables.
  private var isUsers: Bool { longest == .max }

  /// The list of names as one name; each of them is in the table, too.
  private func list(_ bytes: UnsafeBufferPointer<UInt8>, _ reading: ListReading) -> Name {
    var parts = ListReading.parts(of: bytes)
    switch reading {
    case .screens: if parts.count > ListReading.mostScreens || parts.contains(where: \.isEmpty) { return .unknown }
    case .tabs: parts.removeAll(where: \.isEmpty)
    }
    if parts.isEmpty { return .unknown }
    return table.name(ListText.text(parts.map { table.text(single($0)) }))
  }
}

/// Where an event of a log comes from, and what of its line the event does not show.
package struct EventLine: Sendable, Equatable {
  /// The line of the source, from 1.
  package let line: Int
  /// Whether the time has an offset from UTC.
  package let hasZone: Bool
  /// Why the list in `value` cannot be read as one; nil if it can, or is none.
  package let fault: ListFault?

  /// A `value` that should be a list of names and is not.
  package enum ListFault: Sendable, Equatable, CaseIterable {
    case missing
    case notAList
    case empty
    case emptyName
    case tooMany
    /// A list in JSON's notation inside of a text or a cell.
    case quotedList
  }

  init(_ record: Record, _ event: Event, _ value: RecordValue, hasZone: Bool) {
    line = record.line
    self.hasZone = hasZone
    fault = ListFault(event.kind, value)
  }
}

extension EventLine.ListFault {
  /// - Parameter value: of an event of this kind, as written.
  init?(_ kind: EventKind, _ value: RecordValue) {
    guard [.stack, .tabsShown, .tabsEdit].contains(kind) else { return nil }
    let bytes = value.textOrListBytes
    if value.kind == CSJ_STRING, bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") {
      self = .quotedList
      return
    }
    guard kind == .stack else { return nil }
    switch value.kind {
    case CSJ_ABSENT: self = .missing
    case CSJ_LIST where bytes.isEmpty: self = .empty
    case CSJ_STRING where bytes.isEmpty: self = .missing
    case CSJ_LIST, CSJ_STRING:
      let parts = ListReading.parts(of: bytes)
      if parts.contains(where: \.isEmpty) {
        self = .emptyName
      } else if parts.count > ListReading.mostScreens {
        self = .tooMany
      } else {
        return nil
      }
    default: self = .notAList
    }
  }
}
