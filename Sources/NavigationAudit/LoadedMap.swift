import AppMaps
import EventLogs
import Foundation
import Measures
import NavigationModel
import NavigationStore
import UsabilityRules

/// The app map of a run, with its text.
struct LoadedMap {
  enum Origin { case file, store, draft }

  var map = AppMap()
  /// Nil if there is no map.
  var origin: Origin?
  /// Nil for a store that was made without a map, too.
  var text: String?
  /// The file or the store it came from.
  var file: String?
  /// How the log is read, if the map was drafted for this run.
  var reading: [Text] = []
  /// The draft's reading of the events that no mapping reads, by event name.
  var guesses: [String: EventReading.Part] = [:]

  /// The file that somebody wrote.
  var givenFile: String? { origin == .file ? file : nil }

  /// The map of a file or, if none is given, the `navaudit.yml` of a folder of logs, otherwise the store's.
  /// - Parameter options: the columns and the time zone of a run, which take precedence over the map's.
  init(file: String?, logs: [String], store: Store? = nil, options: AuditOptions? = nil) throws {
    if let file = file ?? Self.mapBeside(logs) {
      origin = .file
      self.file = file
      text = try Self.text(of: file)
    } else if let store {
      origin = .store
      self.file = store.path
      text = try store.meta(.appMap)
    }
    if let text, let file = self.file {
      let name = origin == .store ? "\(file): the app map in it (--map gives another)" : file
      map = try AppMap.read(yaml: text, file: name, rules: RuleSchema.all)
    }
    guard let options else { return }
    if !options.columns.isEmpty { map.replace(columns: try AppMap.columns(options.columns)) }
    map.timeZone = options.timeZone ?? map.timeZone
  }

  /// A map whose text is already known.
  /// - Parameter text: nil if there is no map.
  init(text: String?, file: String, options: AuditOptions) throws {
    if let text {
      origin = .file
      self.file = file
      self.text = text
      map = try AppMap.read(yaml: text, file: file, rules: RuleSchema.all)
    }
    map.timeZone = options.timeZone ?? map.timeZone
  }

  /// The same map, with the inferred structure for what it does not declare.
  func completed(by structure: InferredStructure?) -> LoadedMap {
    guard let structure else { return self }
    var loaded = self
    loaded.map = map.completed(by: structure)
    return loaded
  }

  /// Whether it makes the same sessions as another map.
  func makesSessions(as other: LoadedMap) -> Bool { map.ofSessions == other.map.ofSessions }

  /// The names that a hand-written map declares: a draft repeats names that only single users may have seen.
  var declaredTexts: Set<NameText> {
    guard text?.contains("drafted by `navaudit init`") != true else { return [] }
    return map.declaredTexts
  }

  static func text(of file: String) throws -> String {
    guard let bytes = try SmallFile.bytes(of: file, as: "an app map", mayBeStream: true) else {
      throw AuditError("\(file): the app map cannot be read; check the path")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw AuditError("\(file): the app map is not UTF-8; save it as UTF-8")
    }
    return text
  }

  /// The `navaudit.yml` in a folder of logs or beside a log, otherwise in the working directory or its parents.
  private static func mapBeside(_ logs: [String]) -> String? {
    let files = FileManager.default
    var isFolder: ObjCBool = false
    var folders = logs.filter { $0 != "-" }.map { log -> String in
      if files.fileExists(atPath: log, isDirectory: &isFolder), isFolder.boolValue {
        return log.hasSuffix("/") ? String(log.dropLast()) : log
      }
      return log.contains("/") ? String(log[..<(log.lastIndex(of: "/") ?? log.startIndex)]) : "."
    }
    if !logs.isEmpty {
      var folder = files.currentDirectoryPath
      folders.append(".")
      while folder.count > 1, let slash = folder.lastIndex(of: "/") {
        folder = String(folder[..<slash])
        folders.append(folder)
      }
    }
    return folders.lazy.map { $0 == "." ? "navaudit.yml" : $0 + "/navaudit.yml" }.first { file in
      var status = stat()
      return stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
  }
}

extension AppMap {
  /// What sessions are made by: rules and settings of the plan do not matter.
  fileprivate var ofSessions: AppMap {
    var map = self
    map.rules = []
    map.advice = Advice()
    map.compare = Compare()
    map.app = nil
    map.entries = []
    // These apply when a log is read.
    map.columns = []
    map.excludedUsers = []
    map.entryNames = []
    map.screenKinds = []
    map.timeZone = nil
    return map
  }

  /// The app map of a file.
  public static func load(file: String) throws -> AppMap {
    try read(yaml: LoadedMap.text(of: file), file: file, rules: RuleSchema.all)
  }
}

extension RuleSchema {
  /// The keys that an app map may have for each rule.
  package static var all: [RuleSchema] {
    Rule.all.map { rule in
      RuleSchema(
        id: rule.id, thresholds: rule.thresholds.map(\.name), title: rule.title,
        meanings: Dictionary(rule.thresholds.map { ($0.name, "\($0.meaning) (default: \($0.text))") }) { first, _ in
          first
        })
    }
  }
}
