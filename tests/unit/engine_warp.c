/* Operations among lanes, checked against direct evaluations of what the PTX ISA says of them. */
#include "engine_kernels.h"

struct request {
    uint32_t op, mask, clamp, exited;
    uint64_t value[32];
    uint32_t arg[32];
};
struct answer {
    uint64_t result[32], result2[32];
};

/* One operation in every lane that has not exited and that the mask names. */
COROUTINE(one) {
    BEGIN;
    const struct request *r = ARG(b, 0, const struct request *);
    if (r->exited >> f->tid & 1 || !(r->mask >> f->tid & 1))
        EXIT;
    WARP_OP(r->op, r->mask, r->value[f->tid], r->arg[f->tid], r->clamp);
    struct answer *a = ARG(b, 1, struct answer *);
    a->result[f->tid] = b->wait_result;
    a->result2[f->tid] = b->wait_result2;
    END;
}

/* Even and odd lanes go different ways and meet again; each half sums with shuffles of its own mask. */
COROUTINE(halves) {
    BEGIN;
    f->v[0] = f->tid;
    if (f->tid % 2 == 0) {
        for (f->v[1] = 16; f->v[1] > 1; f->v[1] /= 2) {
            WARP_OP(SWRT_WARP_SHFL_BFLY, 0x55555555, f->v[0], f->v[1], 31);
            f->v[0] += (int64_t)b->wait_result;
        }
    } else {
        WARP_OP(SWRT_WARP_REDUCE_ADD, 0xaaaaaaaa, f->v[0], 0, 0);
        f->v[0] = (int64_t)b->wait_result;
        WARP_OP(SWRT_WARP_SYNC, 0xaaaaaaaa, 0, 0, 0);
    }
    WARP_OP(SWRT_WARP_BALLOT, 0xffffffff, f->v[0] == (f->tid % 2 ? 256 : 240), 0, 0);
    ARG(b, 0, uint64_t *)[f->tid] = b->wait_result;
    END;
}

/* Operations without a mask: lanes on the same side meet, those on the other are not there. */
COROUTINE(converged) {
    BEGIN;
    if (f->tid < 12) {
        CONVERGED_OP(SWRT_WARP_ACTIVEMASK, 1, 0);
        ARG(b, 0, uint64_t *)[f->tid] = b->wait_result;
    } else {
        CONVERGED_OP(SWRT_WARP_BALLOT, 2, f->tid % 2);
        ARG(b, 0, uint64_t *)[f->tid] = b->wait_result;
    }
    CONVERGED_OP(SWRT_WARP_ACTIVEMASK, 3, 0);
    ARG(b, 0, uint64_t *)[f->tid] |= b->wait_result << 32;
    END;
}

/* Lanes whose own mask does not name them: some beside the groups of others, who come a turn later, some elsewhere. */
COROUTINE(unnamed) {
    BEGIN;
    if (f->tid < 16) {
        YIELD;
    }
    b->wait_site = f->tid < 24 ? 7 : 8;
    f->v[0] = f->tid < 8    ? 0x000100ff
              : f->tid < 16 ? 0x0000ff00
                            : (f->tid < 24 ? 0xff00fff3 : 0xff000003) & ~(1u << f->tid);
    WARP_OP(SWRT_WARP_BALLOT, (uint32_t)f->v[0], f->tid % 2 == 0, 0, 0);
    ARG(b, 0, uint64_t *)[f->tid] = b->wait_result;
    WARP_OP(SWRT_WARP_SYNC, ~(1u << f->tid), 0, 0, 0);
    END;
}

/* Lanes get out of a loop that waits one after the other, with such operations in it or without, and meet behind it. */
COROUTINE(leaving) {
    BEGIN;
    for (f->v[0] = 0; f->v[0] < f->tid; f->v[0]++) {
        if (ARG(b, 1, uint64_t)) {
            CONVERGED_OP(SWRT_WARP_ACTIVEMASK, 1, 0);
        }
        YIELD;
    }
    CONVERGED_OP(SWRT_WARP_ACTIVEMASK, 2, 0);
    ARG(b, 0, uint64_t *)[f->tid] = b->wait_result;
    END;
}

/* Half of a warp polls, with such operations in each turn, for what the others do behind one at a place beside. How many
 * turns it takes is to be found in the first lane's place. */
enum { BESIDE = 5 };
COROUTINE(polling) {
    BEGIN;
    if (f->tid < 16) {
        for (f->v[0] = 0; !ARG(b, 0, volatile uint64_t *)[16]; f->v[0]++) {
            CONVERGED_OP(SWRT_WARP_ACTIVEMASK, ARG(b, 1, uint32_t), 0);
            YIELD;
        }
        ARG(b, 0, uint64_t *)[f->tid] = (uint64_t)f->v[0];
    } else {
        CONVERGED_OP(SWRT_WARP_ACTIVEMASK, BESIDE, 0);
        ARG(b, 0, uint64_t *)[f->tid] = b->wait_result;
    }
    END;
}

/* Lanes wait for lanes that never come. */
COROUTINE(never) {
    BEGIN;
    WARP_OP(SWRT_WARP_SYNC, f->tid < 8 ? 0xffffffff : 0xfffffff0, 0, 0, 0);
    END;
}

enum { ONE, HALVES, CONVERGED, UNNAMED, LEAVING, POLLING, NEVER };
static struct test_kernel rows[] = {
    [ONE] = {.name = "one", .coroutine = one, .num_params = 2},
    [HALVES] = {.name = "halves", .coroutine = halves, .num_params = 1},
    [CONVERGED] = {.name = "converged", .coroutine = converged, .num_params = 1},
    [UNNAMED] = {.name = "unnamed", .coroutine = unnamed, .num_params = 1},
    [LEAVING] = {.name = "leaving", .coroutine = leaving, .num_params = 2},
    [POLLING] = {.name = "polling", .coroutine = polling, .num_params = 2},
    [NEVER] = {.name = "never", .coroutine = never},
};

static uint32_t seed = 1;
static uint32_t random32(void) {
    seed = seed * 1664525 + 1013904223;
    return seed >> 8 ^ seed << 13;
}

static struct answer ask(const struct request *r) {
    struct answer a = {{0}, {0}};
    assert_cuda(LAUNCH(&rows[ONE], d1(1), d1(32), 0, 0, PTR(r), PTR(&a)));
    assert_cuda(cudaDeviceSynchronize());
    return a;
}

static uint32_t members(const struct request *r) {
    return r->mask & ~r->exited;
}

/* PTX ISA 9.7.9.6, shfl.sync, word by word; and what we make of a lane that does not take part. */
static void check_shuffle(const struct request *r) {
    struct answer a = ask(r);
    for (int lane = 0; lane < 32; lane++) {
        if (!(members(r) >> lane & 1))
            continue;
        int bval = (int)(r->arg[lane] & 31), cval = (int)(r->clamp & 31), mask = (int)(r->clamp >> 8 & 31);
        int max_lane = (lane & mask) | (cval & ~mask), min_lane = lane & mask, j = 0, p = 0;
        switch (r->op) {
        case SWRT_WARP_SHFL_UP:
            j = lane - bval;
            p = j >= max_lane;
            break;
        case SWRT_WARP_SHFL_DOWN:
            j = lane + bval;
            p = j <= max_lane;
            break;
        case SWRT_WARP_SHFL_BFLY:
            j = lane ^ bval;
            p = j <= max_lane;
            break;
        case SWRT_WARP_SHFL_IDX:
            j = min_lane | (bval & ~mask);
            p = j <= max_lane;
            break;
        }
        if (!p)
            j = lane;
        assert_int_equal(a.result2[lane], p);
        uint64_t of_nobody = r->op == SWRT_WARP_SHFL_IDX ? 0 : r->value[lane];
        assert_int_equal(a.result[lane], members(r) >> j & 1 ? r->value[j] : of_nobody);
    }
}

static void shuffles(void **state) {
    for (int i = 0; i < 400; i++) {
        struct request r = {.op = SWRT_WARP_SHFL_IDX + (uint32_t)i % 4};
        uint32_t width = 1u << i / 4 % 6;
        r.clamp = (32 - width) << 8 | (r.op == SWRT_WARP_SHFL_UP ? 0 : 31);
        r.mask = i % 3 ? 0xffffffff : random32() | 1;
        r.exited = i % 5 ? 0 : random32() & random32();
        for (int lane = 0; lane < 32; lane++) {
            r.value[lane] = random32() | (uint64_t)random32() << 32;
            r.arg[lane] = i % 7 ? (uint32_t)i % 32 : random32() % 32;
        }
        check_shuffle(&r);
    }
}

static uint64_t expected(const struct request *r, int lane, uint64_t *second) {
    uint32_t set = members(r), ballot = 0, equal = 0, alike = 0;
    uint32_t sum = 0, and = ~0u, or = 0, xor = 0, umin = ~0u, umax = 0;
    int32_t min = INT32_MAX, max = INT32_MIN;
    for (int i = 0; i < 32; i++) {
        if (!(set >> i & 1))
            continue;
        uint32_t v = (uint32_t)r->value[i];
        ballot |= (uint32_t)(r->value[i] != 0) << i;
        equal |= (uint32_t)(r->value[i] == r->value[lane]) << i;
        alike += r->value[i] == r->value[lane];
        sum += v, and &= v, or |= v, xor ^= v;
        umin = v < umin ? v : umin, umax = v > umax ? v : umax;
        min = (int32_t)v < min ? (int32_t)v : min, max = (int32_t)v > max ? (int32_t)v : max;
    }
    bool all = alike == (uint32_t)__builtin_popcount(set);
    *second = r->op == SWRT_WARP_MATCH_ALL && all;
    switch (r->op) {
    case SWRT_WARP_ANY:
        return ballot != 0;
    case SWRT_WARP_ALL:
        return ballot == set;
    case SWRT_WARP_UNI:
        return ballot == set || !ballot;
    case SWRT_WARP_BALLOT:
        return ballot;
    case SWRT_WARP_ACTIVEMASK:
        return set;
    case SWRT_WARP_MATCH_ANY:
        return equal;
    case SWRT_WARP_MATCH_ALL:
        return all ? set : 0;
    case SWRT_WARP_REDUCE_ADD:
        return sum;
    case SWRT_WARP_REDUCE_UMIN:
        return umin;
    case SWRT_WARP_REDUCE_UMAX:
        return umax;
    case SWRT_WARP_REDUCE_MIN:
        return (uint32_t)min;
    case SWRT_WARP_REDUCE_MAX:
        return (uint32_t)max;
    case SWRT_WARP_REDUCE_AND:
        return and;
    case SWRT_WARP_REDUCE_OR:
        return or ;
    case SWRT_WARP_REDUCE_XOR:
        return xor;
    default:
        return 0;
    }
}

static void votes_matches_reductions(void **state) {
    for (uint32_t op = SWRT_WARP_ANY; op <= SWRT_WARP_REDUCE_XOR; op++)
        for (int i = 0; i < 40; i++) {
            struct request r = {.op = op, .mask = i % 2 ? 0xffffffff : random32() | 1};
            r.exited = i % 3 ? 0 : random32() & random32();
            for (int lane = 0; lane < 32; lane++)
                r.value[lane] = i % 4 == 0 ? 5 : i % 4 == 1 ? random32() % 2 : i % 4 == 2 ? random32() % 3 : random32();
            struct answer a = ask(&r);
            for (int lane = 0; lane < 32; lane++) {
                uint64_t second;
                if (!(members(&r) >> lane & 1))
                    continue;
                assert_int_equal(a.result[lane], expected(&r, lane, &second));
                assert_int_equal(a.result2[lane], second);
            }
        }
}

static void diverged_lanes_meet_by_mask(void **state) {
    uint64_t out[32] = {0};
    assert_cuda(LAUNCH(&rows[HALVES], d1(1), d1(32), 0, 0, PTR(out)));
    assert_cuda(cudaDeviceSynchronize());
    for (int lane = 0; lane < 32; lane++)
        assert_int_equal(out[lane], 0xffffffff);
}

static void lanes_without_a_mask_meet_by_place(void **state) {
    uint64_t out[32] = {0};
    assert_cuda(LAUNCH(&rows[CONVERGED], d1(1), d1(32), 0, 0, PTR(out)));
    assert_cuda(cudaDeviceSynchronize());
    for (int lane = 0; lane < 32; lane++)
        assert_int_equal(out[lane], (lane < 12 ? 0xfff : 0xaaaaaaaa & ~0xfff) | 0xffffffffull << 32);
}

static void lanes_outside_their_masks_wait_for_nobody(void **state) {
    const uint32_t votes = 0x55555555;
    uint64_t out[32] = {0};
    assert_cuda(LAUNCH(&rows[UNNAMED], d1(1), d1(32), 0, 0, PTR(out)));
    assert_cuda(cudaDeviceSynchronize());
    for (int lane = 0; lane < 32; lane++) {
        uint32_t elsewhere = votes & 0xff000000 & ~(1u << lane);
        uint32_t expected = lane < 8 ? votes & 0x000100ff : lane < 16 ? votes & 0xff00 : votes & 0xfff3;
        assert_int_equal(out[lane], lane < 24 ? expected : elsewhere);
    }
}

static void lanes_meet_behind_loops_that_wait(void **state) {
    for (uint64_t stops = 0; stops < 2; stops++) {
        uint64_t out[32] = {0};
        assert_cuda(LAUNCH(&rows[LEAVING], d1(1), d1(32), 0, 0, PTR(out), stops));
        assert_cuda(cudaDeviceSynchronize());
        for (int lane = 0; lane < 32; lane++)
            assert_int_equal(out[lane], 0xffffffff);
    }
}

static void each_group_has_its_turn(void **state) {
    for (uint64_t place = BESIDE - 1; place <= BESIDE + 1; place += 2) {
        uint64_t out[32] = {0};
        assert_cuda(LAUNCH(&rows[POLLING], d1(1), d1(32), 0, 0, PTR(out), place));
        assert_cuda(cudaDeviceSynchronize());
        for (int lane = 0; lane < 32; lane++)
            assert_true(lane < 16 ? out[lane] < 100 : out[lane] == 0xffff0000);
    }
}

static void lanes_that_never_come_are_an_error(void **state) {
    assert_cuda(LAUNCH(&rows[NEVER], d1(1), d1(32), 0, 0, 0));
    assert_int_equal(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
    assert_cuda(cudaDeviceReset());
    cudaGetLastError();
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(shuffles),
    cmocka_unit_test(votes_matches_reductions),
    cmocka_unit_test(diverged_lanes_meet_by_mask),
    cmocka_unit_test(lanes_without_a_mask_meet_by_place),
    cmocka_unit_test(lanes_outside_their_masks_wait_for_nobody),
    cmocka_unit_test(lanes_meet_behind_loops_that_wait),
    cmocka_unit_test(each_group_has_its_turn),
    cmocka_unit_test(lanes_that_never_come_are_an_error),
};

ENGINE_MAIN(rows, tests)
