import NavigationModel

/// Where the export of an analytics product keeps what the navigation log calls by other names.
///
/// Most of a format is said here, as a table. What is no matter of places (autocaptured touches, times that are shifted) is the work of a
/// ``RecordInterpreter``.
struct ExportFields: Sendable {
  /// One place where a field is found, and how its text is read.
  struct Source: Sendable {
    var path: RecordPath
    var reading = TextReading.asItIs
    /// The text is the name of a class, which stands in for the name of a screen.
    var isClassName = false
  }

  /// How the text at a place is read.
  enum TextReading: Sendable {
    case asItIs
    /// This text means that there is none.
    case unless(String)
    /// What follows this beginning, where the text has it.
    case after(String)
    /// A word for which the navigation log has another: few different ones in a log. An empty answer: not known.
    case word(@Sendable (String) -> String)
  }

  /// The event's own properties, which the app map calls `params.…`.
  enum Parameters: Sendable {
    case members(RecordPath)
    case entries(RecordPath)
  }

  /// Where each field is found. The first source that has a value counts.
  var sources: [NativeField: [Source]] = [:]
  /// What the event names of the export mean. Others are `other`.
  var kinds: [String: EventKind] = [:]
  /// The parts of an event's identity, where it has no id of its own. The first has no value: no id. What is read of the event is a part as well:
  /// events that differ in it are two, whatever else they share.
  var identity: [RecordPath] = []
  /// One or two whole numbers by which events of the same time are ordered, the most important first; each with the places where it may stand.
  var sequence: [[RecordPath]] = []
  var parameters = Parameters.members(RecordPath([]))
  /// The size of the screen, where nothing else tells a tablet.
  var screenSize: ScreenSize?
  /// What was found out about this log and is to be said with its format, in a few words.
  var remark: String?
  /// What the interpreter looks at.
  var watched: [RecordPath] = []
  /// Makes an interpreter that finds what it looks at in these places.
  var makeInterpreter: (@Sendable (_ places: [Int]) -> any RecordInterpreter)?

  subscript(field: NativeField) -> [Source] {
    get { sources[field] ?? [] }
    set { sources[field] = newValue }
  }

  /// All paths to read, but for those that only the app map asks for.
  var paths: [RecordPath] {
    NativeField.allCases.flatMap { self[$0].map(\.path) } + identity + sequence.joined() + (screenSize?.paths ?? []) + watched
  }

  /// The path of what the app map names.
  func path(_ names: [String]) -> RecordPath {
    guard let first = names.first, names.count > 1 else { return RecordPath(members: names) }
    let rest = Array(names.dropFirst())
    switch parameters {
    case .members(let root):
      return first == "params" || first == root.dotted ? root + rest.map(RecordPath.Step.member) : RecordPath(members: names)
    case .entries(let root):
      return first == "params" || first == root.dotted ? root + [.entry(rest.joined(separator: "."))] : RecordPath(members: names)
    }
  }
}

/// `.init("user_id")`, or just `"user_id"` among sources.
extension ExportFields.Source: ExpressibleByStringLiteral {
  init(stringLiteral text: String) { self.init(path: RecordPath(stringLiteral: text)) }
}

/// Looks at the values of a record for what is no matter of places. One for each thread.
protocol RecordInterpreter: AnyObject {
  /// - Parameters:
  ///   - values: the native fields are filled in already.
  ///   - event: what is known of the event so far, by its name.
  func interpret(_ values: borrowing RecordValues, _ event: inout ExportedEvent)
}

/// What an export says of an event beyond the fields of the navigation log.
struct ExportedEvent {
  var kind = EventKind.other
  /// The kind follows from what autocapture saw, not from what the app says.
  var isInferred = false
  /// The screen is named by its class alone.
  var isNamedByClass = false
  var via = Via.unknown
  /// A hash of what makes up the event's identity, 0 where it has an id of its own or none.
  var identity: UInt64 = 0
  /// The order among events of the same time.
  var sequence: UInt16 = 0
  /// What is to be added to the time, microseconds.
  var timeShift: Int64 = 0

  /// Whether the screen that the export stamps on the event is that of the event itself: on others it is only where the user was.
  var keepsScreen: Bool {
    switch kind {
    case .screenView, .tap, .gesture, .rotate: true
    default: false
    }
  }
}

/// The size of a phone's or tablet's screen.
struct ScreenSize: Sendable {
  var width: RecordPath
  var height: RecordPath
  /// Pixels of one point, where the size is in pixels.
  var scale: RecordPath?
  /// Pixels of an inch, where that is what the log says: 160 make a point one pixel. What a format says of neither is in points.
  var dpi: RecordPath?

  var paths: [RecordPath] { [width, height] + [scale, dpi].compactMap(\.self) }

  /// The smallest side of a tablet, in density-independent points (Android's `sw600dp`).
  static let tabletSide = 600.0
}
