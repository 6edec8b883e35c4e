import EventLogs
import NavigationModel

/// The meanings of the events of a log, with their confidence.
package struct EventReading: Sendable {
  /// The meaning of one event name, or of one name with certain values of its properties.
  package struct Part: Sendable {
    package var word: String
    package var otherWords: [String] = []
    /// Further conditions: the texts of properties.
    package var conditions: [(key: String, text: String)]
    /// The number of events in the survey that it covers.
    package var count: Int
    /// Nil: not navigation.
    package var kind: EventKind?
    package var target: String?
    package var screen: String?
    package var container: String?
    /// The list of screens, from the root to the one shown.
    package var list: String?
    /// Whether nothing is known of it but where the user was.
    var isPlace = false
    /// The screen, where the event's name gives it.
    package var screenName: String?
    /// From 0 to 1.
    package var confidence: Double
    package var reason: String
    /// Other possible kinds, the likeliest first.
    package var others: [EventKind] = []
    /// Whether the format itself defines it, so it needs no mapping.
    package var isKnown = false

    package var isSure: Bool { confidence >= Weight.sure }
  }

  package var parts: [Part] = []
  /// Whether some of them happen at places that others name.
  var holdsAsides = false

  /// Names that may be navigation and are not understood with certainty.
  package var unsure: [Part] { parts.filter { !$0.isSure && $0.kind != nil && !$0.isKnown } }
}
