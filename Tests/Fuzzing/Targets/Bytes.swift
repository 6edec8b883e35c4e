import CSimdJSON
import NavigationModel
import TestSupport

@testable import EventLogs

extension FuzzTarget {
  /// The reader of JSON records: values at paths of every kind, and the elements of arrays.
  static let json = FuzzTarget(name: "json") { bytes in
    let paths: [RecordPath?] = [
      "a", "b", "a.b", RecordPath([.member("b"), .first]), RecordPath([.member("c"), .entry("k")]),
      RecordPath([.member("d"), .schema("v/n/1"), .member("a")]),
      RecordPath([.member("e"), .whole]), nil, RecordPath([.member("f"), .first, .member("a")]),
      RecordPath([.entry("k")]),
    ]
    // The first byte selects the paths; some exclude each other.
    let asked = bytes.first.map { first in paths.enumerated().map { first >> ($0 % 8) & 1 == 1 ? $1 : nil } } ?? paths
    let record = bytes.dropFirst()
    let lister = JSONLister()
    let readers = [JSONRecordReader(paths: asked), JSONRecordReader(paths: Array(paths.dropLast()))]
    // Values are valid as long as the readers are.
    try withExtendedLifetime((readers, lister)) {
      for reader in readers {
        let values = RecordValues(count: paths.count)
        for _ in 0..<2 where reader.read(unpadded: record, into: values) {
          for value in values.values {
            try promise(value.length == 0 || value.bytes != nil, "a value without bytes")
            // Every byte is read, so that the sanitizer checks its address.
            // Each element of a list follows a byte that UTF-8 does not have.
            let bytes = UnsafeBufferPointer(start: value.bytes, count: value.length)
            for text in value.kind == CSJ_LIST ? bytes.split(separator: csj_list_mark) : [bytes[...]] {
              let text = UnsafeBufferPointer(rebasing: text)
              try promise(csj_is_utf8(text.baseAddress, text.count) != 0, "a value that is not UTF-8")
            }
          }
          for element in lister.elements(of: UnsafeRawBufferPointer(values.values[6].wholeBytes))
            ?? .init(start: nil, count: 0)
          {
            try promise(csj_is_utf8(element.bytes, element.length) != 0, "an element that is not UTF-8")
          }
        }
      }
      try record.withUnsafeBytes { record in
        for part in lister.parts(of: record) ?? .init(start: nil, count: 0) {
          try promise(csj_is_utf8(part.bytes, part.length) != 0, "a part that is not UTF-8")
        }
      }
    }
  }

  /// Arrays, pages and objects over several lines, put on a line each: wherever the pieces are cut, the lines are the
  /// same.
  static let jsonShapes = FuzzTarget(name: "json-shapes") { bytes in
    var choices = Choices(bytes)
    let cut = 1 + Int(choices.byte()) % 32
    let text = choices.bytes()
    let shape = JSONShape(head: text)
    func lines(cut: Int) throws -> [UInt8] {
      var elements = JSONElements(shape)
      var lines: [UInt8] = []
      var start = 0
      while start < text.count {
        let piece = UnsafeRawBufferPointer(rebasing: text[start..<min(start + cut, text.count)])
        // Exactly the required room.
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: elements.outputLimit(piece.count), alignment: 1)
        defer { room.deallocate() }
        let count = elements.transform(piece, into: room)
        try promise(count <= room.count, "\(count) bytes written into \(room.count)")
        lines += room[..<count]
        start += cut
      }
      return lines
    }
    try promise(try lines(cut: cut) == lines(cut: max(text.count, 1)), "lines depend on where the bytes are cut")
  }

  /// Rows of CSV and their cells, compared with a reader that goes byte by byte.
  static let rows = FuzzTarget(name: "rows") { bytes in
    var choices = Choices(bytes)
    let delimiter = choices.byte() % 2 == 0 ? UInt8(ascii: ",") : 0x09
    let text = choices.bytes()
    var cursor = RecordCursor(text, mode: .csv(delimiter: delimiter), firstLine: 1)
    var plain = PlainCSV(text, delimiter: delimiter)
    var row = CSVRecord(delimiter: delimiter)
    while let record = cursor.next() {
      let expected = plain.nextRow()
      try promise(record.line == expected.line, "a row on line \(record.line), not on \(expected.line)")
      let cells: [[UInt8]]? = (try? row.parse(record.bytes)).map { (0..<row.count).map { Array(row[$0]) } }
      try promise(
        cells == expected.cells, "cells \(String(describing: cells)), not \(String(describing: expected.cells))")
    }
    try promise(plain.isAtEnd, "rows are missing")
  }

  /// Times as written in logs.
  static let times = FuzzTarget(name: "times", longest: 64) { bytes in
    let time = Timestamp(bytes.bindMemory(to: UInt8.self))
    guard case .microseconds(let microseconds, _) = time else { return }
    try promise(Timestamp.isInRange(microseconds), "out of range: \(microseconds)")
    // A parsed time, written as microseconds, is the same time, if it is large enough not to be taken for a coarser
    // unit.
    if microseconds >= 100_000_000_000_000 && microseconds < 100_000_000_000_000_000 {
      let digits = Array(String(microseconds).utf8)
      try promise(
        digits.withUnsafeBufferPointer(Timestamp.init) == .microseconds(microseconds, hasZone: true),
        "not the same when written")
    }
  }

  /// Files compressed with gzip and zstd, and archives, with limits low enough to be reached.
  static let containers = FuzzTarget(name: "containers", longest: 4096) { bytes in
    let limits = DecompressionLimits(harmlessBytes: 4096, maximumRatio: 20)
    let file = ScratchFile.shared.holding(bytes)
    guard let found = try? LogInputs.find([file.path]) else { return }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1000, alignment: 1)
    defer { room.deallocate() }
    for input in found.inputs.prefix(8) {
      do throws(LogInputError) {
        let source = try ByteSource(opening: input, limits: limits)
        while try source.read(into: room) > 0 {}
        guard source.container == .plain || source.decompressedBytes <= 4096 + 1000 + 20 * bytes.count else {
          throw LogInputError.unreadable(name: "unbounded", reason: "")
        }
      } catch .unreadable("unbounded", _) {
        throw BrokenPromise(description: "\(bytes.count) bytes become more than the limits allow")
      } catch {
        try promise(!error.description.contains { $0.isNewline }, "a message of several lines: \(error)")
      }
    }
  }
}

/// Reads CSV (RFC 4180) byte by byte, in the simplest way.
private struct PlainCSV {
  private let text: UnsafeRawBufferPointer
  private let delimiter: UInt8
  private var place = 0
  private var line = 1

  init(_ text: UnsafeRawBufferPointer, delimiter: UInt8) {
    self.text = text
    self.delimiter = delimiter
  }

  var isAtEnd: Bool { place >= text.count }

  /// The next row: the line on which it begins, and its cells; nil if its quotes are broken.
  mutating func nextRow() -> (line: Int, cells: [[UInt8]]?) {
    let first = line
    var row: [UInt8] = []
    var isQuoted = false
    var closing: Int?
    while place < text.count {
      let byte = text[place]
      place += 1
      if byte == 0x0A {
        line += 1
        if !isQuoted { break }
      }
      if byte == 0x22 {
        if isQuoted {
          isQuoted = false
          closing = row.count
        } else if row.isEmpty || row.last == delimiter || closing == row.count - 1 {
          isQuoted = true
        }
      }
      row.append(byte)
    }
    if row.last == 0x0D { row.removeLast() }
    return (first, cells(of: row))
  }

  private func cells(of row: [UInt8]) -> [[UInt8]]? {
    var cells: [[UInt8]] = []
    var rest = row[...]
    while true {
      var cell: [UInt8] = []
      if rest.first == 0x22 {
        rest.removeFirst()
        while true {
          guard let byte = rest.popFirst() else { return nil }
          if byte != 0x22 {
            cell.append(byte)
          } else if rest.first == 0x22 {
            cell.append(rest.removeFirst())
          } else {
            break
          }
        }
        if let next = rest.first, next != delimiter { return nil }
      } else {
        while let byte = rest.first, byte != delimiter { cell.append(rest.removeFirst()) }
      }
      cells.append(cell)
      if rest.popFirst() == nil { return cells }
    }
  }
}
