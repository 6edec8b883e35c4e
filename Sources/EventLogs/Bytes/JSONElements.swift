/// How the JSON objects of a log stand in its text.
enum JSONShape: Equatable {
  /// One a line.
  case lines
  /// One after the other, over several lines each.
  case objects
  /// In an array.
  case array
  /// In the array `results` of an object: a page of an interface.
  case page

  /// Tells the shape by the first bytes.
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
    var isInString = false
    var isEscaped = false
    var isBroken = false
    var text: [UInt8] = []
    for byte in head {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        } else if byte == UInt8(ascii: "\n") {
          return .lines
        } else if depth == 1, text.count < 16 {
          text.append(byte)
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        isInString = true
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
    // The end of the first object is not in the head: it is of the shape whose signs were seen.
    return isBroken ? .objects : .lines
  }
}

/// Puts the elements of JSON arrays, or objects over several lines, on a line each.
struct JSONElements {
  private let shape: JSONShape
  /// The depth of the values that become lines: 0 for objects one after the other, 1 in an array, 2 in the array of a page.
  private let elementDepth: Int
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var isInElement = false
  /// In a page: whether the present array at its first level is that of the results.
  private var isInResults = false
  private var key: [UInt8] = []

  init(_ shape: JSONShape) {
    self.shape = shape
    elementDepth = shape == .page ? 2 : shape == .array ? 1 : 0
  }

  /// The most bytes that so many bytes become.
  static func outputLimit(_ count: Int) -> Int { 2 * count + 1 }

  /// Goes on with `input`. What is no part of an element is left out; line feeds within one become spaces.
  /// - Parameter output: room for ``outputLimit(_:)`` bytes.
  /// - Returns: how many bytes were written.
  mutating func transform(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Int {
    var count = 0
    @inline(__always) func put(_ byte: UInt8) {
      output[count] = byte
      count += 1
    }
    for byte in input {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        if isInElement { put(byte == 0x0A || byte == 0x0D ? 0x20 : byte) } else if depth == 1, key.count < 16 { key.append(byte) }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        isInString = true
        if depth == elementDepth && isOpen { isInElement = true }
        if !isInElement { key.removeAll(keepingCapacity: true) }
        if isInElement { put(byte) }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if depth == elementDepth && isOpen { isInElement = true }
        if isInElement { put(byte) }
        if shape == .page && depth == 1 { isInResults = byte == UInt8(ascii: "[") && key.starts(with: Array("results\"".utf8)) }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == elementDepth && isInElement && elementDepth > 0 {
          put(0x0A)  // A number or word at the end of the array.
          isInElement = false
        }
        depth = max(depth - 1, 0)
        if isInElement { put(byte) }
        if isInElement && depth == elementDepth {
          put(0x0A)
          isInElement = false
        }
        if shape == .page && depth == 1 { isInResults = false }
      case UInt8(ascii: ",") where depth == elementDepth:
        if isInElement { put(0x0A) }
        isInElement = false
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

  /// Whether values at the depth of elements are elements.
  private var isOpen: Bool { shape != .page || isInResults }
}
