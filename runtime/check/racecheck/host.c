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
    struct swrt_race_site site = {.number = SWRT_RACE_PLACES + count++, .size = 1, .kind = known->place.kind};
    known->place.race = swrt_race_add_site(swrt_racecheck_race, &site);
}

static struct known *find(const void *where, enum swrt_race_place_kind what, uint8_t kind) {
    struct known *known = *chain_of(where);
    while (known && (known->place.where != where || known->place.what != what || known->place.kind != kind))
        known = known->next;
    return known;
}

static struct known *add(const void *where, enum swrt_race_place_kind what, uint8_t kind) {
    struct known *known = calloc(1, sizeof *known), **chain = chain_of(where);
    if (!known)
        swrt_fatal("out of memory for racecheck's places in host code");
    known->place = (struct swrt_race_place){.where = where, .what = what, .kind = kind};
    known->next = *chain;
    *chain = known;
    give_number(known);
    return known;
}

uint32_t swrt_racecheck_known(const void *where, enum swrt_race_place_kind what, uint8_t kind) {
    const struct known *known = find(where, what, kind);
    return known ? known->place.race : 0;
}

uint32_t swrt_racecheck_number(const void *where, enum swrt_race_place_kind what, uint8_t kind,
                               const struct swrt_call_stack *calls) {
    struct known *known = find(where, what, kind);
    if (!known) {
        known = add(where, what, kind);
        known->place.calls = calls;
    }
    return known->place.race;
}

const struct swrt_race_place *swrt_racecheck_place(uint32_t number) {
    return number - SWRT_RACE_PLACES < count ? &numbered[number - SWRT_RACE_PLACES]->place : NULL;
}
