#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Larger memory pages, if available (Linux: unless `/sys/kernel/mm/transparent_hugepage/enabled` says `never`).
enum HugePages {
  /// Requests huge pages, before the memory is touched. It is only a hint to the system.
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
