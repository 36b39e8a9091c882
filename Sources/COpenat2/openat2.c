#define _GNU_SOURCE
#include "openat2.h"
#include <errno.h>

#if defined(__linux__)
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The C library has no wrapper, and older headers have no linux/openat2.h.
struct schemehost_open_how {
    uint64_t flags, mode, resolve;
};
enum { NO_MAGICLINKS = 0x02, BENEATH = 0x08 };
#ifndef SYS_openat2
#define SYS_openat2 437
#endif

int schemehost_open_beneath(int directory, const char *path, int flags, mode_t mode) {
    struct schemehost_open_how how = {
        .flags = (uint64_t)(unsigned)flags, .mode = mode, .resolve = BENEATH | NO_MAGICLINKS};
    long result;
    // EAGAIN: a rename elsewhere raced with a `..` in a link; the kernel asks for another try.
    for (int tries = 0; tries < 64; tries++) {
        result = syscall(SYS_openat2, directory, path, &how, sizeof how);
        if (result >= 0 || (errno != EAGAIN && errno != EINTR)) break;
    }
    return (int)result;
}
#else
int schemehost_open_beneath(int directory, const char *path, int flags, mode_t mode) {
    (void)directory, (void)path, (void)flags, (void)mode;
    errno = ENOSYS;
    return -1;
}
#endif
