#ifdef __linux__
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/// Swift's runtime reads its arguments and its own path from /proc, before main: without it, a static binary is aborted, and a dynamic one sees no
/// arguments. And it needs a stack. Constructors with a priority run before those of the runtime.
__attribute__((constructor(101))) static void require_proc(void) {
  struct rlimit stack;
  if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < (64 << 10)) {
    static const char message[] = "navaudit: stack size: the limit is too low for navaudit; raise it with `ulimit -s 512` or more\n";
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0) _exit(2);
    _exit(2);
  }
  char path;
  if (readlink("/proc/self/exe", &path, 1) == 1) return;
  dprintf(STDERR_FILENO, "navaudit: /proc is not mounted, and Swift programs need it; mount it first: mount -t proc proc /proc\n");
  _exit(2);
}
#endif
