/* Which pages were written to since they were last asked for, as the system tells: userfaultfd's asynchronous write
 * protection and the PAGEMAP_SCAN of /proc/self/pagemap (Linux 6.7 and later).
 *
 * A first write to such a page costs the writer one short visit to the system, and no signal; and what the system writes
 * by itself (`read`) counts as well. Whether the system has all this, and does as it says, is tried once, on pages of
 * our own. Pages that are not there yet are written to when they come into being. */
#include "os/memory/scan.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/fatal.h"

/* Of <linux/userfaultfd.h> and <linux/fs.h>, which are older in places. */
enum {
    API = 0xaa,
    USER_MODE_ONLY = 1,
    MODE_WP = 1 << 1,
    WRITTEN = 1 << 1,
    WP_MATCHING = 1 << 0,
    CHECK_WPASYNC = 1 << 1
};
static const uint64_t features = 1 << 0 /* WP */ | 1 << 13 /* WP_UNPOPULATED */ | 1 << 15 /* WP_ASYNC */;
struct api {
    uint64_t api, features, ioctls;
};
struct range {
    uint64_t start, len;
};
struct registration {
    struct range range;
    uint64_t mode, ioctls;
};
struct region {
    uint64_t start, end, categories;
};
struct scan {
    uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages;
    uint64_t inverted, mask, any_of, return_mask;
};
#define ASK_API _IOWR(API, 0x3f, struct api)
#define REGISTER _IOWR(API, 0, struct registration)
#define UNREGISTER _IOR(API, 1, struct range)
#define SCAN _IOWR('f', 16, struct scan)

/* The system makes room for as many answers as are asked for, which costs as much as to look at a thousand pages. */
enum { PAGE = 4096, FEW = 40, MANY = 512, TRIED_PAGES = 4 };
static struct region regions[MANY];
static int faults = -1, pagemap = -1;

static void close_all(void) {
    if (faults >= 0)
        close(faults);
    if (pagemap >= 0)
        close(pagemap);
    faults = pagemap = -1;
}

static bool open_all(void) {
    struct api api = {.api = API, .features = features};
    faults = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | USER_MODE_ONLY);
    pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    return faults >= 0 && pagemap >= 0 && !ioctl(faults, ASK_API, &api);
}

bool swrt_scan_register(char *base, size_t bytes) {
    struct registration r = {{(uintptr_t)base, bytes}, MODE_WP, 0};
    return !ioctl(faults, REGISTER, &r);
}

void swrt_scan_unregister(char *base, size_t bytes) {
    struct range range = {(uintptr_t)base, bytes};
    ioctl(faults, UNREGISTER, &range);
}

static long scan_once(struct scan *scan) {
    return ioctl(pagemap, SCAN, scan);
}

static struct scan scan_of(const char *base, size_t bytes, bool protects) {
    uint64_t flags = CHECK_WPASYNC | (protects ? WP_MATCHING : 0);
    return (struct scan){.size = sizeof(struct scan),
                         .flags = flags,
                         .start = (uintptr_t)base,
                         .end = (uintptr_t)base + bytes,
                         .mask = WRITTEN,
                         .return_mask = WRITTEN};
}

void swrt_scan_each(char *base, size_t bytes, bool protects, void (*visit)(char *at, size_t bytes, void *data),
                    void *data) {
    struct scan scan = scan_of(base, bytes, protects);
    scan.vec = (uintptr_t)regions;
    scan.vec_len = FEW;
    for (; scan.start < scan.end; scan.start = scan.walk_end, scan.vec_len = MANY) {
        long count = scan_once(&scan);
        if (count < 0 || (!count && scan.walk_end < scan.end))
            swrt_fatal("the system does not tell which pages were written to (PAGEMAP_SCAN), on which verify rests");
        for (long i = 0; i < count; i++)
            visit((char *)regions[i].start, regions[i].end - regions[i].start, data);
    }
}

void swrt_scan_protect(char *base, size_t bytes) {
    struct scan scan = scan_of(base, bytes, true);
    if (scan_once(&scan) < 0 || scan.walk_end < scan.end)
        swrt_fatal("the system does not protect pages for PAGEMAP_SCAN, on which verify rests");
}

/* ---- Whether it works ------------------------------------------------------------------------------------------ */

struct seen {
    const char *pages;
    unsigned bits;
};

static void add_bits(char *at, size_t bytes, void *data) {
    struct seen *seen = data;
    for (size_t i = 0; i < bytes; i += PAGE)
        seen->bits |= 1u << (size_t)(at + i - seen->pages) / PAGE;
}

static unsigned written(char *pages, bool protects) {
    struct seen seen = {pages, 0};
    swrt_scan_each(pages, TRIED_PAGES * PAGE, protects, add_bits, &seen);
    return seen.bits;
}

/* A page that was there before, and is written to; one that was not; one that nobody writes to; one that the system
 * writes to. */
static bool does_as_it_says(char *pages) {
    struct scan scan = scan_of(pages, TRIED_PAGES * PAGE, true);
    volatile char *bytes = pages;
    bytes[0] = bytes[2 * PAGE] = bytes[3 * PAGE] = 1;
    if (!swrt_scan_register(pages, TRIED_PAGES * PAGE) || scan_once(&scan) < 0 || written(pages, false))
        return false;
    bytes[0] = 2;
    bytes[PAGE] = 1;
    int zero = open("/dev/zero", O_RDONLY | O_CLOEXEC);
    bool was_read = read(zero, pages + 3 * PAGE, 1) == 1;
    close(zero);
    return was_read && written(pages, false) == 0xb && written(pages, true) == 0xb && !written(pages, false);
}

static bool is_possible(void) {
    char *pages = mmap(NULL, TRIED_PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return false;
    bool works = sysconf(_SC_PAGESIZE) == PAGE && open_all() && does_as_it_says(pages);
    munmap(pages, TRIED_PAGES * PAGE);
    if (!works)
        close_all();
    return works;
}

bool swrt_scan_is_possible(void) {
    static bool is_known, works;
    if (!is_known)
        works = is_possible();
    is_known = true;
    return works;
}
