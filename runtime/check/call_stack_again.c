/* Stacks of calls that have been taken before, in the same place.
 *
 * The unwinder takes some microseconds, longer than a small launch. But a host thread launches over and over from the
 * same place, and then all return addresses lie where they lay: the innermost one tells where the next one is, for as
 * long as functions have frames of one size, and so on. Where a function keeps its frame's address, which tells the same
 * of frames of any size, beside its return address, this is compared, too. Addresses are read from the innermost on, and
 * none behind one that is another by now, so none is read where there is no stack any more. */
#include "check/call_stack_again.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "os/loader.h"

enum {
    PLACES = 256,
    RBP = 6,
    OWN = 2,              /* frames of a taken stack that are ours */
    MOST_FRAME = 8 << 20, /* bytes; what is not above the stack's end by so much is no address of a frame */
};

/* A return address, and the word beside it if that is the caller's rbp, and may be the address of its frame. */
struct link {
    void *const *at;
    void *pc, *rbp;
    bool has_rbp;
};
struct place {
    const void *frame;                   /* of the function that took the stack */
    void *rbp;                           /* the word at it */
    const struct swrt_call_stack *stack; /* null: nothing is known */
    uint32_t count;
    struct link links[SWRT_STACK_DEPTH];
};
static struct place places[PLACES];

static struct place *place_of(const void *frame) {
    return &places[((uintptr_t)frame >> 4) * 0x9e3779b97f4a7c15u >> 56];
}

/* It may as well be a value of the program's. */
static bool may_be_frame(const struct place *place, const void *rbp) {
    return (uintptr_t)rbp - (uintptr_t)place->frame < MOST_FRAME;
}

static bool is_there(const struct link *link) {
    return *link->at == link->pc && (!link->has_rbp || link->at[-1] == link->rbp);
}

const struct swrt_call_stack *swrt_call_stack_again(const void *frame) {
    const struct place *place = place_of(frame);
    void *rbp = *(void *const *)frame;
    if (!place->stack || place->frame != frame)
        return NULL;
    if (rbp != place->rbp && (may_be_frame(place, rbp) || may_be_frame(place, place->rbp)))
        return NULL;
    for (uint32_t i = 0; i < place->count; i++)
        if (!is_there(&place->links[i]))
            return NULL;
    return place->stack;
}

/* ---- What is remembered ---------------------------------------------------------------------------------------- */

/* Of libgcc, which the C library has loaded when it has unwound a stack. */
struct _Unwind_Context;
static struct unwinder {
    int (*backtrace)(int (*visit)(struct _Unwind_Context *context, void *data), void *data);
    uintptr_t (*ip)(struct _Unwind_Context *context);
    uintptr_t (*cfa)(struct _Unwind_Context *context);
    uintptr_t (*gr)(struct _Unwind_Context *context, int index);
} unwinder;

static bool find_unwinder(void) {
    static bool is_sought;
    void *library = is_sought ? NULL : swrt_library_loaded("libgcc_s.so.1");
    is_sought = true;
    if (!library)
        return unwinder.backtrace;
    *(void **)&unwinder.ip = swrt_library_symbol(library, "_Unwind_GetIP");
    *(void **)&unwinder.cfa = swrt_library_symbol(library, "_Unwind_GetCFA");
    *(void **)&unwinder.gr = swrt_library_symbol(library, "_Unwind_GetGR");
    if (unwinder.ip && unwinder.cfa && unwinder.gr)
        *(void **)&unwinder.backtrace = swrt_library_symbol(library, "_Unwind_Backtrace");
    return unwinder.backtrace;
}

/* A return address lies below what was the stack pointer behind the call. */
static int add(struct _Unwind_Context *context, void *data) {
    enum { GO_ON = 0, ENOUGH = 4 };
    struct place *place = data;
    void *const *at = (void *const *)unwinder.cfa(context) - 1;
    if ((uintptr_t)at < (uintptr_t)place->frame + sizeof(void *))
        return GO_ON;
    if (place->count + OWN >= place->stack->count)
        return ENOUGH;
    struct link *link = &place->links[place->count++];
    *link = (struct link){.at = at, .pc = (void *)unwinder.ip(context), .rbp = (void *)unwinder.gr(context, RBP)};
    link->has_rbp = at[-1] == link->rbp && may_be_frame(place, link->rbp);
    return GO_ON;
}

static bool is_complete(const struct place *place) {
    if (place->count + OWN != place->stack->count)
        return false;
    for (uint32_t i = 0; i < place->count; i++)
        if (place->links[i].pc != place->stack->pc[i + OWN] || !is_there(&place->links[i]))
            return false;
    return true;
}

void swrt_call_stack_remember(const void *frame, const struct swrt_call_stack *stack) {
    struct place *place = place_of(frame);
    *place = (struct place){.frame = frame, .rbp = *(void *const *)frame, .stack = stack};
    if (find_unwinder() && stack->count > OWN)
        unwinder.backtrace(add, place);
    if (!place->count || !is_complete(place))
        place->stack = NULL;
}
