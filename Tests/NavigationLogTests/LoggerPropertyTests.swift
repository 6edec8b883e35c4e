import Foundation
import NavigationModel
import TestSupport
import Testing

@testable import NavigationLog

/// Any sequence of calls, with kills, files that end, clocks that are set and devices that start again.
@Suite("Whatever is called, navaudit reads where the user was")
struct LoggerPropertyTests {
  private static let tabs = ["Home", "Orders", "Search", "More", "Settings", "Ärger \"x\""]
  private static let screens = [
    "Home", "Orders", "List", "Detail", "Edit", "", "a|b", "new\nline", "back\\slash\u{0}", "👩‍👩‍👧", "More",
  ]
  private static let items = ["Settings", "Help", "Orders", "More"]

  @Test(
    "A log of random calls has no rejected line but torn ones, and every session ends where the app was",
    arguments: sampled(Array(0..<150), to: 3))
  func random(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let phone = try Phone()
    phone.limits = LogLimits(
      fileSize: random.pick([300, 2000, 1_000_000]), files: 10_000, waiting: random.pick([3, 40, 4096]), delay: 1e6)
    var launches = [phone.launch()]
    /// What each launch said after each of its calls.
    var said: [[LoggerCore.Said]] = [[]]
    var torn = 0
    for _ in 0..<300 {
      let logger = launches[launches.count - 1]
      let showsState = call(logger, &random)
      let now = logger.said
      said[said.count - 1].append(now)
      if showsState, now.isCurrent, let state = now.state, let shown = logger.wanted, !shown.path.isEmpty {
        #expect(state.screen == shown.screen, "seed \(seed)")
      }
      if random.once(in: 3) { phone.wait(random.pick([0, 0.000_001, 0.2, 1.5, 3, 60, 1790, 1900, 20_000])) }
      if random.once(in: 25) { phone.setClock(by: Double(random.pick([-86_400, -3600, -1, 1, 3600, 86_400]))) }
      if random.once(in: 6) { logger.flush() }
      if random.once(in: 40) {
        // The app is killed: what waits is lost. Rarely so is the end of the last file, as when the battery is taken
        // out.
        if random.once(in: 2) { logger.flush() }
        logger.abandon()
        if random.once(in: 3), tearLastFile(of: phone, &random) { torn += 1 }
        if random.once(in: 3) { phone.restart() }
        launches.append(phone.launch())
        said.append([])
      }
    }
    launches.last?.flush()
    if phone.files.isEmpty { return }

    let log = try await ReadBack(phone.files)
    #expect(log.rejected <= torn)
    #expect(log.duplicates == 0)
    let numbers = try Self.numbers(in: phone.text)
    #expect(log.events == numbers.values.reduce(0) { $0 + $1.count })
    var ends: [UInt64: (said: LoggerCore.Said, events: Int, session: String)] = [:]
    for (session, written) in numbers {
      // The last call that is in the log to its end: between the lines of a call, the state is half of each.
      let launch = try #require(Int(session.dropFirst("launch".count).prefix { $0 != "." }))
      guard let last = said[launch - 1].last(where: { $0.number <= written.last! }), last.number >= written[0] else {
        continue
      }
      ends[session.withUTF8Bytes { ByteInterner.hash($0) }] = (last, written.count { $0 <= last.number }, session)
    }
    let sessions = log.sessions { ends[$0.first!.session]?.events ?? 0 }
    #expect(sessions.count == numbers.count)
    for session in sessions {
      guard let first = session.events.first, let end = ends[first.session], let state = end.said.state else {
        continue
      }
      #expect(session.state?.screens == state.path + state.modals.flatMap { $0 }, "seed \(seed), \(end.session)")
      #expect(session.state?.label == state.tab, "seed \(seed), \(end.session)")
    }
  }

  /// Takes some bytes off the newest file.
  /// - Returns: whether it now ends within a line.
  private func tearLastFile(of phone: Phone, _ random: inout SeededGenerator) -> Bool {
    guard let file = phone.files.last, let bytes = try? Data(contentsOf: file), bytes.count > 4 else { return false }
    let kept = bytes.dropLast(Int.random(in: 1..<min(bytes.count, 400), using: &random))
    try? kept.write(to: file)
    return kept.last != UInt8(ascii: "\n")
  }

  /// The numbers of the records of each session, in order: `launch2.3` has those of `launch2-17`, …
  private static func numbers(in text: String) throws -> [String: [Int]] {
    var numbers: [String: [Int]] = [:]
    for line in text.split(separator: "\n") {
      guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else { continue }
      let session = try #require(object["session"] as? String)
      let id = try #require((object["id"] as? String)?.split(separator: "-").last.flatMap { Int($0) })
      numbers[session, default: []].append(id)
    }
    return numbers
  }

  /// - Returns: whether the call was about what the app shows.
  private func call(_ logger: NavigationLogger, _ random: inout SeededGenerator) -> Bool {
    let path = { (random: inout SeededGenerator) in
      (0..<Int.random(in: 0...4, using: &random)).map { _ in random.pick(Self.screens) }
    }
    let tab = random.once(in: 4) ? nil : random.pick(Self.tabs)
    let wanted = logger.wanted
    let kind = Int.random(in: 0..<26, using: &random)
    switch kind {
    case 0...3: logger.state(tab: tab, path: path(&random))
    case 4...6:
      // As apps do: one level down, one up, the same.
      let screens = wanted?.path ?? []
      logger.state(
        tab: wanted?.tab,
        path: random.once(in: 2) ? screens + [random.pick(Self.screens)] : screens.dropLast(random.once(in: 3) ? 2 : 1))
    case 7: logger.state(tab: wanted?.tab, path: Array(wanted?.path.prefix(1) ?? []))
    case 8:
      let modals = (0..<Int.random(in: 0...3, using: &random)).map { _ in path(&random) }
      logger.state(NavigationState(tab: tab, path: path(&random), modals: modals))
    case 9...10: logger.reselected()
    case 11: logger.blocked(random.pick(Self.tabs))
    case 12: logger.moreOpened(list: random.once(in: 3) ? "All" : "More")
    case 13: logger.menuOpened(random.pick(["menu", "side"]))
    case 14...15: logger.menuChose(random.pick(Self.items), from: random.pick(["menu", "side"]))
    case 16: logger.menuClosed(random.pick(["menu", "side"]))
    case 17: logger.modalOpened(random.pick(Self.screens))
    case 18: logger.modalClosed(random.once(in: 3) ? random.pick(Self.screens) : nil)
    case 19: logger.modalPath((wanted?.modals.last.map { [$0[0]] } ?? []) + path(&random))
    case 20: logger.tapped(random.pick(Self.screens), outcome: random.pick([.ok, .missed, .dead]))
    case 21: logger.badge(random.pick(Self.tabs), count: Int.random(in: -1...3, using: &random))
    case 22: logger.tabsShown(Array(Self.tabs.prefix(Int.random(in: 0...5, using: &random))))
    case 23 where random.once(in: 2):
      logger.backgrounded()
      logger.flush()
    case 23: logger.opened(by: random.pick([.warm, .push, .url, .widget]))
    case 24: random.once(in: 4) ? (logger.isOn = random.once(in: 2)) : (logger.isOn = true)
    default: logger.gesture("pinch", failed: random.once(in: 2))
    }
    return kind < 9
  }
}
