/* What warp functions answer to lanes some of which their masks do not name (runtime/execute/unnamed.c), from its
 * definition. */
#ifndef UNNAMED_H
#define UNNAMED_H

#include <cstring>

#include "kinds.h"

typedef unsigned long long word;
struct answer { word value; int predicate; };

/* Rows are called by their lines in the table. */
struct row { int line; const char *name; kind what; int bytes; };
static const row rows[] = {
#define SW_WARP_SHUFFLE(arch, name, mode, A, T, bits) {__LINE__, #name "(" #T ")", k_##mode, sizeof(T)},
#define SW_WARP_VOTE(arch, name, R, mode) {__LINE__, #name, k_##mode, 4},
#define SW_WARP_SYNC_VOTE SW_WARP_VOTE
#define SW_WARP_MATCH_ANY(arch, name, T, bits, code) {__LINE__, #name "(" #T ")", k_match_any, sizeof(T)},
#define SW_WARP_MATCH_ALL(arch, name, T, bits, code) {__LINE__, #name "(" #T ")", k_match_all, sizeof(T)},
#define SW_WARP_REDUCE(arch, name, T, code) {__LINE__, #name "(" #T ")", k_##code, 4},
#include <softwarp/sync/warp.def>
};

/* A warp's lanes that make the call; in: each one's value. */
struct group { unsigned lanes; int argument; const unsigned *masks; const word *in; };

inline word value_of(const row &r, const group &g, int lane) { return r.bytes == 8 ? g.in[lane] : (unsigned)g.in[lane]; }
inline bool names(const group &g, int lane, int other) { return g.masks[lane] >> other & 1; }

/* A lane with a wrong mask sees everyone; one with a right mask those with the same and those with wrong ones. */
inline bool sees(const group &g, int lane, int other) {
    if (!(g.lanes >> other & 1)) return false;
    return !names(g, lane, lane) || !names(g, other, other) || g.masks[lane] == g.masks[other];
}

inline answer shuffled(const row &r, const group &g, int lane) {
    int source = r.what == k_idx ? g.argument : r.what == k_up ? lane - g.argument
                 : r.what == k_down ? lane + g.argument : lane ^ g.argument;
    if (source < 0 || source > 31) source = lane;
    if (sees(g, lane, source)) return {value_of(r, g, source), 0};
    return {r.what == k_idx ? 0 : value_of(r, g, lane), 0};
}

inline answer model(const row &r, const group &g, int lane) {
    static const unsigned neutral[] = {0, 0xffffffffu, 0, 0x7fffffffu, 0x80000000u, 0xffffffffu, 0, 0};
    unsigned members = 0, ballot = 0, equal = 0, result = r.what >= k_add ? neutral[r.what - k_add] : 0;
    bool alike = true;
    word first = 0;
    if (r.what <= k_bfly) return shuffled(r, g, lane);
    for (int i = 0; i < 32; i++) {
        if (!sees(g, lane, i) || !names(g, lane, i)) continue;
        word v = value_of(r, g, i);
        if (!members) first = v;
        alike = alike && v == first;
        members |= 1u << i;
        ballot |= (unsigned)(v & 1) << i;
        equal |= (unsigned)(v == value_of(r, g, lane)) << i;
        if (r.what >= k_add) result = combined(r.what, result, (unsigned)v);
    }
    switch (r.what) {
    case k_any: return {ballot != 0, 0};
    case k_all: return {ballot == members, 0};
    case k_uni: return {ballot == members || !ballot, 0};
    case k_ballot: return {ballot, 0};
    case k_match_any: return {equal, 0};
    case k_match_all: return {members && alike ? members : 0, members && alike};
    default: return {result, 0};
    }
}

#endif
