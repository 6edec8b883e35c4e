import Findings

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
    let all = Element(
      "testsuites",
      [
        ("name", record.app.map { "navaudit: \($0)" } ?? "navaudit"), ("tests", String(suites.reduce(0) { $0 + $1.cases.count })),
        ("failures", String(suites.reduce(0) { $0 + $1.failures })), ("errors", "0"),
      ],
      suites.map(\.element))
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + all.text()
  }

  private struct Suite {
    let family: RuleFamily
    var cases: [Element] = []
    var failures = 0
    var skipped = 0

    init(_ family: RuleFamily, _ record: FindingsRecord) {
      self.family = family
      for judged in record.rules where judged.rule.family == family {
        var contents: [Element] = []
        let entries = record.entries(of: judged.rule)
        let failing = entries.filter(record.isFailure)
        if let reason = judged.reasonNotToRun {
          skipped += 1
          contents.append(Element("skipped", [("message", reason)]))
        }
        if let first = failing.first {
          failures += 1
          let message = failing.count == 1 ? first.finding.message : "\(failing.count.of("finding")), the first: \(first.finding.message)"
          contents.append(
            Element("failure", [("type", first.finding.severity.rawValue), ("message", message)], lines: failing.map(\.sentence)))
        }
        let others = entries.filter { !record.isFailure($0) }
        if !others.isEmpty { contents.append(Element("system-out", lines: others.map(\.sentence))) }
        cases.append(
          Element(
            "testcase", [("classname", "navaudit.\(family.rawValue)"), ("name", "\(judged.rule.id): \(judged.rule.title)")], contents))
      }
    }

    var element: Element {
      Element(
        "testsuite",
        [
          ("name", family.title), ("tests", String(cases.count)), ("failures", String(failures)), ("errors", "0"),
          ("skipped", String(skipped)),
        ], cases)
    }
  }
}

extension FindingsRecord.Entry {
  /// The finding as a line of a test's output.
  fileprivate var sentence: String {
    "\(finding.severity.rawValue)\(isNew ? "" : " (known)"), \(finding.qualifiedSubject.madeVisible()): \(finding.advice)"
  }
}

/// An XML element with attributes, and elements or lines of text in it.
private struct Element {
  let name: String
  let attributes: [(name: String, value: String)]
  var elements: [Element] = []
  var lines: [String] = []

  init(_ name: String, _ attributes: [(name: String, value: String)] = [], _ elements: [Element] = []) {
    self.name = name
    self.attributes = attributes
    self.elements = elements
  }

  init(_ name: String, _ attributes: [(name: String, value: String)] = [], lines: [String]) {
    self.name = name
    self.attributes = attributes
    self.lines = lines
  }

  /// Indented, with a line end at the end.
  func text(indent: String = "") -> String {
    let list = attributes.map { " \($0.name)=\"\(Self.escape($0.value))\"" }.joined()
    if elements.isEmpty && lines.isEmpty { return "\(indent)<\(name)\(list)/>\n" }
    if elements.isEmpty { return "\(indent)<\(name)\(list)>\(lines.map { Self.escape($0) }.joined(separator: "\n"))</\(name)>\n" }
    return "\(indent)<\(name)\(list)>\n" + elements.map { $0.text(indent: indent + "  ") }.joined() + "\(indent)</\(name)>\n"
  }

  /// Text for an element or an attribute. Characters that XML 1.0 does not allow are made visible.
  private static func escape(_ text: String) -> String {
    var escaped = ""
    for scalar in text.madeVisible().unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
