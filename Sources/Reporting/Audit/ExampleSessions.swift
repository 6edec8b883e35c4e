import Measures
import NavigationModel
import UsabilityRules

extension ReportContents {
  /// A session behind a finding, with its first steps, as a store has it.
  package struct ExampleSession: Sendable {
    package struct Step: Sendable {
      package let kind: StepKind
      package let screen: String
      /// The number of its part of the session.
      package let part: Int

      package init(kind: StepKind, screen: String, part: Int) {
        self.kind = kind
        self.screen = screen
        self.part = part
      }
    }

    package let platform: String?
    package let appVersion: String?
    package let steps: [Step]
    /// Where else the session and its user can be looked at: `session`, and the address.
    package var links: [(what: String, address: String)] = []

    package init(platform: String?, appVersion: String?, steps: [Step]) {
      self.platform = platform
      self.appVersion = appVersion
      self.steps = steps
    }
  }

  /// The sessions that the cards of the findings show: up to three each.
  package var shownExamples: [Examples.Example] {
    ActionList(self).ranking.findings.prefix(FindingsSection.cards).flatMap(\.shownExamples)
  }

  /// A session behind a finding, with the steps that it is about in the middle.
  func strip(of example: Examples.Example, for finding: Finding) -> Document.Strip {
    var label: Document.Text = "\(code: example.label) (\(rfc3339(microseconds: example.start))"
    guard let session = exampleSessions[example.label] else { return Document.Strip(label: label + ")") }
    if let platform = session.platform { label = label + ", \(Wording.platform(platform).madeVisible())" }
    if let version = session.appVersion { label = label + ", version \(version.madeVisible())" }
    for link in session.links { label = label + ", \(link: link.what, to: .web(link.address))" }
    let steps = session.steps
    if steps.isEmpty { return Document.Strip(label: label + ")") }
    let isMarked = finding.marks(steps)
    let first = max(0, (isMarked.firstIndex(of: true) ?? 0) - Document.Strip.before)
    let shown = first..<min(steps.count, first + Document.Strip.length)
    return Document.Strip(
      label: label + ")",
      stops: shown.map { index in
        Document.Strip.Stop(
          how: how(steps[index].kind), screen: steps[index].screen.madeVisible(limit: 60), isMarked: isMarked[index],
          startsAgain: index > 0 && steps[index].part != steps[index - 1].part)
      }, earlier: shown.lowerBound, later: steps.count - shown.upperBound)
  }

  /// How a step led to its screen, if the log shows it.
  private func how(_ kind: StepKind) -> String {
    guard scope.structureKnown || !kind.isForward else { return "" }
    return switch kind {
    case .tab: "tab bar:"
    case .moreItem: "More:"
    case .menuItem: "menu:"
    case .modal: "modal:"
    case .link: "link:"
    case .back: "back:"
    case .reselect: "tapped again:"
    case .entry, .more, .push: ""
    }
  }
}

extension AppMap.Links {
  /// The addresses of a session and of its user, if their ids as logged are known.
  package func filled(session id: String?, user: String?, start: Int64) -> [(what: String, address: String)] {
    let ids = [("session", session, id), ("user", self.user, user)]
    return ids.compactMap { what, template, id in
      guard let template, let id, !id.isEmpty else { return nil }
      // The time first: an id may look like a placeholder, and its braces are encoded.
      let time = rfc3339(microseconds: start).percentEncoded(except: \.isUnreserved)
      return (
        what,
        template.replacing("{time}", with: time).replacing("{\(what)}", with: id.percentEncoded(except: \.isUnreserved))
      )
    }
  }
}

extension Finding {
  var shownExamples: ArraySlice<Examples.Example> { examples.prefix(3) }

  /// Which steps of a session it is about. An item may have another name than its screen.
  fileprivate func marks(_ steps: [ReportContents.ExampleSession.Step]) -> [Bool] {
    let names = mentions
    guard let kind = kindOfSteps else { return steps.map { names.contains($0.screen) } }
    let isNamed = steps.contains { $0.kind == kind && names.contains($0.screen) }
    return steps.map { $0.kind == kind && (!isNamed || names.contains($0.screen)) }
  }

  /// The kind of the steps that it is about; nil if any.
  private var kindOfSteps: StepKind? {
    if Rule.rule(rule)?.taps.contains(.moreOpen) == true || section == "More" { return .moreItem }
    return subjectKind == "item" || subjectKind == "menu" ? .menuItem : nil
  }
}

extension Document {
  /// A few steps of a session, one after the other.
  package struct Strip: Sendable {
    package struct Stop: Sendable {
      /// `back:`; empty for a step down.
      package let how: String
      package let screen: String
      /// Whether the strip is about this step.
      package let isMarked: Bool
      /// Whether the app was started again before it.
      package let startsAgain: Bool

      /// How it came, in words.
      var words: String { startsAgain ? (how.isEmpty ? "new start:" : "new start, " + how) : how }
    }

    /// The number of steps, and of those before the first marked one.
    static let (length, before) = (10, 3)

    /// The session.
    package let label: Text
    package var stops: [Stop] = []
    /// The number of steps before and after these.
    package var earlier = 0
    package var later = 0
  }
}
