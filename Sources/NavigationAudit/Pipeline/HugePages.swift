#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Memory in larger pieces than usual, where the system has them (Linux: unless `/sys/kernel/mm/transparent_hugepage/enabled` says `never`).
enum HugePages {
  /// Asks for them, before the memory is touched. It is only a hint: what becomes of it is up to the system.
  static func prefer(for memory: UnsafeMutableRawPointer?, count: Int) {
    #if os(Linux)
      guard let memory else { return }
      let page = Int(sysconf(Int32(_SC_PAGESIZE)))
      let start = (Int(bitPattern: memory) + page - 1) / page * page
      let end = (Int(bitPattern: memory) + count) / page * page
      if start < end { madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, MADV_HUGEPAGE) }
    #endif
  }
}
