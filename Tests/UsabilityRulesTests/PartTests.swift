import Measures
import NavigationModel
import TestSupport
import Testing

@testable import UsabilityRules

/// Which part of a log is doubtful, and who is left out.
@Suite struct PartTests {
  private static let clean = "tab:Home tab:Search > Result < tab:Home menu menu:Wishlist tab:Home menu menu:Wishlist"
  /// The same, sent in batches.
  private static let batched = "tab:Home +0s tab:Search +0s > Result +0s < +0s tab:Home +0s menu menu:Wishlist tab:Home"

  private func part(_ trace: String) throws -> (part: CleanPart?, doubts: [LogReliability.Doubt], log: TraceMeasures) {
    let log = try TraceMeasures(trace)
    return (CleanPart(log.measures, log.scope), LogReliability(log.measures, log.scope).all, log)
  }

  @Test func `times of one platform accuse it alone, and the other has a plan`() throws {
    let (part, doubts, log) = try part("@platform=ios \(Self.clean) * 60\n@platform=android \(Self.batched) * 60")
    #expect(doubts.map(\.check) == ["batched-time"])
    #expect(doubts.first?.reason.plain == "300 of 420 neighboring events (71.4%) have the same time on Android")
    let clean = try #require(part)
    #expect(clean.dimension == "platform" && clean.values.map { log.scope.names[$0] } == ["ios"])
    #expect(
      clean.sentence.plain.hasSuffix(
        """
        What follows judges iOS, with 60 of 120 users. To judge only these, run the same command with \
        `--only platform=ios`.
        """))
    let advice = Advice(log.measures, log.scope)
    #expect(advice.platforms.map { $0.plan?.promotions.map(\.entry.name) } == [nil, ["Wishlist"]])
    let deep = "> A +1s > B +1s > C < < <"
    let links = try self.part(
      "@platform=ios \(Self.clean) \(deep) * 60\n@platform=android \(Self.batched) \(deep) * 60")
    #expect(Advice(links.log.measures, links.log.scope).platforms.map { $0.otherChanges.isEmpty } == [true, false])
  }

  @Test(
    arguments: [
      "@platform=ios clean * 29\n@platform=android batched * 60",
      "@platform=ios batched * 60\n@platform=android batched * 60",
      "@platform=ios clean * 30\n@platform=android batched * 160",
      "@platform=ios clean * 60\n@platform=android clean * 60",
      // So few rows accuse nobody.
      "@platform=ios clean * 60\n@platform=android batched * 5",
    ])
  func `no part is judged alone where too few people stay, or nothing is wrong elsewhere`(trace: String) throws {
    let trace = trace.replacing("clean", with: Self.clean).replacing("batched", with: Self.batched)
    #expect(try part(trace).part == nil)
  }

  @Test func `a platform of single views has no navigation to judge, and asks for nothing`() throws {
    let watch = "@platform=watchos ( Ring & ) x 9 Ring Workout * 100"
    let (part, doubts, log) = try part("@platform=ios \(Self.clean) * 40\n\(watch)")
    #expect(doubts.isEmpty && part?.values.map { log.scope.names[$0] } == ["ios"])
    #expect(
      part?.sentence.plain.hasPrefix(
        "There is no navigation to judge on watchOS: 900 of 1,000 sessions there hold one screen. What follows judges")
        == true)
    #expect(try self.part(watch).part == nil, "nothing else is in the log")
  }

  @Test func `what an old version did asks nothing of the newest`() throws {
    let old = "@platform=ios @app_version=1.9 \(Self.batched)"
    let (part, doubts, log) = try part("\(old) +24h @app_version=2.0 \(Self.clean) * 60")
    #expect(doubts.first?.reason.plain.hasSuffix("in version 1.9 on iOS") == true)
    #expect(
      doubts.first?.remedy.plain
        == "analyze the newest version alone: the same command with `--only app_version=2.0`")
    #expect(part?.dimension == "app_version" && part?.values.map { log.scope.names[$0] } == ["2.0"])
    // The other way round the newest has to be mended.
    let new = "@platform=ios @app_version=1.9 \(Self.clean) +24h @app_version=2.0 \(Self.batched) * 60"
    #expect(try self.part(new).doubts.first?.remedy.plain == "log the time on the device")
  }

  @Test func `copies are said, and not what follows from them`() throws {
    let twice = "tab:Home > A > B +0s > B <:A * 60"
    let checks = try part(twice).doubts.map(\.check)
    #expect(checks.contains("doubled") && !checks.contains("contradiction"))
  }

  @Test func `a robot is left out of a rule, and named with both figures`() throws {
    // Three hundred people miss the button once in ten taps; for the robot it is always dead.
    let people = "( tap:Buy ) x 9 tap:Buy!missed * 300"
    let log = try TraceMeasures("\(people)\n( tap:Buy!dead ) x 9000 * 1")
    let dead = try #require(Rule.rule("touch.dead"))
    let context = RuleContext(dead, log.measures, log.scope)
    #expect(dead.rows(context).filter(\.fires).isEmpty, "the robot alone found it dead")
    let measured = try #require(dead.rows(context).first)
    #expect(measured.value == 0 && measured.effectiveUsers == 300)
    let broken = try TraceMeasures("( tap:Buy!dead ) x 5 ( tap:Buy ) x 5 * 300\n( tap:Buy ) x 40000 * 1")
    let firing = dead.rows(RuleContext(dead, broken.measures, broken.scope)).filter(\.fires)
    let found = try #require(firing.first)
    #expect(found.value == 0.5)
    #expect(
      found.details.first?.plain
        == "This share leaves out the user u000000000000012d, who has 93% of the rows; with that user, it is 3.5%.")
  }
}
