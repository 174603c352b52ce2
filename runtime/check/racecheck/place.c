/* Where a barrier has to stand that mends a race: at a place that all threads of the block, or of the warp, reach, by what
 * the compiler has seen of the two places (struct swrt_site_place).
 *
 *      between the two, outside of what only some threads run; where that is around both, the if has to be made two
 *      at the end of each turn of the loop around both, if it is what comes around that meets; or both; where the loop's
 *      condition at its end is one of the two, at the beginning
 *
 * Nothing is said of what stands in a for loop's step, where no such place is known, nor where barriers stand already at
 * all that are. */
#include <stdio.h>
#include <string.h>

#include "check/check.h"
#include "check/racecheck/racecheck.h"

enum { OF_BLOCK, OF_WARP };

/* first, second: in the order of the source; from, to: where what only some threads run around them ends, begins. */
struct pair {
    const struct swrt_site *sites;
    uint64_t num_sites;
    const struct swrt_site_place *first, *second;
    const struct swrt_site_part *of_first, *of_second;
    const struct swrt_site_loop *loop; /* around both; null: none */
    uint32_t from, to;
    unsigned group;
    bool is_same_part, is_apart, is_read_first;
    bool is_in_step; /* the second runs last in a turn and stands above the first: a for loop's step */
};

static const struct swrt_site_place *place_of(const struct swrt_site *site) {
    return site->place;
}

static bool is_in(const struct swrt_site_loop *loop, uint32_t position) {
    return loop->first <= position && position <= loop->last;
}

static const struct swrt_site_loop *loop_around(const struct swrt_site_part *part, uint32_t position) {
    for (unsigned i = 0; i < SWRT_SITE_LOOPS && part->loops[i].last; i++)
        if (is_in(&part->loops[i], position))
            return &part->loops[i];
    return NULL;
}

static bool is_innermost(const struct swrt_site_place *place, const struct swrt_site_loop *loop) {
    return loop && !memcmp(&place->parts[OF_BLOCK].loops[0], loop, sizeof *loop);
}

static bool find_pair(const struct swrt_site *a, const struct swrt_site *b, unsigned group, struct pair *p) {
    if (!swrt_racecheck_are_of_one_function(a, b))
        return false;
    bool is_swapped = place_of(a)->position > place_of(b)->position;
    *p = (struct pair){.group = group, .first = place_of(is_swapped ? b : a), .second = place_of(is_swapped ? a : b)};
    const struct swrt_site *first = is_swapped ? b : a, *second = is_swapped ? a : b;
    p->is_read_first = first->kind == SWRT_SITE_READ;
    p->is_in_step = first->function == second->function && !first->caller && !second->caller &&
                    second->line < first->line;
    p->sites = swrt_sites_beside(a, &p->num_sites);
    if (b < p->sites || b >= p->sites + p->num_sites)
        return false;
    const struct swrt_site_part *x = p->of_first = &p->first->parts[group];
    const struct swrt_site_part *y = p->of_second = &p->second->parts[group];
    p->is_same_part = x->kind && y->kind && x->first <= y->last && y->first <= x->last;
    p->loop = loop_around(x, p->second->position);
    p->is_apart = a->flags & b->flags & SWRT_SITE_APART && is_innermost(p->first, p->loop) &&
                  is_innermost(p->second, p->loop);
    p->from = x->kind ? x->last : p->first->position;
    p->to = y->kind ? y->first : p->second->position;
    return true;
}

/* Whether whoever comes to the one place, or to the other, comes there, too. */
static bool is_common(const struct pair *p, const struct swrt_site_place *place) {
    return place->is_always || place->condition == p->first->condition || place->condition == p->second->condition;
}

/* A barrier that all come to, in these positions; the ends excluded. */
static bool has_barrier(const struct pair *p, uint32_t from, uint32_t to) {
    for (uint64_t i = 0; i < p->num_sites; i++) {
        const struct swrt_site *site = &p->sites[i];
        const struct swrt_site_place *place = site->place;
        bool orders = site->kind == SWRT_SITE_BARRIER || site->kind == SWRT_SITE_GRID ||
                      (site->kind == SWRT_SITE_WARP && p->group == OF_WARP);
        if (place && orders && is_common(p, place) && place->body == p->first->body && !place->parts[p->group].kind &&
            place->position > from && place->position < to)
            return true;
    }
    return false;
}

static bool has_barrier_on_way_back(const struct pair *p) {
    uint32_t last = p->of_second->kind ? p->of_second->last : p->second->position;
    uint32_t first = p->of_first->kind ? p->of_first->first : p->first->position;
    return has_barrier(p, last, p->loop->last + 1) || has_barrier(p, p->loop->first - 1, first);
}

struct text {
    char *at;
    size_t size;
};

static void put(struct text t, const char *words) {
    size_t used = strlen(t.at);
    snprintf(t.at + used, t.size - used, "%s", words);
}

static void put_line(struct text t, const char *words, const char *of, uint32_t line) {
    char number[16];
    snprintf(number, sizeof number, "%u", line);
    put(t, words);
    put(t, of);
    put(t, " in line ");
    put(t, number);
}

static const char *word_of(const struct swrt_site_part *part) {
    return part->kind == SWRT_PART_LOOP ? "loop" : "if";
}

/* Where around the second there are loops without the first, the barrier belongs before these. */
static void put_before(const struct pair *p, struct text t) {
    const struct swrt_site_loop *outermost = NULL;
    for (unsigned i = 0; i < SWRT_SITE_LOOPS && p->of_second->loops[i].last; i++)
        if (!is_in(&p->of_second->loops[i], p->first->position))
            outermost = &p->of_second->loops[i];
    put_line(t, ", before the ", outermost ? "loop" : word_of(p->of_second),
             outermost ? outermost->line : p->of_second->line);
}

static void put_between(const struct pair *p, bool is_one_line, struct text t) {
    put(t, " between the two");
    if (p->is_same_part) {
        put_line(t, ", with the ", "if", p->of_first->line);
        put(t, " made two");
    } else if (p->of_first->kind) {
        put_line(t, ", behind the ", word_of(p->of_first), p->of_first->line);
    } else if (p->of_second->kind) {
        put_before(p, t);
    }
    if (is_one_line && p->is_read_first)
        put(t, p->is_same_part ? " and what is read in a variable" : ", with what is read in a variable");
}

bool swrt_racecheck_barrier_place(const struct swrt_site *a, const struct swrt_site *b, bool is_warp, bool is_one_line,
                                  char *text, size_t size) {
    struct text t = {text, size};
    struct pair p;
    *text = 0;
    if (!find_pair(a, b, is_warp ? OF_WARP : OF_BLOCK, &p) || (p.loop && p.is_in_step))
        return false;
    bool is_between = !p.is_same_part && has_barrier(&p, p.from, p.to), is_back = p.loop && has_barrier_on_way_back(&p);
    bool wants_between = !is_between && !p.is_apart, wants_back = p.loop && !is_back;
    bool is_divisible = p.of_first->kind >= SWRT_PART_ARM && p.of_first->kind == p.of_second->kind;
    if ((!wants_between && !wants_back) || (p.is_apart && is_back) ||
        (wants_between && p.is_same_part && !is_divisible))
        return false;
    if (wants_between)
        put_between(&p, is_one_line, t);
    bool is_in_tail = p.loop && p.loop->tail && p.second->position >= p.loop->tail;
    if (wants_back) {
        put(t, wants_between ? ", and another at the " : " at the ");
        put_line(t, is_in_tail ? "beginning of each turn of the " : "end of each turn of the ", "loop", p.loop->line);
    }
    return true;
}

bool swrt_racecheck_are_of_one_function(const struct swrt_site *a, const struct swrt_site *b) {
    return a->place && b->place && place_of(a)->body == place_of(b)->body;
}

bool swrt_racecheck_is_behind(const struct swrt_site *later, const struct swrt_site *earlier) {
    if (!later || !earlier || !swrt_racecheck_are_of_one_function(later, earlier))
        return false;
    const struct swrt_site_place *a = place_of(earlier), *b = place_of(later);
    return a->position < b->position && !loop_around(&b->parts[OF_BLOCK], a->position);
}
