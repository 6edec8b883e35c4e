import NavigationModel

/// The time of an event as written in a log, in whole microseconds since 1970.
package enum Timestamp: Equatable {
  case microseconds(Int64, hasZone: Bool)
  case unreadable
  case outOfRange

  /// The years of RFC 3339, 0000 to 9999.
  private static let range: Range<Int64> = -62_167_219_200_000_000..<253_402_300_800_000_000

  static func isInRange(_ time: Int64) -> Bool { range.contains(time) }

  /// Parses RFC 3339 (also with a space instead of the `T`, and without offset), what ``inRFC3339(_:)`` makes it, or a
  /// number: epoch seconds below 10^11, milliseconds below 10^14, microseconds below 10^17, otherwise nanoseconds.
  /// Fractions of a microsecond are truncated.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    self = Timestamp.dateTime(text) ?? Timestamp.number(Scanner(text))
    if self == .unreadable {
      self =
        Timestamp.inRFC3339(String(decoding: text, as: UTF8.self)).flatMap { $0.withUTF8Bytes(Timestamp.dateTime) }
        ?? self
    }
    if case .microseconds(let time, _) = self, !Timestamp.range.contains(time) { self = .outOfRange }
  }

  /// The same, with the map's notation: another order of dates, or another epoch of numbers.
  @inline(__always)
  package init(_ text: UnsafeBufferPointer<UInt8>, _ notation: TimeNotation) {
    self.init(text)
    if notation == .standard { return }
    if self == .unreadable, let order = notation.order {
      self = Timestamp.date(String(decoding: text, as: UTF8.self), order)
    }
    switch notation.epoch {
    case .unix: break
    case .apple:
      if case .microseconds(let time, true) = self, !text.contains(UInt8(ascii: ":")) {
        self = .microseconds(time + TimeNotation.epochOf2001 * 1_000_000, hasZone: true)
      }
    case .spreadsheet: if let time = Timestamp.spreadsheet(String(decoding: text, as: UTF8.self)) { self = time }
    case .start, .startMilliseconds, .startMicroseconds:
      var unit = 1.0
      if notation.epoch == .start { unit = 1e6 } else if notation.epoch == .startMilliseconds { unit = 1e3 }
      guard let count = Timestamp.elapsed(String(decoding: text, as: UTF8.self)), (0..<1e15).contains(count * unit)
      else {
        self = .unreadable
        return
      }
      let microseconds = count * unit
      self = .microseconds(TimeNotation.sharedStart * 1_000_000 + Int64(microseconds.rounded()), hasZone: true)
    }
  }

  /// A number, or the seconds of a time of day, such as `0:01:30.5`; nil for other texts.
  package static func elapsed(_ text: String) -> Double? {
    var seconds = 0.0
    for part in text.split(separator: ":", omittingEmptySubsequences: false) {
      guard let number = Double(part.replacing(",", with: ".")) else { return nil }
      seconds = seconds * 60 + number
    }
    return seconds
  }

  /// The time of a text, microseconds since 1970; nil if there is none.
  package static func microseconds(of text: String, _ notation: TimeNotation) -> Int64? {
    text.withUTF8Bytes { if case .microseconds(let time, _) = Timestamp($0, notation) { time } else { nil } }
  }

  /// Days as spreadsheets count them, to the millisecond, which is what their digits hold; nil if the text is no such
  /// number.
  private static func spreadsheet(_ text: String) -> Timestamp? {
    guard let days = Double(text.replacing(",", with: ".")), (0..<2_958_466).contains(days) else { return nil }
    return .microseconds(
      Int64(((days - TimeNotation.spreadsheetDaysTo1970) * 86_400_000).rounded()) * 1000, hasZone: false)
  }

  private static func dateTime(_ text: UnsafeBufferPointer<UInt8>) -> Timestamp? {
    guard text.count >= 16, let start = UnsafeRawPointer(text.baseAddress),
      let date = Digits(date: start.loadUnaligned(as: UInt64.self))
    else { return nil }
    let mark = text[10]
    guard mark == UInt8(ascii: "T") || mark == UInt8(ascii: " ") || mark == UInt8(ascii: "t"),
      let time = Digits(dayAndTime: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self), mark)
    else { return .unreadable }
    let year = date.two(at: 0) * 100 + date.two(at: 2)
    let month = date.two(at: 5)
    let day = time.two(at: 0)
    let hour = time.two(at: 3)
    let minute = time.two(at: 6)
    var scanner = Scanner(text, at: 16)
    var second = 0
    var fraction = 0
    if scanner.skip(":") {
      guard let seconds = scanner.digits(2) else { return .unreadable }
      second = seconds
      if scanner.skip(".") || scanner.skip(",") {
        guard let digits = scanner.fraction(places: 6) else { return .unreadable }
        fraction = digits
      }
    }
    guard let offset = scanner.offset() else { return .unreadable }
    return moment(year, month, day, hour, minute, second, fraction, offset: offset.minutes)
  }

  /// - Parameter offset: from UTC, minutes; nil if it is not known.
  @inline(__always)
  static func moment(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int, _ second: Int, _ fraction: Int, offset: Int?
  ) -> Timestamp {
    guard (1...12).contains(month), (1...daysInMonth(month, year)).contains(day), hour < 24, minute < 60, second <= 60
    else { return .unreadable }
    let minutes = (CalendarDate.day(year: year, month: month, dayOfMonth: day) * 24 + hour) * 60 + minute
    let seconds = (minutes - (offset ?? 0)) * 60 + second
    return .microseconds(Int64(seconds * 1_000_000 + fraction), hasZone: offset != nil)
  }

  private static func number(_ start: Scanner) -> Timestamp {
    var scanner = start
    let isNegative = scanner.skip("-")
    guard let whole = scanner.number() else { return scanner.isAtDigit ? .outOfRange : .unreadable }
    let (places, factor) =
      switch whole {
      case ..<100_000_000_000: (6, 1_000_000)
      case ..<100_000_000_000_000: (3, 1_000)
      default: (0, 1)
      }
    var fraction = 0
    if scanner.skip(".") || scanner.skip(",") {
      guard let digits = scanner.fraction(places: places) else { return .unreadable }
      fraction = digits
    }
    if scanner.skip("e") || scanner.skip("E") { return exponential(start) }
    guard scanner.rest == 0, !compactTimes.contains(whole), !compactTimes.contains(whole / 1000) else {
      return .unreadable
    }
    let time = whole < 100_000_000_000_000_000 ? whole * factor + fraction : whole / 1_000
    return .microseconds(Int64(isNegative ? -time : time), hasZone: true)
  }

  /// A number with an exponent, as only programs that print floating point write it.
  private static func exponential(_ scanner: Scanner) -> Timestamp {
    guard let number = Double(scanner.text) else { return .unreadable }
    let microseconds: Double
    switch number.magnitude {
    case ..<1e11: microseconds = number * 1e6
    case ..<1e14: microseconds = number * 1e3
    case ..<1e17: microseconds = number
    default: microseconds = number / 1e3
    }
    guard microseconds.magnitude < 9e18 else { return .outOfRange }
    return .microseconds(Int64(microseconds.rounded()), hasZone: true)
  }

  private static func daysInMonth(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Eight bytes, some of them digits, parsed at once.
  private struct Digits {
    private let values: UInt64

    /// `0000-00-`
    init?(date bytes: UInt64) { self.init(bytes, text: 0x2D30_302D_3030_3030, limits: 0x7F76_767F_7676_7676) }

    /// `00T00:00` with `mark` instead of the T.
    init?(dayAndTime bytes: UInt64, _ mark: UInt8) {
      self.init(bytes, text: 0x3030_3A30_3000_3030 | UInt64(mark) << 16, limits: 0x7676_7F76_767F_7676)
    }

    /// - Parameters:
    ///   - text: the expected bytes, the first in the lowest bits: `0` for any digit, others literally.
    ///   - limits: they set the high bit of a byte greater than 9, or greater than 0 if no digit is expected.
    private init?(_ bytes: UInt64, text: UInt64, limits: UInt64) {
      values = bytes.littleEndian ^ text
      if ((values &+ limits) | values) & 0x8080_8080_8080_8080 != 0 { return nil }
    }

    func two(at index: UInt64) -> Int {
      let tens: UInt64 = values >> (index * 8) & 15
      let ones: UInt64 = values >> (index * 8 + 8) & 15
      return Int(tens * 10 + ones)
    }
  }

  private struct Scanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0) {
      self.bytes = bytes
      self.position = position
    }

    var rest: Int { bytes.count - position }
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var isAtDigit: Bool { position < bytes.count && digit(bytes[position]) != nil }

    private func digit(_ byte: UInt8) -> Int? {
      let value = byte &- UInt8(ascii: "0")
      return value < 10 ? Int(value) : nil
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    /// Exactly this many digits.
    mutating func digits(_ count: Int) -> Int? {
      guard rest >= count else { return nil }
      var value = 0
      for index in position..<(position + count) {
        guard let digit = digit(bytes[index]) else { return nil }
        value = value * 10 + digit
      }
      position += count
      return value
    }

    /// One digit or more; nil, without advancing, if there is none or the number does not fit.
    mutating func number() -> Int? {
      var value = 0
      var index = position
      while index < bytes.count, let digit = digit(bytes[index]) {
        let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
        let (sum, overflow) = product.addingReportingOverflow(digit)
        if tooLarge || overflow { return nil }
        value = sum
        index += 1
      }
      guard index > position else { return nil }
      position = index
      return value
    }

    /// The first `places` digits of a fraction as an integer; further ones are skipped.
    mutating func fraction(places: Int) -> Int? {
      var value = 0
      var count = 0
      while position < bytes.count, let digit = digit(bytes[position]) {
        if count < places { value = value * 10 + digit }
        count += 1
        position += 1
      }
      guard count > 0 else { return nil }
      while count < places {
        value *= 10
        count += 1
      }
      return value
    }

    /// The UTC offset at the end of the time, nil minutes if none is given; nil if it is invalid.
    mutating func offset() -> (minutes: Int?, Void)? {
      if rest == 0 { return (nil, ()) }
      if rest == 1, skip("Z") || skip("z") { return (0, ()) }
      if rest == 4, skip(" "), skip("U"), skip("T"), skip("C") { return (0, ()) }
      let isPlus = skip("+")
      guard isPlus || skip("-"), let hours = digits(2) else { return nil }
      _ = skip(":")
      let minutes = rest > 0 ? digits(2) : 0
      guard let minutes, rest == 0, hours < 24, minutes < 60 else { return nil }
      return ((hours * 60 + minutes) * (isPlus ? 1 : -1), ())
    }
  }
}
