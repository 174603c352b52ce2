/* racecheck: between the runtime and the race engine (check/race/race.h). */
#ifndef SWRT_RACECHECK_H
#define SWRT_RACECHECK_H

#include <stdbool.h>

#include "check/race/race.h"

struct swrt_kernel;
struct swrt_call_stack;
struct swrt_op;

/* host.c: places that are none of device code's. where: what tells them apart, a return address or the calls
 * that led to the API; race: the engine's number; calls: null where nobody knows. */
enum { SWRT_RACE_PLACES = 0x60000000 }; /* their own numbers, from here on */
enum swrt_race_place_kind { SWRT_RACE_PLACE_CODE, SWRT_RACE_PLACE_COPY, SWRT_RACE_PLACE_FILL };
/* What is done there: SWRT_RACE_READ and its kin, an order, WEAK for plain accesses, and bytes, of these 1. */
struct swrt_race_deed {
    uint8_t kind, order, size;
};
static inline struct swrt_race_deed swrt_race_plainly(uint8_t kind) {
    return (struct swrt_race_deed){kind, SWRT_RACE_WEAK, 1};
}
struct swrt_race_place {
    const void *where;
    enum swrt_race_place_kind what;
    struct swrt_race_deed deed;
    uint32_t race;
    const struct swrt_call_stack *calls;
};
/* With the engine's lock held: the engine's number, 0 when the place is new; and with the calls, which are looked up
 * without that lock (the loader may be asked): a number for it in any case. */
uint32_t swrt_racecheck_known(const void *where, enum swrt_race_place_kind what, struct swrt_race_deed deed);
uint32_t swrt_racecheck_number(const void *where, enum swrt_race_place_kind what, struct swrt_race_deed deed,
                               const struct swrt_call_stack *calls);
const struct swrt_race_place *swrt_racecheck_place(uint32_t number); /* null: of device code */

/* host_access.c: what host code does, for the hooks. */
struct swrt_host_atomic;
void swrt_racecheck_host(const void *address, uint32_t size, uint32_t is_store, const void *caller);
void swrt_racecheck_host_atomic_begins(struct swrt_host_atomic *access);
void swrt_racecheck_host_atomic(struct swrt_host_atomic *access);
void swrt_racecheck_host_fence(uint32_t order);

/* The last atomic or volatile access of device code that was told of, if no other access was since. reads: it reads, and
 * may not have done so yet. */
struct swrt_race_last {
    struct swrt_race_block *block;
    const void *address;
    uint32_t thread, number, size;
    bool wrote, reads;
};
extern struct swrt_race_last swrt_racecheck_last;

/* What a launch was, for as long as a race with it may be found. */
struct swrt_race_origin {
    const struct swrt_kernel *kernel; /* null: a copy or fill */
    const struct swrt_call_stack *caller;
    uint32_t ntid[3], nctaid[3];
    bool is_passed_over;
};

extern struct swrt_race *swrt_racecheck_race; /* null: off */
/* tell.c: writes a finding of the engine's. */
void swrt_racecheck_found(void *context, const struct swrt_race_finding *race);

/* facts.c, mend.c: a pair of threads of a finding; and, at the end, what would mend each. In a forked child: nothing
 * is known yet. */
struct swrt_finding_key;
void swrt_racecheck_mend_pair(const struct swrt_finding_key *key, const struct swrt_race_finding *race);
void swrt_racecheck_mends(void);
void swrt_racecheck_mends_forget(void);

/* place.c: where a barrier of the block, or of the warp, mends a race of the two. False: that is not known. */
struct swrt_site;
bool swrt_racecheck_barrier_place(const struct swrt_site *a, const struct swrt_site *b, bool is_warp, bool is_one_line,
                                  char *text, size_t size);
/* Whether the two are known to be of one function, as it is compiled. */
bool swrt_racecheck_are_of_one_function(const struct swrt_site *a, const struct swrt_site *b);
/* Whether a thread comes to the one only when it is done with the other: of one function, and no loop is seen around both. */
bool swrt_racecheck_is_behind(const struct swrt_site *later, const struct swrt_site *earlier);

static inline bool swrt_racecheck_is_on(void) {
    return swrt_racecheck_race;
}
static inline struct swrt_race *swrt_racecheck_engine(void) {
    return swrt_racecheck_race;
}
/* The op whose copy or fill the calling thread does; null: the host does it itself (order.c). */
struct swrt_op *swrt_order_running(void);
/* What an op is behind; and that it is behind more now. */
struct swrt_race_clock *swrt_order_clock(const struct swrt_op *op);
void swrt_order_behind(struct swrt_op *op, struct swrt_race_clock *clock);

#endif
