import CSimdJSON
import NavigationModel

/// Maps the fields of an analytics product's export to those of the navigation log.
///
/// Most of a format is declared here, as a table. Everything else (autocaptured touches, shifted times) is done by an
/// ``Interpreter``.
struct ExportFields: Sendable {
  /// A path at which a field is found, and how its text is read.
  struct Source: Sendable {
    var path: RecordPath
    var reading = TextReading.asItIs
    /// The text is a class name, a substitute for the name of a screen.
    var isClassName = false
  }

  /// How the text at a path is read.
  enum TextReading: Sendable {
    case asItIs
    /// This text means that there is no value.
    case unless(ConstantText)
    /// The text without this prefix, if it has it.
    case after(ConstantText)
    /// A word that is translated to one of the navigation log; a log has few different ones. An empty result: unknown.
    case word(@Sendable (String) -> String)
  }

  /// Where the size of a device's screen is found. The scale is pixels per point, if the size is in pixels; instead of
  /// it, a log may give pixels per inch: at 160, a point is one pixel. Without both, sizes are in points.
  typealias ScreenSize<Place> = (width: Place, height: Place, scale: Place?, dpi: Place?)

  /// Interprets the values of a record beyond the table: the native fields are already filled in, and the event is what
  /// its name already says. One per thread.
  typealias Interpreter = (_ values: borrowing RecordValues, _ event: inout ExportedEvent) -> Void

  /// The sources of each field. The first one with a value wins.
  var sources: [NativeField: [Source]] = [:]
  /// The meaning of the export's event names. Others are `other`.
  var kinds: [String: EventKind] = [:]
  /// The parts of an event's identity, if it has no id. If the first has no value, there is no id. The event's content
  /// is a part as well: events that differ in it are different, whatever else they share.
  var identity: [RecordPath] = []
  /// One or two integers that order events of the same time, the most significant first; each with its possible paths.
  var sequence: [[RecordPath]] = []
  /// Where the event's own properties are, `params.…` in the app map: members, or entries of a list of keys and values.
  var parameters = RecordPath([])
  var parametersAreEntries = false
  /// The size of the screen, if nothing else identifies a tablet.
  var screenSize: ScreenSize<RecordPath>?
  /// A remark on this log, to be shown with its format.
  var remark: String?
  var watched: [RecordPath] = []
  /// Makes an interpreter that finds its values at these indices.
  var interpreter: (@Sendable (_ indices: [Int]) -> Interpreter)?

  subscript(field: NativeField) -> [Source] {
    get { sources[field] ?? [] }
    set { sources[field] = newValue }
  }

  /// All paths to read, except those that only the app map needs.
  var paths: [RecordPath] {
    NativeField.allCases.flatMap { self[$0].map(\.path) } + identity + sequence.joined()
      + (screenSize.map { [$0.width, $0.height, $0.scale, $0.dpi].compactMap(\.self) } ?? []) + watched
  }

  /// The path of a name in the app map.
  func path(_ names: [String]) -> RecordPath {
    guard let first = names.first, names.count > 1 else { return RecordPath(members: names) }
    guard first == "params" || first == parameters.dotted else { return RecordPath(members: names) }
    let rest = names.dropFirst()
    return parameters
      + (parametersAreEntries ? [.entry(rest.joined(separator: "."))] : rest.map(RecordPath.Step.member))
  }
}

/// `.init("user_id")`, or just `"user_id"` among sources.
extension ExportFields.Source: ExpressibleByStringLiteral {
  init(stringLiteral text: String) { self.init(path: RecordPath(stringLiteral: text)) }

  static func word(_ path: RecordPath, _ translate: @escaping @Sendable (String) -> String) -> ExportFields.Source {
    .init(path: path, reading: .word(translate))
  }

  /// The name of an operating system or platform: `iOS`, `IOS` and `iPhone OS` are `ios`.
  static func platform(_ path: RecordPath) -> ExportFields.Source {
    word(path) { text in
      switch text.lowercased() {
      case "ios", "iphone os", "iphone", "apple_ios": "ios"
      case "mac os x", "mac os", "macos", "osx": "macos"
      case let other: other
      }
    }
  }

  /// A device class in the export's words.
  static func deviceClass(_ path: RecordPath) -> ExportFields.Source {
    word(path) { text in
      switch text.lowercased() {
      case "mobile", "smartphone", "phone", "phablet", "handset": "phone"
      case "computer", "pc": "desktop"
      case let other: other
      }
    }
  }

  /// The device model, if it distinguishes a phone from a tablet, as Apple's do. Other models are ignored.
  static func model(_ path: RecordPath) -> ExportFields.Source {
    word(path) { text in
      if text.contains("iPad") { return "tablet" }
      return text.contains("iPhone") || text.contains("iPod") ? "phone" : ""
    }
  }

  /// An operating system that only tablets have.
  static func tabletSystem(_ path: RecordPath) -> ExportFields.Source {
    word(path) { $0.lowercased() == "ipados" ? "tablet" : "" }
  }

  /// A class name, a substitute for the name of a screen.
  static func className(_ path: RecordPath) -> ExportFields.Source { .init(path: path, isClassName: true) }
}

/// What an export says about an event beyond the fields of the navigation log.
struct ExportedEvent {
  var kind = EventKind.other
  /// The kind is derived from autocapture; the app did not log it.
  var isInferred = false
  /// The screen is named only by its class.
  var isNamedByClass = false
  var via = Via.unknown
  /// A hash of the event's identity; 0 if it has an id or no identity.
  var identity: UInt64 = 0
  /// The order among events of the same time.
  var sequence: UInt32 = 0
  /// The correction of the time, microseconds.
  var timeShift: Int64 = 0

  /// Whether the screen in the export's record is that of the event; for other events it is only where the user was.
  var keepsScreen: Bool {
    switch kind {
    case .screenView, .tap, .gesture, .rotate: true
    default: false
    }
  }

  private static let foregrounded = ConstantText("Application Foregrounded")

  /// Distinguishes a cold from a warm opening of the app, in the terms of Segment's specification, which others follow.
  mutating func noteOpening(_ values: borrowing RecordValues, fromBackground: RecordValue) {
    if kind == .appOpen { via = fromBackground.isTrue || Self.foregrounded.equals(values[.event]) ? .warm : .cold }
  }
}

extension LogFormat {
  /// A format whose records are JSON objects with other field names.
  static func export(
    _ name: String, _ summary: String, sign: String, signature: RecordSignature,
    fields: @escaping @Sendable (LogHead) -> ExportFields
  ) -> LogFormat {
    LogFormat(
      name: name, summary: summary, sign: sign, signature: signature, fields: fields,
      recognize: { head throws(LogFormatError) in
        guard head.holdsObject else { return nil }
        let fields = fields(head)
        let plan = head.plan.reading(fields)
        return SourceDecoding(format: name + (fields.remark.map { ", " + $0 } ?? ""), mode: .lines) {
          tables, keepsRejected in
          JSONLogDecoder(plan, format: name, tables, keepsRejected: keepsRejected)
        }
      })
  }
}

extension EventKind {
  /// The lifecycle events of Segment's specification, which others follow.
  static let lifecycle: [String: EventKind] = [
    "Application Opened": .appOpen, "Application Foregrounded": .appOpen, "Application Backgrounded": .appBackground,
    "Deep Link Opened": .deepLink,
  ]
}

/// Fills in the native fields of an export's records. One per thread.
final class ExportReading {
  private let fields: [(field: NativeField, sources: [Source])]
  private let kinds: [String: EventKind]
  private let kindsByName = RecentTexts<EventKind>()
  private let identity: [Int]
  private let sequence: [[Int]]
  private let size: ExportFields.ScreenSize<Int>?
  private let interpret: ExportFields.Interpreter?
  private let tablet = ConstantText("tablet")

  /// The index of a source's value, and the words of it that were translated.
  private typealias Source = (index: Int, source: ExportFields.Source, words: RecentTexts<ConstantText?>)

  init(_ export: ExportFields, _ plan: FieldPlan) {
    func index(_ path: RecordPath) -> Int { plan.paths.firstIndex(of: path) ?? 0 }
    fields = NativeField.allCases.compactMap { field in
      let sources = export[field].map { (index: index($0.path), source: $0, words: RecentTexts<ConstantText?>()) }
      return sources.isEmpty ? nil : (field, sources)
    }
    kinds = export.kinds
    identity = export.identity.map(index)
    sequence = export.sequence.map { $0.map(index) }
    size = export.screenSize.map { (index($0.width), index($0.height), $0.scale.map(index), $0.dpi.map(index)) }
    interpret = export.interpreter?(export.watched.map(index))
  }

  /// Fills in the native fields, and returns what else the record says.
  func read(_ values: borrowing RecordValues) -> ExportedEvent {
    var event = ExportedEvent()
    for (field, sources) in fields {
      var found = RecordValue.absent
      for (index, source, words) in sources {
        let value = values.values[index]
        guard !value.textBytes.isEmpty else { continue }
        switch source.reading {
        case .asItIs: found = value
        case .unless(let nothing): found = nothing.equals(value) ? .absent : value
        case .after(let beginning): found = beginning.begins(value) ? value.dropping(beginning.count) : value
        case .word(let translate): found = words[value, { ConstantText(word: translate($0)) }]?.value ?? .absent
        }
        if found.textBytes.isEmpty { continue }
        if field == .screen { event.isNamedByClass = source.isClassName }
        break
      }
      values[field] = found
    }
    if let size, values[.device].kind == CSJ_ABSENT, isTablet(values, size) { values[.device] = tablet.value }
    event.kind = kindsByName[values[.event]] { kinds[$0] ?? .other }
    if !identity.isEmpty { event.identity = identity(values) }
    event.sequence = order(values)
    interpret?(values, &event)
    return event
  }

  /// The smallest side of a tablet, in density-independent points (Android's `sw600dp`).
  private static let tabletSide = 600.0

  private func isTablet(_ values: borrowing RecordValues, _ size: ExportFields.ScreenSize<Int>) -> Bool {
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

  private func identity(_ values: borrowing RecordValues) -> UInt64 {
    if values.values[identity[0]].textBytes.isEmpty { return 0 }
    let hash = identity.reduce(UInt64(0)) { hash, index in
      (hash ^ ByteInterner.hash(values.values[index].textBytes)) &* 0x9E37_79B9_7F4A_7C15
    }
    return max(hash, 1)
  }

  /// The numbers that order events of the same time, combined: the low bits of a counter of the device; for two numbers
  /// of a batch, up to 65,535 of each.
  private func order(_ values: borrowing RecordValues) -> UInt32 {
    guard let first = sequence.first else { return 0 }
    let number = number(values.first(first[...]))
    guard sequence.count > 1 else { return UInt32(truncatingIfNeeded: number) }
    let most = UInt64(UInt16.max)
    return UInt32(min(number, most) << 16 | min(self.number(values.first(sequence[1][...])), most))
  }

  /// An integer, possibly without its high bits; 0 if there is none.
  private func number(_ value: RecordValue) -> UInt64 {
    var number: UInt64 = 0
    for byte in value.textBytes {
      let digit = byte &- UInt8(ascii: "0")
      if digit > 9 { return 0 }
      number = number &* 10 &+ UInt64(digit)
    }
    return number
  }
}

extension RecordValue {
  func dropping(_ count: Int) -> RecordValue { RecordValue(bytes: bytes + count, length: length - count, kind: kind) }

  /// A number, including one written as a text.
  var double: Double? { textBytes.isEmpty ? nil : Double(String(decoding: textBytes, as: UTF8.self)) }
}

extension ConstantText {
  /// Nil for an empty text.
  fileprivate convenience init?(word: String) {
    if word.isEmpty { return nil }
    self.init(word)
  }
}

/// Caches results for the texts of a field, which mostly repeats the previous one and has few different ones.
final class RecentTexts<Value> {
  private var bytes: [UInt8] = []
  private var last: Value?
  private var known: [NameText: Value] = [:]
  /// With more different texts, the cache is bypassed.
  private static var limit: Int { 4096 }

  /// - Parameter value: a text or number; anything else counts as an empty text.
  subscript(value: RecordValue, work: (String) -> Value) -> Value {
    let text = value.textBytes
    if let last, text.count == bytes.count, text.elementsEqual(bytes) { return last }
    let key = NameText(String(decoding: text, as: UTF8.self))
    let found = known[key] ?? work(key.text)
    if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
    known[key] = found
    bytes = Array(text)
    last = found
    return found
  }
}
