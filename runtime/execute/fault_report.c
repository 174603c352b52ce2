/* What a fault says on stderr: which kernel, block and thread, where in the source, and, for a block that can never end,
 * which threads wait for what. Each report is written at once, so reports of several launches do not mix. */
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "execute/block.h"
#include "memory/memory.h"
#include "os/thread/errand.h"
#include "report/kernel_name.h"
#include "report/refused.h"
#include "report/source_line.h"

enum { MOST_GROUPS = 16, REPORT_BYTES = 8192 };

struct report {
    size_t count;
    char text[REPORT_BYTES];
};

static void say(struct report *report, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(struct report *report, const char *format, ...) {
    va_list args;
    va_start(args, format);
    size_t room = sizeof report->text - report->count;
    int n = vsnprintf(report->text + report->count, room, format, args);
    if (n > 0)
        report->count += (size_t)n < room ? (size_t)n : room - 1;
    va_end(args);
}

static void write_text(void *text) {
    fflush(stdout);
    fputs(text, stderr);
    fflush(stderr);
    free(text);
}

static void write_out(const struct report *report) {
    char *text = strdup(report->text);
    if (text)
        swrt_errand(write_text, text);
}

static void say_kernel(struct report *report, const struct swrt_kernel *kernel) {
    char name[1024];
    swrt_kernel_name(kernel->name, name, sizeof name);
    say(report, "kernel %s", name);
}

static void say_point(struct report *report, const struct swrt_slot *slot, uint32_t tid) {
    const struct swrt_executor *x = slot->executor;
    say(report, "(%u,%u,%u)", x->tids_x[tid], x->tids_y[tid], x->tids_z[tid]);
}

/* Which of a run of W threads it was is not always found out (culprit.c). */
static void say_threads(struct report *report, const struct swrt_slot *slot, bool is_one) {
    const struct swrt_block *b = &slot->block;
    uint32_t first = b->tid & ~(slot->width - 1), last = first + slot->width - 1;
    last = last < b->nthreads ? last : b->nthreads - 1;
    if (is_one || first == last) {
        say(report, ", thread ");
        say_point(report, slot, b->tid);
        return;
    }
    say(report, ", one of the threads ");
    say_point(report, slot, first);
    say(report, " to ");
    say_point(report, slot, last);
}

/* Whether the program has lines for the kernel: what has none in it (the runtime's functions, a library's) never will. */
static bool has_lines(const struct swrt_slot *slot) {
    const struct swrt_variant *variant = slot->grid->variant;
    uintptr_t code = (uintptr_t)(variant->loop ? variant->loop : variant->coroutine);
    char line[512];
    if (slot->fibers) /* the variant only starts it */
        code = (uintptr_t)slot->fibers->kernel;
    return swrt_source_line(code, line, sizeof line);
}

/* How to get the line that is not known. Once: whoever has read it knows. */
static void say_way_to_line(struct report *report, const struct swrt_slot *slot) {
    static atomic_bool said;
    if (has_lines(slot) || atomic_exchange(&said, true))
        return;
    say(report, "=========     %s\n",
        swrt_source_readable() ? "build with -lineinfo to see the source line (swcc --check finds more)"
                               : "to see the source line, build with -lineinfo, and install libdw.so.1 (elfutils)");
}

static void say_where(struct report *report, const struct swrt_slot *slot, uintptr_t pc, bool is_one_thread) {
    const struct swrt_block *b = &slot->block;
    char line[512];
    say(report, " in ");
    say_kernel(report, slot->grid->kernel);
    say(report, ", block (%u,%u,%u)", b->ctaid_x, b->ctaid_y, b->ctaid_z);
    say_threads(report, slot, is_one_thread);
    if (pc && swrt_source_line(pc, line, sizeof line))
        say(report, ", at %s", line);
    say(report, "\n");
}

/* The last line of a report that names no line of the source, though there is an instruction that has one. */
static void say_further(struct report *report, const struct swrt_slot *slot, uintptr_t pc) {
    char line[512];
    if (pc && !swrt_source_line(pc, line, sizeof line))
        say_way_to_line(report, slot);
}

static const char *side_of(const struct swrt_fault *fault) {
    if (fault->in_frame)
        return "outside";
    return fault->is_before ? "before the start" : "beyond the end";
}

static void signal_text(const struct swrt_fault *fault, char *text, size_t size) {
    unsigned long long address = fault->address;
    if (fault->misaligned && fault->size)
        snprintf(text, size, "Misaligned atomic operation of size %u at %#llx", fault->size, address);
    else if (fault->misaligned)
        snprintf(text, size, "Misaligned access");
    else if (fault->signal == SWRT_SIGNAL_ARITHMETIC)
        snprintf(text, size, "Arithmetic fault");
    else if (fault->signal == SWRT_SIGNAL_INSTRUCTION)
        snprintf(text, size, "Illegal instruction");
    else if (fault->stack_overflow)
        snprintf(text, size, "Stack overflow");
    else if (fault->overrun)
        snprintf(text, size, "%s %s of a local variable", fault->is_read ? "Read" : "Write", side_of(fault));
    else if (fault->general_protection)
        snprintf(text, size, "Invalid access to an address with impossible high bits");
    else if (fault->is_refused)
        snprintf(text, size, "Invalid access to 0x%llx", address);
    else
        snprintf(text, size, "Invalid %s 0x%llx", fault->is_call ? "call of a function at" : "access to", address);
}

void swrt_fault_text(const struct swrt_fault *fault, char *text, size_t size) {
    switch (fault->kind) {
    case SWRT_FAULT_SIGNAL:
        signal_text(fault, text, size);
        break;
    case SWRT_FAULT_ASSERT:
        snprintf(text, size, "Assertion `%s` failed", fault->message ? fault->message : "?");
        break;
    case SWRT_FAULT_DEADLOCK:
        snprintf(text, size, "Barrier that can never complete");
        break;
    default:
        snprintf(text, size, "Stopped by %s", fault->message);
        break;
    }
}

bool swrt_fault_place(const struct swrt_fault *fault, char *text, size_t size) {
    bool has_address = !fault->general_protection && !fault->stack_overflow && !fault->overrun &&
                       fault->signal != SWRT_SIGNAL_ARITHMETIC;
    return fault->kind == SWRT_FAULT_SIGNAL && has_address &&
           swrt_memory_describe((const void *)fault->address, text, size);
}

static void say_refused(struct report *report, const void *address) {
    const char *shadow = swrt_shadow_at(address);
    if (shadow)
        say(report, "=========     the host's shadow of the device variable %s: a GPU cannot reach it (--strict)\n",
            shadow);
    else
        say(report, "=========     ordinary memory of the host: a GPU cannot reach it (--strict)\n");
}

/* Who finds it as it happens. */
static const char *way_to_place(const struct swrt_slot *slot) {
    bool is_checked = slot->grid->kernel->flags & SWRT_KERNEL_CHECKED;
    return is_checked ? "softwarp check finds where" : "swcc --check and softwarp check find where";
}

static void report_signal(struct report *report, const struct swrt_slot *slot, const struct swrt_fault *fault) {
    char text[512];
    swrt_fault_text(fault, text, sizeof text);
    say(report, "========= Softwarp: %s", text);
    say_where(report, slot, fault->pc, fault->is_one_thread);
    if (swrt_fault_place(fault, text, sizeof text))
        say(report, "=========     %s\n", text);
    if (fault->is_refused)
        say_refused(report, (const void *)fault->address); /* NOLINT(performance-no-int-to-ptr) */
    if (fault->overrun && !fault->pc)
        say(report, "=========     seen when it had happened%s; %s\n",
            fault->in_frame ? ", and perhaps a neighbouring thread's doing" : "", way_to_place(slot));
    say_further(report, slot, fault->pc);
}

static const char *or_unknown(const char *text) {
    return text ? text : "?";
}

/* As a GPU says it, once for each thread. */
static void report_assertion(struct report *report, const struct swrt_slot *slot, const struct swrt_assertion *a) {
    const struct swrt_block *b = &slot->block;
    const struct swrt_executor *x = slot->executor;
    say(report, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", or_unknown(a->file),
        a->line, or_unknown(a->function), b->ctaid_x, b->ctaid_y, b->ctaid_z, x->tids_x[a->tid], x->tids_y[a->tid],
        x->tids_z[a->tid], or_unknown(a->message));
}

/* By thread: each fails once. */
static int compare_assertions(const void *a, const void *b) {
    uint32_t one = ((const struct swrt_assertion *)a)->tid, other = ((const struct swrt_assertion *)b)->tid;
    return (one > other) - (one < other);
}

static void report_assertions(const struct swrt_slot *slot) {
    struct swrt_executor *x = slot->executor;
    qsort(x->assertions, x->num_assertions, sizeof *x->assertions, compare_assertions);
    for (uint32_t i = 0; i < x->num_assertions; i++) {
        struct report report = {0};
        report_assertion(&report, slot, &x->assertions[i]);
        write_out(&report);
    }
}

void swrt_report_fault(const struct swrt_slot *slot, const struct swrt_fault *fault) {
    struct report report = {0};
    switch (fault->kind) {
    case SWRT_FAULT_SIGNAL:
        report_signal(&report, slot, fault);
        break;
    case SWRT_FAULT_ASSERT:
        report_assertions(slot);
        return;
    case SWRT_FAULT_DEADLOCK:
        swrt_report_deadlock(slot);
        return;
    case SWRT_FAULT_REPORTED:
        return;
    default:
        say(&report, "========= Softwarp: Stopped by %s", fault->message);
        say_where(&report, slot, fault->pc, fault->is_one_thread);
        say_further(&report, slot, fault->pc);
        break;
    }
    write_out(&report);
}

/* What a kernel does that is no error here. */
void swrt_report_remark(const struct swrt_slot *slot, const char *text, uintptr_t pc, const char *further) {
    struct report report = {0};
    say(&report, "========= Softwarp: %s", text);
    say_where(&report, slot, pc, false);
    say(&report, "=========     %s\n", further);
    write_out(&report);
}

static const char *warp_op_name(uint32_t op) {
    static const char *const names[] = {
        [SWRT_WARP_SYNC] = "__syncwarp",
        [SWRT_WARP_SHFL_IDX] = "__shfl_sync",
        [SWRT_WARP_SHFL_UP] = "__shfl_up_sync",
        [SWRT_WARP_SHFL_DOWN] = "__shfl_down_sync",
        [SWRT_WARP_SHFL_BFLY] = "__shfl_xor_sync",
        [SWRT_WARP_ANY] = "__any_sync",
        [SWRT_WARP_ALL] = "__all_sync",
        [SWRT_WARP_UNI] = "__uni_sync",
        [SWRT_WARP_BALLOT] = "__ballot_sync",
        [SWRT_WARP_ACTIVEMASK] = "__activemask",
        [SWRT_WARP_MATCH_ANY] = "__match_any_sync",
        [SWRT_WARP_MATCH_ALL] = "__match_all_sync",
        [SWRT_WARP_REDUCE_ADD] = "__reduce_add_sync",
        [SWRT_WARP_REDUCE_UMIN] = "__reduce_min_sync",
        [SWRT_WARP_REDUCE_UMAX] = "__reduce_max_sync",
        [SWRT_WARP_REDUCE_MIN] = "__reduce_min_sync",
        [SWRT_WARP_REDUCE_MAX] = "__reduce_max_sync",
        [SWRT_WARP_REDUCE_AND] = "__reduce_and_sync",
        [SWRT_WARP_REDUCE_OR] = "__reduce_or_sync",
        [SWRT_WARP_REDUCE_XOR] = "__reduce_xor_sync",
    };
    return op < sizeof names / sizeof *names ? names[op] : "a warp function";
}

const char *swrt_unnamed_text(uint32_t op, uint32_t mask, uint32_t lane) {
    struct swrt_thread *self = swrt_self_noted();
    snprintf(self->unnamed, sizeof self->unnamed, "%s with mask 0x%08x, which does not name its caller (lane %u)",
             warp_op_name(op), mask, lane);
    return self->unnamed;
}

/* Where a thread stands; null: it has exited. */
static const struct swrt_coroutine *coroutine_of(const struct swrt_slot *slot, uint32_t tid) {
    bool alive = slot->warps[tid / SWRT_LANES].alive >> tid % SWRT_LANES & 1;
    return alive ? &slot->coroutines[tid >> slot->width_log] : NULL;
}

static void say_wait(struct report *report, const struct swrt_coroutine *coroutine, bool is_cooperative) {
    if (!coroutine) {
        say(report, "finished");
        return;
    }
    switch (coroutine->kind) {
    case SWRT_WAIT_BARRIER:
        if (coroutine->arg == SWRT_BARRIERS + SWRT_SPLIT_CLUSTER)
            say(report, "wait at the cluster's barrier");
        else
            say(report, "wait at barrier %u", coroutine->arg);
        if (coroutine->mask)
            say(report, " for %u thread%s", coroutine->mask, swrt_s(coroutine->mask));
        break;
    case SWRT_WAIT_WARP:
        say(report, "wait in %s with mask 0x%08x", warp_op_name(coroutine->op), coroutine->mask);
        break;
    case SWRT_WAIT_CONVERGED:
        say(report, "wait in %s without a mask", warp_op_name(coroutine->op));
        break;
    case SWRT_WAIT_GRID:
        say(report, "wait for the whole grid%s", is_cooperative ? "" : ", whose launch was not cooperative");
        break;
    default:
        say(report, "can run");
        break;
    }
}

static bool same_wait(const struct swrt_coroutine *a, const struct swrt_coroutine *b) {
    if (a == b)
        return true;
    if (!a || !b || a->kind != b->kind)
        return false;
    switch (a->kind) {
    case SWRT_WAIT_BARRIER:
        return a->arg == b->arg && a->mask == b->mask;
    case SWRT_WAIT_WARP:
        return a->op == b->op && a->mask == b->mask;
    case SWRT_WAIT_CONVERGED:
        return a->op == b->op;
    default:
        return true;
    }
}

/* Where the block's threads stand, those side by side together. */
static void say_groups(struct report *report, const struct swrt_slot *slot) {
    const struct swrt_block *b = &slot->block;
    uint32_t groups = 0;
    for (uint32_t first = 0, next; first < b->nthreads && groups++ < MOST_GROUPS; first = next) {
        for (next = first + 1; next < b->nthreads; next++)
            if (!same_wait(coroutine_of(slot, first), coroutine_of(slot, next)))
                break;
        say(report, "=========     ");
        if (next - first > 1)
            say(report, "threads %u to %u ", first, next - 1);
        else
            say(report, "thread %u: ", first);
        say_wait(report, coroutine_of(slot, first), slot->grid->cooperative);
        say(report, groups == MOST_GROUPS && next < b->nthreads ? ", and so on\n" : "\n");
    }
}

static void say_others_of_cluster(struct report *report, const struct swrt_slot *slot) {
    for (uint32_t rank = 0; slot->cluster && rank < slot->cluster->blocks; rank++) {
        const struct swrt_slot *other = slot->cluster->slots[rank];
        const struct swrt_block *b = &other->block;
        if (other == slot)
            continue;
        say(report, "=========   and in block (%u,%u,%u) of the cluster%s\n", b->ctaid_x, b->ctaid_y, b->ctaid_z,
            other->has_ended ? ", which has ended" : "");
        if (!other->has_ended)
            say_groups(report, other);
    }
}

void swrt_report_deadlock(const struct swrt_slot *slot) {
    const struct swrt_block *b = &slot->block;
    struct report report = {0};
    say(&report, "========= Softwarp: Barrier that can never complete in ");
    say_kernel(&report, slot->grid->kernel);
    say(&report, ", block (%u,%u,%u)\n", b->ctaid_x, b->ctaid_y, b->ctaid_z);
    say_groups(&report, slot);
    say_others_of_cluster(&report, slot);
    write_out(&report);
}
