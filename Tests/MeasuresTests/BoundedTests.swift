import NavigationModel
import TestSupport
import Testing

@testable import Measures

/// What is dropped because it is too much depends only on what was counted: not on how many workers counted, which of
/// them counted what, or in which order their sums are merged.
@Suite struct BoundedTests {
  /// Keeps up to five keys.
  private enum Five: Bounding {
    static func isTooMuch(_ kept: SumsByKey<Int, Int>) -> Bool { kept.count > 5 }
  }

  @Test(arguments: sampled(Array(1...40))) func `a sum of up to five keys`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let numbers = (0..<30).map { _ in Int.random(in: 0..<(seed % 2 == 0 ? 5 : 7), using: &random) }
    var whole = Bounded<Five>()
    for number in numbers { whole.add { $0[adding: number] += 1 } }
    #expect(whole.isOverfull == (Set(numbers).count > 5))
    for parts in [2, 3, 7, 30] {
      var sums = [Bounded<Five>](repeating: Bounded(), count: parts)
      for number in numbers { sums[Int.random(in: 0..<parts, using: &random)].add { $0[adding: number] += 1 } }
      sums.shuffle(using: &random)
      let merged = sums.reduce(into: Bounded<Five>()) { $0.merge($1) }
      #expect(merged.isOverfull == whole.isOverfull)
      #expect(Dictionary(uniqueKeysWithValues: merged.kept.pairs.map { ($0, $1) }) == whole.expected(numbers))
    }
  }

  // MARK: - The measures that stop at a limit, on logs around it

  /// Of nine tabs there are fewer sets than any limit, of twenty more.
  @Test(.thorough, arguments: [9, 20]) func `sets of tabs of nine thousand new users`(tabs: Int) throws {
    var random = SeededGenerator(seed: 7)
    let users = (0..<9_000).map { _ in
      "first " + (0..<tabs).filter { _ in random.once(in: 2) }.map { "tab:T\($0)" }.joined(separator: " ")
    }
    let log = try Dealt(users)
    try log.expectAgreement(TabHabits.self) { _ in true }
    try log.expectAgreement(BarUsers.self) { !$0.isOverfull && $0.hasFields }
    try log.expectAgreement(EntrySets.self) { $0.isOverfull == (tabs == 20) }
    try log.expectAgreement(OwnTabs.self) { $0.isOverfull == (tabs == 20) }
  }

  @Test(.thorough) func `fields of users of a bar`() throws {
    let users = (0..<4_500).map { "@locale=l\($0) tab:A & tab:B & tab:C" }
    try Dealt(Array(users.prefix(4_096))).expectAgreement(BarUsers.self) { $0.hasFields && $0.users.count == 4_096 }
    try Dealt(users).expectAgreement(BarUsers.self) { !$0.hasFields && $0.users.count == 1 }
  }

  @Test(.thorough) func `pairs of tabs, and entries`() throws {
    var random = SeededGenerator(seed: 3)
    let users = (0..<300).map { _ in
      (0..<20).map { _ in "tab:T\(Int.random(in: 0..<100, using: &random))" }.joined(separator: " ")
    }
    let log = try Dealt(users)
    try log.expectAgreement(BarUsers.self) { $0.isOverfull && !$0.hasFields && $0.users.isEmpty }
    try log.expectAgreement(EntrySets.self) { $0.isOverfull && $0.sets.isEmpty }
  }

  @Test(.thorough) func `changes, choices by day, and pairs of entries`() throws {
    let deep = (0..<26).map { user in (0..<1_000).map { "> S\(user * 1_000 + $0) +1s" }.joined(separator: " ") }
    try Dealt(deep).expectAgreement(OtherSavings.self) { $0.sums.count == 0 }
    try Dealt(Array(deep.prefix(20))).expectAgreement(OtherSavings.self) { $0.sums.count > 30_000 }
    let wide = (0..<66).map { user in (0..<1_000).map { "menu:I\(user * 1_000 + $0)" }.joined(separator: " ") }
    try Dealt(wide).expectAgreement(ChoiceDays.self) { $0.byEntry.isEmpty }
    try Dealt(Array(wide.prefix(60))).expectAgreement(ChoiceDays.self) { $0.byEntry.count == 60_000 }
    // One user of 900 items has more pairs of them than are kept.
    let many = (0..<900).map { "more:I\($0)" }.joined(separator: " ")
    try Dealt([many, "more:I1 tab:A", "more:I1 more:I2", "tab:A"]).expectAgreement(Moves.self) {
      $0.isOverfull && $0.halves.isEmpty
    }
  }
}

extension Bounded where Limit.Kept == SumsByKey<Int, Int> {
  /// How often each number occurs, or nothing.
  fileprivate func expected(_ numbers: [Int]) -> [Int: Int] {
    isOverfull ? [:] : numbers.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

/// The users of a log, one a line, who are dealt out to workers.
private struct Dealt {
  private let names = NameTable()
  private let sessions: TraceSessions

  init(_ users: [String]) throws { sessions = try TraceSessions(users.joined(separator: "\n"), names: names) }

  /// Expects that a measure is the same, to the byte, however the users are dealt out.
  func expectAgreement<M: Measure>(_: M.Type, _ isExpected: (M) -> Bool) throws {
    let whole: M = fold(1)
    #expect(isExpected(whole))
    let bytes = try BinaryEncoder.bytes(of: whole, names: names)
    for workers in [2, 4, 7] {
      let merged: M = fold(workers)
      #expect(try BinaryEncoder.bytes(of: merged, names: names) == bytes, "\(M.self), \(workers) workers")
    }
    let read = try BinaryDecoder.value(M.self, from: bytes, names: names)
    #expect(try BinaryEncoder.bytes(of: read, names: names) == bytes, "\(M.self), written down and read back")
  }

  private func fold<M: Measure>(_ workers: Int) -> M {
    var measures = [M](repeating: M(), count: workers)
    sessions.forEachUser { user, sessions in
      let worker = user * 31 % 1_009 % workers
      for (session, path) in sessions { measures[worker].observe(session, path) }
      measures[worker].finishUser()
    }
    for worker in measures.indices { measures[worker].finish() }
    return measures.reversed().reduce(into: M()) { $0.merge($1) }
  }
}
