import CSimdJSON
import NavigationModel

/// What a record says about its event beyond the fields of the navigation log.
struct Interpretation {
  /// What the format or the app map says; nil: the event's name says it.
  var kind: EventKind?
  /// The kind is derived from autocapture; the app did not log it.
  var isInferred = false
  /// The screen is named only by its class.
  var isNamedByClass = false
  /// A hash of the event's identity; 0 if it has an id or no identity.
  var identity: UInt64 = 0
  /// The order among events of the same time.
  var sequence: UInt32 = 0
  /// The correction of the time, microseconds.
  var timeShift: Int64 = 0
  /// The number of the app map's mapping that matched.
  var mapping: Int?

  /// Whether the screen in a format's record is that of the event; for other events it is only where the user was.
  fileprivate var keepsScreen: Bool {
    switch kind {
    case .screenView, .tap, .gesture, .rotate: true
    default: false
    }
  }
}

/// Completes the native fields of records as the plan says. One per thread.
final class FieldReader {
  private let plan: FieldPlan
  private let words: [RecentTexts<ConstantText>]
  /// The texts of joined fields of the current record.
  private var joined: [ConstantText?]
  private let touches = TouchReader()
  private let tablet = ConstantText("tablet")

  init(_ plan: FieldPlan) {
    self.plan = plan
    words = (0..<plan.words).map { _ in RecentTexts() }
    joined = plan.joins.map { _ in nil }
  }

  /// Completes the values, and returns what else the record says. All values of a mapping are read before any is
  /// written.
  func read(_ values: borrowing RecordValues) -> Interpretation {
    var found = Interpretation()
    for filling in plan.fillings where values[filling.field].textOrListBytes.isEmpty {
      values[filling.field] = value(from: filling.places, values, &found, isScreen: filling.field == .screen)
    }
    for (number, join) in plan.joins.enumerated() {
      joined[number] = ConstantText(joining: join.indices.map { values.values[$0].textBytes })
      values[join.field] = joined[number]?.value ?? .absent
    }
    for constant in plan.constants { values[constant.field] = constant.text.value }
    if let vendor = plan.vendor { read(values, vendor, &found) }
    let number = plan.mappings.match(for: values)
    var givesScreen = false
    if let number {
      let mapping = plan.mappings[number]
      givesScreen = mapping.givesScreen
      if plan.vendor != nil, let kind = mapping.kind {
        found.kind = kind
        found.isInferred = false
        if !givesScreen { found.isNamedByClass = false }
      }
      var ignored = found
      assign(mapping, values, &ignored)
    }
    found.mapping = number
    if plan.vendor != nil, !found.keepsScreen, !givesScreen {
      values[.screen] = .absent
      found.isNamedByClass = false
    }
    return found
  }

  /// What the vendor's format says.
  private func read(_ values: borrowing RecordValues, _ vendor: FieldPlan.Vendor, _ found: inout Interpretation) {
    if let size = vendor.size, values[.device].kind == CSJ_ABSENT, isTablet(values, size) {
      values[.device] = tablet.value
    }
    found.kind = .other
    if let number = vendor.events.match(for: values) {
      let mapping = vendor.events[number]
      if let kind = mapping.kind { found.kind = kind }
      assign(mapping, values, &found)
      if let touch = mapping.touch {
        touches.read(touch.map { value(from: $0, values, &found) }, in: values, &found)
      }
    }
    if !vendor.identity.isEmpty { found.identity = identity(values, vendor.identity) }
    found.sequence = order(values, vendor.order, &found)
    found.timeShift = -vendor.shift
    if let moved = vendor.moved,
      case .microseconds(let to, _) = Timestamp(values.values[moved.to].textBytes),
      case .microseconds(let from, _) = Timestamp(values.values[moved.from].textBytes)
    {
      found.timeShift += to - from
    }
  }

  private func assign(_ mapping: FieldPlan.Mapping, _ values: borrowing RecordValues, _ found: inout Interpretation) {
    if mapping.assignments.isEmpty { return }
    var texts: [RecordValue] = []
    for (field, places) in mapping.assignments {
      texts.append(value(from: places, values, &found, isScreen: field == .screen))
    }
    for (assignment, text) in zip(mapping.assignments, texts) { values[assignment.field] = text }
  }

  /// The value of the first place that has one.
  private func value(
    from places: [FieldPlan.Place], _ values: borrowing RecordValues, _ found: inout Interpretation,
    isScreen: Bool = false
  ) -> RecordValue {
    for place in places {
      let value = read(place, values.values[place.index])
      if value.textOrListBytes.isEmpty { continue }
      if isScreen { found.isNamedByClass = place.isClassName }
      return value
    }
    return .absent
  }

  @inline(__always)
  private func read(_ place: FieldPlan.Place, _ value: RecordValue) -> RecordValue {
    switch place.reading {
    case .asItIs: return value
    case .constant(let text): return text.value
    case .unless(let nothing): return nothing.equals(value) ? .absent : value
    case .after(let beginning): return beginning.isBeginning(of: value) ? value.dropping(beginning.count) : value
    case .word(let cache, let translate):
      if value.textBytes.isEmpty { return .absent }
      return words[cache][value, { ConstantText(translate($0)) }].value
    }
  }

  /// The smallest side of a tablet, in density-independent points (Android's `sw600dp`).
  private static let tabletSide = 600.0

  private func isTablet(_ values: borrowing RecordValues, _ size: ScreenSize<Int>) -> Bool {
    guard let width = values.values[size.width].double, let height = values.values[size.height].double else {
      return false
    }
    var scale = 1.0
    if let index = size.scale {
      guard let given = values.values[index].double, given > 0 else { return false }
      scale = given
    }
    if let index = size.dpi {
      guard let dpi = values.values[index].double, dpi > 0 else { return false }
      scale = dpi / 160
    }
    return min(width, height) / scale >= Self.tabletSide
  }

  private func identity(_ values: borrowing RecordValues, _ parts: [Int]) -> UInt64 {
    if values.values[parts[0]].textBytes.isEmpty { return 0 }
    var hash: UInt64 = 0
    for index in parts { hash = Self.mixed(hash, values.values[index].textBytes) }
    return max(hash, 1)
  }

  private static let content: [NativeField] = [.screen, .target, .container, .value]

  /// An identity that includes the event's content.
  func identityWithContent(_ identity: UInt64, _ values: borrowing RecordValues) -> UInt64 {
    var hash = identity
    for field in Self.content { hash = Self.mixed(hash, values[field].textOrListBytes) }
    return max(hash, 1)
  }

  @inline(__always)
  private static func mixed(_ hash: UInt64, _ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    (hash ^ ByteInterner.hash(text)) &* 0x9E37_79B9_7F4A_7C15
  }

  /// The numbers that order events of the same time, combined: the low bits of a counter of the device; for two numbers
  /// of a batch, up to 65,535 of each.
  private func order(
    _ values: borrowing RecordValues, _ order: [[FieldPlan.Place]], _ found: inout Interpretation
  ) -> UInt32 {
    guard let most = order.first else { return 0 }
    let number = value(from: most, values, &found).integer
    guard order.count > 1 else { return UInt32(truncatingIfNeeded: number) }
    let limit = UInt64(UInt16.max)
    return UInt32(min(number, limit) << 16 | min(value(from: order[1], values, &found).integer, limit))
  }
}

extension RecordValue {
  fileprivate func dropping(_ count: Int) -> RecordValue {
    RecordValue(bytes: bytes + count, length: length - count, kind: kind)
  }

  /// A number without a sign, possibly without its high bits; 0 if there is none.
  var integer: UInt64 {
    var number: UInt64 = 0
    for byte in textBytes {
      let digit = byte &- UInt8(ascii: "0")
      if digit > 9 { return 0 }
      number = number &* 10 &+ UInt64(digit)
    }
    return number
  }

  /// A number, including one written as a text.
  var double: Double? { textBytes.isEmpty ? nil : Double(String(decoding: textBytes, as: UTF8.self)) }
}

extension ConstantText {
  /// Several texts with blanks between them; nil if one of them is empty.
  fileprivate convenience init?(joining texts: [UnsafeBufferPointer<UInt8>]) {
    if texts.contains(where: \.isEmpty) { return nil }
    self.init(Array(texts.joined(separator: [0x20])))
  }
}
