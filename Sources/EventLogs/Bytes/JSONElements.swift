/// The layout of JSON objects in a log.
enum JSONShape: Equatable {
  /// One per line.
  case lines
  /// Consecutive objects, each over several lines.
  case objects
  /// In an array.
  case array
  /// In the array `results` of an object: a page of an API, or a query result, whose rows are arrays (``JSONColumns``).
  case page

  /// Detects the layout from the first bytes.
  init(head: some Collection<UInt8>) {
    guard let first = head.first(where: { !$0.isBlank }) else {
      self = .lines
      return
    }
    self = first == UInt8(ascii: "[") ? .array : first == UInt8(ascii: "{") ? JSONShape.ofObject(head) : .lines
  }

  /// Looks for `"results": [` in the first object, and for its end on its first line.
  private static func ofObject(_ head: some Collection<UInt8>) -> JSONShape {
    var depth = 0
    var string = JSONStringScan()
    var isBroken = false
    var text: [UInt8] = []
    for byte in head {
      if string.isOpen {
        guard string.read(byte) else { continue }
        if byte == UInt8(ascii: "\n") { return .lines }
        if depth == 1, text.count < 16 { text.append(byte) }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        string.open()
        if depth == 1 { text.removeAll(keepingCapacity: true) }
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "["):
        if depth == 1 && text.elementsEqual("results".utf8) { return .page }
        depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth <= 0 { return isBroken ? .objects : .lines }
      case UInt8(ascii: ","): if depth == 1 { text.removeAll(keepingCapacity: true) }
      case UInt8(ascii: "\n"): isBroken = true
      default: break
      }
    }
    // The first object does not end in the head: decide by the signs seen so far.
    return isBroken ? .objects : .lines
  }
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
  private let shape: JSONShape
  /// The depth of the values that become lines: 0 for consecutive objects, 1 in an array, 2 in the array of a page.
  private let elementDepth: Int
  private var depth = 0
  private var string = JSONStringScan()
  private var isInElement = false
  /// In a page: whether the current top-level array is that of the results.
  private var isInResults = false
  private var key: [UInt8] = []
  /// In a page: the names of the cells of its rows.
  private var columns = JSONColumns()

  init(_ shape: JSONShape) {
    self.shape = shape
    elementDepth = shape == .page ? 2 : shape == .array ? 1 : 0
  }

  /// The largest output for this number of input bytes.
  func outputLimit(_ count: Int) -> Int { (shape == .page ? JSONColumns.longestKey + 2 : 2) * count + 1 }

  /// Continues with `input`. Bytes outside of elements are dropped; line feeds within one become spaces.
  /// - Parameter output: room for ``outputLimit(_:)`` bytes.
  /// - Returns: the number of bytes written.
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
        if isInElement { put(byte == 0x0A || byte == 0x0D ? 0x20 : byte) } else if depth == 1, key.count < 16 { key.append(byte) }
        if columns.isReading { columns.read(byte) }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        string.open()
        if depth == elementDepth && isOpen { isInElement = true }
        if !isInElement { key.removeAll(keepingCapacity: true) }
        if isInElement { put(byte) }
        if columns.isReading { columns.read(byte) }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if depth == elementDepth && isOpen {
          isInElement = true
          if columns.startsRow(byte) {
            put(UInt8(ascii: "{"))
            putKey()
            depth += 1
            continue
          }
        }
        if isInElement { put(byte) }
        if shape == .page && depth == 1 {
          isInResults = byte == UInt8(ascii: "[") && key.elementsEqual("results\"".utf8)
          columns.isReading = byte == UInt8(ascii: "[") && key.elementsEqual("columns\"".utf8)
        }
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
        if shape == .page && depth == 1 {
          isInResults = false
          columns.isReading = false
        }
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
        if depth == elementDepth && isOpen { isInElement = true }
        if isInElement { put(byte) }
      }
    }
    return count
  }

  /// Whether everything that was opened is closed.
  var isClosed: Bool { depth == 0 && !string.isOpen }

  /// Whether values at the depth of elements are elements.
  private var isOpen: Bool { shape != .page || isInResults }
}

/// The names of a row's cells: `{"columns": ["uuid", "event"], "results": [["…", "…"]]}`. With them, a row becomes an object.
private struct JSONColumns {
  /// No format has longer names: cells with longer ones stay unnamed.
  static let longestKey = 80

  /// Whether the array of the names is being read.
  var isReading = false
  /// Whether the current element is a row.
  private(set) var isInRow = false
  /// With quotes, as in the text, and a colon.
  private var keys: [[UInt8]] = []
  private var name: [UInt8] = []
  private var nextCell = 0

  /// Continues with a byte of a name, from its opening to its closing quote.
  mutating func read(_ byte: UInt8) {
    name.append(byte)
    guard byte == UInt8(ascii: "\""), name.count > 1, !isEscaped else { return }
    keys.append((name.count < Self.longestKey ? name : Array("\"\"".utf8)) + [UInt8(ascii: ":")])
    name = []
  }

  /// Whether the last quote is part of the name.
  private var isEscaped: Bool { name.dropLast().reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1 }

  /// Begins an element. Returns whether it is a row with named cells.
  mutating func startsRow(_ byte: UInt8) -> Bool {
    isInRow = byte == UInt8(ascii: "[") && !keys.isEmpty
    nextCell = 0
    return isInRow
  }

  /// The name of the next cell, and a colon.
  mutating func nextKey() -> [UInt8] {
    defer { nextCell += 1 }
    return nextCell < keys.count ? keys[nextCell] : Array("\"\":".utf8)
  }
}
