import Foundation

/// How much memory the process may use on this machine.
enum MachineMemory {
  /// Bytes: the machine's RAM or, if less, the limit of the process's control groups (containers, services; Linux).
  static var bytes: Int {
    let machine = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    let groups = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
    return limits(groups).compactMap { file in
      (try? String(contentsOfFile: file, encoding: .utf8)).flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }.reduce(machine, min)
  }

  /// The files with the limits of the control groups and their parents. (They contain `max` for no limit.)
  /// - Parameter groups: the lines of `/proc/self/cgroup`: number, controllers (none in version 2), path; see cgroups(7).
  static func limits(_ groups: String) -> [String] {
    groups.split(separator: "\n").flatMap { line -> [String] in
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return [] }
      let (mount, file): (String, String)
      switch parts[1] {
      case "": (mount, file) = ("/sys/fs/cgroup", "memory.max")
      case "memory": (mount, file) = ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
      default: return []
      }
      let names = parts[2].split(separator: "/")
      return (0...names.count).map { "\(mount)/\(names.prefix($0).map { $0 + "/" }.joined())\(file)" }
    }
  }
}
