import Foundation

@testable import Simulation

/// A log in memory, with its lines decoded.
struct WrittenLog {
  /// A line, as a reader sees it.
  struct Event: Equatable {
    var id: String
    var time: String
    var user: String
    var session: String
    var event: String
    var screen: String?
    var target: String?
    var container: String?
    var via: String?
    var outcome: String?
    var depth: Int?
    var width: String

    init?(_ json: ArraySlice<UInt8>) {
      guard let object = try? JSONSerialization.jsonObject(with: Data(json)), let fields = object as? [String: Any],
        let id = fields["id"] as? String, let time = fields["time"] as? String, let user = fields["user"] as? String,
        let session = fields["session"] as? String, let event = fields["event"] as? String, let width = fields["width"] as? String
      else { return nil }
      (self.id, self.time, self.user, self.session, self.event, self.width) = (id, time, user, session, event, width)
      for key in ["platform", "app_version", "device", "locale"] where !(fields[key] is String) { return nil }
      screen = fields["screen"] as? String
      target = fields["target"] as? String
      container = fields["container"] as? String
      via = fields["via"] as? String
      outcome = fields["outcome"] as? String
      depth = fields["depth"] as? Int
    }
  }

  var bytes: [UInt8] = []
  /// The planted flaws.
  var flaws: [PlantedFlaw] = []

  init(_ app: SimulatedApp, users: Int = 300, seed: UInt64 = 1, change: (inout SimulationOptions) -> Void = { _ in }) throws {
    var options = SimulationOptions(users: users, seed: seed)
    change(&options)
    var bytes: [UInt8] = []
    flaws = try simulate(app: app, options: options) { bytes.append(contentsOf: $0) }
    self.bytes = bytes
  }

  /// The log of the well-built app with some flaws.
  static func wellBuilt(
    _ flaws: [Flaw] = [], users: Int = 300, seed: UInt64 = 1, change: (inout SimulationOptions) -> Void = { _ in }
  ) throws -> WrittenLog {
    try WrittenLog(SimulatedApp.wellBuilt().with(flaws), users: users, seed: seed, change: change)
  }

  /// The lines without line ends.
  var lines: [ArraySlice<UInt8>] { bytes.split(separator: 10) }

  /// The readable lines.
  func events() -> [Event] {
    lines.compactMap(Event.init)
  }

  /// The events of each session, in the order of the log.
  func sessions() -> [[Event]] {
    var order: [String] = []
    var sessions: [String: [Event]] = [:]
    for event in events() {
      if sessions[event.session] == nil { order.append(event.session) }
      sessions[event.session, default: []].append(event)
    }
    return order.compactMap { sessions[$0] }
  }
}
