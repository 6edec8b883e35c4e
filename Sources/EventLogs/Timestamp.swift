/// The time of an event as it is written in a log, in whole microseconds since 1970.
enum Timestamp: Equatable {
  case microseconds(Int64, hasZone: Bool)
  case unreadable
  case outOfRange

  /// The years that RFC 3339 can write, 0000 to 9999.
  private static let range: Range<Int64> = -62_167_219_200_000_000..<253_402_300_800_000_000

  static func isInRange(_ time: Int64) -> Bool { range.contains(time) }

  /// Reads RFC 3339 (a space for the `T`, and no offset, are taken too) or a number: epoch seconds below 10^11, milliseconds below 10^14,
  /// microseconds below 10^17, else nanoseconds. What is finer than a microsecond is cut off.
  init(_ text: UnsafeBufferPointer<UInt8>) {
    var scanner = Scanner(text)
    self = Timestamp.dateTime(&scanner) ?? Timestamp.number(Scanner(text))
    if case .microseconds(let time, _) = self, !Timestamp.range.contains(time) { self = .outOfRange }
  }

  private static func dateTime(_ scanner: inout Scanner) -> Timestamp? {
    guard scanner.rest >= 16, scanner.byte(at: 4) == UInt8(ascii: "-"), let year = scanner.digits(4), scanner.skip("-"),
      let month = scanner.digits(2), scanner.skip("-"), let day = scanner.digits(2)
    else { return nil }
    guard scanner.skip("T") || scanner.skip(" ") || scanner.skip("t"), let hour = scanner.digits(2), scanner.skip(":"),
      let minute = scanner.digits(2)
    else { return .unreadable }
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
    guard (1...12).contains(month), (1...daysInMonth(month, year)).contains(day), hour < 24, minute < 60, second <= 60 else {
      return .unreadable
    }
    guard let offset = scanner.offset() else { return .unreadable }
    let seconds = ((daysSince1970(year, month, day) * 24 + hour) * 60 + minute - (offset.minutes ?? 0)) * 60 + second
    return .microseconds(Int64(seconds * 1_000_000 + fraction), hasZone: offset.minutes != nil)
  }

  private static func number(_ start: Scanner) -> Timestamp {
    var scanner = start
    let isNegative = scanner.skip("-")
    guard let whole = scanner.number() else { return scanner.isAtDigit ? .outOfRange : .unreadable }
    var places = 0
    switch whole {
    case ..<100_000_000_000: places = 6
    case ..<100_000_000_000_000: places = 3
    default: break
    }
    var fraction = 0
    if scanner.skip(".") {
      guard let digits = scanner.fraction(places: places) else { return .unreadable }
      fraction = digits
    }
    if scanner.skip("e") || scanner.skip("E") { return exponential(start) }
    guard scanner.rest == 0 else { return .unreadable }
    var time: Int
    switch whole {
    case ..<100_000_000_000: time = whole * 1_000_000 + fraction
    case ..<100_000_000_000_000: time = whole * 1_000 + fraction
    case ..<100_000_000_000_000_000: time = whole
    default: time = whole / 1_000
    }
    if isNegative { time = -time }
    return .microseconds(Int64(time), hasZone: true)
  }

  /// A number with an exponent, which nothing but a program that prints floating point writes.
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

  /// `days_from_civil` of Howard Hinnant, "chrono-compatible low-level date algorithms".
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Goes through the bytes of a time.
  private struct Scanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var rest: Int { bytes.count - position }
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var isAtDigit: Bool { position < bytes.count && digit(bytes[position]) != nil }
    func byte(at place: Int) -> UInt8 { bytes[place] }

    private func digit(_ byte: UInt8) -> Int? {
      let value = byte &- UInt8(ascii: "0")
      return value < 10 ? Int(value) : nil
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    /// Exactly so many digits.
    mutating func digits(_ count: Int) -> Int? {
      guard rest >= count else { return nil }
      var value = 0
      for place in position..<(position + count) {
        guard let digit = digit(bytes[place]) else { return nil }
        value = value * 10 + digit
      }
      position += count
      return value
    }

    /// One digit or more; nil, with nothing passed, where there is none or the number does not fit.
    mutating func number() -> Int? {
      var value = 0
      var place = position
      while place < bytes.count, let digit = digit(bytes[place]) {
        let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
        let (sum, overflow) = product.addingReportingOverflow(digit)
        if tooLarge || overflow { return nil }
        value = sum
        place += 1
      }
      guard place > position else { return nil }
      position = place
      return value
    }

    /// The first `places` digits of a fraction as a whole number; further ones are passed over.
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

    /// The offset from UTC at the end of the time, nil minutes where none is given; nil where something else stands there.
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
