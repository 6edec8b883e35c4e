import Foundation
import NavigationModel
import NavigationStore
import StructureInference
import UsabilityRules

/// The app map of a run, with its text.
struct LoadedMap {
  var map = AppMap()
  var text: String?
  /// The file it came from.
  var file: String?
  /// Whether that is a store, in which the map is kept.
  var isStored = false

  /// The map of a file or, where none is named, the `navaudit.yml` of a folder of logs or else the store's.
  init(file: String?, logs: [String], store: Store? = nil) throws {
    if let file = file ?? Self.mapBeside(logs) {
      self.file = file
      text = try Self.text(of: file)
    } else if let store {
      text = try store.meta(.appMap)
      self.file = store.path
      isStored = true
    }
    if let text, let file = self.file { map = try AppMap.read(yaml: text, file: file, rules: RuleSchema.all) }
  }

  /// The same with a guess in place of what it does not say.
  func completed(by structure: InferredStructure?) -> LoadedMap {
    guard let structure else { return self }
    var loaded = self
    loaded.map = map.completed(by: structure)
    return loaded
  }

  /// Whether it makes the same sessions as another one: what they say of rules does not count.
  func makesSessions(as other: LoadedMap) -> Bool {
    var (map, other) = (map, other.map)
    (map.rules, other.rules) = ([], [])
    (map.app, other.app) = (nil, nil)
    return map == other
  }

  static func text(of file: String) throws -> String {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw AuditError("\(file): the app map cannot be read; check the path")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw AuditError("\(file): the app map is not UTF-8; save it as UTF-8")
    }
    return text
  }

  private static func mapBeside(_ logs: [String]) -> String? {
    logs.lazy.map { ($0.hasSuffix("/") ? $0 : $0 + "/") + "navaudit.yml" }.first { FileManager.default.fileExists(atPath: $0) }
  }
}

extension AppMap {
  /// The app map of a file.
  public static func load(file: String) throws -> AppMap {
    try read(yaml: LoadedMap.text(of: file), file: file, rules: RuleSchema.all)
  }
}

extension RuleSchema {
  /// What an app map may say about rules.
  public static var all: [RuleSchema] { Rule.all.map { RuleSchema(id: $0.id, thresholds: $0.thresholds.map(\.name)) } }
}
