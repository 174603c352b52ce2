/* Takes the stack of calls: glibc's unwinder finds the return addresses, report/source_line.c names them. */
#include "check/call_stack.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check/call_stack_again.h"
#include "os/libc_names.h"
#include "os/thread/lock.h"
#include "report/kernel_name.h"
#include "report/source_line.h"

__attribute__((noinline)) void swrt_call_stack_take(struct swrt_call_stack *stack) {
    swrt_open_math();
    int count = swrt_libm_backtrace(stack->pc, SWRT_STACK_DEPTH);
    stack->count = count > 0 ? (uint32_t)count : 0;
}

uint64_t swrt_call_stack_hash(const struct swrt_call_stack *stack) {
    uint64_t hash = stack ? stack->count : 0;
    for (uint32_t i = 0; stack && i < stack->count; i++)
        hash = (hash ^ (uintptr_t)stack->pc[i]) * 0x9e3779b97f4a7c15u;
    return hash;
}

/* The different stacks of a program, chained by hash. */
enum { CHAINS = 1024 };
struct kept {
    struct kept *next;
    struct swrt_call_stack stack;
};
static struct kept *chains[CHAINS];
static struct swrt_mutex lock = SWRT_MUTEX_FREE;

static bool same(const struct swrt_call_stack *a, const struct swrt_call_stack *b) {
    return a->count == b->count && !memcmp(a->pc, b->pc, a->count * sizeof a->pc[0]);
}

/* With the lock held. */
static const struct swrt_call_stack *keep_locked(const struct swrt_call_stack *stack) {
    struct kept **chain = &chains[swrt_call_stack_hash(stack) >> 32 & (CHAINS - 1)], *kept = *chain;
    while (kept && !same(&kept->stack, stack))
        kept = kept->next;
    if (!kept && (kept = malloc(sizeof *kept))) {
        kept->stack = *stack;
        kept->next = *chain;
        *chain = kept;
    }
    return kept ? &kept->stack : NULL;
}

static const struct swrt_call_stack *keep(const struct swrt_call_stack *stack) {
    swrt_mutex_lock(&lock);
    const struct swrt_call_stack *kept = keep_locked(stack);
    swrt_mutex_unlock(&lock);
    return kept;
}

/* A function of its own, with a frame of its own. */
__attribute__((noinline)) const struct swrt_call_stack *swrt_call_stack_here(void) {
    const void *frame = __builtin_frame_address(0);
    struct swrt_call_stack stack;
    swrt_mutex_lock(&lock);
    const struct swrt_call_stack *kept = swrt_call_stack_again(frame);
    swrt_mutex_unlock(&lock);
    if (kept)
        return kept;
    swrt_call_stack_take(&stack);
    swrt_mutex_lock(&lock);
    kept = keep_locked(&stack);
    if (kept)
        swrt_call_stack_remember(frame, kept);
    swrt_mutex_unlock(&lock);
    return kept;
}

const struct swrt_call_stack *swrt_call_stack_from(const void *return_address) {
    struct swrt_call_stack stack, own = {0};
    uint32_t first = 0;
    swrt_call_stack_take(&stack);
    while (first < stack.count && stack.pc[first] != return_address)
        first++;
    first = first < stack.count ? first : 0;
    own.count = stack.count - first;
    memcpy(own.pc, stack.pc + first, own.count * sizeof own.pc[0]);
    return keep(&own);
}

/* What report/source_line.c has said of a return address. It reads the debug information each time, and most findings
 * of a program are about a few stacks. */
struct named {
    struct named *next;
    uintptr_t pc;
    struct call {
        char *function, *file;
        unsigned line;
    } *calls;
    unsigned count;
};
static struct named *named[CHAINS];

static void note_call(void *data, const char *function, const char *file, unsigned line) {
    struct named *own = data;
    struct call *grown = realloc(own->calls, (own->count + 1) * sizeof *grown);
    if (!grown)
        return;
    own->calls = grown;
    own->calls[own->count++] = (struct call){strdup(function), file ? strdup(file) : NULL, line};
}

/* A return address is that of the instruction after the call. */
static const struct named *name_calls(const void *address) {
    uintptr_t pc = (uintptr_t)address - 1;
    struct named **chain = &named[pc % CHAINS], *own = *chain;
    while (own && own->pc != pc)
        own = own->next;
    if (own || !(own = calloc(1, sizeof *own)))
        return own;
    own->pc = pc;
    swrt_source_calls(pc, note_call, own);
    own->next = *chain;
    return *chain = own;
}

static void visit_calls(const void *address, swrt_source_visit visit, void *data) {
    const struct named *own = name_calls(address);
    for (unsigned i = 0; own && i < own->count; i++)
        visit(data, own->calls[i].function ? own->calls[i].function : "?", own->calls[i].file, own->calls[i].line);
}

static bool starts_with(const char *text, const char *prefix) {
    return !strncmp(text, prefix, strlen(prefix));
}

static bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

/* A function of the CUDA API, or what clang makes of a launch. */
static bool is_api(const char *name) {
    if (starts_with(name, "_ZL")) /* a template of our headers, not inlined */
        name += 3 + strspn(name + 3, "0123456789");
    return (starts_with(name, "cuda") && is_upper(name[4])) || (starts_with(name, "cu") && is_upper(name[2])) ||
           starts_with(name, "__cuda") || strstr(name, "__device_stub__");
}

/* What is passed on: nothing until the calls of the runtime's own are over. These end behind the API's function that it
 * was called through (and its form in our headers); where a jump instead of a call has hidden that, behind the last of
 * its own names. */
struct filter {
    swrt_source_visit visit;
    void *data;
    unsigned at, first; /* first: index of the user's first function, among all */
    bool is_behind_api, is_over;
};

static void count_own(void *data, const char *function, const char *file, unsigned line) {
    struct filter *filter = data;
    unsigned index = filter->at++;
    if (filter->is_over)
        return;
    if (filter->is_behind_api && !is_api(function)) {
        filter->is_over = true;
        return;
    }
    filter->is_behind_api |= is_api(function);
    if (filter->is_behind_api || starts_with(function, "swrt_"))
        filter->first = index + 1;
}

static void pass_on(void *data, const char *function, const char *file, unsigned line) {
    struct filter *filter = data;
    char name[512];
    if (filter->at++ < filter->first || filter->is_over)
        return;
    swrt_kernel_name(function, name, sizeof name);
    filter->visit(filter->data, name, file, line);
    filter->is_over = !strcmp(name, "main");
}

void swrt_call_stack_each(const struct swrt_call_stack *stack, swrt_source_visit visit, void *data) {
    struct filter filter = {.visit = visit, .data = data};
    swrt_mutex_lock(&lock);
    for (uint32_t i = 0; i < stack->count; i++)
        visit_calls(stack->pc[i], count_own, &filter);
    filter.at = 0;
    filter.is_over = false;
    for (uint32_t i = 0; i < stack->count; i++)
        visit_calls(stack->pc[i], pass_on, &filter);
    swrt_mutex_unlock(&lock);
}
