/* Makes every file except standard error read-only while the file named by READ_ONLY_WHILE
 * exists, which simulates a failing disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static int is_refused(int fd) {
    struct stat about;
    const char *flag = getenv("READ_ONLY_WHILE");
    if (fd == 2 || !flag || fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) return 0;
    return access(flag, F_OK) == 0;
}

#define REFUSING(name, ...)                           \
    if (is_refused(fd)) {                             \
        errno = EROFS;                                \
        return -1;                                    \
    }                                                 \
    return ((typeof(&name))dlsym(RTLD_NEXT, #name))(__VA_ARGS__)

ssize_t write(int fd, const void *from, size_t length) { REFUSING(write, fd, from, length); }

ssize_t pwrite(int fd, const void *from, size_t length, off_t at) {
    REFUSING(pwrite, fd, from, length, at);
}

ssize_t pwrite64(int fd, const void *from, size_t length, off64_t at) {
    REFUSING(pwrite64, fd, from, length, at);
}

int ftruncate(int fd, off_t length) { REFUSING(ftruncate, fd, length); }

int ftruncate64(int fd, off64_t length) { REFUSING(ftruncate64, fd, length); }
