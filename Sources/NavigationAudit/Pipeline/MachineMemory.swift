import Foundation

/// How much memory a process may have here.
enum MachineMemory {
  /// Bytes: what the machine has or, where that is less, what the control groups of the process allow (containers, services; Linux).
  static var bytes: Int {
    let machine = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    let groups = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
    return limits(groups).compactMap { file in
      (try? String(contentsOfFile: file, encoding: .utf8)).flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }.reduce(machine, min)
  }

  /// The files that tell the limits of control groups and of all groups that they are in. (`max` stands there for none.)
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
