import Foundation

/// Limits of the process (`ulimit`) under which a run would end halfway, without a word: they are looked at before it begins. Linux only.
enum ProcessLimits {
  private struct Need {
    /// As `/proc/self/limits` calls the limit, and `ulimit` its option.
    let name: String
    let option: String
    let least: Int
    let unit: String
  }

  private static let needs = [
    // The store with its journal, logs, the folder of the reports and its lock, temporary files, and what the system's libraries hold open.
    Need(name: "Max open files", option: "-n", least: 24, unit: "files"),
    // Threads have stacks of this size, too.
    Need(name: "Max stack size", option: "-s", least: 512 << 10, unit: "bytes"),
    // The program, its libraries and the stacks of its threads take 200 MB of addresses, and the least of memory is 64 MB.
    Need(name: "Max address space", option: "-v", least: 288 << 20, unit: "bytes"),
  ]

  /// - Throws: what is too low, and how to raise it.
  static func expectEnough() throws(CommandError) {
    // Not by Foundation, which takes memory itself.
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
        "\(need.name.dropFirst(4)): is limited to \(found), with which navaudit cannot work; raise it with `ulimit \(need.option) \(least)` or more")
    }
  }
}
