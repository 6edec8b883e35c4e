import Foundation

@testable import Simulation

/// A log in memory, with its lines decoded.
struct WrittenLog {
  /// A line, as a reader sees it.
  struct Event: Decodable, Equatable {
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
    var platform: String
    var app_version: String
    var device: String
    var width: String
    var locale: String
  }

  let bytes: [UInt8]
  /// The planted flaws.
  let flaws: [PlantedFlaw]

  init(_ app: SimulatedApp, users: Int = 300, seed: UInt64 = 1, change: (inout SimulationOptions) -> Void = { _ in })
    throws
  {
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
  func events() -> [Event] { lines.compactMap { try? JSONDecoder().decode(Event.self, from: Data($0)) } }

  /// The events of each session, in the order of the log.
  func sessions() -> [[Event]] { Array(Dictionary(grouping: events(), by: \.session).values) }
}
