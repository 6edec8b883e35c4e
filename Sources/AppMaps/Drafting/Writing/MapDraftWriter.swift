import EventLogs
import Foundation
import NavigationModel

/// A first app map for a log, as written by `navaudit init`: what the log shows, what is inferred and how confidently,
/// and what to review.
public struct MapDraft: Sendable {
  /// The file, with comments. It is a valid app map.
  public package(set) var text = ""
  /// The inferred structure; nil if the log itself shows it.
  public package(set) var structure: InferredStructure?
  /// The tabs in the map.
  public package(set) var tabs: [String] = []
  public package(set) var events = 0
  /// Notes on how the logs were read.
  public package(set) var notes: [String] = []

  package init() {}
}

/// Writes the YAML of a ``MapDraft``.
package struct MapDraftWriter {
  let words: LogWords
  let ids: NamesWithIDs
  /// The names that belong together in a log of several languages.
  let labels: LabelPairs
  let structure: InferredStructure?

  /// The meaning of the log's columns and events; nil if nothing needs mapping.
  let draft: LogDraft?
  /// What is already declared, and stays.
  let map: AppMap
  /// What each mapping of the map read in the log.
  let uses: [MappingUse]
  /// Lines of the existing map that are kept unchanged.
  let kept: [String]

  package init(
    words: LogWords, ids: NamesWithIDs, labels: LabelPairs = LabelPairs(), structure: InferredStructure?,
    draft: LogDraft?, map: AppMap,
    uses: [MappingUse] = [], kept: [String] = []
  ) {
    self.words = words
    self.ids = ids
    self.labels = labels
    self.structure = structure
    self.draft = draft
    self.map = map
    self.uses = uses
    self.kept = kept
  }

  /// The most lines of a list that is only to be reviewed, as people read them.
  static let longest = 12

  /// The tabs: the inferred ones, otherwise those that were tapped.
  package var tabs: [String] { structure?.tabNames ?? renamed(words.tabs) }

  /// Only how the log is read.
  package var mappings: String {
    (["# Drafted for this run; `navaudit init` writes a map with its reasons."] + columns
      + (map.events.isEmpty ? [] : ["events:"] + map.events.map { "  " + $0.yaml }))
      .joined(separator: "\n") + "\n"
  }

  package func text(sources: [(name: String, format: String)], users: Int) -> String {
    let parts = [
      heading(sources, users: users),
      [map.app.map { "app: \($0.yaml)" } ?? "# app: The name of the app"], columns, eventNames,
      screenNames, entryNames, containers,
      structure.map(guess) ?? observed, kept,
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private func heading(_ sources: [(name: String, format: String)], users: Int) -> [String] {
    let events = words.kinds.reduce(words.otherUnknown) { $0 + $1.count } + words.unknown.reduce(0) { $0 + $1.count }
    return [
      """
      # The app map, drafted by `navaudit init` from \(events.of("event")) of \(users.of("user")). Review it: what \
      follows a # is a reason or a suggestion,
      """,
      "# everything else is used as written. `navaudit init --check` checks the file.", "#",
    ] + shown(sources.map { "# Read as \($0.format): \(comment($0.name))" }, least: 20)
  }

  /// The first lines of a list of comments, and how many more there are.
  func shown(_ lines: [String], least: Int = longest) -> [String] {
    lines.prefix(least) + (lines.count > least ? ["# … and \(lines.count - least) more"] : [])
  }

  // MARK: - Events

  private var columns: [String] {
    guard !map.columns.isEmpty else { return [] }
    let own = draft?.export == nil ? draft?.columns.parts ?? [] : []
    let empty = map.columns.filter { $0.source == .constant("") }
    let known = map.columns.filter { $0.source != .constant("") }
    var lines = ["# Where each field is found in the log:", "columns:"]
    lines += known.map { column in
      let part = own.first { $0.field == column.field }
      return "  \(column.field): \(column.source.yaml)"
        + (part.map { "  # \($0.confidence.percent): \($0.reason)" } ?? "")
    }
    if !empty.isEmpty { lines.append("  # These have names of native fields but mean something else:") }
    lines += empty.map { "  \($0.field): {constant: \"\"}" }
    if let order = map.times.order { lines.append("times: {order: \(order.rawValue)}") }
    switch map.times.epoch {
    case .unix: break
    case .apple: lines.append("times: {epoch: 2001}  # seconds since 2001, as Apple's frameworks count")
    case .spreadsheet: lines.append("times: {epoch: 1900}  # days since 1900, as spreadsheets count")
    case .start, .startMilliseconds, .startMicroseconds:
      lines.append("times: {epoch: \(map.times.epoch.rawValue)}  # counted from the start of each session")
    }
    if let value = draft?.columns.ambiguousDate {
      lines.append(
        """
        # No date in this log shows whether the day or the month comes first (\(comment(value))). If it is the \
        month: times: {order: month-first}
        """
      )
    }
    return lines
  }

  private var eventNames: [String] {
    var lines: [String] = []
    if !words.kinds.isEmpty {
      lines.append("# Events by kind:")
      lines += words.kinds.map { "#   \($0.kind.word): \($0.count.grouped)" }
    }
    let own = (draft?.events.parts ?? []).filter { $0.kind != nil && !$0.isKnown }
    if !map.events.isEmpty {
      lines += ["# What the app's own events mean:", "events:"]
      let drafted = own.compactMap { part in draft?.mapping(part).map { (mapping: $0, part: part) } }
      let byConditions = Dictionary(grouping: drafted, by: \.mapping.conditions)
      lines += map.events.enumerated().map { index, mapping in
        let part = byConditions[mapping.conditions]?.first { $0.mapping == mapping }?.part
        let count = index < uses.count ? uses[index].events : 0
        return "  \(mapping.yaml)"
          + (part.map { "  # \($0.confidence.percent), \(count.of("event")): \($0.reason)" } ?? "")
      }
    }
    let other = draft?.leavingOut(besides: map)
    if let other {
      if map.events.isEmpty { lines.append("events:") }
      lines.append("  \(other.yaml)  # what happens around it is no navigation, so it is left out")
    }
    let unsure = own.filter { !$0.isSure }.compactMap { part in draft?.mapping(part).map { (part, $0) } }
    if !unsure.isEmpty {
      let before = map.events.isEmpty && other == nil ? ", and put `events:` before the first" : ""
      lines.append("# Not sure. Remove the # from lines that are right\(before); what is none gets `event: other`:")
      lines += shown(
        unsure.map { part, mapping in
          let others = part.others.isEmpty ? "" : "; or \(part.others.map(\.word).joined(separator: ", "))"
          // A draft looks at some of the users of a large log, the tally at all of them.
          let all = part.conditions.isEmpty ? words.unknown.first { $0.word == part.word }?.count : nil
          return "#  \(comment(mapping.yaml))  # \(part.confidence.percent), \((all ?? part.count).of("event")): "
            + part.reason + others
        })
    }
    let read = Set(own.flatMap { [$0.word] + $0.otherWords } + (other?.conditions[0].texts ?? []))
    let rest = words.unknown.filter { !read.contains($0.word) }
    if !rest.isEmpty {
      lines.append("# Not read:")
      lines += shown(
        rest.map { unread in
          let kind = draft == nil ? NameWords(unread.word).concepts.kinds(hasTarget: true).first?.kind : nil
          return "#   \(comment(unread.word)): \(unread.count.grouped)"
            + (kind.map { "; its name suggests \($0.word)" } ?? "")
        })
    }
    return lines
  }

  /// A name for a comment, on one line.
  func comment(_ text: String) -> String {
    text.unicodeScalars.prefix(200).reduce(into: "") { comment, scalar in
      let isLineEnd = scalar.properties.generalCategory == .control || scalar.value == 0x2028 || scalar.value == 0x2029
      // In job output, CI systems would execute `##[…]`.
      if scalar == "#", comment.hasSuffix("#") { comment += " " }
      comment.unicodeScalars.append(isLineEnd ? " " : scalar)
    }
  }

  /// The keys that a draft writes itself.
  private static let written: Set<Substring> = [
    "app", "tabs", "more", "menus", "roots", "screens", "screen_names", "entry_names", "ignore_screens", "columns",
    "times", "events", "infer",
  ]

  /// The other keys of a map, copied from its text, with their comments.
  package static func kept(of yaml: String) -> [String] {
    var lines: [String] = []
    var isKept = false
    for line in yaml.split(separator: "\n", omittingEmptySubsequences: false) {
      if let first = line.first, first != " ", first != "#", first != "-" {
        isKept = !written.contains(line.prefix { $0 != ":" })
      }
      if isKept { lines.append(String(line)) }
    }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines
  }
}
