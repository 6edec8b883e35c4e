import UsabilityRules

extension FindingsFormat {
  /// Rules as test cases of a JUnit report, as Jenkins, GitLab and others read it: a suite for each family, a case for
  /// each rule.
  ///
  /// A rule fails if it has new findings at or above ``FindingsRecord/failOn``; its other findings are in its output.
  /// Rules that did not run are skipped with the reason.
  public static let junit = FindingsFormat(
    name: "junit", summary: "JUnit XML: rules as test cases."
  ) { record in
    let suites = RuleFamily.allCases.map { record.suite($0) }
    let all = Markup(
      element: "testsuites",
      [
        .init("name", record.app.map { "navaudit: \($0)" } ?? "navaudit"), .init("tests", String(Rule.all.count)),
        .init("failures", String(suites.reduce(0) { $0 + $1.failures })), .init("errors", "0"),
      ], suites.map(\.markup), level: 0)
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(all.source)\n"
  }
}

extension FindingsRecord {
  /// The suite of a family, and how many of its rules fail.
  fileprivate func suite(_ family: RuleFamily) -> (markup: Markup, failures: Int) {
    let rules = Rule.rules(of: family)
    let failures = rules.count { entries(of: $0).contains(where: isFailure) }
    let markup = Markup(
      element: "testsuite",
      [
        .init("name", family.title), .init("tests", String(rules.count)), .init("failures", String(failures)),
        .init("errors", "0"),
        .init("skipped", String(rules.count { notRun($0) != nil })),
      ], rules.map(testCase), level: 1)
    return (markup, failures)
  }

  private func testCase(_ rule: Rule) -> Markup {
    var contents: [Markup] = []
    if let reason = notRun(rule)?.words { contents.append(element("skipped", .init("message", reason))) }
    let entries = entries(of: rule)
    let failing = entries.filter(isFailure)
    if let first = failing.first {
      let message =
        failing.count == 1
        ? first.finding.message.plain : "\(failing.count.of("finding")), the first: \(first.finding.message.plain)"
      contents.append(
        element("failure", .init("type", first.finding.severity.rawValue), .init("message", message)) {
          Markup(sentences: failing)
        })
    }
    let others = entries.filter { !isFailure($0) }
    if !others.isEmpty { contents.append(element("system-out") { Markup(sentences: others) }) }
    return Markup(
      element: "testcase",
      [.init("classname", "navaudit.\(rule.family.rawValue)"), .init("name", "\(rule.id): \(rule.title)")], contents,
      level: 2)
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
          """
          \(finding.severity.rawValue)\(entry.isNew ? "" : " (known)"), \(finding.qualifiedSubject.madeVisible()): \
          \(finding.advice)
          """
          .madeVisible()
      }.joined(separator: "\n"))
  }
}
