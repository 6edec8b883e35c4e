import Foundation
import NavigationModel

/// The character encoding of a log. Everything downstream is UTF-8.
enum TextEncoding: Equatable {
  case utf8
  case utf16(isBigEndian: Bool)
  /// One byte for each character: what spreadsheets export.
  case bytes(String.Encoding)
  /// One byte for each character of ASCII, and two for others; four for the rarest of GB 18030.
  case pairs(String.Encoding)

  /// Detected by a byte order mark, by every second byte being NUL, or by bytes that are invalid in UTF-8.
  /// - Parameter isWhole: whether nothing follows the head.
  init(head: ArraySlice<UInt8>, isWhole: Bool) {
    self = .utf8
    // UTF-32 begins like UTF-16; it is refused by name.
    if head.starts(with: [0xFF, 0xFE, 0, 0]) { return }
    if head.starts(with: [0xFF, 0xFE]) { self = .utf16(isBigEndian: false) }
    if head.starts(with: [0xFE, 0xFF]) { self = .utf16(isBigEndian: true) }
    if self != .utf8 { return }
    let first = Array(head.prefix(16))
    if first.count >= 4 {
      let even = stride(from: 0, to: first.count, by: 2).allSatisfy { first[$0] == 0 }
      let odd = stride(from: 1, to: first.count, by: 2).allSatisfy { first[$0] == 0 }
      if even != odd { self = .utf16(isBigEndian: even) }
    }
    // JSON is UTF-8 (RFC 8259): an invalid byte is a broken line.
    if self == .utf8, let start = head.first(where: { !$0.isBlank }), start != UInt8(ascii: "{"),
      start != UInt8(ascii: "[")
    {
      self = LegacyBytes(head, isWhole: isWhole).encoding ?? .utf8
    }
  }

  /// Its name, where only its bytes tell it.
  var guessed: String? {
    switch self {
    case .utf8, .utf16: nil
    case .bytes(let encoding), .pairs(let encoding): Self.names[encoding] ?? "KOI8-R"
    }
  }

  private static let names: [String.Encoding: String] = [
    .windowsCP1250: "Windows-1250", .windowsCP1251: "Windows-1251", .windowsCP1252: "Windows-1252",
    .windowsCP1253: "Windows-1253", .windowsCP1254: "Windows-1254", .shiftJIS: "Shift JIS", .big5: "Big5",
    .gb18030: "GB 18030", .windows949: "CP949",
  ]

  /// The next UTF-16 units, which are taken from the bytes; what waits for its other half, an odd byte or the first of
  /// a pair, stays.
  fileprivate func takeUnits(from bytes: inout [UInt8], _ known: inout [UInt32: [UInt16]]) -> [UInt16] {
    guard case .utf16(let isBigEndian) = self else { return takeCharacters(from: &bytes, &known) }
    var units: [UInt16] = []
    for index in stride(from: 0, to: bytes.count & ~1, by: 2) {
      let high = UInt16(bytes[isBigEndian ? index : index + 1])
      let low = UInt16(bytes[isBigEndian ? index + 1 : index])
      units.append(high << 8 | low)
    }
    if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
    bytes.removeFirst(2 * units.count)
    return units
  }

  /// - Parameter known: the characters that came before, by their bytes.
  private func takeCharacters(from bytes: inout [UInt8], _ known: inout [UInt32: [UInt16]]) -> [UInt16] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        units.append(UInt16(byte))
        index += 1
        continue
      }
      guard let count = length(of: bytes[index...]) else { break }
      let character = bytes[index..<index + count]
      let key = character.reduce(0) { $0 << 8 | UInt32($1) }
      index += count
      if let found = known[key] {
        units += found
      } else {
        let found = text(character).map { Array($0.utf16) } ?? [0xFFFD]
        known[key] = found
        units += found
      }
    }
    bytes.removeFirst(index)
    return units
  }

  private func text(_ character: ArraySlice<UInt8>) -> String? {
    switch self {
    case .bytes(let encoding), .pairs(let encoding): String(data: Data(character), encoding: encoding)
    case .utf8, .utf16: nil
    }
  }

  /// The number of bytes of the first character, which is not ASCII; nil if the rest has not come yet.
  private func length(of bytes: ArraySlice<UInt8>) -> Int? {
    guard case .pairs(let encoding) = self, let first = bytes.first else { return 1 }
    // Half-width kana.
    if encoding == .shiftJIS, (0xA1..<0xE0).contains(first) { return 1 }
    guard let second = bytes.dropFirst().first else { return nil }
    if second < 0x30 { return 1 }
    if second > 0x39 { return 2 }
    return bytes.count < 4 ? nil : 4
  }
}

extension String.Encoding {
  // The numbers of Core Foundation, as Foundation has no names for them.
  static let gb18030 = String.Encoding(rawValue: 0x8000_0632)
  static let windows949 = String.Encoding(rawValue: 0x8000_0422)
  static let big5 = String.Encoding(rawValue: 0x8000_0A03)
}

/// The bytes of a text that are not ASCII: in which of the encodings of spreadsheets they make sense.
private struct LegacyBytes {
  private let bytes: [UInt8]
  private let isWhole: Bool
  /// Runs of bytes that are not ASCII.
  private let runs: [Range<Int>]

  init(_ head: ArraySlice<UInt8>, isWhole: Bool) {
    bytes = Array(head)
    self.isWhole = isWhole
    var runs: [Range<Int>] = []
    for (index, byte) in head.enumerated() where byte >= 0x80 {
      if let last = runs.last, last.upperBound == index {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    // What follows the last byte of the head tells which character it begins.
    if !isWhole, runs.last?.upperBound == bytes.count { runs.removeLast() }
    self.runs = runs
  }

  /// Nil for UTF-8, and where nothing is certain.
  var encoding: TextEncoding? {
    let broken = runs.filter { !String(decoding: bytes[$0], as: UTF8.self).utf8.elementsEqual(bytes[$0]) }
    guard broken.count * 2 > runs.count else { return nil }
    if areBesideLetters { return .bytes(latin) }
    return broken.count >= Self.enough ? cyrillic ?? pairs : nil
  }

  private static let enough = 8

  private func isLetter(_ index: Int) -> Bool { bytes.indices.contains(index) && bytes[index].isLetter }

  /// Latin letters with accents stand between others, and not many together.
  private var areBesideLetters: Bool {
    var isFound = false
    for run in runs {
      let isBeside = isLetter(run.lowerBound - 1) || isLetter(run.upperBound)
      // Letters are from C0 on; before these are dashes, quotation marks, and letters of Central Europe.
      let holdsLetter = bytes[run].contains { (0xC0..<0xFE).contains($0) && $0 != 0xD7 && $0 != 0xF7 }
      guard run.count == 1 || (isBeside && run.count <= 3) else { return false }
      isFound = isFound || (isBeside && (holdsLetter || hasCentralEuropean(run)))
    }
    return isFound
  }

  private var hasCentralEuropean: Bool { runs.contains(where: hasCentralEuropean) }

  private var latin: String.Encoding {
    if hasCentralEuropean { return .windowsCP1250 }
    // `ı` and `ş` are `ý` and `þ` of Icelandic, which has other letters, too.
    let letters = Set(runs.joined().map { bytes[$0] })
    return letters.isSuperset(of: [0xFD, 0xFE]) && letters.isDisjoint(with: [0xE1, 0xED, 0xF3, 0xFA])
      ? .windowsCP1254 : .windowsCP1252
  }

  /// `ł`, `ą`, `ż`, `Ł`, `Ą`, `Ż`, `š`, `ž`: in Windows-1252 nearly all are signs, which stand in no
  /// word.
  private func hasCentralEuropean(_ run: Range<Int>) -> Bool {
    run.contains { index in
      [0x9A, 0x9E, 0xA3, 0xA5, 0xAF, 0xB3, 0xB9, 0xBA, 0xBC, 0xBE, 0xBF].contains(bytes[index])
        && (index > run.lowerBound || isLetter(index - 1)) && (index + 1 < run.upperBound || isLetter(index + 1))
    }
  }

  /// Words of Cyrillic letters: in Windows-1251 the small ones are the last 32 bytes, in KOI8 the 32 before. Greek has
  /// small letters with accents among these.
  private var cyrillic: TextEncoding? {
    let all = runs.reduce(0) { $0 + $1.count }
    func share(_ range: ClosedRange<UInt8>) -> Double {
      Double(runs.reduce(0) { $0 + bytes[$1].count { range.contains($0) } }) / Double(all)
    }
    guard share(0xC0...0xFF) > 0.9 else { return nil }
    if share(0xE0...0xFF) > 0.6 { return .bytes(share(0xDC...0xDF) > 0.05 ? .windowsCP1253 : .windowsCP1251) }
    return share(0xC0...0xDF) > 0.75 ? .bytes(String.Encoding(rawValue: 0x8000_0A02)) : nil
  }

  /// Characters of two bytes, told by the ranges of the commonest.
  private var pairs: TextEncoding? {
    var leads: [UInt8] = []
    var trails: [UInt8] = []
    for run in runs {
      var index = run.lowerBound
      while index < run.upperBound {
        // The second byte may be ASCII.
        guard index + 1 < bytes.count, bytes[index + 1] >= 0x30 else { return nil }
        leads.append(bytes[index])
        trails.append(bytes[index + 1])
        index += 2
      }
    }
    func share(_ bytes: [UInt8], _ range: ClosedRange<UInt8>) -> Double {
      Double(bytes.count { range.contains($0) }) / Double(max(1, bytes.count))
    }
    // Kana.
    if share(leads, 0x82...0x83) > 0.2 { return .pairs(.shiftJIS) }
    if share(trails, 0x40...0x7E) > 0.2 { return share(leads, 0xA4...0xC6) > 0.5 ? .pairs(.big5) : nil }
    guard share(trails, 0xA1...0xFE) > 0.95 else { return nil }
    // The syllables of Korean end at C8; of the Chinese characters, sorted by sound, a third come later.
    if share(leads, 0xB0...0xF7) < 0.5 { return nil }
    return share(leads, 0xC9...0xF7) > 0.1 ? .pairs(.gb18030) : .pairs(.windows949)
  }
}

/// A stream of UTF-8, made of one in another encoding.
final class TranscodingStream: ByteStream {
  private let base: any ByteStream
  private let encoding: TextEncoding
  private let input = BlockBufferPool.scratch()
  /// Bytes that are not decoded yet.
  private var pending: [UInt8] = []
  private var output: ArraySlice<UInt8> = []
  private var isFirst = true
  /// Characters by their bytes.
  private var known: [UInt32: [UInt16]] = [:]

  init(_ base: any ByteStream, _ encoding: TextEncoding) {
    self.base = base
    self.encoding = encoding
  }

  var consumed: Int { base.consumed }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    while output.isEmpty {
      let count = try base.read(into: input.bytes)
      pending += input.bytes[..<count]
      var units = encoding.takeUnits(from: &pending, &known)
      if isFirst, let first = units.first {
        isFirst = false
        // The byte order mark.
        if first == 0xFEFF { units.removeFirst() }
      }
      if count == 0, !pending.isEmpty {
        units.append(0xFFFD)
        pending = []
      }
      output = Array(String(decoding: units, as: UTF16.self).utf8)[...]
      if count == 0, output.isEmpty { return 0 }
    }
    let count = min(buffer.count, output.count)
    buffer.copyBytes(from: output.prefix(count))
    output = output.dropFirst(count)
    return count
  }
}

/// Lines that end in carriage returns alone, as spreadsheets for the Macintosh write them: each gets a line feed
/// instead.
final class LineFeedStream: ByteStream {
  private let base: any ByteStream

  init(_ base: any ByteStream) { self.base = base }

  /// Whether the lines of a text end so. (What follows the last byte of its head is not known.)
  static func isNeeded(for head: ArraySlice<UInt8>) -> Bool {
    head.dropLast().contains(ByteScan.carriageReturn) && !head.contains(ByteScan.lineFeed)
  }

  var consumed: Int { base.consumed }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    let count = try base.read(into: buffer)
    for index in 0..<count where buffer[index] == ByteScan.carriageReturn { buffer[index] = ByteScan.lineFeed }
    return count
  }
}
