import Foundation
import NavigationModel
import Testing

@testable import UsabilityRules

extension Rule: CustomTestStringConvertible {
  public var testDescription: String { id }
}

/// The requirements for every rule, and the consistency of the registry and the folder.
@Suite struct RuleMetadataTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/UsabilityRules").resolvingSymlinksInPath()

  /// `depth.over-limit` is `DepthOverLimit`.
  static func typeName(_ id: String) -> String {
    id.split(whereSeparator: { ".-".contains($0) }).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  static func path(of rule: Rule) -> String {
    "\(rule.family.rawValue.capitalized)/\(typeName(rule.id)).swift"
  }

  @Test func `Ids are unique and read family.problem`() {
    #expect(Set(Rule.all.map(\.id)).count == Rule.all.count)
    for rule in Rule.all {
      #expect(rule.id.wholeMatch(of: /[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(rule.id)")
      #expect(rule.id.hasPrefix("\(rule.family.rawValue)."), "\(rule.id) is of no family")
    }
  }

  @Test func `Rules stand in the order of their families`() {
    let places = Rule.all.compactMap { RuleFamily.allCases.firstIndex(of: $0.family) }
    #expect(places == places.sorted())
    #expect(RuleFamily.allCases.flatMap { Rule.rules(of: $0) }.map(\.id) == Rule.all.map(\.id))
  }

  @Test func `The registry lists the rules of the folders`() throws {
    let families = Set(RuleFamily.allCases.map { $0.rawValue.capitalized })
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
      .filter { path in path.hasSuffix(".swift") && families.contains { path.hasPrefix("\($0)/") } }
    #expect(files.sorted() == Rule.all.map(Self.path).sorted())
  }

  @Test(arguments: Rule.all)
  func `A rule is whole`(_ rule: Rule) throws {
    #expect(!rule.title.isEmpty && !rule.claim.isEmpty && !rule.rationale.isEmpty && !rule.advice.isEmpty)
    #expect(rule.advice.plain.hasSuffix(".") && rule.claim.hasSuffix(".") && rule.rationale.hasSuffix("."))
    #expect(!rule.sources.isEmpty, "a source, published or our own")
    #expect(!rule.severities.isEmpty)
    #expect(rule.examples.count(where: \.fires) >= 2, "two examples that fire")
    #expect(rule.examples.count(where: { !$0.fires }) >= 2, "two examples that do not")
    #expect(rule.examples.allSatisfy { $0.file.hasSuffix(Self.path(of: rule)) })
    for example in rule.examples {
      // Few users limit the severity.
      if let severity = example.severity { #expect(severity <= rule.severities.max() ?? .info) }
    }
  }

  /// Code shared by rules (the files next to the families, and those about findings), and the thresholds that each
  /// member reads.
  static let shared: [(member: String, thresholds: Set<String>)] = {
    let folders = [folder, folder.deletingLastPathComponent().appending(path: "Findings")]
    let files = folders.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).map { folder.appending(path: $0) }
    }
    return files.filter { $0.pathExtension == "swift" }.flatMap { file -> [(member: String, thresholds: Set<String>)] in
      let source = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      let members = source.matches(of: /\n  (?:public |package )?(?:var|func) (\w+)/)
      return zip(members, members.dropFirst().map(\.range.lowerBound) + [source.endIndex]).map {
        member, end -> (member: String, thresholds: Set<String>) in
        let body = source[member.range.lowerBound..<end]
        return (
          member: String(member.1),
          thresholds: Set(body.matches(of: /(?:count|threshold)\("(\w+)"\)/).map { String($0.1) })
        )
      }
    }
  }()

  @Test(arguments: Rule.all)
  func `Thresholds are used, and what is used is declared`(_ rule: Rule) throws {
    let source = try String(contentsOf: Self.folder.appending(path: Self.path(of: rule)), encoding: .utf8)
    let name = Self.typeName(rule.id)
    #expect(source.contains("static let \(name.prefix(1).lowercased())\(name.dropFirst()) = Rule("))
    #expect(Set(rule.thresholds.map(\.name)).count == rule.thresholds.count)
    // `quorum(of:)`, `isLong`, … use thresholds of the calling rule.
    let called = Set(source.matches(of: /\w+/).map { String($0.output) })
    let judgedByShared = Self.shared.filter { called.contains($0.member) }.reduce(into: Set<String>()) {
      $0.formUnion($1.thresholds)
    }
    #expect(judgedByShared.isSubset(of: rule.thresholds.map(\.name)))
    for threshold in rule.thresholds {
      // A threshold that pictures use as well is declared in another file.
      let declared = source.matches(of: /Threshold\(\s*"(\w+)"/).count { $0.output.1 == threshold.name }
      let named = source.components(separatedBy: "\"\(threshold.name)\"").count - 1
      #expect(
        named > declared || judgedByShared.contains(threshold.name),
        "\(threshold.name) is declared only")
      #expect(threshold.unit.range.contains(threshold.value))
    }
  }

  private static let page = Rule.markdownPage()
  private static let list = Rule.list()

  @Test(arguments: Rule.all)
  func `The documentation shows all of a rule`(_ rule: Rule) {
    for (text, examples) in [
      (rule.documentation, rule.examples), (rule.markdown, rule.examples.first { $0.fires }.map { [$0] } ?? []),
    ] {
      let parts =
        [rule.id, rule.title, rule.claim, rule.rationale, rule.advice.plain] + rule.sources.map(\.text)
        + rule.thresholds.map(\.meaning) + rule.needs.map(\.what.plain)
        + examples.map(\.caption).map { String($0.dropFirst()) }
      for part in parts { #expect(text.contains(part)) }
    }
    #expect(Self.page.contains(rule.markdown))
    #expect(Self.list.contains(rule.id))
  }

  @Test func `No file is longer than 400 lines`() throws {
    for path in try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path) where path.hasSuffix(".swift") {
      let source = try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8)
      #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= 400, "\(path)")
    }
  }
}
