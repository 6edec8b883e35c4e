import Measures
import NavigationModel
import UsabilityRules

extension ReportContents {
  /// The number of sessions whose steps are shown.
  static let steppedSessions = 80

  /// The table `example_steps`: the steps of the example sessions of findings that were drawn (``DrawnSessions``), and
  /// of a few more drawn ones that show other pairs of screens. None if small groups are hidden.
  package var exampleStepsTable: Table {
    typealias Row = (
      label: String, session: DrawnSessions.DrawnSession, number: Int, part: Int, step: DrawnSessions.DrawnStep
    )
    let rows =
      hidden != nil
      ? []
      : chosenSessions.flatMap { label, session -> [Row] in
        var part = 0
        return session.steps.enumerated().map { index, step in
          if step.isFirst { part += 1 }
          return (label, session, index + 1, part, step)
        }
      }
    return TableDefinition<Row>(
      "example_steps",
      """
      One row for each step of up to \(Self.steppedSessions) drawn sessions, among them the example sessions of \
      findings.
      """,
      [
        .key(.session, "The session, as findings name it.") { $0.label },
        .numberKey(.step, "The position of the step in the session, from 1.") { $0.number },
        .numberKey(.part, "The part of the session, from 1.") { $0.part },
        .text(.screen, "The screen that the step leads to.") { scope.names[$0.step.screen] },
        .text(.kind, "How: entry, tab, more, more_item, menu_item, push, modal, link, back or reselect.") {
          $0.step.kind.word
        },
        .measure(.stay, "Seconds until the next step of the part.", in: .seconds) {
          $0.step.dwell.map { Double($0) / 1000 }
        },
        .time(.start, "When the session began.") { $0.session.start },
        .text(.platform, "The platform of the session.") { scope.names[$0.session.platform] },
        .text(.appVersion, "The version of the app in the session.") { scope.names[$0.session.appVersion] },
      ]
    ).table(rows)
  }

  private var chosenSessions: [(label: String, session: DrawnSessions.DrawnSession)] {
    let drawn = measures.drawnSessions.users
    let examples = Set(findings.flatMap(\.examples).map(\.label))
    let all = drawn.flatMap { user in user.sessions.map { (label: "\(user.pseudonym)-\($0.number)", session: $0) } }
    var chosen = all.filter { examples.contains($0.label) }
    guard chosen.count < Self.steppedSessions else { return Array(chosen.prefix(Self.steppedSessions)) }
    var shown = Set<[Name]>()
    func pairs(_ session: DrawnSessions.DrawnSession) -> [[Name]] {
      zip(session.steps, session.steps.dropFirst()).filter { !$1.isFirst }.map { [$0.screen, $1.screen] }
    }
    for (_, session) in chosen { shown.formUnion(pairs(session)) }
    // Short ones are read more easily.
    for one in all where one.session.steps.count <= 30 && !examples.contains(one.label) {
      let own = pairs(one.session)
      if shown.isSuperset(of: own) { continue }
      shown.formUnion(own)
      chosen.append(one)
      if chosen.count == Self.steppedSessions { break }
    }
    return chosen
  }
}
