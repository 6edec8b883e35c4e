import Foundation

/// Process limits (`ulimit`) that would make a run fail halfway without a message: they are checked first. Linux only.
enum ProcessLimits {
  private struct Need {
    /// The limit's name in `/proc/self/limits`, and its `ulimit` option.
    let name: String
    let option: String
    let least: Int
    let unit: String
  }

  private static let needs = [
    // The store with its journal, logs, the folder of the reports and its lock, temporary files, and files of system libraries.
    Need(name: "Max open files", option: "-n", least: 24, unit: "files"),
    // Threads have stacks of this size, too.
    Need(name: "Max stack size", option: "-s", least: 512 << 10, unit: "bytes"),
    // The program, its libraries and the stacks of its threads take 200 MB of address space, and the minimum memory limit is 64 MB.
    Need(name: "Max address space", option: "-v", least: 288 << 20, unit: "bytes"),
  ]

  /// - Throws: which limit is too low, and how to raise it.
  static func expectEnough() throws(CommandError) {
    // Not with Foundation, which allocates memory.
    guard let file = fopen("/proc/self/limits", "r") else { return }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = fread(&buffer, 1, buffer.count, file)
    for line in buffer[..<count].split(separator: UInt8(ascii: "\n")) {
      let line = String(decoding: line, as: UTF8.self)
      guard let need = needs.first(where: { line.hasPrefix($0.name) }),
        let limit = line.dropFirst(need.name.count).split(separator: " ").first.flatMap({ Int($0) }), limit < need.least
      else { continue }
      let (found, least) = need.unit == "bytes" ? ("\(limit >> 10) KB", "\(need.least >> 10)") : ("\(limit) \(need.unit)", "\(need.least)")
      throw CommandError(
        "\(need.name.dropFirst(4)): the limit of \(found) is too low for navaudit; raise it with `ulimit \(need.option) \(least)` or more")
    }
  }
}
