import TestSupport
import Testing

@testable import Simulation

@Suite("Lines of a native log", .thorough)
struct LoggedEventTests {
  func text(_ event: LoggedEvent) -> String { String(decoding: [event].log, as: UTF8.self) }

  @Test func `fields that are missing are left out`() {
    #expect(text(LoggedEvent(time: 5, user: "a", event: "back")) == #"{"time":5,"user":"a","event":"back"}"# + "\n")
  }

  @Test func `every field has its place`() {
    let segment = LoggedEvent.Segment(
      platform: "ios", systemVersion: "17", appVersion: "2.0", device: "phone", width: "compact", locale: "en_US",
      variant: "new")
    let event = LoggedEvent(
      time: 1_772_000_000_000, user: "u1", session: "s", event: "tabs_shown", id: "e1", screen: "A", target: "T",
      container: "menu", via: "button",
      outcome: "ok", value: .list(["A", "B"]), depth: 2, segment: segment)
    let line =
      #"{"id":"e1","time":1772000000000,"user":"u1","session":"s","event":"tabs_shown","screen":"A","target":"T","container":"menu","via":"button","#
      + #""outcome":"ok","value":["A","B"],"depth":2,"platform":"ios","os_version":"17","app_version":"2.0","device":"phone","width":"compact","#
      + #""locale":"en_US","variant":"new"}"#
    #expect(text(event) == line + "\n")
    #expect(
      text(LoggedEvent(time: -7, user: "a", event: "badge", value: .number(3)))
        == #"{"time":-7,"user":"a","event":"badge","value":3}"# + "\n")
  }

  @Test func `text is escaped`() {
    #expect(
      text(LoggedEvent(time: 5, user: "a\"b", event: "back")) == #"{"time":5,"user":"a\"b","event":"back"}"# + "\n")
  }
}
