import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// Nothing goes over the network: the binary contains no network code, and makes no socket system calls.
  @Suite("Nothing goes over the network")
  struct NoNetworkTests {
    private func output(of tool: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
      let folder = try TemporaryFolder()
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [tool] + arguments
      process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: try folder.write(Data(), to: "output")))
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return (process.terminationStatus, try folder.text("output"))
    }

    @Test func `no library of the network is linked`() throws {
      let (status, text) = try output(of: "ldd", [Navaudit.binary.path])
      #expect(status == 0)
      let libraries = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces).prefix { $0 != " " } }
      #expect(libraries.contains { $0.hasPrefix("libsqlite3") })
      for word in ["FoundationNetworking", "curl", "ssl", "nghttp", "resolv", "nss", "NIO"] {
        #expect(!libraries.contains { $0.localizedCaseInsensitiveContains(word) }, "\(word) is linked")
      }
    }

    /// Whether processes can be traced here; containers may forbid it.
    static let canTrace: Bool = {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["strace", "-f", "-qq", "-e", "trace=network", "true"]
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }()

    /// The socket system calls of a run in `folder`.
    private func calls(_ arguments: [String], in folder: TemporaryFolder) throws -> [Substring] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["strace", "-f", "-qq", "-e", "trace=network", "-e", "signal=none", "-o", folder.path("calls"), Navaudit.binary.path] + arguments
      process.currentDirectoryURL = folder.url
      // Nor by libdispatch, which has a log (`Sources/CStartup`).
      process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "LIBDISPATCH_LOG" }
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      // `???(` is a thread that ended before strace saw its call.
      return try folder.text("calls").split(separator: "\n").filter { $0.contains("(") && !$0.contains("???(") }
    }

    @Test(.enabled(if: canTrace)) func `no command asks for a connection, whatever it is given`() throws {
      let folder = try TemporaryFolder()
      try folder.write(Fixtures.smallLog(users: 12).ndjson, to: "log.ndjson")
      let commands = [
        ["analyze", "log.ndjson"], ["ingest", "log.ndjson", "--store", "a.sqlite"], ["report", "a.sqlite", "--output", "R"],
        ["forget", "user-1", "--store", "a.sqlite"], ["compare", "log.ndjson", "--by", "platform", "--allow", "all"], ["init", "log.ndjson"],
        ["rules"], ["analyze", "http://127.0.0.1:9/log.ndjson"], ["check-map", "https://localhost/navaudit.yml"],
      ]
      for command in commands {
        let calls = try calls(command, in: folder)
        #expect(calls == [], "\(command)")
      }
      #expect(folder.exists("Reports/report.md") && folder.exists("R/report.md"))
    }
  }
#endif
