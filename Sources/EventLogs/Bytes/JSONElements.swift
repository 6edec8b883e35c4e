import NavigationModel

enum JSONShape: Equatable {
  case lines
  /// Consecutive objects, each over several lines.
  case objects
  case array
  /// In a list that an object holds: a page of an API, an SDK's batch, or a query result, whose rows may be arrays
  /// (``JSONColumns``).
  case list(JSONList)
  /// Under names of their own in an object, or in lists, one for each user or session, that an object holds:
  /// `{"member-1": [{…}, …], "member-2": […]}`.
  /// - Parameter depth: the number of objects and lists around a record.
  case keyed(depth: Int, hasOwners: Bool)

  /// Whether an object is a record: then no list in it holds the records.
  typealias RecordTest = @Sendable (_ object: [UInt8]) -> Bool

  init(head: some Collection<UInt8>, isRecord: RecordTest = { _ in false }) {
    switch head.first(where: { !$0.isBlank }) {
    case UInt8(ascii: "["): self = .array
    case UInt8(ascii: "{"): self = JSONShape.ofObject(head)
    default: self = .lines
    }
    if self == .lines || self == .objects || self == .array { return }
    let first = Self.firstObject(head)
    if isRecord(first.object) { self = first.isBroken ? .objects : .lines }
  }

  /// The first object, with the whole members of it that are in the head, and whether it takes several lines.
  private static func firstObject(_ head: some Collection<UInt8>) -> (object: [UInt8], isBroken: Bool) {
    var string = JSONStringScan()
    var depth = 0
    var object: [UInt8] = []
    var endOfMember = 0
    for byte in head.drop(while: \.isBlank) {
      object.append(byte)
      if string.isOpen {
        _ = string.read(byte)
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): string.open()
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == 1: endOfMember = object.count - 1
      default: break
      }
      if depth == 0 { return (object, object.contains(ByteScan.lineFeed)) }
    }
    return (object[..<endOfMember] + [UInt8(ascii: "}")], object.contains(ByteScan.lineFeed))
  }

  /// Looks for the list that the first object consists of, and for the object's end on its first line.
  private static func ofObject(_ head: some Collection<UInt8>) -> JSONShape {
    // The first line may be torn: what follows decides.
    let lines = head.split(separator: UInt8(ascii: "\n"), maxSplits: 3)
    if lines.count > 3, lines[1...2].allSatisfy({ isObject($0) }) { return .lines }
    var string = JSONStringScan()
    var isBroken = false
    var end: Int?
    // The last name at each depth, and the lists of objects, with the number of their bytes.
    var names: [JSONName] = [JSONName()]
    var lists: [JSONListScan] = []
    var open: (list: Int, depth: Int)?
    var opened: [UInt8] = []
    var members = JSONMembers()
    var headings = JSONHeadings()
    var last: UInt8 = 0
    var offset = 0
    for byte in head {
      offset += 1
      if string.isOpen {
        if string.read(byte), byte == UInt8(ascii: "\n") { return .lines }
        if string.isOpen { names[opened.count].append(byte) } else { headings.take(names[opened.count], in: opened) }
        continue
      }
      if byte.isBlank {
        if byte == UInt8(ascii: "\n"), !opened.isEmpty { isBroken = true }
        continue
      }
      // Another object follows: the first one is a record.
      if end != nil { break }
      if opened.last == UInt8(ascii: "["), open == nil, (2...3).contains(opened.count),
        !opened.dropLast().contains(UInt8(ascii: "["))
      {
        let name = names[opened.count - 1].text
        if byte == UInt8(ascii: "{"), !JSONList.foreign.contains(where: { name.elementsEqual($0.utf8) }) {
          open = (lists.count, opened.count)
          lists.append(JSONListScan(list: JSONList(name: name, depth: opened.count - 1), start: offset))
        }
      } else if let (list, depth) = open, opened.count == depth + 2, last == UInt8(ascii: "["),
        byte == UInt8(ascii: "{"),
        lists[list].inner == nil, lists[list].firstName == names[depth + 1].text
      {
        lists[list].inner = JSONList(name: lists[list].firstName, depth: opened.count - 1)
        lists[list].innerStart = offset
      }
      if last == UInt8(ascii: "["), byte != UInt8(ascii: "{"), opened.count == 2,
        names[1].text.elementsEqual("results".utf8), byte != UInt8(ascii: "[") || headings.isEmpty
      {
        return .list(JSONList(name: names[1].text, depth: 1))
      }
      last = byte
      switch byte {
      case UInt8(ascii: ":"):
        if let (list, depth) = open, opened.count == depth + 1, lists[list].firstName.isEmpty {
          lists[list].firstName = names[depth + 1].text
        }
        members.name(names[opened.count])
        headings.expectValue(of: names[opened.count])
      case UInt8(ascii: "\""):
        string.open()
        names[opened.count].removeAll()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if byte == UInt8(ascii: "["), opened.last == byte, !headings.isEmpty {
          let list = JSONList(name: names[opened.count - 1].text, depth: opened.count - 1, columns: headings.names)
          if list.isNamed { return .list(list) }
        }
        headings.open(byte, named: names[opened.count])
        members.open(byte, at: offset)
        opened.append(byte)
        names.append(JSONName())
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if let (list, depth) = open, opened.count == depth {
          lists[list].length = offset - lists[list].start
          open = nil
        } else if let (list, depth) = open, opened.count == depth + 2, lists[list].innerLength == 0 {
          lists[list].innerLength = offset - lists[list].innerStart
        }
        headings.close(byte)
        members.close(at: offset)
        if !opened.isEmpty {
          opened.removeLast()
          names.removeLast()
        }
        if opened.isEmpty { end = offset }
      default: break
      }
    }
    if let (list, _) = open { lists[list].length = offset - lists[list].start }
    let isAlone = end.map { head.dropFirst($0).allSatisfy(\.isBlank) } ?? true
    let named = lists.filter { $0.list.isNamed }
    let candidates = named.isEmpty ? lists : named
    if isAlone, candidates.count == 1 || !named.isEmpty, let list = candidates.max(by: { $0.length < $1.length }),
      list.length * 2 > (end ?? offset)
    {
      return .list(list.records(upTo: offset))
    }
    // One list like the other, and little else.
    if isAlone, named.isEmpty, lists.count > 2,
      lists.allSatisfy({ $0.list.depth == 1 && $0.firstName == lists[0].firstName && !$0.firstName.isEmpty }),
      lists.reduce(0, { $0 + $1.length }) * 10 > (end ?? offset) * 6
    {
      return .keyed(depth: 2, hasOwners: true)
    }
    if isAlone, lists.isEmpty, let shape = members.shape(of: end ?? offset) { return shape }
    // Where the first object does not end in the head: decide by the signs seen so far.
    return isBroken && (end == nil || head.prefix(end ?? 0).drop { $0.isBlank }.contains(UInt8(ascii: "\n")))
      ? .objects : .lines
  }

  private static func isObject(_ line: some Collection<UInt8>) -> Bool {
    line.first { !$0.isBlank } == UInt8(ascii: "{") && line.reversed().first { !$0.isBlank } == UInt8(ascii: "}")
  }
}

/// A name in JSON as it comes, byte by byte, with its escapes.
struct JSONName {
  static let longest = 80
  /// Hexadecimal digits of the hash of a longer one.
  private static let digits = 16

  private var beginning: [UInt8] = []
  private var length = 0
  /// FNV-1a of all bytes: the same in every run.
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func removeAll() {
    beginning.removeAll(keepingCapacity: true)
    length = 0
    hash = 0xCBF2_9CE4_8422_2325
  }

  mutating func append(_ byte: UInt8) {
    if length < Self.longest { beginning.append(byte) }
    length += 1
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  /// The name; of a longer one than ``longest``, the beginning and a hash of all of it, so that different names stay
  /// different.
  var text: [UInt8] {
    if length <= Self.longest { return beginning }
    let room = Self.longest - 1 - Self.digits
    var end = 0
    while let next = endOfCharacter(at: end), next <= room { end = next }
    return Array(beginning[..<end]) + [UInt8(ascii: "~")] + Array(hash.hexadecimal.utf8)
  }

  /// Where a character ends: a byte, a sequence of UTF-8, an escape, or two of them for one character.
  private func endOfCharacter(at start: Int) -> Int? {
    guard start < beginning.count else { return nil }
    if beginning[start] == UInt8(ascii: "\\") {
      guard start + 1 < beginning.count else { return nil }
      if beginning[start + 1] != UInt8(ascii: "u") { return start + 2 }
      let surrogate = beginning[(start + 2)...].prefix(2).map { $0 | 0x20 }
      let isHigh = surrogate.count == 2 && surrogate[0] == UInt8(ascii: "d") && "89ab".utf8.contains(surrogate[1])
      return start + (isHigh ? 12 : 6)
    }
    var end = start + 1
    while end < beginning.count, beginning[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }
}

/// The list in an object whose elements are the records.
struct JSONList: Equatable {
  let name: [UInt8]
  /// The number of objects and lists around it.
  let depth: Int
  /// The names of the cells of its rows, where these are lists.
  var columns: [[UInt8]] = []

  /// Lists of one record in the formats that are read with them.
  static let foreign = [
    "resourceLogs", "resourceSpans", "resourceMetrics", "scopeLogs", "scopeSpans", "actionDetails", "event_params",
    "user_properties", "contexts", "segments",
    "attributes", "columns",
  ]
  private static let listNames = [
    "batch", "events", "data", "rows", "hits", "items", "results", "records", "logs", "values",
  ]

  /// Whether it has a name that lists of events have.
  var isNamed: Bool { Self.listNames.contains { name.elementsEqual($0.utf8) } }
}

/// Finds the end of a JSON string, byte by byte.
private struct JSONStringScan {
  private(set) var isOpen = false
  private var isEscaped = false

  /// Call it for the quotation mark at the beginning.
  mutating func open() { isOpen = true }

  /// Reads a byte of the string.
  /// - Returns: whether it stands for itself: it is neither part of an escape nor the quotation mark at the end.
  mutating func read(_ byte: UInt8) -> Bool {
    if isEscaped {
      isEscaped = false
      return false
    }
    isEscaped = byte == UInt8(ascii: "\\")
    isOpen = byte != UInt8(ascii: "\"")
    return !isEscaped && isOpen
  }
}

/// Puts each element of a JSON array, or each object over several lines, on a line.
struct JSONElements {
  /// The list that holds the elements; nil if they are in an array, or follow each other.
  private let list: JSONList?
  /// The depth of the values that become lines: 0 for consecutive objects, 1 in an array, more in a list of an object.
  private let elementDepth: Int
  private var depth = 0
  private var string = JSONStringScan()
  private var isInElement = false
  /// Whether each element gets the name of its list.
  private let hasOwners: Bool
  private let takesObjects: Bool
  private var isInList = false
  private var key = JSONName()
  private var owner: [UInt8] = []
  /// In a query result: the names of the cells of its rows.
  private var columns: JSONColumns

  init(_ shape: JSONShape) {
    if case .list(let found) = shape { list = found } else { list = nil }
    columns = JSONColumns(list?.columns ?? [])
    switch shape {
    case .keyed(let depth, let hasOwners):
      self.hasOwners = hasOwners
      takesObjects = true
      elementDepth = depth
    default:
      hasOwners = false
      takesObjects = false
      elementDepth = list.map { $0.depth + 1 } ?? (shape == .array ? 1 : 0)
    }
  }

  /// The field with the name of an element's list: whose it is shows in how its times are spread.
  private static let listField = Array("{\"user_or_session\":\"".utf8)

  /// The largest output for this number of input bytes.
  func outputLimit(_ count: Int) -> Int {
    if hasOwners { return (Self.listField.count + JSONName.longest + 4) * count + 1 }
    return (list == nil ? 2 : JSONName.longest + 5) * count + 1
  }

  /// Continues with `input`. Bytes outside of elements are dropped; line feeds within one become spaces.
  /// - Parameter output: room for ``outputLimit(_:)`` bytes.
  mutating func transform(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int {
    var count = 0
    @inline(__always) func put(_ byte: UInt8) {
      output[count] = byte
      count += 1
    }
    func putKey() {
      for byte in columns.nextKey() { put(byte) }
    }
    for byte in input {
      if string.isOpen {
        _ = string.read(byte)
        if isInElement {
          put(byte == 0x0A || byte == 0x0D ? 0x20 : byte)
        } else if string.isOpen {
          key.append(byte)
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        string.open()
        if depth == elementDepth && isOpen && !takesObjects { isInElement = true }
        if !isInElement { key.removeAll() }
        if isInElement { put(byte) }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if depth == elementDepth && isOpen {
          isInElement = true
          if columns.startsRow(byte) {
            put(UInt8(ascii: "{"))
            putKey()
            depth += 1
            continue
          }
          if hasOwners, byte == UInt8(ascii: "{") {
            for byte in Self.listField + owner + Array("\",".utf8) { put(byte) }
            depth += 1
            continue
          }
        }
        if isInElement { put(byte) }
        if hasOwners, depth == elementDepth - 1 { owner = key.text }
        if let list, depth == list.depth { isInList = byte == UInt8(ascii: "[") && key.text == list.name }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == elementDepth && isInElement && elementDepth > 0 {
          put(0x0A)  // A number or word at the end of the array.
          isInElement = false
        }
        depth = max(depth - 1, 0)
        if isInElement { put(columns.isInRow && depth == elementDepth ? UInt8(ascii: "}") : byte) }
        if isInElement && depth == elementDepth {
          put(0x0A)
          isInElement = false
        }
        if let list, depth == list.depth { isInList = false }
      case UInt8(ascii: ",") where depth == elementDepth:
        if isInElement { put(0x0A) }
        isInElement = false
      case UInt8(ascii: ",") where columns.isInRow && isInElement && depth == elementDepth + 1:
        put(byte)
        putKey()
      case 0x0A, 0x0D:
        if isInElement { put(depth == elementDepth && elementDepth == 0 ? 0x0A : 0x20) }
        if depth == 0 { isInElement = false }
      case 0x20, 0x09:
        if isInElement { put(byte) }
      default:
        if depth == elementDepth && isOpen && !takesObjects { isInElement = true }
        if isInElement { put(byte) }
      }
    }
    return count
  }

  var isClosed: Bool { depth == 0 && !string.isOpen }

  /// Whether values at the depth of elements are elements.
  private var isOpen: Bool { list == nil || isInList }
}

/// The names of a row's cells: `{"columns": ["uuid", "event"], "results": [["…", "…"]]}`. With them, a row becomes an
/// object.
private struct JSONColumns {
  private(set) var isInRow = false
  /// With quotes, as in the text, and a colon.
  private let keys: [[UInt8]]
  private var nextCell = 0

  init(_ names: [[UInt8]]) { keys = names.map { Array("\"".utf8) + $0 + Array("\":".utf8) } }

  /// Begins an element. Returns whether it is a row with named cells.
  mutating func startsRow(_ byte: UInt8) -> Bool {
    isInRow = byte == UInt8(ascii: "[") && !keys.isEmpty
    nextCell = 0
    return isInRow
  }

  mutating func nextKey() -> [UInt8] {
    defer { nextCell += 1 }
    return nextCell < keys.count ? keys[nextCell] : Array("\"\":".utf8)
  }
}
