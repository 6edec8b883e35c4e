import Measures
import NavigationModel

/// A platform and an app version, each possibly unknown: what a doubt accuses (TheRules.md, *Which part is doubtful*).
package typealias LogCell = NamePair

/// The parts of a log, to say which of them is doubtful.
struct LogParts {
  /// A part with fewer rows is not accused on its own.
  static let fewestRows = 100

  private let quality: LogQuality
  private let use: Eligibility
  let names: Names
  /// The platforms whose sessions hold one view and nothing else, as on a watch: there is no navigation to judge.
  let still: Set<Name>
  /// The parts with navigation.
  let all: Set<LogCell>

  init(_ measures: Measures, _ scope: MeasureScope) {
    quality = measures.logQuality
    use = scope.eligibility
    names = scope.names
    let cells = Set(quality.cells.keys)
    let platforms = Set(cells.map(\.first))
    let still = platforms.filter { platform in
      let counts = measures.logQuality.counts(of: cells.filter { $0.first == platform })
      return counts.holdsSingleViews && measures.totals.platforms[platform]?.hasStructure == false
    }
    self.still = still == platforms ? [] : still
    all = still == platforms ? cells : cells.filter { !still.contains($0.first) }
  }

  /// The cells for which a condition holds; of a platform for which it holds and none of whose versions shows the
  /// opposite, all.
  /// - Parameters:
  ///   - rows: the rows that the condition rests on: with few, a cell is neither.
  func accused(_ rows: (LogQuality.Counts) -> Int, _ isBad: (LogQuality.Counts) -> Bool) -> Set<LogCell> {
    func judge(_ counts: LogQuality.Counts) -> Bool? { rows(counts) < Self.fewestRows ? nil : isBad(counts) }
    return Dictionary(grouping: quality.cells.pairs.filter { all.contains($0.0) }, by: \.0.first).values.reduce(into: []
    ) { accused, cells in
      let judged = cells.map { (cell: $0.0, isBad: judge($0.1)) }
      if judged.contains(where: { $0.isBad == false }) {
        accused.formUnion(judged.filter { $0.isBad == true }.map(\.cell))
      } else if judge(quality.counts(of: cells.map(\.0))) == true {
        accused.formUnion(judged.map(\.cell))
      }
    }
  }

  func counts(of cells: Set<LogCell>) -> LogQuality.Counts { quality.counts(of: cells) }

  /// The share of the sessions that cells hold.
  func share(of cells: Set<LogCell>) -> Double {
    Double(counts(of: cells).sessions) / Double(max(counts(of: all).sessions, 1))
  }

  /// The users with a session in one of some cells.
  func users(in cells: Set<LogCell>) -> Int {
    use.users(in: Set(use.builds.filter { cells.contains(LogCell($0.platform, $0.appVersion)) }))
  }

  /// The newest version of a platform that enough people for a plan have.
  func newest(on platform: Name) -> Name? {
    all.filter { $0.first == platform && $0.second.isKnown && users(in: [$0]) >= LayoutFinder.fewestUsers }
      .map(\.second).max { names[$0].precedesAsVersion(names[$1]) }
  }

  /// The newest versions, if people have them and none of them is among the accused cells: what is wrong with older
  /// ones
  /// is mended.
  func mended(_ accused: Set<LogCell>) -> [Name] {
    let latest = Set(accused.map(\.first)).map { platform in newest(on: platform).map { LogCell(platform, $0) } }
    let isMended = latest.allSatisfy { cell in cell.map { !accused.contains($0) } ?? false }
    return isMended ? names.ordered(Set(latest.compactMap { $0?.second })) : []
  }

  /// `on Android`, `in version 1.9 on Android`
  func words(_ accused: Set<LogCell>) -> Text {
    let platforms = names.ordered(Set(accused.map(\.first)))
    let isWhole = platforms.allSatisfy { platform in all.allSatisfy { $0.first != platform || accused.contains($0) } }
    let versions = names.ordered(Set(accused.map(\.second)).filter(\.isKnown))
    let place: Text = "on \(Text.names(platforms.map { Wording.platform(text($0)) }))"
    return isWhole || versions.isEmpty
      ? place : "in version \(Text.names(Array(versions.prefix(Self.mostValues).map { names[$0] }))) \(place)"
  }

  fileprivate func text(_ name: Name) -> String { name.isKnown ? names[name] : "" }

  /// No more values are named.
  fileprivate static let mostValues = 8

  /// That there is no navigation on some platforms; nil if there is on all.
  fileprivate var stillWords: Text? {
    if still.isEmpty { return nil }
    let counts = quality.counts(of: quality.cells.keys.filter { still.contains($0.first) })
    let places = names.ordered(still).map { Wording.platform(text($0)) }
    return
      """
      There is no navigation to judge on \(Text.names(places)): \
      \(Wording.count(counts.singleViews)) of \(Wording.count(counts.sessions, "session")) there hold one screen.
      """
  }

  /// `the same command with --only app_version=2.0`
  static func command(_ dimension: String, _ values: [String]) -> Text {
    let options = values.map { "--only " + Wording.argument("\(dimension)=\($0)") }.joined(separator: " ")
    return "the same command with \(command: options)"
  }
}

extension LogQuality.Counts {
  /// Whether most sessions hold one view and nothing else.
  package var holdsSingleViews: Bool { singleViews * 10 >= sessions * 6 && sessions > 0 }
}

/// The part of a log that no doubt accuses, if it is large enough to be judged alone: some platforms, or some versions.
package struct CleanPart: Sendable {
  /// `platform` or `app_version`.
  package let dimension: String
  package let values: Set<Name>
  /// What is doubtful, who is judged, and the command that does it alone.
  package let sentence: Text

  /// The least share of all users that stay.
  private static let leastShare = 0.2

  /// Nil if nothing is accused, or too few people stay.
  package init?(_ measures: Measures, _ scope: MeasureScope) {
    let parts = LogParts(measures, scope)
    let doubts = LogReliability(measures, scope).all.filter { $0.accuses != nil }
    let accused = doubts.reduce(into: Set<LogCell>()) { $0.formUnion($1.accuses ?? []) }
    if accused.isEmpty, parts.still.isEmpty { return nil }
    func clean(_ path: KeyPath<LogCell, Name>) -> (values: Set<Name>, users: Int) {
      let values = Set(parts.all.map { $0[keyPath: path] }).subtracting(accused.map { $0[keyPath: path] })
      func cells(_ values: some Sequence<Name>) -> Set<LogCell> {
        let values = Set(values)
        return parts.all.filter { values.contains($0[keyPath: path]) }
      }
      let most = values.map { (value: $0, users: parts.users(in: cells([$0]))) }.most(
        LogParts.mostValues, by: \.users, named: { parts.text($0.value) })
      return (Set(most.map(\.value)), parts.users(in: cells(most.map(\.value))))
    }
    let platforms = clean(\.first)
    let versions = clean(\.second)
    let isOfVersions = versions.users > platforms.users && parts.still.isEmpty
    let part = isOfVersions ? versions : platforms
    guard part.users >= LayoutFinder.fewestUsers, Double(part.users) >= Self.leastShare * Double(scope.users) else {
      return nil
    }
    dimension = isOfVersions ? "app_version" : "platform"
    values = part.values
    let texts = scope.names.ordered(part.values).map { parts.text($0) }
    let judged: Text =
      dimension == "platform" ? Text.names(texts.map { Wording.platform($0) }) : "version \(Text.names(texts))"
    let doubtful: Text? =
      doubts.isEmpty ? nil : "Only a part of the log is doubtful: \(doubts.map(\.reason).list())."
    sentence =
      [parts.stillWords, doubtful].compactMap(\.self).joined(by: " ")
        + """
         What follows judges \(judged), with \(Wording.count(part.users)) of \(Wording.count(scope.users, "user")). To \
        judge only these, run \(LogParts.command(dimension, texts)).
        """
  }
}
