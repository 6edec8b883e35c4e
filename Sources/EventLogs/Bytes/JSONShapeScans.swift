/// A list of objects, as the shape of a JSON document is looked for.
struct JSONListScan {
  let list: JSONList
  let start: Int
  var length = 0
  /// The first member of its first element.
  var firstName: [UInt8] = []
  /// That member, if it is a list of objects, too.
  var inner: JSONList?
  var innerStart = 0
  var innerLength = 0

  /// The list that holds the records: the inner one, if the list consists of it.
  func records(upTo offset: Int) -> JSONList {
    guard let inner, (innerLength > 0 ? innerLength : offset - innerStart) * 10 > length * 8 else { return list }
    return inner
  }
}

/// The objects in an object, by the number of objects around them. Where most have names of their own and begin alike,
/// they are the records, as a database of documents exports them.
struct JSONMembers {
  private var levels = [(count: Int, firstNames: Set<[UInt8]>, length: Int)](repeating: (0, [], 0), count: 4)
  private var starts: [(offset: Int, isNamed: Bool)] = []
  private var openLists = 0

  mutating func open(_ byte: UInt8, at offset: Int) {
    if openLists > 0 || byte == UInt8(ascii: "[") { openLists += 1 } else { starts.append((offset, false)) }
  }

  /// A name in the innermost object.
  mutating func name(_ name: JSONName) {
    let level = starts.count - 1
    guard openLists == 0, levels.indices.contains(level), !starts[level].isNamed else { return }
    starts[level].isNamed = true
    levels[level].count += 1
    levels[level].firstNames.insert(name.text)
  }

  mutating func close(at offset: Int) {
    if openLists > 0 {
      openLists -= 1
    } else if let start = starts.popLast(), levels.indices.contains(starts.count) {
      levels[starts.count].length += offset - start.offset
    }
  }

  func shape(of length: Int) -> JSONShape? {
    for depth in 1..<levels.count {
      let level = levels[depth]
      if level.count > 3, level.firstNames.count * 4 <= level.count, level.length * 10 > length * 6 {
        return .keyed(depth: depth, hasOwners: levels[depth - 1].count > 2)
      }
    }
    return nil
  }
}

/// The names of the cells of rows that follow: `"columnNames": ["time", "page"], "values": [[…], …]`, or each in an
/// object: `"columns": [{"name": "time"}, {"name": "page"}], "rows": [[…], …]`.
struct JSONHeadings {
  private(set) var names: [[UInt8]] = []
  private var next: [[UInt8]] = []
  private var isValue = false
  private var isName = false
  /// Whether it is a data frame's list with the names of rows.
  private var isIndex = false

  var isEmpty: Bool { names.count < 2 }

  mutating func open(_ byte: UInt8, named name: JSONName) {
    guard byte == UInt8(ascii: "[") else { return }
    next = []
    isIndex = name.text.elementsEqual("index".utf8)
  }

  mutating func expectValue(of name: JSONName) {
    isValue = true
    isName = name.text.elementsEqual("name".utf8)
  }

  /// Takes a text in the brackets that are open.
  mutating func take(_ text: JSONName, in opened: [UInt8]) {
    if opened.last == UInt8(ascii: "[") || (isValue && isName) { next.append(text.text) }
    isValue = false
  }

  mutating func close(_ byte: UInt8) {
    guard byte == UInt8(ascii: "]"), next.count > 1, !isIndex else { return }
    names = next
    next = []
  }
}
