import Foundation
import NavigationModel
import Testing

@testable import NavigationAudit

@Suite("What memory the machine has")
struct MachineMemoryTests {
  @Test func `the limits of a group and of those that it is in, of both versions`() {
    let groups = "12:cpu,cpuacct:/a\n4:memory:/docker/3f\n0::/user.slice/a b:c.service\nnonsense\n"
    #expect(
      MemoryBudget.limits(groups) == [
        "/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/docker/memory.limit_in_bytes",
        "/sys/fs/cgroup/memory/docker/3f/memory.limit_in_bytes", "/sys/fs/cgroup/memory.max",
        "/sys/fs/cgroup/user.slice/memory.max",
        "/sys/fs/cgroup/user.slice/a b:c.service/memory.max",
      ])
    #expect(MemoryBudget.limits("") == [])
  }

  @Test func `no more than the machine has, and half of it by itself`() {
    #expect((1...Int(ProcessInfo.processInfo.physicalMemory)).contains(MemoryBudget.machineMemory))
    #expect(MemoryBudget.standard == max(64 << 20, MemoryBudget.machineMemory / 2))
  }

  @Test func `of events, a small budget holds half, a large one nearly five eighths`() {
    #expect(MemoryBudget(bytes: 64 << 20).heldMemory(beside: 0) == 32 << 20)
    #expect(MemoryBudget(bytes: 1 << 30).heldMemory(beside: 0) == 632 << 20)
    #expect(MemoryBudget(bytes: 1 << 30).heldMemory(beside: 600 << 20) == 64 << 20)
  }

  @Test func `a user with more events than there is room for is refused, with the memory that suffices`() throws {
    #expect(try MemoryBudget(bytes: 64 << 20).workers(holding: [50_000], names: 0) == .max)
    for (count, names) in [(60_000, 0), (50_000, 1000), (1_000_000, 0), (77_777_777, 1000)] {
      let error = #expect(throws: AuditError.self) {
        try MemoryBudget(bytes: 64 << 20).workers(holding: [count], names: names)
      }
      let words = error.map { "\($0)" } ?? ""
      let megabytes = try #require(words.firstMatch(of: /--memory (\d+)M/).flatMap { Int($0.1) })
      #expect(try MemoryBudget(bytes: megabytes << 20).workers(holding: [count], names: names) == .max)
      #expect(throws: AuditError.self) {
        try MemoryBudget(bytes: (megabytes - 2) << 20).workers(holding: [count], names: names)
      }
    }
  }

  @Test func `as many workers as there is room for, with all names and the users of the most events`() throws {
    let least = MemoryBudget(bytes: 64 << 20)
    #expect(least.mostWorkers == 2 && MemoryBudget(bytes: 1 << 30).mostWorkers == 32)
    #expect(least.workers(16, names: 0) == 16 && least.workers(16, names: 2000) == 2)
    #expect(least.workers(16, names: 1000) == 6 && least.workers(1, names: 1000) == 1)
    #expect(try least.workers(holding: [30_000, 20_000, 20_000], names: 0) == 2)
    #expect(try least.workers(holding: [10_000, 9_000, 8_000], names: 0) == .max)
    var options = AuditOptions()
    options.memory = 64 << 20
    options.workers = 4
    #expect(options.tasks == 2 && options.notes == ["2 of 4 workers: --memory has room for no more"])
    options.memory = 128 << 20
    #expect(options.tasks == 4 && options.notes == [])
  }

  @Test func `names that there is no room for are refused, with the memory that suffices`() throws {
    let names = NameTable()
    for number in 0..<20_000 { _ = names.name("Screen \(number) of many") }
    let error = #expect(throws: AuditError.self) { try MemoryBudget(bytes: 64 << 20).expectRoom(for: names) }
    let words = error.map { "\($0)" } ?? ""
    let megabytes = try #require(words.firstMatch(of: /--memory (\d+)M/).flatMap { Int($0.1) })
    for number in 0..<2_000 { _ = names.name("found while \(number) are counted") }
    try MemoryBudget(bytes: megabytes << 20).expectRoom(for: names)
    #expect(throws: AuditError.self) { try MemoryBudget(bytes: (megabytes / 4 * 3) << 20).expectRoom(for: names) }
  }
}
