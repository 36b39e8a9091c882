#define _GNU_SOURCE
#include "openat2.h"
#include <errno.h>

#include <fcntl.h>

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>

const int schemehost_status_flags = O_PATH | O_CLOEXEC;

// The C library has no wrapper, and older headers have no linux/openat2.h.
struct schemehost_open_how {
    uint64_t flags, mode, resolve;
};
enum { NO_MAGICLINKS = 0x02, NO_SYMLINKS = 0x04, BENEATH = 0x08 };
#ifndef SYS_openat2
#define SYS_openat2 437
#endif

int schemehost_open_beneath(int directory, const char *path, int flags, mode_t mode, int refuses_links) {
    struct schemehost_open_how how = {
        .flags = (uint64_t)(unsigned)flags,
        .mode = mode,
        .resolve = BENEATH | NO_MAGICLINKS | (refuses_links ? NO_SYMLINKS : 0)};
    long result;
    // EAGAIN: a rename elsewhere raced with a `..` in a link; the kernel asks for another try.
    for (int tries = 0; tries < 64; tries++) {
        result = syscall(SYS_openat2, directory, path, &how, sizeof how);
        if (result >= 0 || (errno != EAGAIN && errno != EINTR)) break;
    }
    return (int)result;
}
#else
const int schemehost_status_flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

int schemehost_open_beneath(int directory, const char *path, int flags, mode_t mode, int refuses_links) {
    (void)directory, (void)path, (void)flags, (void)mode, (void)refuses_links;
    errno = ENOSYS;
    return -1;
}
#endif
