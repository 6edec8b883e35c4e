import Foundation
import TestSupport

/// An event of a made-up app that logs screens, its life cycle and other things: the input of any vendor's SDK.
struct AppEvent {
  enum Kind: Equatable {
    case screenView
    case appOpen(isCold: Bool)
    case appBackground
    /// Something else, on the current screen.
    case chatter
  }

  var kind: Kind
  var milliseconds: Int64
  var user: String
  var session: String
  /// When the session began, milliseconds.
  var sessionStart: Int64
  /// The position of the event in its session; a copy has that of the original.
  var number: Int
  /// The screen that appeared or, for other events, the current one; empty before the first.
  var screen: String
  /// `ios` or `android`.
  var platform: String
  var osVersion: String
  var appVersion: String
  var isTablet: Bool
  var locale: String

  /// A number unique to the user.
  var userNumber: Int { Int(user.dropFirst(), radix: 16) ?? 0 }
  var id: String { "\(session)-\(number)" }
  var model: String { platform == "ios" ? (isTablet ? "iPad14,3" : "iPhone16,1") : isTablet ? "Pixel Tablet" : "Pixel 9" }
  var systemName: String { platform == "ios" ? "iOS" : "Android" }
  /// `2026-03-02T09:20:37.168Z`
  var time: String { Self.text(milliseconds) }

  static func text(_ milliseconds: Int64) -> String {
    let seconds = Date(timeIntervalSince1970: Double(milliseconds / 1000)).formatted(.iso8601)
    return seconds.dropLast() + "." + String(1000 + milliseconds % 1000).dropFirst() + "Z"
  }
}

/// What a vendor's shape cannot carry: it is left out of the native log for the comparison.
enum Missing: Hashable {
  case milliseconds, session, ids, appVersion, lifecycle, coldStart
}

extension [AppEvent] {
  /// The log of a made-up shop: 60 people, all sessions of some days. Each session has some events other than navigation, and a few events are repeated.
  static func shop() throws -> [AppEvent] {
    let decoder = JSONDecoder()
    let lines = try SampleLog.lines(users: 1...60, style: .views).map { try decoder.decode(SimulatedLine.self, from: Data($0.utf8)) }
    var events: [AppEvent] = []
    var sessions: [String: (start: Int64, screen: String, numbers: [String: Int])] = [:]
    for line in lines {
      var session = sessions[line.session] ?? (line.milliseconds, "", [:])
      let number = session.numbers[line.id] ?? session.numbers.count * 2
      let isCopy = session.numbers[line.id] != nil
      session.numbers[line.id] = number
      if let screen = line.screen { session.screen = names[screen] ?? screen }
      let kind: AppEvent.Kind =
        switch line.event {
        case "app_open": .appOpen(isCold: line.via == "cold")
        case "app_background": .appBackground
        default: .screenView
        }
      var event = AppEvent(
        kind: kind, milliseconds: line.milliseconds, user: line.user, session: line.session, sessionStart: session.start, number: number,
        screen: session.screen, platform: line.platform == "ipados" ? "ios" : line.platform, osVersion: line.os_version,
        appVersion: line.app_version, isTablet: line.device == "tablet", locale: line.locale)
      events.append(event)
      if number % 10 == 6 && !isCopy {
        event.kind = .chatter
        event.number += 1
        events.append(event)
      }
      sessions[line.session] = session
    }
    return events
  }

  /// Names that are hard to encode.
  private static let names = ["Brand": "Brand \"A\", größer; <b> & co → \\", "Offer": "offer\u{1F389}"]

  /// The native log of the same events, without what a vendor's shape cannot carry.
  func native(without missing: Set<Missing>) -> Data {
    let lines = map { event -> LogLine in
      let word =
        switch event.kind {
        case .screenView: "screen_view"
        case .appOpen: "app_open"
        case .appBackground: "app_background"
        case .chatter: "chatter"
        }
      let milliseconds = missing.contains(.milliseconds) ? event.milliseconds / 1000 * 1000 : event.milliseconds
      var line = LogLine(AppEvent.text(milliseconds), event.user, word, ["platform": event.platform, "os_version": event.osVersion])
      if event.kind == .screenView { line.fields.append(("screen", .text(event.screen))) }
      if case .appOpen(let isCold) = event.kind {
        line.fields.append(("via", .text(isCold && !missing.contains(.coldStart) ? "cold" : "warm")))
      }
      if !missing.contains(.session) { line.fields.append(("session", .text(event.session))) }
      if !missing.contains(.ids) { line.fields.append(("id", .text(event.id))) }
      if !missing.contains(.appVersion) { line.fields.append(("app_version", .text(event.appVersion))) }
      return line
    }
    return lines.ndjson
  }

  /// The events that a vendor's shape can carry.
  func carried(without missing: Set<Missing>) -> [AppEvent] {
    guard missing.contains(.lifecycle) else { return self }
    return filter { $0.kind == .screenView || $0.kind == .chatter }
  }

  /// The events of each session, in the order of the log; the sessions in the order of their first events.
  var bySession: [[AppEvent]] {
    var order: [String] = []
    var sessions: [String: [AppEvent]] = [:]
    for event in self {
      if sessions[event.session] == nil { order.append(event.session) }
      sessions[event.session, default: []].append(event)
    }
    return order.compactMap { sessions[$0] }
  }
}

private struct SimulatedLine: Decodable {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  var id, time, user, session, event, platform, os_version, app_version, device, locale: String
  var screen, via: String?

  var milliseconds: Int64 {
    let seconds = (try? Date(String(time.prefix(19)) + "Z", strategy: .iso8601))?.timeIntervalSince1970 ?? 0
    return Int64(seconds) * 1000 + (Int64(time.dropFirst(20).prefix(3)) ?? 0)
  }
}
