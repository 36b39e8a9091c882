#pragma once
#include <stdint.h>
#include <sys/types.h>

/// openat2(2) with RESOLVE_BENEATH and RESOLVE_NO_MAGICLINKS: neither `..`, an absolute path nor a link
/// leaves the folder `directory`. With `refuses_links`, any link on the way is ELOOP.
/// Returns a descriptor, or -1 with errno; ENOSYS where the kernel lacks the call.
int schemehost_open_beneath(int directory, const char *path, int flags, mode_t mode, int refuses_links);

/// Flags to open a name for fstat(2) or openat(2) only: where the system can (O_PATH), without its device or fifo,
/// and without permission to read it.
extern const int schemehost_status_flags;
