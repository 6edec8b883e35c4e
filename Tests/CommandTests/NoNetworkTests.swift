import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// Nothing goes over the network: the binary contains no network code, and makes no socket system calls.
  @Suite("Nothing goes over the network")
  struct NoNetworkTests {
    private let navaudit = Navaudit()
    private var folder: TemporaryFolder { navaudit.folder }

    @Test func `no library of the network is linked`() throws {
      let outcome = try navaudit.run([Navaudit.binary.path], through: "ldd")
      #expect(outcome.status == 0)
      let libraries = outcome.output.split(separator: "\n").map {
        $0.trimmingCharacters(in: .whitespaces).prefix { $0 != " " }
      }
      #expect(libraries.contains { $0.hasPrefix("libsqlite3") })
      for word in ["FoundationNetworking", "curl", "ssl", "nghttp", "resolv", "nss", "NIO"] {
        #expect(!libraries.contains { $0.localizedCaseInsensitiveContains(word) }, "\(word) is linked")
      }
    }

    /// Whether processes can be traced here; containers may forbid it.
    static let canTrace =
      (try? Navaudit().run(["-f", "-qq", "-e", "trace=network", "true"], through: "strace"))?.status == 0

    /// The socket system calls of a run.
    private func calls(_ arguments: [String]) throws -> [Substring] {
      // Nor by libdispatch, which has a log (`Sources/CStartup`).
      let tracing = [
        "-f", "-qq", "-e", "trace=network", "-e", "signal=none", "-E", "LIBDISPATCH_LOG", "-o", folder.path("calls"),
        Navaudit.binary.path,
      ]
      try navaudit.run(tracing + arguments, through: "strace")
      // `???(` is a thread that ended before strace saw its call.
      return try folder.text("calls").split(separator: "\n").filter { $0.contains("(") && !$0.contains("???(") }
    }

    @Test(.thorough, .enabled(if: canTrace)) func `no command asks for a connection, whatever it is given`() throws {
      try folder.write(Fixtures.smallLog(users: 12).ndjson, to: "log.ndjson")
      let commands = [
        ["analyze", "log.ndjson"], ["ingest", "log.ndjson", "--store", "a.sqlite"],
        ["report", "a.sqlite", "--output", "R"],
        ["forget", "user-1", "--store", "a.sqlite"], ["compare", "log.ndjson", "--by", "platform", "--allow", "all"],
        ["init", "log.ndjson"],
        ["rules"], ["analyze", "http://127.0.0.1:9/log.ndjson"],
        ["init", "--check", "--map", "https://localhost/navaudit.yml"],
      ]
      for command in commands {
        let calls = try calls(command)
        #expect(calls == [], "\(command)")
      }
      #expect(folder.exists("Reports/report.md") && folder.exists("R/report.md"))
    }
  }
#endif
