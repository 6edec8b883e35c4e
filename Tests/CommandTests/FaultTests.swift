import Foundation
import GRDB
import TestSupport
import Testing

/// Full disks, missing permissions, stores held by another process, killed runs: one clear line, and nothing lost.
/// `Tests/Robust/run` does the same at hundreds of moments.
@Suite("Faults of the machine")
struct FaultTests {
  let refusal: Refusal
  var folder: TemporaryFolder { refusal.folder }

  init() throws {
    refusal = try Refusal()
    try folder.write(Fixtures.smallLog().ndjson, to: "log.ndjson")
  }

  // MARK: - Permissions

  /// A run for which permissions count: root, which they do not restrict, runs as nobody.
  private func runAsNobody(_ arguments: [String]) throws -> Navaudit.Outcome {
    guard getuid() == 0 else { return try refusal.navaudit.run(arguments) }
    return try refusal.navaudit.run(
      ["--reuid=65534", "--regid=65534", "--clear-groups", Navaudit.binary.path] + arguments, through: "setpriv")
  }

  private static let permissionsCount: Bool = {
    if getuid() != 0 { return true }
    let probe = try? Navaudit(in: TemporaryFolder()).run(
      ["--reuid=65534", "--regid=65534", "--clear-groups", Navaudit.binary.path, "--version"], through: "setpriv")
    return probe?.status == 0
  }()

  private func expectRefused(_ arguments: [String], _ message: String, location: SourceLocation = #_sourceLocation)
    throws
  {
    let before = folder.everything()
    let outcome = try runAsNobody(arguments)
    #expect(outcome.status == 2, sourceLocation: location)
    #expect(outcome.errors == "navaudit: \(message)\n", sourceLocation: location)
    #expect(folder.everything() == before, "nothing is left behind", sourceLocation: location)
  }

  @Test(
    .thorough, .enabled(if: permissionsCount, "as root, with no setpriv(1) to run as nobody, permissions do not count"))
  func `folders and files that nobody may write to`() throws {
    try refusal.navaudit("ingest", "log.ndjson", "--store", "app.sqlite")
    // Reports of an earlier run, in a folder that was made read-only afterwards.
    try refusal.navaudit("analyze", "log.ndjson", "--output", "Locked")
    try folder.write(RandomLog(seed: 2).lines.ndjson, to: "more.ndjson")
    let written = try refusal.state
    // Not even their owner may, who runs the tests.
    for (name, mode) in [("app.sqlite", 0o444), ("Locked", 0o555), ("", 0o555)] {
      chmod(folder.path(name), mode_t(mode))
    }
    defer { for name in ["", "Locked"] { chmod(folder.path(name), 0o755) } }
    let advice = "name a folder that can be written with --output"
    try expectRefused(
      ["analyze", "log.ndjson", "--output", "Locked"],
      "Locked: the reports cannot be written there (Permission denied); \(advice)")
    try expectRefused(
      ["analyze", "log.ndjson", "--output", "None/Reports"],
      "None/Reports: the reports cannot be written there (Permission denied); \(advice)")
    try expectRefused(
      ["ingest", "log.ndjson", "--store", "Locked/app.sqlite"],
      "Locked/app.sqlite: the store cannot be used (unable to open database file); check the disk and the permissions")
    try expectRefused(
      ["ingest", "more.ndjson", "--store", "app.sqlite"],
      "app.sqlite: the store cannot be used (attempt to write a readonly database); check the disk and the permissions")
    #expect(differences(written, try refusal.state) == [])
    for file in ["log.ndjson", "app.sqlite"] { chmod(folder.path(file), 0) }
    try expectRefused(
      ["analyze", "log.ndjson"],
      "log.ndjson: cannot be read (Permission denied); check the permissions, or name another file")
    try expectRefused(
      ["report", "app.sqlite"],
      "app.sqlite: the store cannot be used (unable to open database file); check the disk and the permissions")
  }

  // MARK: - A full disk

  /// A disk of a few hundred kilobytes.
  private struct SmallDisk: ~Copyable {
    let path: String

    init?(in folder: TemporaryFolder, kilobytes: Int) {
      path = folder.path("disk\(kilobytes)")
      guard mkdir(path, 0o777) == 0, Self.system("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path)
      else { return nil }
    }

    deinit { _ = Self.system("umount", path) }

    static func system(_ program: String, _ arguments: String...) -> Bool {
      (try? Navaudit().run(arguments, through: program))?.status == 0
    }

    static let canBeMade = SmallDisk(in: TemporaryFolder(), kilobytes: 64) != nil
  }

  private static let needsDisk: Comment = "a small disk (tmpfs) can be mounted by root only"

  @Test(.enabled(if: SmallDisk.canBeMade, needsDisk), .thorough)
  func `a full disk keeps what was there before`() throws {
    let log = Fixtures.file("conformance/shop-full/log.ndjson.zst").path
    guard let disk = SmallDisk(in: folder, kilobytes: 400) else { return }
    let place = disk.path
    // A small report fits, the next does not.
    try folder.write(Fixtures.smallLog(users: 3).ndjson, to: "small.ndjson")
    try refusal.navaudit("ingest", "small.ndjson", "--store", place + "/app.sqlite")
    let full = "the store cannot be used (database or disk is full); check the disk and the permissions"
    try refusal.expectUnchanged(
      ["ingest", log, "--store", place + "/app.sqlite"], message: "\(place)/app.sqlite: \(full)")
    try refusal.expectUnchanged(
      ["ingest", log, "--store", place + "/new.sqlite"], message: "\(place)/new.sqlite: \(full)")
    let before = try refusal.state
    let outcome = try refusal.navaudit.run(["analyze", log, "--output", place + "/Reports"])
    #expect(outcome.status == 2 && outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("navaudit: \(place)/Reports/"), "\(outcome.errors)")
    #expect(
      outcome.errors.contains("is full") || outcome.errors.contains("No space left on device"), "\(outcome.errors)")
    #expect(differences(before, try refusal.state) == [])
  }

  @Test(.enabled(if: SmallDisk.canBeMade, needsDisk), .thorough)
  func `a disk that is full of events that do not fit into memory`() throws {
    // Users with long names leave little room for events.
    let name = String(repeating: "long", count: 125)
    let lines = (0..<100_000).map {
      "{\"time\":\(1_772_000_000 + $0),\"user\":\"\(name)\($0)\",\"event\":\"screen_view\",\"screen\":\"Home\"}\n"
    }
    try folder.write(lines.joined(), to: "large.ndjson")
    guard let disk = SmallDisk(in: folder, kilobytes: 2048) else { return }
    let place = disk.path
    try refusal.expectUnchanged(
      ["analyze", "large.ndjson", "--memory", "64M", "--output", place + "/Reports"],
      message: "\(place): cannot spill events to disk (No space left on device); free some space, or raise --memory")
    // Other full disks don't matter: temporary files go to the disk of the reports.
    let environment = ["TMPDIR": place, "SQLITE_TMPDIR": place]
    try folder.write(Data(count: 2 << 20), to: "filler")
    _ = SmallDisk.system("cp", folder.path("filler"), place)
    #expect(
      try refusal.navaudit.run(
        ["analyze", "large.ndjson", "--memory", "64M", "--output", "Out"], environment: environment
      ).status == 0)
  }

  // MARK: - A store in use

  private func prepareStore() throws {
    try refusal.navaudit("ingest", "log.ndjson", "--store", "app.sqlite")
    try folder.write(RandomLog(seed: 2).lines.ndjson, to: "more.ndjson")
  }

  @Test func `a run waits for the process that holds its store`() throws {
    try prepareStore()
    let other = try DatabaseQueue(path: folder.path("app.sqlite"), configuration: Self.unsafe)
    let terminal = try PseudoTerminal()
    let run = try start(["ingest", "more.ndjson", "--store", "app.sqlite"], terminal, holding: other)
    #expect(run.seen.contains("\r\u{1B}[Kwaiting for another process that uses app.sqlite"))
    try other.inDatabase { try $0.execute(sql: "COMMIT") }
    run.process.waitUntilExit()
    #expect(run.process.terminationStatus == 0)
    #expect(try other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM source") } == 2)
  }

  @Test(.thorough) func `Ctrl-C ends a run that waits for a store`() throws {
    try prepareStore()
    let other = try DatabaseQueue(path: folder.path("app.sqlite"), configuration: Self.unsafe)
    let terminal = try PseudoTerminal()
    let run = try start(["ingest", "more.ndjson", "--store", "app.sqlite"], terminal, holding: other)
    kill(run.process.processIdentifier, SIGINT)
    run.process.waitUntilExit()
    #expect(run.process.terminationStatus == 130)
    #expect(terminal.read().hasSuffix("navaudit: stopped; nothing was written\r\n"))
    try other.inDatabase { try $0.execute(sql: "COMMIT") }
    #expect(try other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM source") } == 1)
  }

  /// Another process reads on: people can be removed, but their data is still in the write-ahead log.
  @Test func `people are removed, and their file is rewritten by a second run if the first cannot`() throws {
    try prepareStore()
    let other = try DatabaseQueue(path: folder.path("app.sqlite"), configuration: Self.unsafe)
    func users() throws -> Int? { try other.inDatabase { try Int.fetchOne($0, sql: "SELECT count(*) FROM user") } }
    try other.inDatabase { db in _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL") }
    let count = try #require(try users())
    let reader = try DatabaseQueue(path: folder.path("app.sqlite"), configuration: Self.unsafe)
    try reader.inDatabase { db in
      try db.execute(sql: "BEGIN")
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM user")
    }
    let errors = Pipe()
    let run = try refusal.navaudit.start(["forget", "user-0", "--store", "app.sqlite"], errors: errors)
    try wait(for: "a run that has removed somebody") { try users() == count - 1 }
    kill(run.processIdentifier, SIGINT)
    run.waitUntilExit()
    #expect(run.terminationStatus == 2)
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(
      said == """
        navaudit: app.sqlite: 1 user removed, but the file could not be rewritten (another process uses it), so some \
        of their data may be left in it; make room on the disk, and run the same command again

        """)
    try reader.inDatabase { try $0.execute(sql: "COMMIT") }
    try reader.close()
    for (user, status) in [("user-0", 0), ("user-0", 2)] {
      let again = try refusal.navaudit("forget", user, "--store", "app.sqlite")
      #expect(again.status == status)
      if status == 0 {
        #expect(
          again.output == "app.sqlite: rewritten, after an earlier run had removed people; none of these is in it.\n")
      } else {
        #expect(again.errors.contains("no such user"))
      }
    }
    #expect(try users() == count - 1)
  }

  private static let unsafe: Configuration = {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    return configuration
  }()

  /// Starts a run whose store another process holds, and waits until it says that it waits.
  private func start(_ arguments: [String], _ terminal: PseudoTerminal, holding other: DatabaseQueue) throws -> (
    process: Process, seen: String
  ) {
    try other.inDatabase { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    let process = try refusal.navaudit.start(arguments, errors: terminal.device)
    var seen = ""
    try wait(for: "a run that says that it waits") {
      seen += terminal.read()
      return seen.contains("waiting")
    }
    return (process, seen)
  }

  // MARK: - Runs that are killed

  @Test func `a run that is killed while it writes to its store is rolled back`() throws {
    try prepareStore()
    try folder.write(SampleLog.lines(users: 1...100).joined(separator: "\n"), to: "large.ndjson")
    try refusal.navaudit("report", "app.sqlite", "--output", "Before")
    let prepared = try folder.data("app.sqlite")
    try wait(for: "a run that is killed before it ends") {
      try folder.write(prepared, to: "app.sqlite")
      let process = try refusal.navaudit.start(["ingest", "large.ndjson", "--store", "app.sqlite"])
      while process.isRunning, !folder.exists("app.sqlite-journal") { usleep(200) }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      return process.terminationReason == .uncaughtSignal && folder.exists("app.sqlite-journal")
    }
    // Readers, too.
    #expect(try refusal.navaudit("report", "app.sqlite", "--output", "After").status == 0)
    #expect(!folder.exists("app.sqlite-journal"))
    #expect(differences(try folder.contents(of: "Before"), try folder.contents(of: "After")) == [])
  }

  @Test(.thorough) func `the journal of a report that was killed is not rolled back into the store of the next`() throws
  {
    try refusal.navaudit("analyze", "log.ndjson", "--output", "Reports")
    let store = folder.path("Reports/navigation.sqlite")
    // The leftovers of a process that was killed while it wrote: pages of the old store that must be rolled back.
    let other = try DatabaseQueue(path: store, configuration: Self.unsafe)
    try other.inDatabase { db in
      try db.execute(
        sql:
          """
          PRAGMA cache_size = 1; BEGIN; UPDATE session SET events = events + 1; UPDATE session_path SET steps = \
          steps || ' '
          """
      )
    }
    let left = try folder.data("Reports/navigation.sqlite")
    let journal = try folder.data("Reports/navigation.sqlite-journal")
    try other.close()
    try folder.write(left, to: "Reports/navigation.sqlite")
    try folder.write(journal, to: "Reports/navigation.sqlite-journal")
    #expect(journal.prefix(8) == Data([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]), "it is to be rolled back")
    try folder.write(RandomLog(seed: 2).lines.ndjson, to: "more.ndjson")
    try refusal.navaudit("analyze", "more.ndjson", "--output", "Reports")
    try refusal.navaudit("analyze", "more.ndjson", "--output", "Fresh")
    // The report also says what has changed since the one that it replaces.
    #expect(differences(try folder.tables(of: "Reports"), try folder.tables(of: "Fresh")) == [])
    try refusal.navaudit("report", "Reports/navigation.sqlite", "--output", "Again")
    #expect(try folder.data("Again/screens.csv") == folder.data("Fresh/screens.csv"))
  }

  // MARK: - Files of a running process

  @Test func `what a living run writes to is not taken for a leftover`() throws {
    try folder.write("half", to: "Out/.navaudit-0123456789abcdef/summary.csv")
    try folder.write("half", to: "Out/.navaudit-0123456789abcde0/summary.csv")
    let living = open(folder.path("Out/.navaudit-0123456789abcdef"), O_RDONLY | O_DIRECTORY)
    defer { close(living) }
    #expect(flock(living, LOCK_EX) == 0)
    try refusal.navaudit("analyze", "log.ndjson", "--output", "Out")
    #expect(folder.exists("Out/.navaudit-0123456789abcdef/summary.csv"))
    #expect(!folder.exists("Out/.navaudit-0123456789abcde0"))
  }

  // MARK: - Pipes and devices

  @Test(.thorough) func `a FIFO is read when somebody writes to it, and Ctrl-C ends the wait for that`() throws {
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    for isWritten in [true, false] {
      let errors = Pipe()
      let process = try refusal.navaudit.start(["analyze", "pipe", "--output", "Out"], errors: errors)
      if isWritten {
        let pipe = try #require(FileHandle(forWritingAtPath: folder.path("pipe")))
        try pipe.write(contentsOf: try folder.data("log.ndjson"))
        try pipe.close()
        process.waitUntilExit()
      } else {
        // It can be opened once somebody reads.
        var writer: Int32 = -1
        try wait(for: "a run that reads the pipe") {
          writer = open(folder.path("pipe"), O_WRONLY | O_NONBLOCK)
          return writer >= 0
        }
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        close(writer)
      }
      #expect(process.terminationStatus == (isWritten ? 0 : 130))
      let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      #expect(said == (isWritten ? "" : "navaudit: stopped; nothing was written\n"))
      #expect(folder.exists("Out") == isWritten)
      if isWritten { try folder.remove("Out") }
    }
  }

  @Test(.thorough) func `pipes are compared from their first byte, and devices are written to as they are`() throws {
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    for name in ["file", "other"] { try folder.write(Fixtures.smallLog(users: 20).ndjson, to: name) }
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    writer.arguments = ["-c", "exec cat file > pipe"]
    writer.currentDirectoryURL = folder.url
    try writer.run()
    defer { kill(writer.processIdentifier, SIGKILL) }
    let piped = try refusal.navaudit(
      "compare", "pipe", "other", "--output", "Piped", "--allow", "overlap")
    let named = try refusal.navaudit(
      "compare", "file", "other", "--output", "Named", "--allow", "overlap")
    #expect(piped.status == 0 && named.status == 0, "\(piped.errors)")
    #expect(try folder.text("Piped/compare.csv").replacing("pipe,", with: "file,") == folder.text("Named/compare.csv"))
    try refusal.navaudit(
      "analyze", "log.ndjson", "--output", "Out", "--rejected", "/dev/null", "--write", "sarif=/dev/null")
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }
}
