/* Preloaded into a measured process: counts its calls of fsync and fdatasync, and makes each of them slower.
 * SEKISHO_BENCH_SYNC_FILE: a file of eight bytes that receives the count.
 * SEKISHO_BENCH_SYNC_DELAY_MS: the additional time of each call. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static uint64_t *count;
static long delay_ms;

__attribute__((constructor)) static void prepare(void) {
  const char *delay = getenv("SEKISHO_BENCH_SYNC_DELAY_MS");
  const char *file = getenv("SEKISHO_BENCH_SYNC_FILE");
  if (delay) delay_ms = atol(delay);
  if (!file) return;
  int fd = open(file, O_RDWR);
  if (fd < 0) return;
  void *page = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (page != MAP_FAILED) count = page;
  close(fd);
}

static int sync_with(const char *name, int fd) {
  int (*original)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  if (count) __atomic_add_fetch(count, 1, __ATOMIC_SEQ_CST);
  if (delay_ms > 0) {
    struct timespec time = {delay_ms / 1000, (delay_ms % 1000) * 1000000};
    nanosleep(&time, NULL);
  }
  return original(fd);
}

int fsync(int fd) { return sync_with("fsync", fd); }

int fdatasync(int fd) { return sync_with("fdatasync", fd); }
