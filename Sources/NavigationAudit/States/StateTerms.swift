import Measures
import NavigationModel

/// What states and surveys must have in common to be merged: otherwise their sums mean different things.
struct StateTerms: Equatable, BinaryCodable {
  /// The text of the app map.
  var map: String?
  var gap: Int64
  var longestPause: Int64
  /// `--time-zone`; nil if it was not given.
  var timeZone: String?
  /// The dimensions of `--segment`, and the number of users of `--minimum-group`.
  var segments: [String] = []
  var minimumGroup: Int?
  /// The fingerprint of the pseudonym key, and the time between the first and the last session start of the entire log. Nil without users, or
  /// before a survey has determined them.
  var key: String?
  var span: SessionSpan?

  init(_ options: AuditOptions, map: LoadedMap) {
    let limits = options.sessionLimits
    self.map = map.text
    (gap, longestPause) = (limits.gap, limits.longestPause)
    (segments, minimumGroup) = (options.segments, options.minimumGroup)
    timeZone = options.timeZone
  }

  init(from decoder: BinaryDecoder) throws {
    (map, gap, longestPause) = (try decoder.decode(), try decoder.decode(), try decoder.decode())
    (timeZone, segments, minimumGroup) = (try decoder.decode(), try decoder.decode(), try decoder.decode())
    (key, span) = (try decoder.decode(), try decoder.decode())
  }

  func encode(to encoder: BinaryEncoder) throws {
    try encoder.encode(map)
    gap.encode(to: encoder)
    longestPause.encode(to: encoder)
    try encoder.encode(timeZone)
    try encoder.encode(segments)
    try encoder.encode(minimumGroup)
    try encoder.encode(key)
    try encoder.encode(span)
  }

  var limits: SessionLimits { SessionLimits(gap: gap, longestPause: longestPause) }

  /// How others differ, and what to do about it; nil if both can be merged.
  func difference(from other: StateTerms) -> String? {
    func minutes(_ time: Int64) -> Int64 { time / 60_000_000 }
    if map != other.map { return "another app map; name the same --map for all" }
    if gap != other.gap { return "--gap \(minutes(gap))m instead of \(minutes(other.gap))m; map all logs with the same --gap" }
    if longestPause != other.longestPause {
      return "--longest-pause \(minutes(longestPause) / 60)h instead of \(minutes(other.longestPause) / 60)h; map all logs with the same --longest-pause"
    }
    if timeZone != other.timeZone { return "another --time-zone; map all logs with the same --time-zone" }
    if segments != other.segments { return "another --segment; map all logs with the same --segment" }
    if minimumGroup != other.minimumGroup { return "another --minimum-group; map all logs with the same --minimum-group" }
    if let key, let others = other.key, key != others { return "another key; map all logs with the same --key, or with one --survey" }
    if let span, let others = other.span, span != others {
      return
        "another first or last session start; run `navaudit survey` on all logs, `navaudit reduce` on the surveys, and `navaudit map --survey` with the result"
    }
    return nil
  }

  /// Takes over what only one of the two knows.
  mutating func merge(_ other: StateTerms) {
    key = key ?? other.key
    span = span ?? other.span
  }
}
