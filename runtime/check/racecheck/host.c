/* Places of the host's: code that reads or writes what kernels may use, and calls that copy or fill it. Each has a
 * number, as sites of device code have, and the calls that led there when it was first met. */
#include <stdlib.h>

#include "base/fatal.h"
#include "check/call_stack.h"
#include "check/racecheck/racecheck.h"

enum { CHAINS = 256 };

struct known {
    struct known *next;
    struct swrt_race_place place;
};

static struct known *chains[CHAINS];
static struct known **numbered;
static uint32_t count, room;

static struct known **chain_of(const void *where) {
    return &chains[(uintptr_t)where * 0x9e3779b97f4a7c15u >> 56];
}

static void give_number(struct known *known) {
    if (count == room) {
        room = room ? 2 * room : 64;
        numbered = realloc(numbered, room * sizeof *numbered);
        if (!numbered)
            swrt_fatal("out of memory for racecheck's places in host code");
    }
    numbered[count] = known;
    struct swrt_race_site site = {.number = SWRT_RACE_PLACES + count++,
                                  .size = known->place.deed.size,
                                  .kind = known->place.deed.kind,
                                  .order = known->place.deed.order,
                                  .scope = SWRT_RACE_SCOPE_SYSTEM};
    known->place.race = swrt_race_add_site(swrt_racecheck_race, &site);
}

static bool is_same(struct swrt_race_deed a, struct swrt_race_deed b) {
    return a.kind == b.kind && a.order == b.order && a.size == b.size;
}

static struct known *find(const void *where, enum swrt_race_place_kind what, struct swrt_race_deed deed) {
    struct known *known = *chain_of(where);
    while (known && (known->place.where != where || known->place.what != what || !is_same(known->place.deed, deed)))
        known = known->next;
    return known;
}

static struct known *add(const void *where, enum swrt_race_place_kind what, struct swrt_race_deed deed) {
    struct known *known = calloc(1, sizeof *known), **chain = chain_of(where);
    if (!known)
        swrt_fatal("out of memory for racecheck's places in host code");
    known->place = (struct swrt_race_place){.where = where, .what = what, .deed = deed};
    known->next = *chain;
    *chain = known;
    give_number(known);
    return known;
}

uint32_t swrt_racecheck_known(const void *where, enum swrt_race_place_kind what, struct swrt_race_deed deed) {
    const struct known *known = find(where, what, deed);
    return known ? known->place.race : 0;
}

uint32_t swrt_racecheck_number(const void *where, enum swrt_race_place_kind what, struct swrt_race_deed deed,
                               const struct swrt_call_stack *calls) {
    struct known *known = find(where, what, deed);
    if (!known) {
        known = add(where, what, deed);
        known->place.calls = calls;
    }
    return known->place.race;
}

const struct swrt_race_place *swrt_racecheck_place(uint32_t number) {
    return number - SWRT_RACE_PLACES < count ? &numbered[number - SWRT_RACE_PLACES]->place : NULL;
}
