import AppMaps
import EventLogs
import NavigationModel
import Reporting
import UsabilityRules

/// A findings file for another program, as in `--write sarif=findings.sarif`.
public struct FindingsOutput: Sendable {
  public let format: FindingsFormat
  public let file: String

  public init(_ format: FindingsFormat, file: String) { (self.format, self.file) = (format, file) }
}

extension [FindingsOutput] {
  /// Writes the files next to their final paths.
  func pending(_ record: FindingsRecord) throws -> [PendingFile] {
    var pending: [PendingFile] = []
    do {
      for output in self { pending.append(try PendingFile(output.file, output.format.render(record))) }
    } catch {
      pending.forEach { $0.discard() }
      throw error
    }
    return pending
  }
}

extension FindingsRecord {
  /// - Parameter map: the text of the app map, if findings can be pinned to its lines.
  init(_ contents: ReportContents, file: String?, map: String?, comparison: BaselineComparison?) {
    let lines = map.map { MapLines(yaml: $0) }
    let findings = contents.findings.map { finding in
      Entry(finding, isNew: comparison?.baseline.knows(finding) != true, line: lines?.line(of: finding))
    }
    self.init(
      version: Audit.version, app: contents.app, rulesNotRun: contents.rulesNotRun, findings: findings, file: file)
    hasBaseline = comparison != nil
  }
}

/// The lines of an app map that declare the subjects of findings, so that findings can be pinned to them.
struct MapLines {
  /// Where the map has a name: the line, and the keys above it.
  private var mentions: [NameText: [(line: Int, keys: [String])]] = [:]

  init(yaml: String) {
    var reader = MapReader()
    guard let root = reader.compose(yaml) else { return }
    // Only the parts that describe the app, in the order of the file.
    for (key, value) in root.pairs ?? [] {
      guard let name = key.text, Self.parts.values.joined().contains(name) else { continue }
      gather(value, below: [name])
    }
  }

  /// The parts of the map that declare subjects of a kind, the likeliest first.
  private static let parts: [SubjectKind: [String]] = [
    .tab: ["tabs", "roots"], .section: ["tabs", "more", "menus", "roots"], .screen: ["screens", "roots"],
    .item: ["menus", "more"],
    .menu: ["menus"], .task: ["tasks"],
  ]

  private mutating func gather(_ node: MapNode, below keys: [String]) {
    if let text = node.text { mentions[NameText(text), default: []].append((node.position.line, keys)) }
    for item in node.items ?? [] { gather(item, below: keys) }
    for (key, value) in node.pairs ?? [] {
      gather(key, below: keys)
      gather(value, below: keys + [key.text ?? ""])
    }
  }

  /// The line that declares the subject of a finding; nil if the map does not.
  func line(of finding: Finding) -> Int? {
    guard let kind = SubjectKind(rawValue: finding.subjectKind), let parts = Self.parts[kind] else { return nil }
    let mentions = mentions[NameText(finding.subject), default: []]
    for part in parts {
      let here = mentions.filter { $0.keys.first == part }
      // Two menus may contain an item with the same name.
      if let section = finding.section, let exact = here.first(where: { $0.keys.contains { $0.isSame(as: section) } }) {
        return exact.line
      }
      if let first = here.first(where: { finding.section != "More" || kind != .item || $0.keys.first == "more" }) {
        return first.line
      }
    }
    return nil
  }
}
