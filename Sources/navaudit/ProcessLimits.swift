import Foundation
import NavigationAudit

/// Process limits (`ulimit`) that would make a run hang or fail halfway without a message: they are checked first.
/// Linux only.
enum ProcessLimits {
  /// What a run takes at least, besides the stacks of its threads.
  private static let memory = 96 << 20
  /// What the program may take more in another run, before it looks.
  private static let slack = 32 << 20
  /// Workers, as many threads that run tasks, and one each for signals and for the progress line.
  private static var threads: Int { 2 * ProcessInfo.processInfo.activeProcessorCount + 2 }

  /// - Throws: which limit is too low, and how to raise it.
  static func expectEnough() throws(AuditError) {
    #if os(Linux)
      // The store with its journal, logs, the folder of the reports and its lock, temporary files, and files of system
      // libraries.
      let files = softLimit(RLIMIT_NOFILE)
      if files < 28 {
        throw AuditError(
          "open files: the limit of \(files) files is too low for navaudit; raise it with `ulimit -n 28` or more")
      }
      // Threads have stacks of this size, too.
      let stack = softLimit(RLIMIT_STACK) >> 10
      if stack < 512 {
        throw AuditError(
          "stack size: the limit of \(stack) KB is too low for navaudit; raise it with `ulimit -s 512` or more")
      }
      try expectMemoryAndThreads()
    #endif
  }

  #if os(Linux)
    private static func softLimit(_ resource: __rlimit_resource) -> rlim_t {
      var limit = rlimit()
      return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 ? limit.rlim_cur : .max
    }

    /// Limits of memory count what the program and its libraries already take, and those of threads what the user runs:
    /// so what a run needs is taken, and given back. A run that finds out later waits for ever, since Dispatch tries to
    /// start its threads again and again.
    private static func expectMemoryAndThreads() throws(AuditError) {
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      defer { pthread_attr_destroy(&attributes) }
      var stack = 0
      pthread_attr_getstacksize(&attributes, &stack)
      let data = memory + threads * stack
      // The allocator reserves addresses for each thread.
      let addresses = data + threads * (32 << 20)
      // In pages: addresses are the first number, data the sixth (proc_pid_statm(5)).
      let used = ((try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? "")
        .split(whereSeparator: \.isWhitespace).map { (Int($0) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) }
      for (size, protection, option, place) in [
        (addresses, PROT_NONE, "-v", 0), (data, PROT_READ | PROT_WRITE, "-d", 5),
      ] {
        let reserved = mmap(nil, size, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let reserved, reserved != MAP_FAILED else {
          let least = size + (used.indices.contains(place) ? used[place] : 0) + slack
          throw AuditError(
            """
            memory: a process limit leaves less than the \(size >> 20) MB that a run needs; raise it with `ulimit \
            \(option) \(least >> 10)` or more
            """)
        }
        munmap(reserved, size)
      }
      let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
      pthread_mutex_init(gate, nil)
      pthread_mutex_lock(gate)
      var started: [pthread_t] = []
      started.reserveCapacity(threads)
      while started.count < threads {
        var thread = pthread_t()
        let status = pthread_create(
          &thread, &attributes,
          { gate in
            if let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self) {
              pthread_mutex_lock(gate)
              pthread_mutex_unlock(gate)
            }
            return nil
          }, gate)
        if status != 0 { break }
        started.append(thread)
      }
      pthread_mutex_unlock(gate)
      for thread in started { pthread_join(thread, nil) }
      pthread_mutex_destroy(gate)
      gate.deallocate()
      if started.count < threads {
        throw AuditError(
          """
          threads: only \(started.count) of the \(threads) that a run needs can be started; raise the limit with \
          `ulimit -u`
          """)
      }
    }
  #endif
}
