/* Which threads are alike, by their events, and which places are their own (alike.h). */
#include "explore/engine/alike.h"

#include <stdlib.h>
#include <string.h>

#include "explore/engine/parts.h"

void swrt_alike_open(struct swrt_alike *alike, const struct swrt_explore_program *program) {
    memset(alike, 0, sizeof *alike);
    alike->program = program;
    for (uint32_t t = 0; t < program->threads; t++) {
        program->place(program->self, t, &alike->stands[t]);
        alike->first[t] = (uint8_t)t;
    }
}

void swrt_alike_close(struct swrt_alike *alike) {
    free(alike->places);
    memset(alike, 0, sizeof *alike);
}

bool swrt_alike_stand(const struct swrt_alike *alike, unsigned a, unsigned b) {
    const struct swrt_explore_place *one = &alike->stands[a], *two = &alike->stands[b];
    for (unsigned t = 0; t < alike->program->threads; t++) {
        const struct swrt_explore_place *other = &alike->stands[t];
        if (t != a && t != b &&
            ((one->block == other->block) != (two->block == other->block) ||
             (one->cluster == other->cluster) != (two->cluster == other->cluster) ||
             (one->device == other->device) != (two->device == other->device)))
            return false;
    }
    return true;
}

void swrt_lesson_open(struct swrt_lesson *lesson, const struct swrt_explore_program *program) {
    memset(lesson, 0, sizeof *lesson);
    swrt_alike_open(&lesson->alike, program);
}

void swrt_lesson_copy(struct swrt_lesson *to, const struct swrt_lesson *from) {
    struct swrt_alike_place *places = NULL;
    for (unsigned i = 0; i < from->alike.num_places; i++) {
        places = swrt_explore_grow(places, i, sizeof *places);
        places[i] = from->alike.places[i];
    }
    free(to->alike.places);
    *to = *from;
    to->alike.places = places;
}

void swrt_lesson_close(struct swrt_lesson *lesson) {
    swrt_alike_close(&lesson->alike);
}

/* --- places ------------------------------------------------------------------------------------------------------- */

struct swrt_alike_place *swrt_alike_find(const struct swrt_alike *alike, uint64_t address, uint32_t size) {
    for (unsigned i = 0; i < alike->num_places; i++)
        if (alike->places[i].address == address && alike->places[i].size == size)
            return &alike->places[i];
    return NULL;
}

static struct swrt_alike_place *place_of(struct swrt_alike *alike, uint64_t address, uint32_t size) {
    struct swrt_alike_place *place = swrt_alike_find(alike, address, size);
    if (place)
        return place;
    alike->places = swrt_explore_grow(alike->places, alike->num_places, sizeof *alike->places);
    place = &alike->places[alike->num_places++];
    *place = (struct swrt_alike_place){.address = address, .size = size};
    return place;
}

struct swrt_alike_place *swrt_alike_use(struct swrt_alike *alike, unsigned thread,
                                        const struct swrt_explore_event *event) {
    if (event->kind != SWRT_EXPLORE_READ && event->kind != SWRT_EXPLORE_WRITE)
        return NULL;
    struct swrt_alike_place *place = place_of(alike, event->address, event->size);
    place->users |= 1ull << thread;
    place->writers |= (uint64_t)(event->kind == SWRT_EXPLORE_WRITE) << thread;
    return place;
}

static struct swrt_alike_place *find_own(const struct swrt_alike *alike, uint32_t row, unsigned owner) {
    for (unsigned i = 0; i < alike->num_places; i++)
        if (alike->places[i].row == row && alike->places[i].owner == owner)
            return &alike->places[i];
    return NULL;
}

static uint64_t first_value(const struct swrt_alike *alike, const struct swrt_alike_place *place) {
    return swrt_low_bytes(alike->program->initial(alike->program->self, place->address, place->size), place->size);
}

/* Whether x is a's own and y the same of b's; that is noted, if nothing is known of them. */
static bool are_own(struct swrt_alike *alike, unsigned a, const struct swrt_explore_event *x, unsigned b,
                    const struct swrt_explore_event *y) {
    place_of(alike, x->address, x->size);
    struct swrt_alike_place *theirs = place_of(alike, y->address, y->size); /* which may move the others */
    struct swrt_alike_place *ours = swrt_alike_find(alike, x->address, x->size);
    if (theirs->row)
        return theirs->row == ours->row && ours->owner == a && theirs->owner == b;
    if (first_value(alike, ours) != first_value(alike, theirs) ||
        (ours->row && (ours->owner != a || find_own(alike, ours->row, b))))
        return false;
    ours->row = ours->row ? ours->row : ++alike->rows;
    ours->owner = (uint8_t)a;
    theirs->row = ours->row;
    theirs->owner = (uint8_t)b;
    return true;
}

static bool overlap(const struct swrt_alike_place *a, const struct swrt_alike_place *b) {
    return a->address < b->address + b->size && b->address < a->address + a->size;
}

bool swrt_alike_has_intruder(const struct swrt_alike *alike, unsigned *thread) {
    for (unsigned i = 0; i < alike->num_places; i++)
        for (unsigned k = 0; alike->places[i].row && k < alike->num_places; k++)
            if (k == i ? alike->places[k].users & ~(1ull << alike->places[i].owner)
                       : overlap(&alike->places[i], &alike->places[k])) {
                *thread = alike->places[i].owner;
                return true;
            }
    return false;
}

bool swrt_alike_has_watched(const struct swrt_alike *alike, const struct swrt_outcomes *outcomes, unsigned *thread) {
    for (unsigned i = 0; i < outcomes->num_watch; i++) {
        const struct swrt_explore_watch *watch = &outcomes->watch[i];
        const struct swrt_alike_place *place = swrt_alike_find(alike, watch->address, watch->size);
        if (!place || !place->row)
            continue;
        *thread = place->owner;
        return true;
    }
    return false;
}

uint64_t swrt_alike_address(const struct swrt_alike *alike, uint64_t address, uint32_t size, const uint8_t *to) {
    const struct swrt_alike_place *place = alike->rows ? swrt_alike_find(alike, address, size) : NULL;
    return place && place->row ? find_own(alike, place->row, to[place->owner])->address : address;
}

/* --- threads ------------------------------------------------------------------------------------------------------ */

bool swrt_alike_match(struct swrt_alike *alike, unsigned a, const struct swrt_explore_event *x, unsigned b,
                      const struct swrt_explore_event *y) {
    bool is_access = x->kind == SWRT_EXPLORE_READ || x->kind == SWRT_EXPLORE_WRITE;
    return x->kind == y->kind && x->order == y->order && x->scope == y->scope && x->flags == y->flags &&
           x->size == y->size && x->proxy == y->proxy && x->alias == y->alias && x->value == y->value &&
           x->address_reads == y->address_reads && x->value_reads == y->value_reads &&
           x->control_reads == y->control_reads && x->site == y->site &&
           (x->address == y->address || (is_access && are_own(alike, a, x, b, y)));
}

uint64_t swrt_alike_class(const struct swrt_alike *alike, unsigned thread) {
    uint64_t class = 0;
    for (unsigned t = 0; t < alike->program->threads; t++)
        class |= (uint64_t)(alike->first[t] == alike->first[thread]) << t;
    return class;
}

void swrt_alike_tell_apart(struct swrt_alike *alike, unsigned first) {
    for (unsigned t = 0; t < alike->program->threads; t++) {
        for (unsigned i = 0; i < alike->num_places && alike->first[t] == first; i++)
            if (alike->places[i].row && alike->places[i].owner == t)
                alike->places[i].row = 0;
        alike->first[t] = alike->first[t] == first ? (uint8_t)t : alike->first[t];
    }
}
