#include <stddef.h>
#include <stdint.h>

/// Tries inputs until the arguments say to stop (https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library).
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*try_input)(const uint8_t *bytes, size_t count));
