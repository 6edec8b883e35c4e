import NavigationModel

/// Maps the fields of an analytics product's export to those of the navigation log.
///
/// Most of a format is declared here, as a table. Everything else (autocaptured touches, shifted times) is done by a
/// ``RecordInterpreter``.
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
    case unless(String)
    /// The text without this prefix, if it has it.
    case after(String)
    /// A word that is translated to one of the navigation log; a log has few different ones. An empty result: unknown.
    case word(@Sendable (String) -> String)
  }

  /// The event's own properties, `params.…` in the app map.
  enum Parameters: Sendable {
    case members(RecordPath)
    case entries(RecordPath)
  }

  /// The sources of each field. The first one with a value wins.
  var sources: [NativeField: [Source]] = [:]
  /// The meaning of the export's event names. Others are `other`.
  var kinds: [String: EventKind] = [:]
  /// The parts of an event's identity, if it has no id. If the first has no value, there is no id. The event's content is a part as well:
  /// events that differ in it are different, whatever else they share.
  var identity: [RecordPath] = []
  /// One or two integers that order events of the same time, the most significant first; each with its possible paths.
  var sequence: [[RecordPath]] = []
  var parameters = Parameters.members(RecordPath([]))
  /// The size of the screen, if nothing else identifies a tablet.
  var screenSize: ScreenSize?
  /// A remark on this log, to be shown with its format.
  var remark: String?
  /// The paths that the interpreter reads.
  var watched: [RecordPath] = []
  /// Makes an interpreter that finds its values at these indices.
  var makeInterpreter: (@Sendable (_ indices: [Int]) -> any RecordInterpreter)?

  subscript(field: NativeField) -> [Source] {
    get { sources[field] ?? [] }
    set { sources[field] = newValue }
  }

  /// All paths to read, except those that only the app map needs.
  var paths: [RecordPath] {
    NativeField.allCases.flatMap { self[$0].map(\.path) } + identity + sequence.joined() + (screenSize?.paths ?? []) + watched
  }

  /// The path of a name in the app map.
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
  var sequence: UInt16 = 0
  /// The correction of the time, microseconds.
  var timeShift: Int64 = 0

  /// Whether the screen in the export's record is that of the event; for other events it is only where the user was.
  var keepsScreen: Bool {
    switch kind {
    case .screenView, .tap, .gesture, .rotate: true
    default: false
    }
  }
}

/// Interprets the values of a record beyond the table. One per thread.
protocol RecordInterpreter: AnyObject {
  /// - Parameters:
  ///   - values: with the native fields already filled in.
  ///   - event: what its name already says about the event.
  func interpret(_ values: borrowing RecordValues, _ event: inout ExportedEvent)
}

/// The size of a device's screen.
struct ScreenSize: Sendable {
  var width: RecordPath
  var height: RecordPath
  /// Pixels per point, if the size is in pixels.
  var scale: RecordPath?
  /// Pixels per inch, if the log gives them: at 160, a point is one pixel. Without both, sizes are in points.
  var dpi: RecordPath?

  var paths: [RecordPath] { [width, height] + [scale, dpi].compactMap(\.self) }

  /// The smallest side of a tablet, in density-independent points (Android's `sw600dp`).
  static let tabletSide = 600.0
}
