/* Twins (twin.h). */
#define _GNU_SOURCE
#include "os/twin.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/memory/pages.h"
#include "os/thread/signal.h"

enum { MOST_SHARED = 256 /* mappings */ };

static struct {
    struct {
        uintptr_t start, end;
    } at[MOST_SHARED];
    unsigned count;
} shared; /* the twin's */

_Noreturn static void leave(int status) {
    for (;;)
        syscall(SYS_exit_group, status);
}

_Noreturn void swrt_twin_leave(void) {
    leave(1);
}

_Noreturn void swrt_twin_say(const struct swrt_twin *twin, const void *answer, size_t bytes) {
    leave(write(twin->to, answer, bytes) != (ssize_t)bytes);
}

static bool is_shared(uintptr_t address) {
    for (unsigned i = 0; i < shared.count; i++)
        if (address >= shared.at[i].start && address < shared.at[i].end)
            return true;
    return false;
}

bool swrt_twin_put_page(uintptr_t address) {
    static char kept[SWRT_TWIN_PAGE];
    void *page = (void *)(address & ~(uintptr_t)(SWRT_TWIN_PAGE - 1)); /* NOLINT(performance-no-int-to-ptr) */
    bool copies = is_shared(address);
    if (copies)
        memcpy(kept, page, SWRT_TWIN_PAGE);
    if (!swrt_pages_renew(page, SWRT_TWIN_PAGE, SWRT_READ_WRITE))
        return false;
    if (copies)
        memcpy(page, kept, SWRT_TWIN_PAGE);
    return true;
}

/* A line of /proc/self/maps: "start-end rw-s ...". */
static void keep_from_writing(const char *line) {
    char *at;
    uintptr_t start = strtoul(line, &at, 16), end = *at == '-' ? strtoul(at + 1, &at, 16) : 0;
    if (*at != ' ' || at[2] != 'w' || at[4] != 's')
        return;
    if (shared.count == MOST_SHARED || !swrt_pages_allow((void *)start, end - start, SWRT_READ_ONLY)) /* NOLINT */
        leave(1);
    shared.at[shared.count].start = start;
    shared.at[shared.count++].end = end;
}

/* What is written to shared memory would be seen. */
static void keep_shared_memory(void) {
    enum { LONGEST = 8192 };
    static char text[LONGEST + 1];
    size_t count = 0;
    int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    for (ssize_t got; (got = read(maps, text + count, LONGEST - count)) > 0;) {
        char *line = text, *end;
        count += (size_t)got;
        text[count] = 0;
        for (; (end = strchr(line, '\n')); line = end + 1)
            keep_from_writing(line);
        count = (size_t)(text + count - line);
        memmove(text, line, count);
    }
    if (maps < 0 || count)
        leave(1);
    close(maps);
}

static void be_alone(unsigned seconds) {
    syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0L, 0L, 0L);
    struct rlimit time = {seconds, seconds}, none = {0, 0};
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_CORE, &none);
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0 || dup2(nowhere, STDERR_FILENO) < 0)
        leave(1);
    keep_shared_memory();
    swrt_signals_unblock_faults(NULL);
}

enum swrt_twin_made swrt_twin_make(struct swrt_twin *twin, unsigned seconds) {
    struct swrt_signal_mask before;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return SWRT_NO_TWIN;
    swrt_signals_block(&before);
    long child = syscall(SYS_clone, 0L, NULL, NULL, NULL, NULL); /* no signal at its end, no handlers of fork's */
    *twin = (struct swrt_twin){.process = (int32_t)child, .from = ends[0], .to = ends[1]};
    if (child == 0) {
        be_alone(seconds);
        return SWRT_IS_TWIN;
    }
    swrt_signals_restore(&before);
    close(twin->to);
    if (child > 0)
        return SWRT_TWIN_MADE;
    close(twin->from);
    return SWRT_NO_TWIN;
}

bool swrt_twin_is_ready(const struct swrt_twin *twin, int milliseconds) {
    struct pollfd ready = {.fd = twin->from, .events = POLLIN};
    int count;
    do
        count = poll(&ready, 1, milliseconds);
    while (count < 0 && errno == EINTR);
    return count > 0;
}

bool swrt_twin_answer(struct swrt_twin *twin, void *answer, size_t bytes, int milliseconds) {
    bool has_answer = swrt_twin_is_ready(twin, milliseconds) && read(twin->from, answer, bytes) == (ssize_t)bytes;
    kill(twin->process, SIGKILL);
    while (waitpid(twin->process, NULL, __WCLONE) < 0 && errno == EINTR)
        continue;
    close(twin->from);
    return has_answer;
}
