#ifdef __linux__
#include <stdio.h>
#include <unistd.h>

/// Swift's runtime reads its arguments and its own path from /proc, before main: without it, a static binary is aborted, and a dynamic one sees no
/// arguments. Constructors with a priority run before those of the runtime.
__attribute__((constructor(101))) static void require_proc(void) {
  char path;
  if (readlink("/proc/self/exe", &path, 1) == 1) return;
  dprintf(STDERR_FILENO, "navaudit: /proc is not mounted, and Swift programs need it; mount it first: mount -t proc proc /proc\n");
  _exit(2);
}
#endif
