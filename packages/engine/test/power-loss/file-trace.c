/*
 * Records what a process does to the files of one folder, in the order in which it happens, for a simulation of power
 * losses. It is loaded with LD_PRELOAD. Settings are environment variables:
 *   TRACE_FOLDER       the folder; other files are not recorded
 *   TRACE_FILE         where the records are appended; several processes may share it
 *   TRACE_DELAY_MS     every sync takes this much longer
 *   TRACE_REAL_SYNC    1: syncs reach the disk; otherwise they only wait and are recorded
 *   TRACE_FAIL_SYNC    n: the n-th sync of a write-ahead log fails with EIO
 *   TRACE_FAIL_WRITE   n: the n-th write to a write-ahead log writes half of its data, and the next one fails with ENOSPC
 *
 * A write is recorded after it was done, the beginning of a sync before the call, and its end after the call. So a write
 * that is recorded before the beginning of a sync is on disk when the end of that sync is recorded.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum kind { CREATE = 1, WRITE, TRUNCATE, SYNC_BEGIN, SYNC_END, SYNC_FAILED, UNLINK, RENAME, MAKE_FOLDER };

struct header {
  uint32_t kind;
  uint32_t is_main_thread;
  uint64_t inode;
  uint64_t offset;
  uint32_t path_length;
  uint32_t data_length;
};

static atomic_int trace_fd = -1;
static atomic_long syncs, log_syncs, log_writes;

static const char *setting(const char *name) {
  const char *value = getenv(name);
  return value && *value ? value : NULL;
}

static long number(const char *name) {
  const char *value = setting(name);
  return value ? atol(value) : 0;
}

static int is_watched(const char *path) {
  const char *folder = setting("TRACE_FOLDER");
  if (!folder || strncmp(path, folder, strlen(folder)) != 0) return 0;
  size_t length = strlen(path);
  return length < 4 || strcmp(path + length - 4, "-shm") != 0;
}

static int is_log(const char *path) {
  size_t length = strlen(path);
  return length >= 4 && strcmp(path + length - 4, "-wal") == 0;
}

/* Finds path and inode of a descriptor. Returns 0 for files that are not watched. */
static int describe(int fd, char *path, uint64_t *inode) {
  struct stat status;
  if (!setting("TRACE_FOLDER") || fstat(fd, &status) != 0) return 0;
  if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return 0;
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(name, path, PATH_MAX - 1);
  if (length < 0) return 0;
  path[length] = 0;
  *inode = status.st_ino;
  return is_watched(path);
}

static void append(enum kind kind, const char *path, uint64_t inode, uint64_t offset, const void *data, size_t length) {
  const char *file = setting("TRACE_FILE");
  if (!file) return;
  if (trace_fd < 0) {
    int opened = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    int none = -1;
    if (!atomic_compare_exchange_strong(&trace_fd, &none, opened)) syscall(SYS_close, opened);
  }
  struct header header = {kind, syscall(SYS_gettid) == getpid(), inode, offset, strlen(path), length};
  struct iovec parts[3] = {{&header, sizeof header}, {(void *)path, header.path_length}, {(void *)data, length}};
  /* One call appends the whole record, so records of several processes do not mix. */
  ssize_t size = sizeof header + header.path_length + length;
  if (syscall(SYS_writev, trace_fd, parts, 3) != size) abort();
}

static void *original(const char *name) {
  return dlsym(RTLD_NEXT, name);
}

static void note_open(int fd, int flags) {
  char path[PATH_MAX];
  uint64_t inode;
  int saved = errno;
  if (fd >= 0 && (flags & O_CREAT) && describe(fd, path, &inode)) append(CREATE, path, inode, 0, NULL, 0);
  errno = saved;
}

#define OPEN(name)                                                                                                     \
  int name(const char *path, int flags, ...) {                                                                         \
    static int (*call)(const char *, int, ...);                                                                        \
    if (!call) call = original(#name);                                                                                 \
    va_list rest;                                                                                                      \
    va_start(rest, flags);                                                                                             \
    mode_t mode = va_arg(rest, mode_t);                                                                                \
    va_end(rest);                                                                                                      \
    int fd = call(path, flags, mode);                                                                                  \
    note_open(fd, flags);                                                                                              \
    return fd;                                                                                                         \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                                                   \
  int name(int folder, const char *path, int flags, ...) {                                                             \
    static int (*call)(int, const char *, int, ...);                                                                   \
    if (!call) call = original(#name);                                                                                 \
    va_list rest;                                                                                                      \
    va_start(rest, flags);                                                                                             \
    mode_t mode = va_arg(rest, mode_t);                                                                                \
    va_end(rest);                                                                                                      \
    int fd = call(folder, path, flags, mode);                                                                          \
    note_open(fd, flags);                                                                                              \
    return fd;                                                                                                         \
  }
OPENAT(openat)
OPENAT(openat64)

/* Returns 1 when this write has to fail, and shortens the one before. */
static int disk_is_full(const char *path, size_t *length) {
  long at = number("TRACE_FAIL_WRITE");
  if (at == 0 || !is_log(path)) return 0;
  long count = ++log_writes;
  if (count == at) *length = *length > 1 ? *length / 2 : *length;
  return count == at + 1;
}

#define PWRITE(name, type)                                                                                             \
  ssize_t name(int fd, const void *data, size_t length, type offset) {                                                 \
    static ssize_t (*call)(int, const void *, size_t, type);                                                           \
    if (!call) call = original(#name);                                                                                 \
    char path[PATH_MAX];                                                                                               \
    uint64_t inode;                                                                                                    \
    if (!describe(fd, path, &inode)) return call(fd, data, length, offset);                                            \
    if (disk_is_full(path, &length)) {                                                                                 \
      errno = ENOSPC;                                                                                                  \
      return -1;                                                                                                       \
    }                                                                                                                  \
    ssize_t done = call(fd, data, length, offset);                                                                     \
    int saved = errno;                                                                                                 \
    if (done > 0) append(WRITE, path, inode, offset, data, done);                                                      \
    errno = saved;                                                                                                     \
    return done;                                                                                                       \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

/* Programs write lines only, at the end of a file. */
ssize_t write(int fd, const void *data, size_t length) {
  static ssize_t (*call)(int, const void *, size_t);
  if (!call) call = original("write");
  char path[PATH_MAX];
  uint64_t inode;
  int saved = errno;
  int watched = describe(fd, path, &inode);
  off_t end = watched ? lseek(fd, 0, SEEK_END) : 0;
  errno = saved;
  ssize_t done = call(fd, data, length);
  saved = errno;
  if (watched && done > 0) append(WRITE, path, inode, end, data, done);
  errno = saved;
  return done;
}

#define FTRUNCATE(name, type)                                                                                          \
  int name(int fd, type size) {                                                                                        \
    static int (*call)(int, type);                                                                                     \
    if (!call) call = original(#name);                                                                                 \
    int result = call(fd, size);                                                                                       \
    int saved = errno;                                                                                                 \
    char path[PATH_MAX];                                                                                               \
    uint64_t inode;                                                                                                    \
    if (result == 0 && describe(fd, path, &inode)) append(TRUNCATE, path, inode, size, NULL, 0);                       \
    errno = saved;                                                                                                     \
    return result;                                                                                                     \
  }
FTRUNCATE(ftruncate, off_t)
FTRUNCATE(ftruncate64, off64_t)

static int sync_file(int fd, int (*call)(int)) {
  char path[PATH_MAX];
  uint64_t inode;
  if (!describe(fd, path, &inode)) return call(fd);
  uint64_t id = ((uint64_t)getpid() << 32) + ++syncs;
  append(SYNC_BEGIN, path, inode, id, NULL, 0);
  long delay = number("TRACE_DELAY_MS");
  if (delay) {
    struct timespec time = {delay / 1000, delay % 1000 * 1000000};
    nanosleep(&time, NULL);
  }
  long fail_at = number("TRACE_FAIL_SYNC");
  if (fail_at && is_log(path) && ++log_syncs == fail_at) {
    append(SYNC_FAILED, path, inode, id, NULL, 0);
    errno = EIO;
    return -1;
  }
  int result = number("TRACE_REAL_SYNC") ? call(fd) : 0;
  int saved = errno;
  append(result == 0 ? SYNC_END : SYNC_FAILED, path, inode, id, NULL, 0);
  errno = saved;
  return result;
}

int fsync(int fd) {
  static int (*call)(int);
  if (!call) call = original("fsync");
  return sync_file(fd, call);
}

int fdatasync(int fd) {
  static int (*call)(int);
  if (!call) call = original("fdatasync");
  return sync_file(fd, call);
}

int unlink(const char *path) {
  static int (*call)(const char *);
  if (!call) call = original("unlink");
  int result = call(path);
  int saved = errno;
  if (result == 0 && is_watched(path)) append(UNLINK, path, 0, 0, NULL, 0);
  errno = saved;
  return result;
}

int rename(const char *from, const char *to) {
  static int (*call)(const char *, const char *);
  if (!call) call = original("rename");
  int result = call(from, to);
  int saved = errno;
  if (result == 0 && is_watched(from)) append(RENAME, from, 0, 0, to, strlen(to));
  errno = saved;
  return result;
}

int mkdir(const char *path, mode_t mode) {
  static int (*call)(const char *, mode_t);
  if (!call) call = original("mkdir");
  int result = call(path, mode);
  int saved = errno;
  if (result == 0 && is_watched(path)) append(MAKE_FOLDER, path, 0, 0, NULL, 0);
  errno = saved;
  return result;
}
