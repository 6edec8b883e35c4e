import Measures
import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// Straight lines: the steps of one task are no levels, redirects are no screens, and lists no gates.
@Suite struct StraightLineTests {
  private func subjects(_ rule: Rule, _ trace: String, map: AppMap = AppMap()) throws -> [String] {
    let log = try TraceMeasures(trace, map: map)
    return Rule.judge(log.measures, log.scope, rules: [rule]).findings.map(\.subject)
  }

  private func changes(_ trace: String) throws -> [String] {
    let log = try TraceMeasures(trace)
    return Advice(log.measures, log.scope).platforms.flatMap(\.otherChanges).map { "\($0.kind.rawValue) \($0.entry)" }
  }

  private func flows(_ trace: String, map: AppMap = AppMap()) throws -> [[String]] {
    let log = try TraceMeasures(trace, map: map)
    return log.scope.lines(log.measures).flows.map { $0.map { log.scope.names[$0] } }.sorted { $0.count > $1.count }
  }

  private static let checkout = "> Address > Delivery > Payment > Review > Terms > Done"

  @Test func `A checkout that people complete is one level, and nobody is led to its end`() throws {
    let trace = "tab:Cart \(Self.checkout) ^ tab:Home * 60\ntab:Cart > Coupons < * 60"
    #expect(try flows(trace) == [["Address", "Delivery", "Payment", "Review", "Terms", "Done"]])
    #expect(try subjects(.depthOverLimit, trace) == [])
    #expect(try subjects(.depthHotDeep, trace) == [])
    let quick = Self.checkout.replacing("> ", with: "+1s > ")
    #expect(try changes("tab:Cart \(quick) ^ tab:Home * 60\ntab:Cart > Coupons < * 60") == [])
    let log = try TraceMeasures(trace)
    let check = LogCheck.results(LogCheckContext(log.measures, log.scope, rulesWithoutEvidence: [])).first {
      $0.check == "straight-lines"
    }
    #expect(check?.consequence.plain.contains("Address › Delivery") == true)
  }

  @Test func `A section that people leave by tabs, or climb out of, is too deep`() throws {
    let left = "tab:Cart \(Self.checkout) tab:Home * 31\ntab:Cart \(Self.checkout) ^ tab:Home * 29"
    #expect(try subjects(.depthOverLimit, left) == ["Cart"])
    let climbed = "tab:Cart \(Self.checkout) < < < tab:Home * 60"
    #expect(try subjects(.depthOverLimit, climbed) == ["Cart"])
    // 84 of 100 go on from the review to the terms.
    let forks = """
      tab:Cart \(Self.checkout) ^ tab:Home * 84
      tab:Cart > Address > Delivery > Payment > Review > Help > Chat ^ tab:Home * 16
      """
    #expect(try subjects(.depthOverLimit, forks) == ["Cart"])
    let folded = AppMap(screenNames: ["^Step .*": "Step"])
    let steps = "tab:Cart > \"Step 1\" > A > \"Step 2\" > B > \"Step 3\" > C ^ tab:Home * 60"
    #expect(try flows(steps, map: folded) == [])
  }

  @Test func `A redirect has no level, is no gate, and nobody comes back from it`() throws {
    func trace(_ redirected: Int) -> String {
      """
      tab:Home +1003ms > Redirect +300ms > Page <:Home tab:Search * \(redirected)
      tab:Home > Redirect > Page <:Redirect tab:Search * \(100 - redirected)
      """
    }
    for (count, transparent) in [(90, true), (89, false)] {
      let log = try TraceMeasures(trace(count))
      #expect(log.scope.lines(log.measures).transparent.isEmpty != transparent)
      #expect(LogReliability(log.measures, log.scope).all.map(\.check).contains("contradiction") != transparent)
    }
    #expect(try subjects(.depthPassThrough, "tab:Home +1003ms > Gate +499ms > Offer tab:Search * 120") == [])
    let slower = ["501", "901"].map { "tab:Home +1003ms > Gate +\($0)ms > Offer tab:Search * 60" }
    #expect(try subjects(.depthPassThrough, slower.joined(separator: "\n")) == ["Gate"])
  }

  @Test func `A popular screen is as deep as people see it`() throws {
    func redirected(_ wait: String) -> String {
      "tab:Home +1003ms > R +\(wait) > Item +1s > R +\(wait) > Seller < tab:Search * 60"
    }
    #expect(try subjects(.depthHotDeep, redirected("300ms")) == [], "the third level")
    #expect(try subjects(.depthHotDeep, redirected("900ms")) == ["Seller"], "the fifth")
    let log = try TraceMeasures(redirected("300ms"))
    let links = Advice(log.measures, log.scope).platforms.flatMap(\.otherChanges)
    #expect(links.map(\.entry) == ["Seller"] && links.map(\.taps) == [60], "a tap each, and none to the redirect")
    let filters = ["a", "b"].map { "tab:Search > List > \"List?\($0)\" > \"List?\($0)&c\" > Product < tab:Home * 30" }
    #expect(try subjects(.depthHotDeep, filters.joined(separator: "\n")) == [], "filters make no other screen")
  }

  @Test func `A grid whose pictures people open one after the other is no gate`() throws {
    let once = "tab:Home > Album +1s > Photo < < tab:Search"
    let twice = "tab:Home > Album +1s > Photo < +1s > Photo < < tab:Search"
    #expect(try subjects(.depthPassThrough, "\(once) * 91\n\(twice) * 9") == ["Album"])
    #expect(try changes("\(once) * 91\n\(twice) * 9").contains("remove-level Album"))
    #expect(try subjects(.depthPassThrough, "\(once) * 90\n\(twice) * 10") == [])
    #expect(try !changes("\(once) * 90\n\(twice) * 10").contains("remove-level Album"))
    #expect(try subjects(.depthPassThrough, "tab:Home > Album +1s > \"Photo/:id\" < < tab:Search * 120") == [])
  }

  @Test func `What people see once in each version is a tour`() throws {
    let tour = "modal:T1 > T2 > T3 > T4 > T5 > T6 < < < < < modal! tab:Home"
    func trace(_ last: String) -> String {
      "@app_version=1 \(tour) & tab:Home & @app_version=2 \(tour) & tab:Home * 57\n"
        + "@app_version=1 \(tour) & tab:Home & \(last) * 3"
    }
    #expect(try subjects(.depthOverLimit, trace("@app_version=2 \(tour)")) == [])
    #expect(try subjects(.depthOverLimit, trace(tour)) == [], "57 of 60 are 95%")
    #expect(try subjects(.depthOverLimit, trace(tour).replacing("* 57", with: "* 56")) == ["T1"])
  }

  @Test func `A tour that people see once forwards nobody`() throws {
    let tour = "tab:Home > T1 +1s > T2 +1s > T3 < < < tab:Search"
    #expect(try subjects(.depthPassThrough, "\(tour) & \(tour) & tab:Home * 60") == ["T1", "T2"])
    #expect(try changes("\(tour) & \(tour) & tab:Home * 60").contains("remove-level T1"))
    #expect(try subjects(.depthPassThrough, "\(tour) & tab:Home & tab:Home * 120") == [])
    #expect(try !changes("\(tour) & tab:Home & tab:Home * 120").contains("remove-level T1"))
  }

  @Test func `A way to the root closes all that it leaves`() throws {
    func doubts(_ trace: String) throws -> [String] {
      let log = try TraceMeasures(trace)
      return LogReliability(log.measures, log.scope).all.map(\.check)
    }
    #expect(try doubts("tab:Home > A > B > C > D > E > F ^ > G tab:Search * 60") == [])
    #expect(try doubts("tab:Home > A > B > C > D > E > F Home > G tab:Search * 60").contains("missing-back") == false)
  }

  @Test func `A screen that each opens four times ends no more visits than others`() throws {
    // A quarter of the visits to each end the part.
    let usual = "tab:Home > A < > A < > A < > A & tab:Home > B < > B < > B < > B * 60"
    #expect(try subjects(.pathDeadEnd, usual) == [])
    let log = try TraceMeasures("tab:Home > A > End +3s background * 60\ntab:Home > A > Other < < * 60")
    let found = Rule.judge(log.measures, log.scope, rules: [.pathDeadEnd]).findings
    #expect(found.map(\.subject) == ["End"] && found.map(\.severity) == [.warning])
    let unknown = try TraceMeasures("tab:Home > A > End * 60\ntab:Home > A > Other < < * 60")
    let question = Rule.judge(unknown.measures, unknown.scope, rules: [.pathDeadEnd]).findings
    #expect(question.map(\.isQuestion) == [true] && question.map(\.severity) == [.info])
    #expect(question.first?.message.plain.contains("it may be a goal or a dead end") == true)
  }

  @Test func `A carousel's clock is no haste of people`() throws {
    func carousel(_ stays: [Int]) -> String {
      let looks = stays.map { "> Slide +\($0)ms <" }.joined(separator: " ")
      return "tab:Home +1003ms \(looks) tab:Search * 60"
    }
    #expect(try subjects(.pathPogo, carousel([4_000, 4_001, 4_002, 4_000])) == [])
    #expect(try subjects(.pathPogo, carousel([1_000, 2_001, 4_002, 3_000])) == ["Home"])
  }
}

extension AppMap {
  fileprivate init(screenNames: KeyValuePairs<String, String>) {
    self.init()
    self.screenNames = screenNames.map { ScreenName(pattern: $0.key, name: $0.value) }
  }
}
