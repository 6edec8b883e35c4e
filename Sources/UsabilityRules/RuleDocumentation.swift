import Measures
import NavigationModel

extension Rule {
  /// The explanation of the rule, as printed by `navaudit rules ID`.
  package var documentation: String {
    var lines = ["\(id): \(title)", "\(severityWords), about \(subjectWords)", ""]
    lines += [claim, "", "Why: \(rationale)", "", "Advice: \(advice)", ""]
    if !thresholds.isEmpty {
      lines.append("Thresholds (`rules: {\(id): {\(thresholds[0].name): …}}` in the app map):")
      lines +=
        thresholds.map { "  \($0.name) = \($0.text)\($0.basis == .heuristic ? " (H)" : "")  \($0.meaning)" } + [""]
    }
    lines += ["Sources:"] + sources.map { "  - \($0.line)" } + [""]
    lines += ["Needs:"] + needLines.map { "  - \($0)" } + [""]
    lines += ["Fires on:"] + exampleBlocks(firing: true) + ["Does not fire on:"] + exampleBlocks(firing: false)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The rule as a section of the rules reference.
  var markdown: String {
    var lines = ["### `\(id)`", "", "**\(title).** \(claim)", "", "*\(severityWords), about \(subjectWords)*", ""]
    lines += [rationale, "", "**Advice.** \(advice)", ""]
    if !thresholds.isEmpty {
      lines += ["| threshold | default | basis | meaning |", "|---|---|---|---|"]
      lines +=
        thresholds.map {
          "| `\($0.name)` | \($0.text) | \($0.basis == .heuristic ? "H, our own" : $0.basis.rawValue) | \($0.meaning) |"
        } + [""]
    }
    lines += ["**Sources**", ""] + sources.map { "- \($0.line)" } + [""]
    lines += ["**Needs**", ""] + needLines.map { "- \($0)" } + [""]
    lines +=
      ["**Fires on**", ""] + exampleMarkdown(firing: true) + ["**Does not fire on**", ""]
      + exampleMarkdown(firing: false)
    return lines.joined(separator: "\n")
  }

  /// All rules as one Markdown page, as printed by `navaudit rules --markdown`.
  package static func markdownPage(_ rules: [Rule] = Rule.all) -> String {
    var lines = ["# The rules of navaudit", ""]
    lines += [
      """
      `navaudit rules --markdown` writes this file. The examples are also tests: one line is one session of one user, \
      and `* 40` stands for forty users; `navaudit rules ID` shows all of them. A rule on a rate fires only if its \
      entire 95% interval is beyond the threshold, never below ten users. `H` marks our own conventions.
      """, "", "| id | severity | about | title |", "|---|---|---|---|",
    ]
    lines +=
      rules.map { "| [`\($0.id)`](#\($0.anchor)) | \($0.severityWords) | \($0.subject.rawValue) | \($0.title) |" } + [
        ""
      ]
    for family in RuleFamily.allCases {
      let members = rules.filter { $0.family == family }
      if members.isEmpty { continue }
      lines += ["## \(family.title)", ""] + members.map(\.markdown)
    }
    return lines.joined(separator: "\n")
  }

  /// One line for each rule, as printed by `navaudit rules`.
  package static func list(_ rules: [Rule] = Rule.all) -> String {
    let width = rules.map(\.id.count).max() ?? 0
    return rules.map { rule in
      let padding = String(repeating: " ", count: width - rule.id.count)
      return "\(rule.id)\(padding)  \(rule.severityWords): \(rule.title)\(rule.isHeuristic ? " (H)" : "")\n"
    }.joined()
  }

  /// `warning or error`
  var severityWords: String { Wording.list(severities.sorted().map(\.rawValue), "or") }

  private var subjectWords: String {
    switch subject {
    case .app: "the whole app"
    case .item: "an \(subject.rawValue)"
    case .pair: "a pair"
    default: "a \(subject.rawValue)"
    }
  }

  private var needLines: [String] {
    let all = (family.needsStructure ? [Requirement.structure] : []) + needs
    return all.isEmpty ? ["only a log"] : all.map { "\($0.what.plain): \($0.remedy.plain)" }
  }

  private func exampleBlocks(firing: Bool) -> [String] {
    examples.filter { $0.fires == firing }.flatMap { example in
      ["  \(example.caption):"] + example.lines.map { "      \($0)" } + [""]
    }
  }

  private func exampleMarkdown(firing: Bool) -> [String] {
    examples.first { $0.fires == firing }.map {
      ["\($0.caption.capitalizedFirst):", "", "```"] + $0.lines + ["```", ""]
    } ?? []
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
