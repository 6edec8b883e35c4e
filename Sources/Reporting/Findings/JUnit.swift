import UsabilityRules

extension FindingsFormat {
  /// Rules as test cases of a JUnit report, as Jenkins, GitLab and others read it: a suite for each family, a case for each rule.
  ///
  /// A rule fails if it has new findings at or above ``FindingsRecord/failOn``; its other findings are in its output. Rules that did not run are skipped
  /// with the reason.
  public static let junit = FindingsFormat(
    name: "junit", summary: "JUnit XML: rules as test cases.", destination: .file
  ) { JUnit(record: $0).text }
}

private struct JUnit {
  let record: FindingsRecord

  var text: String {
    let suites = RuleFamily.allCases.map { family in Suite(family, record) }.filter { !$0.cases.isEmpty }
    let all = Markup(
      element: "testsuites",
      [
        .init("name", record.app.map { "navaudit: \($0)" } ?? "navaudit"), .init("tests", String(suites.reduce(0) { $0 + $1.cases.count })),
        .init("failures", String(suites.reduce(0) { $0 + $1.failures })), .init("errors", "0"),
      ], suites.map(\.markup), level: 0)
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(all.source)\n"
  }

  private struct Suite {
    let family: RuleFamily
    var cases: [Markup] = []
    var failures = 0
    var skipped = 0

    init(_ family: RuleFamily, _ record: FindingsRecord) {
      self.family = family
      for rule in Rule.all where rule.family == family {
        var contents: [Markup] = []
        let entries = record.entries(of: rule)
        let failing = entries.filter(record.isFailure)
        if let reason = record.notRun(rule)?.words {
          skipped += 1
          contents.append(element("skipped", .init("message", reason)))
        }
        if let first = failing.first {
          failures += 1
          let message = failing.count == 1 ? first.finding.message : "\(failing.count.of("finding")), the first: \(first.finding.message)"
          contents.append(
            element("failure", .init("type", first.finding.severity.rawValue), .init("message", message)) { Markup(sentences: failing) })
        }
        let others = entries.filter { !record.isFailure($0) }
        if !others.isEmpty { contents.append(element("system-out") { Markup(sentences: others) }) }
        cases.append(
          Markup(
            element: "testcase",
            [.init("classname", "navaudit.\(family.rawValue)"), .init("name", "\(rule.id): \(rule.title)")], contents, level: 2))
      }
    }

    var markup: Markup {
      Markup(
        element: "testsuite",
        [
          .init("name", family.title), .init("tests", String(cases.count)), .init("failures", String(failures)), .init("errors", "0"),
          .init("skipped", String(skipped)),
        ], cases, level: 1)
    }
  }
}

extension Markup {
  /// An element with one line for each of its children.
  /// - Parameter level: the level of nesting of the element.
  fileprivate init(element name: StaticString, _ attributes: [Attribute], _ elements: [Markup], level: Int) {
    self.init(element: name, attributes, elements.isEmpty ? nil : Markup(indenting: elements, level: level))
  }

  /// The findings as lines of a test's output.
  fileprivate init(sentences entries: [FindingsRecord.Entry]) {
    self.init(
      lines: entries.map { entry in
        let finding = entry.finding
        return
          "\(finding.severity.rawValue)\(entry.isNew ? "" : " (known)"), \(finding.qualifiedSubject.madeVisible()): \(finding.advice)".madeVisible()
      }.joined(separator: "\n"))
  }
}
