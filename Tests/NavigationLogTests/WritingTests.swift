import Foundation
import TestSupport
import Testing

@testable import NavigationLog

@Suite("Lines, files and the install id")
struct WritingTests {
  @Test func `A line has all that navaudit needs, and the first of a session what the app runs on`() throws {
    let phone = try Phone()
    let logger = phone.launch()
    logger.state(tab: "Home", path: ["Home"])
    phone.wait(0.25)
    logger.modalOpened("Ärger \"x\"")
    logger.flush()
    let user = try String(contentsOf: phone.folder.appendingPathComponent(".install-id"), encoding: .utf8)
    #expect(user.count == 32)
    #expect(
      phone.text == """

        {"time":"2026-03-02T06:07:02.140000Z","user":"\(user)","event":"app_open","id":"launch1-1","session":"launch1.1","via":"first",\
        "platform":"ios","app_version":"1.0"}
        {"time":"2026-03-02T06:07:02.140001Z","user":"\(user)","event":"stack","id":"launch1-2","session":"launch1.1","target":"Home","value":["Home"]}
        {"time":"2026-03-02T06:07:02.390000Z","user":"\(user)","event":"modal_open","id":"launch1-3","session":"launch1.1","screen":"Ärger \
        \\"x\\""}

        """)
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000000Z"), (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
      (1_772_431_622_140_123, "2026-03-02T06:07:02.140123Z"),
      (4_107_542_399_999_999, "2100-02-28T23:59:59.999999Z"), (4_107_542_400_000_000, "2100-03-01T00:00:00.000000Z"),
      (-5, "1970-01-01T00:00:00.000000Z"),
      (.max, "9999-12-31T23:59:59.999999Z"),
    ] as [(Int64, String)])
  func times(time: Int64, text: String) {
    var bytes: [UInt8] = []
    LogTime.append(time, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test func `Each launch is a part of its own, and only the first one ever is first`() throws {
    let phone = try Phone()
    for _ in 0..<3 {
      let logger = phone.launch()
      logger.opened()
      logger.state(tab: nil, path: ["A"])
      logger.flush()
      logger.abandon()
    }
    #expect(
      phone.lines == [
        "app_open via=first", "stack value=[A]", "app_open via=cold", "stack value=[A]", "app_open via=cold",
        "stack value=[A]",
      ])
    #expect(phone.files.count == 3)
  }

  @Test func `After half an hour without an event a session begins with where the user is`() throws {
    let phone = try Phone()
    let logger = phone.launch()
    logger.state(tab: nil, path: ["A", "B"])
    phone.wait(1801)
    logger.tapped("Buy")
    logger.backgrounded()
    logger.state(tab: nil, path: ["C"])
    phone.wait(4000)
    logger.badge("Orders", count: 2)
    logger.opened(by: .push)
    logger.flush()
    #expect(
      phone.lines == [
        "app_open via=first", "stack value=[A B]", "stack value=[A B]", "tap screen=B target=Buy", "app_background",
        "badge target=Orders value=2",
        "app_open via=push", "stack value=[C]",
      ])
    let sessions = phone.text.split(separator: "\n").compactMap {
      $0.split(separator: "\"session\":\"").last?.split(separator: "\"").first
    }
    #expect(sessions.map { $0.split(separator: ".")[1] } == ["1", "1", "2", "2", "2", "3", "3", "3"])
  }

  @Test func `Setting the clock moves no event of a session, and time never runs backwards within a launch`() throws {
    let phone = try Phone()
    let logger = phone.launch()
    for step in [0.0, -86_400, 7200, -3600] {
      phone.setClock(by: step)
      for screen in ["A", "B"] {
        phone.wait(10)
        logger.state(tab: nil, path: [screen])
      }
      if step == 7200 { phone.wait(1900) }
    }
    logger.flush()
    let times = phone.text.split(separator: "\n").map { String($0.dropFirst(9).prefix(27)) }
    #expect(times == times.sorted())
    #expect(times.count == Set(times).count)
    let seconds = times.compactMap { $0.dropFirst(14).prefix(5) }
    #expect(seconds.prefix(4) == ["07:12", "07:12", "07:22", "07:32"])
  }

  @Test func `Files end at their size, and the oldest go first`() async throws {
    let phone = try Phone()
    phone.limits = LogLimits(fileSize: 2000, files: 3, delay: 1e6)
    let logger = phone.launch()
    for number in 0..<100 {
      logger.state(tab: nil, path: ["S\(number)"])
      logger.flush()
    }
    #expect(phone.files.count == 3)
    #expect(phone.texts.allSatisfy { $0.utf8.count <= 2000 && $0.hasPrefix("\n{") && $0.hasSuffix("}\n") })
    #expect(phone.lines.last == "stack value=[S99]")
    let log = try await ReadBack(phone.files)
    #expect(log.rejected == 0)
    #expect(log.events == phone.lines.count)
  }

  @Test func `Names of files are in order of time, also if the clock was set back`() throws {
    let phone = try Phone()
    for number in 0..<5 {
      let logger = phone.launch()
      logger.state(tab: nil, path: ["S\(number)"])
      logger.flush()
      phone.setClock(by: -10_000)
    }
    #expect(phone.lines.filter { $0.hasPrefix("stack") } == (0..<5).map { "stack value=[S\($0)]" })
  }

  @Test func `A file may be torn, and is still read with the next one, even joined to it`() async throws {
    let phone = try Phone()
    for number in 0..<2 {
      let logger = phone.launch()
      for screen in 0..<30 { logger.state(tab: "Home", path: ["Home", "S\(number)\(screen)"]) }
      logger.flush()
      logger.abandon()
      if number == 0 { try Data(contentsOf: phone.files[0]).dropLast(20).write(to: phone.files[0]) }
    }
    let log = try await ReadBack(phone.files)
    #expect((log.rejected, log.events) == (1, 61))
    let joined = phone.folder.appendingPathComponent("joined.ndjson")
    try Data(phone.text.utf8).write(to: joined)
    let one = try await ReadBack([joined])
    #expect((one.rejected, one.events) == (1, 61))
  }

  @Test func `Two loggers in one folder write files of their own, and are one user`() async throws {
    let phone = try Phone()
    let one = phone.launch()
    let other = phone.launch()
    for number in 0..<20 {
      one.state(tab: nil, path: ["A\(number)"])
      other.state(tab: nil, path: ["B\(number)"])
      if number % 5 == 4 {
        one.flush()
        other.flush()
      }
    }
    let log = try await ReadBack(phone.files)
    #expect((log.rejected, log.events, log.duplicates) == (0, 42, 0))
    #expect(log.sessions().map(\.steps.count) == [20, 20])
  }

  @Test(arguments: [0, 1, 3, 15, -32])
  func `An install id that a device without power left broken is replaced by one`(bytes: Int) async throws {
    let phone = try Phone()
    try FileManager.default.createDirectory(at: phone.folder, withIntermediateDirectories: true)
    let broken = bytes < 0 ? Data(count: -bytes) : Data(repeating: 0x61, count: bytes)
    try broken.write(to: phone.folder.appendingPathComponent(".install-id"))
    let ids = await withTaskGroup(of: LogIdentity.Loaded.self) { group in
      for _ in 0..<16 { group.addTask { [folder = phone.folder] in LogIdentity.file(in: folder).load() } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    // Of one user, who is not new.
    let texts = Set(ids.compactMap { if case .known(let id, false) = $0 { id } else { nil } })
    #expect(texts.count == 1 && texts.first?.count == 32)
    let logger = phone.launch()
    logger.state(tab: nil, path: ["A"])
    logger.flush()
    #expect(phone.lines == ["app_open via=cold", "stack value=[A]"])
    let names = try FileManager.default.contentsOfDirectory(atPath: phone.folder.path)
    #expect(names.filter { $0.hasPrefix(".") } == [".install-id"])
  }

  @Test func `Loggers in processes at once make one install id`() async throws {
    let phone = try Phone()
    let ids = await withTaskGroup(of: LogIdentity.Loaded.self) { group in
      for _ in 0..<16 { group.addTask { [folder = phone.folder] in LogIdentity.file(in: folder).load() } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let texts = Set(ids.map { if case .known(let id, _) = $0 { id } else { "unavailable" } })
    #expect(texts.count == 1)
    #expect(ids.count { if case .known(_, true) = $0 { true } else { false } } == 1)
  }
}

@Suite("When something goes wrong, the log stops, and never the app")
struct FailureTests {
  #if os(Linux)
    @Test func `A full disk stops the log`() throws {
      let phone = try Phone()
      let sink = LogFiles(folder: phone.folder, launch: "x", limits: phone.limits, clock: phone.clock) { _ in
        open("/dev/full", O_WRONLY)
      }
      let logger = phone.launch(sink: sink)
      for number in 0..<10 {
        logger.state(tab: nil, path: ["S\(number)"])
        logger.flush()
      }
      #expect(phone.text == "")
      #expect(throws: LogSinkError.refused(ENOSPC)) { try sink.append(Array("x\n".utf8)) }
    }
  #endif

  @Test func `A disk that is full within a line keeps the whole lines before`() throws {
    let phone = try Phone()
    let sink = LimitedSink(room: 1000)
    let logger = phone.launch(sink: sink)
    for number in 0..<100 {
      logger.state(tab: nil, path: ["S\(number)"])
      logger.flush()
    }
    #expect(sink.text.hasSuffix("\n"))
    #expect(sink.refusals == 1)
  }

  @Test func `A folder that vanishes stops the log`() throws {
    let phone = try Phone()
    let logger = phone.launch()
    logger.state(tab: nil, path: ["A"])
    logger.flush()
    try FileManager.default.removeItem(at: phone.folder)
    for screen in ["B", "C", "D"] {
      logger.state(tab: nil, path: [screen])
      logger.flush()
    }
    #expect(!FileManager.default.fileExists(atPath: phone.folder.path))
  }

  @Test func `A file that another process removed is followed by a session of its own`() async throws {
    let phone = try Phone()
    let logger = phone.launch()
    logger.state(NavigationState(tab: "Home", path: ["Home"], modals: [["Login"]]))
    logger.flush()
    try FileManager.default.removeItem(at: phone.files[0])
    for screen in ["Code", "Password", "Done"] {
      logger.modalPath(["Login", screen])
      logger.flush()
    }
    let session = try #require(try await ReadBack(phone.files).sessions().first)
    #expect(session.state?.screens == ["Home", "Login", "Done"])
  }

  @Test(arguments: ["/proc", "/dev/null"])
  func `A folder that cannot be written to stops the log`(place: String) throws {
    let phone = try Phone()
    let folder = URL(fileURLWithPath: place).appendingPathComponent("NavigationLog")
    let logger = phone.launch(sink: LogFiles(folder: folder, launch: "x", limits: phone.limits, clock: phone.clock))
    logger.state(tab: nil, path: ["A"])
    logger.flush()
    logger.state(tab: nil, path: ["B"])
    logger.flush()
    // No install id either.
    let nobody = phone.launch(identity: .file(in: folder))
    nobody.state(tab: nil, path: ["A"])
    nobody.flush()
    #expect(phone.text == "")
  }

  @Test func `An install id that cannot be read yet is waited for, and never replaced`() throws {
    let phone = try Phone()
    let isLocked = Locked(true)
    let identity = LogIdentity(load: {
      isLocked.withLock { $0 } ? .unavailable : .known("0123456789abcdef", isNew: false)
    })
    phone.limits.waiting = 100
    let logger = phone.launch(identity: identity)
    for number in 0..<50 { logger.state(tab: nil, path: ["S\(number)"]) }
    logger.flush()
    #expect(phone.files.isEmpty)
    isLocked.withLock { $0 = false }
    logger.flush()
    #expect(phone.lines.first == "app_open via=cold")
    #expect(phone.lines.count == 51)
    #expect(phone.text.contains("\"user\":\"0123456789abcdef\""))
  }

  @Test func `What is in the place of an install id and cannot be read is left alone`() throws {
    let phone = try Phone()
    try FileManager.default.createDirectory(at: phone.folder, withIntermediateDirectories: true)
    let file = phone.folder.appendingPathComponent(".install-id")
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    #expect(LogIdentity.file(in: phone.folder).load() == .unavailable)
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `What waits is bounded: beyond it is dropped, and what follows is a session of its own`() async throws {
    let phone = try Phone()
    phone.limits.waiting = 10
    let logger = phone.launch()
    for number in 0..<35 { logger.state(NavigationState(tab: "Home", path: ["Home", "S\(number)"], modals: [["M"]])) }
    logger.flush()
    let session = try #require(try await ReadBack(phone.files).sessions().last)
    #expect(phone.lines.count <= 10)
    #expect(session.state?.screens.first == "Home")
  }
}

@Suite("Consent and samples")
struct ConsentTests {
  @Test func `Without consent nothing is written, not even an id`() throws {
    let phone = try Phone()
    let logger = phone.launch(consent: false)
    logger.state(tab: nil, path: ["A"])
    logger.tapped("Buy")
    logger.backgrounded()
    logger.flush()
    #expect(!FileManager.default.fileExists(atPath: phone.folder.path))
    // With it, the log begins with where the user is.
    logger.isOn = true
    logger.opened()
    logger.flush()
    #expect(phone.lines == ["app_open via=first", "stack value=[A]"])
  }

  @Test func `Consent that is withdrawn stops at once, and what there is can be deleted`() throws {
    let phone = try Phone()
    let logger = phone.launch()
    logger.state(tab: nil, path: ["A"])
    logger.flush()
    logger.state(tab: nil, path: ["B"])
    logger.isOn = false
    logger.state(tab: nil, path: ["C"])
    logger.flush()
    #expect(phone.lines == ["app_open via=first", "stack value=[A]"])
    logger.erase()
    logger.flush()
    #expect(try FileManager.default.contentsOfDirectory(atPath: phone.folder.path) == [])
    logger.isOn = true
    logger.state(tab: nil, path: ["D"])
    logger.flush()
    #expect(phone.lines == ["app_open via=first", "stack value=[D]"])
  }

  @Test func `A sample is decided once for each user, and a larger one holds the smaller one`() {
    let ids = (0..<4000).map { "install\($0)" }
    let tenth = ids.filter { LogIdentity.isSampled($0, share: 0.1) }
    #expect((320...480).contains(tenth.count))
    #expect(tenth.allSatisfy { LogIdentity.isSampled($0, share: 0.2) })
    #expect(ids.allSatisfy { LogIdentity.isSampled($0, share: 1) && !LogIdentity.isSampled($0, share: 0) })
  }

  @Test func `Who is not in the sample is not logged`() throws {
    let phone = try Phone()
    let logger = phone.launch(sampling: 0)
    logger.state(tab: nil, path: ["A"])
    logger.flush()
    logger.state(tab: nil, path: ["B"])
    logger.flush()
    #expect(phone.files.isEmpty)
  }

  @Test func `Files are handed over whole, oldest first, and what follows goes to another`() async throws {
    let phone = try Phone()
    let logger = phone.launch()
    logger.state(tab: nil, path: ["A"])
    let files = await withCheckedContinuation { done in logger.finishedFiles { done.resume(returning: $0) } }
    #expect(files == phone.files)
    #expect(phone.lines.count == 2)
    logger.state(tab: nil, path: ["B"])
    logger.flush()
    #expect(phone.files.count == 2)
  }
}

/// A sink with little room.
private final class LimitedSink: LogSink {
  private let state = Locked((text: "", refusals: 0))
  private let room: Int

  init(room: Int) { self.room = room }

  var text: String { state.withLock { $0.text } }
  var refusals: Int { state.withLock { $0.refusals } }

  func append(_ lines: [UInt8]) throws {
    try state.withLock { state in
      if state.text.utf8.count + lines.count > room {
        state.refusals += 1
        throw LogSinkError.refused(ENOSPC)
      }
      state.text += String(decoding: lines, as: UTF8.self)
    }
  }

  func finish() {}
  var files: [URL] { [] }
  func erase() {}
}
