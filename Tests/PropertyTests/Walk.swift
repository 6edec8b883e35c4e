import Foundation
import TestSupport

/// People who go from screen to screen, in batches of some events, as products log it that count events.
struct Walk {
  private let user: Int
  private let screens: [String]

  private static let batch = 5
  private static let start = 1_777_890_000_000_000

  static let all = (0..<8).map { user -> Walk in
    var random = SeededGenerator(seed: UInt64(user) + 1)
    let names = (0..<7).map { "Screen \($0)" }
    // No screen twice in a row.
    var last = 0
    return Walk(
      user: user,
      screens: (0..<40).map { _ in
        last = (last + Int.random(in: 1..<names.count, using: &random)) % names.count
        return names[last]
      })
  }

  /// Times in microseconds, and where in its batch each event is.
  private var events: [(screen: String, time: Int, own: Int, batch: Int, place: Int)] {
    screens.enumerated().map { number, screen in
      let (batch, place) = (number / Self.batch, number % Self.batch)
      let time = Self.start + user * 3_600_000_000 + batch * 30_000_000
      return (screen, time, time + place * 2000, batch, place)
    }
  }

  /// Rows of GA4, whose batches and events are counted.
  /// - Parameter hasOwnTimes: whether each event has its own time, or that of its batch.
  func ga4(hasOwnTimes: Bool, firstBatch: Int = 62, firstPlace: Int = 1022) -> [String] {
    events.map { event in
      """
      {"event_timestamp":"\(hasOwnTimes ? event.own : event.time)","event_name":"screen_view","user_pseudo_id":"\(user)",\
      "batch_page_id":1,"batch_ordering_id":\(firstBatch + event.batch),"batch_event_index":\(firstPlace + event.place),\
      "event_params":[{"key":"firebase_screen","value":{"string_value":"\(event.screen)"}}]}
      """
    }
  }

  /// Events of Amplitude, which a device counts.
  func amplitude(hasOwnTimes: Bool, first: Int = 65_510) -> [String] {
    events.enumerated().map { number, event in
      let time = Self.time(hasOwnTimes ? event.own : event.time)
      return """
        {"event_type":"[Amplitude] Screen Viewed","event_time":"\(time)","client_event_time":"\(time)",\
        "device_id":"\(user)","event_id":\(first + number),"$insert_id":"\(user)-\(number)",\
        "event_properties":{"[Amplitude] Screen Name":"\(event.screen)"}}
        """
    }
  }

  /// Events of Snowplow, which a session counts.
  func snowplow(hasOwnTimes: Bool, first: Int = 1020) -> [String] {
    events.enumerated().map { number, event in
      let time = Self.time(hasOwnTimes ? event.own : event.time)
      return """
        {"event_id":"\(user)-\(number)","collector_tstamp":"\(time)","dvce_created_tstamp":"\(time)",\
        "event_name":"screen_view","domain_userid":"\(user)","event_index":\(first + number),\
        "unstruct_event_com_snowplowanalytics_mobile_screen_view_1":{"name":"\(event.screen)"}}
        """
    }
  }

  private static func time(_ microseconds: Int) -> String {
    let date = Date(timeIntervalSince1970: Double(microseconds / 1000) / 1000)
    return date.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
  }
}
