/* Which thread it was. Code for several lanes faults in one access of all of them, and what the processor says is one
 * address: not which lane's. To ask costs nothing before the fault: the block is run once more, by a thread at a time,
 * in a child that has a copy of all memory and nobody's attention. Its signal handler looks whether this is the fault
 * that was met, and sends home who made it; on any other it puts a page where there is none and lets the thread go on.
 *
 * Nothing that the child does is seen: its memory is its own (what the process shares with others becomes its own at
 * the first write), it prints nowhere, no signal but those of faults gets to it, and none tells of its end. What it can
 * not find, as the block waits for others or does something else now that memory has been written to, stays unknown:
 * the report names the threads that ran side by side. The processor time that it may take is limited, and so is the
 * wait for it, as it may ask for a lock that another thread held when it was made. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/check.h"
#include "execute/block.h"
#include "execute/culprit.h"
#include "os/pages.h"
#include "os/signal.h"

enum {
    SECONDS = 2,       /* of processor time, for the child */
    WAIT_MS = 10000,   /* for its answer */
    MOST_TURNS = 1000, /* of a block that waits */
    MOST_SHARED = 256, /* mappings */
    PAGE = 4096,
    NEAR = PAGE, /* bytes: further than one access reaches, whichever of its bytes the processor names */
};

struct answer {
    uint32_t tid;
    uintptr_t address, pc;
};

static struct swrt_mutex lock = SWRT_MUTEX_FREE; /* one asks at a time */
static struct {
    bool is_on;
    int to; /* the pipe */
    const struct swrt_slot *slot;
    struct swrt_fault met;
    struct { uintptr_t start, end; } shared[MOST_SHARED];
    unsigned num_shared;
} seek;

bool swrt_culprit_seeks(void) {
    return seek.is_on;
}

_Noreturn static void leave(int status) {
    for (;;)
        syscall(SYS_exit_group, status);
}

static bool is_met(const struct swrt_fault *now) {
    const struct swrt_fault *met = &seek.met;
    return now->kind == met->kind && now->general_protection == met->general_protection &&
           now->misaligned == met->misaligned && now->stack_overflow == met->stack_overflow &&
           now->overrun == met->overrun && now->is_read == met->is_read && now->is_before == met->is_before &&
           now->is_call == met->is_call && now->signal == met->signal &&
           (now->overrun || now->address - met->address + NEAR < 2 * NEAR);
}

static bool is_shared(uintptr_t address) {
    for (unsigned i = 0; i < seek.num_shared; i++)
        if (address >= seek.shared[i].start && address < seek.shared[i].end)
            return true;
    return false;
}

/* Memory at a page: a copy of what others share, zeros where there is nothing. */
static bool put_page(uintptr_t address) {
    static char kept[PAGE];
    void *page = (void *)(address & ~(uintptr_t)(PAGE - 1)); /* NOLINT(performance-no-int-to-ptr) */
    bool copies = is_shared(address);
    if (copies)
        memcpy(kept, page, PAGE);
    if (!swrt_pages_renew(page, PAGE, SWRT_READ_WRITE))
        return false;
    if (copies)
        memcpy(page, kept, PAGE);
    return true;
}

void swrt_culprit_seen(const struct swrt_fault *now) {
    if (is_met(now)) {
        struct answer answer = {seek.slot->block.tid, now->address, now->pc};
        leave(write(seek.to, &answer, sizeof answer) != sizeof answer);
    }
    bool is_access = now->kind == SWRT_FAULT_SIGNAL && now->signal == SWRT_SIGNAL_ACCESS && now->address >= PAGE;
    if (!is_access || now->general_protection || now->stack_overflow || now->is_call || !put_page(now->address))
        leave(1);
}

void swrt_culprit_seen_if_met(const struct swrt_fault *now) {
    if (is_met(now))
        swrt_culprit_seen(now);
}

/* A line of /proc/self/maps: "start-end rw-s ...". */
static void keep_from_writing(const char *line) {
    char *at;
    uintptr_t start = strtoul(line, &at, 16), end = *at == '-' ? strtoul(at + 1, &at, 16) : 0;
    if (*at != ' ' || at[2] != 'w' || at[4] != 's')
        return;
    if (seek.num_shared == MOST_SHARED || !swrt_pages_allow((void *)start, end - start, SWRT_READ_ONLY)) /* NOLINT */
        leave(1);
    seek.shared[seek.num_shared].start = start;
    seek.shared[seek.num_shared++].end = end;
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

static void be_alone(void) {
    struct rlimit time = {SECONDS, SECONDS}, none = {0, 0};
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_CORE, &none);
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0 || dup2(nowhere, STDERR_FILENO) < 0)
        leave(1);
    keep_shared_memory();
    swrt_signals_unblock_faults(NULL);
}

static const struct swrt_variant *one_lane(const struct swrt_kernel *kernel) {
    const struct swrt_variant *variants = kernel->variants;
    for (uint32_t i = 0; i < kernel->num_variants; i++)
        if (variants[i].lanes == 1)
            return &variants[i];
    return NULL;
}

_Noreturn static void run_again(struct swrt_executor *x, struct swrt_slot *slot) {
    struct swrt_grid *grid = slot->grid;
    const struct swrt_block *b = &slot->block;
    uint64_t index = b->ctaid_x + (uint64_t)b->nctaid_x * (b->ctaid_y + (uint64_t)b->nctaid_y * b->ctaid_z);
    grid->variant = one_lane(grid->kernel);
    grid->shuffle = 0;
    grid->stop = false;
    x->num_assertions = 0;
    if (setjmp(x->recover)) { /* raised, and not by a signal */
        if (is_met(&x->fault))
            swrt_culprit_seen(&x->fault);
        leave(1);
    }
    x->running = slot;
    swrt_slot_prepare(slot, grid, index);
    enum swrt_progress progress = swrt_block_start(slot);
    for (unsigned turns = 0; progress == SWRT_STALLED && turns < MOST_TURNS; turns++)
        progress = swrt_block_continue(slot);
    leave(1);
}

static bool read_answer(int from, struct answer *answer) {
    struct pollfd ready = {.fd = from, .events = POLLIN};
    int count;
    do
        count = poll(&ready, 1, WAIT_MS);
    while (count < 0 && errno == EINTR);
    return count > 0 && read(from, answer, sizeof *answer) == sizeof *answer;
}

static bool ask(struct swrt_executor *x, struct swrt_slot *slot, const int *ends, struct answer *answer) {
    struct swrt_signal_mask before;
    swrt_signals_block(&before);
    long child = syscall(SYS_clone, 0L, NULL, NULL, NULL, NULL); /* no signal at its end, no handlers of fork's */
    if (child == 0) {
        seek.is_on = true;
        seek.to = ends[1];
        be_alone();
        run_again(x, slot);
    }
    swrt_signals_restore(&before);
    close(ends[1]);
    if (child < 0)
        return false;
    bool has_answer = read_answer(ends[0], answer);
    kill((pid_t)child, SIGKILL);
    while (waitpid((pid_t)child, NULL, __WCLONE) < 0 && errno == EINTR)
        continue;
    return has_answer;
}

void swrt_culprit_find(struct swrt_executor *x, struct swrt_slot *slot, struct swrt_fault *fault) {
    struct answer answer;
    int ends[2];
    if (fault->kind != SWRT_FAULT_SIGNAL || slot->lanes == 1 || swrt_check_is_on() || !one_lane(slot->grid->kernel) ||
        pipe2(ends, O_CLOEXEC))
        return;
    swrt_mutex_lock(&lock);
    seek.slot = slot;
    seek.met = *fault;
    bool is_found = ask(x, slot, ends, &answer);
    swrt_mutex_unlock(&lock);
    close(ends[0]);
    if (!is_found || answer.tid >= slot->block.nthreads)
        return;
    slot->block.tid = answer.tid;
    slot->block.tid_x = x->tids_x[answer.tid];
    slot->block.tid_y = x->tids_y[answer.tid];
    slot->block.tid_z = x->tids_z[answer.tid];
    fault->address = answer.address;
    fault->pc = answer.pc;
    fault->is_one_thread = true;
}
