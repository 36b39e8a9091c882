#pragma once
#include <stdint.h>
#include <sys/types.h>

/// openat2(2) with RESOLVE_BENEATH and RESOLVE_NO_MAGICLINKS: neither `..`, an absolute path nor a link
/// leaves the folder `directory`. Returns a descriptor, or -1 with errno; ENOSYS where the kernel lacks the call.
int schemehost_open_beneath(int directory, const char *path, int flags, mode_t mode);
