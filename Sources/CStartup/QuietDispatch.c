#ifdef __linux__
#include <stdlib.h>

/// libdispatch tells the system's log, through a local socket, that a user who is not root may not raise the priority of a thread. navaudit opens no socket.
__attribute__((constructor(101))) static void keep_dispatch_quiet(void) { setenv("LIBDISPATCH_LOG", "NO", 0); }
#endif
