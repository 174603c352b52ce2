/* Changes of what a program tells. */
#include "explore/repair/edited.h"

#include <string.h>

#include "softwarp/check_abi.h"

static const uint64_t PUT_IN = 1ull << 63; /* in the sites, and barriers, of what is put in */

static void change_order(const struct swrt_edit *edit, struct swrt_explore_event *event) {
    enum swrt_order other = event->kind == SWRT_EXPLORE_READ ? SWRT_ORDER_RELEASE : SWRT_ORDER_ACQUIRE;
    if (edit->order == other)
        return;
    bool is_half = event->flags & (SWRT_EXPLORE_RMW | SWRT_EXPLORE_ATOMIC);
    if (event->kind == SWRT_EXPLORE_READ)
        event->order = is_half && event->order >= SWRT_ORDER_RELEASE ? SWRT_ORDER_BOTH : SWRT_ORDER_ACQUIRE;
    else
        event->order = is_half && event->order == SWRT_ORDER_ACQUIRE ? SWRT_ORDER_BOTH : SWRT_ORDER_RELEASE;
}

static void change(const struct swrt_edit *edit, struct swrt_explore_event *event) {
    bool is_access = event->kind == SWRT_EXPLORE_READ || event->kind == SWRT_EXPLORE_WRITE;
    if (event->kind == SWRT_EXPLORE_FENCE && edit->kind == SWRT_EDIT_SCOPE && event->site == edit->site)
        event->scope = edit->scope;
    if (!is_access)
        return;
    if (edit->kind == SWRT_EDIT_PLACE && event->address == edit->address && event->size == edit->size &&
        !event->order) {
        event->order = SWRT_ORDER_RELAXED;
        event->scope = SWRT_SCOPE_SYSTEM;
        event->flags |= SWRT_EXPLORE_VOLATILE;
    }
    if (event->site != edit->site)
        return;
    if (edit->kind == SWRT_EDIT_ORDER)
        change_order(edit, event);
    if (edit->kind == SWRT_EDIT_SCOPE)
        event->scope = edit->scope;
}

static bool is_left_out(const struct swrt_edited *edited, const struct swrt_explore_event *event) {
    for (unsigned i = 0; i < edited->count; i++)
        if (edited->edits[i].kind == SWRT_EDIT_REMOVE && edited->edits[i].site == event->site &&
            event->kind == SWRT_EXPLORE_FENCE)
            return true;
    return false;
}

/* What the program tells next, changed. */
static void ask(struct swrt_edited *edited, uint32_t thread, uint64_t answer, struct swrt_explore_event *event) {
    const struct swrt_explore_program *inner = edited->inner;
    do {
        memset(event, 0, sizeof *event);
        inner->next(inner->self, thread, answer, event);
        if (edited->seen)
            edited->seen(edited->self, thread, event);
    } while (is_left_out(edited, event));
    for (unsigned i = 0; i < edited->count; i++)
        change(&edited->edits[i], event);
    if (edited->count && event->kind == SWRT_EXPLORE_TURN)
        event->value = 0; /* what is put in counts, too: the engine finds out */
}

/* Whether an edit puts something in before the event that the thread holds. */
static bool puts_in(const struct swrt_edited *edited, uint32_t thread, const struct swrt_edit *edit) {
    const struct swrt_explore_event *held = &edited->held[thread];
    if (edit->kind > SWRT_EDIT_BARRIER || (held->kind == SWRT_EXPLORE_WRITE && held->flags & SWRT_EXPLORE_RMW))
        return false;
    if (edit->is_after)
        return edited->has_last[thread] && edited->last[thread] == edit->site;
    return held->kind <= SWRT_EXPLORE_BARRIER && held->site == edit->site;
}

/* What is put in before the held event, from the edit `at` on. */
static bool put_in(struct swrt_edited *edited, uint32_t thread, struct swrt_explore_event *event) {
    for (unsigned *at = &edited->at[thread]; *at < edited->count;) {
        const struct swrt_edit *edit = &edited->edits[(*at)++];
        if (!puts_in(edited, thread, edit))
            continue;
        memset(event, 0, sizeof *event);
        event->site = edit->site | PUT_IN;
        event->scope = edit->scope;
        event->kind = edit->kind == SWRT_EDIT_FENCE ? SWRT_EXPLORE_FENCE : SWRT_EXPLORE_BARRIER;
        if (edit->kind == SWRT_EDIT_FENCE) {
            event->order = SWRT_ORDER_SEQUENTIAL;
        } else {
            bool is_block = edit->scope == SWRT_SCOPE_BLOCK;
            event->barrier.id = PUT_IN | (uint64_t)edit->is_after << 62 | edit->site << 24 |
                                (is_block ? edited->blocks : edited->warps)[thread];
            event->barrier.scope = edit->scope;
            event->barrier.orders = true;
        }
        return true;
    }
    return false;
}

static void next(void *self, uint32_t thread, uint64_t answer, struct swrt_explore_event *event) {
    struct swrt_edited *edited = self;
    if (!edited->holds[thread]) {
        ask(edited, thread, answer, &edited->held[thread]);
        edited->holds[thread] = true;
        edited->at[thread] = 0;
    }
    if (put_in(edited, thread, event))
        return;
    *event = edited->held[thread];
    edited->holds[thread] = false;
    edited->last[thread] = event->site;
    edited->has_last[thread] = event->kind <= SWRT_EXPLORE_BARRIER;
}

static void restart(void *self, uint32_t thread) {
    struct swrt_edited *edited = self;
    edited->holds[thread] = edited->has_last[thread] = false;
    edited->inner->restart(edited->inner->self, thread);
}

static void tell_place(void *self, uint32_t thread, struct swrt_explore_place *place) {
    const struct swrt_edited *edited = self;
    edited->inner->place(edited->inner->self, thread, place);
}

static uint64_t tell_initial(void *self, uint64_t address, uint32_t size) {
    const struct swrt_edited *edited = self;
    return edited->inner->initial(edited->inner->self, address, size);
}

static void meet(void *self, uint64_t threads) {
    const struct swrt_edited *edited = self;
    edited->inner->meet(edited->inner->self, threads);
}

void swrt_edited_open(struct swrt_edited *edited, const struct swrt_explore_program *program) {
    memset(edited, 0, sizeof *edited);
    edited->inner = program;
    edited->program = (struct swrt_explore_program){.self = edited,
                                                    .threads = program->threads,
                                                    .place = tell_place,
                                                    .initial = tell_initial,
                                                    .restart = restart,
                                                    .next = next,
                                                    .meet = meet};
    for (uint32_t t = 0; t < program->threads; t++) {
        struct swrt_explore_place place;
        program->place(program->self, t, &place);
        edited->blocks[t] = (uint64_t)place.device << 16 | place.block;
        edited->warps[t] = place.warp;
    }
}

void swrt_edited_set(struct swrt_edited *edited, const struct swrt_edit *edits, unsigned count) {
    edited->count = count < SWRT_EDITS ? count : SWRT_EDITS;
    for (unsigned i = 0; i < edited->count; i++)
        edited->edits[i] = edits[i];
}
