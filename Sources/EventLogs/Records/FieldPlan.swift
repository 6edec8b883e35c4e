import CSimdJSON
import NavigationModel

/// The source of each native field of a log's events, as the app map and the vendor's format say: the paths to read
/// from each record, and what is done with their values. Compiled once, and shared by the threads that read the log.
package struct FieldPlan: Sendable {
  /// The paths to read, by index. The first indices are those of the native fields; nil if nothing is read.
  private(set) var paths: [RecordPath?]
  /// Where fields are found whose own path has no value, in order: the first place with one counts.
  private(set) var fillings: [Assignment] = []
  private(set) var constants: [(field: NativeField, text: ConstantText)] = []
  /// Fields that are written in several parts, such as a date and a time of day.
  private(set) var joins: [(field: NativeField, indices: [Int])] = []
  /// The app map's meanings of events, and the format's.
  private(set) var mappings = EventMeanings()
  private(set) var vendor: Vendor?
  /// How many caches of translated words a thread needs.
  private(set) var words = 0
  let times: TimeNotation
  /// The zone of times without an offset.
  package var zone = CalendarDays.utc
  /// Whether the line of each event is kept.
  package var keepsLines = false
  /// The app map's columns and events, from which the plan for a vendor's format is made.
  private let columns: [FieldSource.Assignment]
  private let events: [EventMapping]
  private let firstFree: Int

  typealias Assignment = (field: NativeField, places: [Place])

  /// The index of a value, and how its text is read.
  struct Place: Sendable {
    let index: Int
    let reading: Reading
    var isClassName = false
  }

  enum Reading: Sendable {
    case asItIs
    case unless(ConstantText)
    case after(ConstantText)
    case constant(ConstantText)
    /// A translated word, in the cache with this number.
    case word(Int, @Sendable (String) -> String)
  }

  /// What one kind of event means.
  struct Mapping: Sendable {
    let conditions: [(index: Int, test: ValueTest)]
    /// The fields that it sets.
    let assignments: [Assignment]
    let kind: EventKind?
    let touch: TouchFields<[Place]>?
    let givesScreen: Bool
  }

  /// What a vendor's format says about an event beyond its fields.
  final class Vendor: Sendable {
    let events: EventMeanings
    let identity: [Int]
    let order: [[Place]]
    let size: ScreenSize<Int>?
    let moved: (from: Int, to: Int)?
    /// How far the times of the log are ahead of UTC, microseconds.
    let shift: Int64

    init(
      events: EventMeanings, identity: [Int], order: [[Place]], size: ScreenSize<Int>?, moved: (from: Int, to: Int)?,
      shift: Int64
    ) {
      self.events = events
      self.identity = identity
      self.order = order
      self.size = size
      self.moved = moved
      self.shift = shift
    }
  }

  package static let native = FieldPlan(columns: [], events: [])

  /// - Parameter columns: the sources of fields; an unlisted field comes from the field with its own name, unless that
  ///   is used for another. If no source gives the event, it is a `screen_view`.
  package init(columns: [FieldSource.Assignment], events: [EventMapping], times: TimeNotation = .standard) {
    self.init(columns: columns, events: events, times: times, format: nil)
    guard !columns.isEmpty else { return }
    var used: Set<RecordPath> = []
    var assigned: Set<NativeField> = []
    for column in columns {
      guard let field = NativeField(word: column.field) else { continue }
      assigned.insert(field)
      if case .first = column.source, column.paths.count == 1 { used.insert(RecordPath(members: column.paths[0])) }
    }
    let screenView = ConstantText(EventKind.screenView.word)
    for field in NativeField.allCases
    where !assigned.contains(field) && used.contains(RecordPath(members: [field.word])) {
      paths[field.rawValue] = nil
      if field == .event { constants.append((.event, screenView)) }
    }
    // The id of a record with a list is not that of each element.
    if !assigned.contains(.id), used.contains(where: { $0.levels.count > 1 }) { paths[NativeField.id.rawValue] = nil }
    if !assigned.contains(.event), assigned.contains(.screen), paths[NativeField.event.rawValue] != nil {
      fillings.append((.event, [Place(index: NativeField.event.rawValue, reading: .constant(screenView))]))
    }
  }

  /// The plan for a vendor's format with the same app map.
  /// - Parameter shift: how far the times of the log are ahead of UTC, microseconds.
  func reading(_ format: VendorFormat, shift: Int64 = 0) -> FieldPlan {
    var plan = FieldPlan(columns: columns, events: events, times: times, format: format)
    let own = Speaker.format(format)
    var meanings: [Mapping] = []
    for (mapping, touch) in format.events {
      let touch = touch?.map { plan.places($0, own) }
      meanings.append(plan.mapping(mapping, own, touch: touch))
    }
    let identity = format.identity.map { plan.index(of: format.path($0)) }
    let order = format.order.map { plan.places($0, own) }
    let size = format.screenSize?.map { plan.index(of: format.path($0)) }
    let moved = format.moved.map {
      (from: plan.index(of: format.path($0.from)), to: plan.index(of: format.path($0.to)))
    }
    plan.vendor = Vendor(
      events: EventMeanings(meanings), identity: identity, order: order, size: size, moved: moved, shift: shift)
    plan.keepsLines = keepsLines
    plan.zone = zone
    return plan
  }

  private init(
    columns: [FieldSource.Assignment], events: [EventMapping], times: TimeNotation, format: VendorFormat?
  ) {
    self.times = times
    self.columns = columns
    self.events = events
    firstFree = format == nil ? 0 : NativeField.allCases.count
    paths = NativeField.allCases.map { format == nil ? RecordPath(members: [$0.word]) : nil }
    let named = Set(columns.map(\.field))
    var sources: [(field: NativeField, source: FieldSource, speaker: Speaker)] = []
    for column in format?.columns ?? [] where !named.contains(column.field) {
      if let format, let field = NativeField(word: column.field) {
        sources.append((field, column.source, .format(format)))
      }
    }
    for column in columns {
      if let field = NativeField(word: column.field) { sources.append((field, column.source, .map(format))) }
    }
    // A field that is read as it is stands where it is needed.
    for (field, source, speaker) in sources { paths[field.rawValue] = speaker.direct(source) }
    for (field, source, speaker) in sources { add(field, source, speaker) }
    mappings = EventMeanings(events.map { mapping($0, .map(format)) })
  }

  /// Who names a path: the app map, about a log of a format or another, or a format.
  private enum Speaker {
    case map(VendorFormat?)
    case format(VendorFormat)

    func paths(_ names: [String]) -> [RecordPath] {
      switch self {
      case .map(let format): [format?.mapPath(names) ?? RecordPath(members: names)]
      case .format(let format): format.paths(names)
      }
    }

    /// The field that one name means in a condition, or in the app map's events: a native one, even if the format calls
    /// it something else.
    func field(_ names: [String]) -> NativeField? {
      if case .map(nil) = self { return nil }
      return names.count == 1 ? NativeField(word: names[0]) : nil
    }

    /// The path of a source whose first place is read as it is.
    func direct(_ source: FieldSource) -> RecordPath? {
      guard case .first(let places) = source, let first = places.first, first.reading == .asItIs else { return nil }
      return paths(first.path).first
    }
  }

  private mutating func add(_ field: NativeField, _ source: FieldSource, _ speaker: Speaker) {
    switch source {
    case .first:
      let found = places(source, speaker).dropFirst(paths[field.rawValue] == nil ? 0 : 1)
      if !found.isEmpty { fillings.append((field, Array(found))) }
    case .joined(let all): joins.append((field, all.map { index(of: speaker.paths($0)[0]) }))
    // An empty text: the log has no such field under any name.
    case .constant(let text): if !text.isEmpty { constants.append((field, ConstantText(text))) }
    }
  }

  private mutating func places(_ source: FieldSource, _ speaker: Speaker) -> [Place] {
    switch source {
    case .constant(let text): return [Place(constant: text)]
    case .joined(let all): return all.flatMap(speaker.paths).map { Place(index: index(of: $0), reading: .asItIs) }
    case .first(let all):
      return all.flatMap { place -> [Place] in
        if case .constant(let text) = place.reading { return [Place(constant: text)] }
        var isClassName = false
        if case .className = place.reading { isClassName = true }
        return speaker.paths(place.path).map {
          Place(index: index(of: $0), reading: reading(place.reading), isClassName: isClassName)
        }
      }
    }
  }

  private mutating func reading(_ reading: FieldSource.Reading) -> Reading {
    if let translation = reading.translation {
      words += 1
      return .word(words - 1, translation)
    }
    switch reading {
    case .unless(let text): return .unless(ConstantText(text))
    case .after(let text): return .after(ConstantText(text))
    default: return .asItIs
    }
  }

  private mutating func mapping(
    _ mapping: EventMapping, _ speaker: Speaker, touch: TouchFields<[Place]>? = nil
  ) -> Mapping {
    var isFormat = false
    if case .format = speaker { isFormat = true }
    var kind: EventKind?
    var assignments: [Assignment] = []
    for assignment in mapping.assignments {
      guard let field = NativeField(word: assignment.field) else { continue }
      if field == .event, case .constant(let word) = assignment.source {
        kind = EventKind(word: word)
        // The format's own name of the event is still needed.
        if isFormat { continue }
      }
      if !isFormat, case .first(let all) = assignment.source {
        assignments.append((field, all.map { Place(index: index(ofNames: $0.path, speaker), reading: .asItIs) }))
      } else {
        assignments.append((field, places(assignment.source, speaker)))
      }
    }
    let conditions = mapping.conditions.map { (index: index(ofNames: $0.path, speaker), test: ValueTest($0.test)) }
    return Mapping(
      conditions: conditions, assignments: assignments, kind: kind, touch: touch,
      givesScreen: assignments.contains { $0.field == .screen })
  }

  private mutating func index(ofNames names: [String], _ speaker: Speaker) -> Int {
    speaker.field(names)?.rawValue ?? index(of: speaker.paths(names)[0])
  }

  /// The index of the value at a path, which is added if needed. Where a format gives the native fields, other values
  /// are not theirs, which change.
  mutating func index(of path: RecordPath) -> Int {
    if let index = paths[firstFree...].firstIndex(of: path) { return index }
    paths.append(path)
    return paths.count - 1
  }

  /// The indices of a field's paths after the first.
  func alternatives(of field: NativeField) -> [Int] {
    fillings.filter { $0.field == field }.flatMap { $0.places.filter { !$0.isConstant }.map(\.index) }
  }

  /// Whether a field has a value even if a record has none.
  func hasDefault(_ field: NativeField) -> Bool {
    fillings.contains { $0.field == field && $0.places.contains(where: \.isConstant) }
  }

  /// Whether a JSON object has the time, the user and the event, or a screen that stands for one.
  func describes(_ object: [UInt8]) -> Bool {
    let reader = JSONRecordReader(paths: paths)
    let values = RecordValues(count: paths.count)
    guard reader.read(unpadded: object, into: values) else { return false }
    func has(_ field: NativeField) -> Bool {
      let parts = joins.filter { $0.field == field }.flatMap(\.indices)
      return ([field.rawValue] + alternatives(of: field) + parts).contains { !values.values[$0].textBytes.isEmpty }
    }
    return has(.time) && has(.user) && (has(.event) || namesUsers && has(.screen))
  }

  /// Whether the app map says where the fields are, as for another's log: then a record without a user is no broken
  /// line.
  var namesUsers: Bool { !columns.isEmpty }

  /// Whether the columns fully describe an event, so that no format has to be detected.
  package var isComplete: Bool {
    let fields = Set(columns.map(\.field))
    return fields.contains("time") && fields.contains("user") && (fields.contains("event") || fields.contains("screen"))
  }
}

extension FieldPlan.Place {
  fileprivate init(constant text: String) { self.init(index: 0, reading: .constant(ConstantText(text))) }

  fileprivate var isConstant: Bool {
    if case .constant = reading { true } else { false }
  }
}

/// A test of a value, ready for any record.
enum ValueTest: Sendable {
  case isOneOf([ConstantText])
  case begins(ConstantText)
  case matches(Pattern)
  case `is`(EventMapping.Kind)

  init(_ test: EventMapping.Test) {
    switch test {
    case .isOneOf(let texts): self = .isOneOf(texts.map(ConstantText.init))
    case .begins(let text): self = .begins(ConstantText(text))
    // A map with a pattern that is none was refused.
    case .matches(let expression): self = (try? Pattern(expression)).map(ValueTest.matches) ?? .isOneOf([])
    case .is(let kind): self = .is(kind)
    }
  }

  func holds(for value: RecordValue) -> Bool {
    switch self {
    case .isOneOf(let texts): texts.contains { $0.equals(value) }
    case .begins(let text): text.isBeginning(of: value)
    case .matches(let pattern): pattern.isFound(in: value.textBytes)
    case .is(.present): value.kind != CSJ_ABSENT
    case .is(.absent): value.kind == CSJ_ABSENT
    case .is(.list): value.kind == CSJ_LIST
    case .is(.number): value.kind == CSJ_NUMBER || value.double != nil
    case .is(.text): !value.textBytes.isEmpty
    }
  }
}

/// A text with a stable address, as the value of a record.
final class ConstantText: Sendable {
  // Written once, before anybody else has the value.
  nonisolated(unsafe) private let bytes: UnsafeMutableRawBufferPointer

  init(_ text: some Collection<UInt8>) {
    bytes = .allocate(byteCount: text.count, alignment: 1)
    bytes.copyBytes(from: text)
  }

  convenience init(_ text: String) { self.init(text.utf8) }

  deinit { bytes.deallocate() }

  var value: RecordValue { RecordValue(text: UnsafeRawBufferPointer(bytes)) }
  var count: Int { bytes.count }

  /// Whether this text, number or Boolean is written in the same way.
  func equals(_ other: RecordValue) -> Bool {
    other.conditionBytes.count == bytes.count && other.conditionBytes.elementsEqual(bytes)
  }

  func isBeginning(of other: RecordValue) -> Bool {
    other.conditionBytes.count >= bytes.count && other.conditionBytes.prefix(bytes.count).elementsEqual(bytes)
  }
}
