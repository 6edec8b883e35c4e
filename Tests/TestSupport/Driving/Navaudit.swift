import Foundation

/// The built `navaudit` binary, run like a user would run it.
package struct Navaudit: Sendable {
  /// The result of a run.
  package struct Outcome: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String

    /// The output without the breaks of long lines.
    package var prose: String { output.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// The lines of standard error.
    package var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
  }

  /// A run that takes longer hangs, on a machine however busy: seconds.
  private static let longest = 1800

  /// The working directory of the command.
  package let folder: TemporaryFolder

  package init(in folder: TemporaryFolder = TemporaryFolder()) { self.folder = folder }

  /// Runs the command in the folder.
  /// - Parameters:
  ///   - key: the passphrase of pseudonyms.
  ///   - input: the contents of standard input.
  @discardableResult
  package func callAsFunction(_ arguments: String..., key: String? = nil, input: Data = Data()) throws -> Outcome {
    try run(arguments, key: key, input: input)
  }

  /// Starts the command in the folder; what it writes is dropped unless it has somewhere to go.
  package func start(
    _ arguments: [String], input: Any = FileHandle.nullDevice, output: Any = FileHandle.nullDevice,
    errors: Any = FileHandle.nullDevice,
    environment: [String: String]? = nil
  ) throws -> Process {
    let process = Process()
    process.executableURL = Self.binary
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    if let environment { process.environment = environment }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    return process
  }

  /// - Parameters:
  ///   - program: another program to run in the folder, looked up like in a shell.
  ///   - key: the passphrase of pseudonyms.
  @discardableResult
  package func run(
    _ arguments: [String], through program: String? = nil, key: String? = nil, environment: [String: String] = [:],
    input: Data = Data()
  ) throws -> Outcome {
    // Files, not pipes: nothing can fill up, and nothing has to be read while the command runs.
    let scratch = TemporaryFolder()
    let process = Process()
    process.executableURL = program == nil ? Self.binary : URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = (program.map { [$0] } ?? []) + arguments
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment.merging(["NO_COLOR": "1", "TZ": "Pacific/Auckland"]) {
      $1
    }
    .merging(environment) { $1 }
    .merging(key.map { ["NAVAUDIT_KEY": $0] } ?? [:]) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: try scratch.write(input, to: "input")))
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: try scratch.write(Data(), to: "output")))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: try scratch.write(Data(), to: "errors")))
    try process.run()
    let watchdog = DispatchWorkItem { [id = process.processIdentifier] in kill(id, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.longest), execute: watchdog)
    let start = ContinuousClock.now
    process.waitUntilExit()
    watchdog.cancel()
    if ContinuousClock.now - start > .seconds(Self.longest) {
      throw Hung(description: "killed after \(Self.longest) s: navaudit \(arguments)")
    }
    return Outcome(
      status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      output: try scratch.text("output"), errors: try scratch.text("errors"))
  }

  /// The release binary if it is newer than all sources, since it takes a tenth of the time; otherwise the one next to
  /// the test bundle or, for the tests of another package, the debug build.
  /// `NAVAUDIT_BINARY` overrides both.
  package static let binary: URL = {
    if let path = ProcessInfo.processInfo.environment["NAVAUDIT_BINARY"] { return URL(fileURLWithPath: path) }
    #if canImport(Darwin)
      let products = Bundle(for: TemporaryFolder.self).bundleURL.deletingLastPathComponent()
    #else
      let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    #endif
    let debug = products.appendingPathComponent("navaudit")
    let builds = changed(debug) == nil ? Fixtures.committed(".build") : products.deletingLastPathComponent()
    let release = builds.appendingPathComponent("release/navaudit")
    // A build that has nothing to compile leaves the binary as it is, and plans anew after a change of the package.
    let plans = [builds, builds.deletingLastPathComponent()].compactMap {
      changed($0.appendingPathComponent("release.yaml"))
    }
    let package = changed(Fixtures.committed("Package.swift")) ?? .distantPast
    if let built = changed(release), (plans + [built]).contains(where: { package < $0 }),
      sources.allSatisfy({ changed($0).map { $0 < built } ?? true })
    {
      return release
    }
    return changed(debug) == nil ? builds.appendingPathComponent("debug/navaudit") : debug
  }()

  /// Everything under `Sources` that is compiled.
  private static var sources: [URL] {
    let folder = Fixtures.committed("Sources")
    let files =
      FileManager.default.enumerator(atPath: folder.path)?.compactMap {
        ($0 as? String).map(folder.appendingPathComponent)
      } ?? []
    return files.filter { !$0.path.contains(".docc/") && !$0.hasDirectoryPath }
  }

  private static func changed(_ file: URL) -> Date? {
    (try? FileManager.default.attributesOfItem(atPath: file.path))?[.modificationDate] as? Date
  }
}

#if os(Linux)
  extension Navaudit {
    /// The peak memory of a run, bytes, as reported by the system.
    package func peakMemory(_ arguments: [String]) throws -> Int {
      let process = try start(arguments)
      var peak = 0
      while process.isRunning {
        let status = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
        if let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }) {
          peak = max(peak, (Int(line.filter(\.isNumber)) ?? 0) << 10)
        }
        usleep(2_000)
      }
      return peak
    }
  }
#endif
