/* atomicExch and atomicCAS of types of 16 bytes (sm_90), in every scope, on global and shared memory: what is stored and
 * returned; and by many threads at few cells, where a half of one value with a half of another would be seen. */
#include "../check.h"
#include "../rows.h"

struct alignas(16) wide {
    unsigned long long low, high;
};
static_assert(sizeof(wide) == 16, "16 bytes");

#define THREADS 70
#define FORMS 6

__host__ __device__ inline wide sample(unsigned i) {
    return {i * 0x9e3779b97f4a7c15ull + 1, ~(i * 0xbf58476d1ce4e5b9ull)};
}
static bool same(const wide &a, const wide &b) { return a.low == b.low && a.high == b.high; }

/* Forms 0 to 2 exchange, 3 to 5 compare and swap: every third thread expects half of what is there. */
__global__ void each(wide *cells, wide *told, int is_shared) {
    __shared__ wide own[THREADS * FORMS];
    unsigned i = threadIdx.x;
    wide *cell = (is_shared ? own : cells) + FORMS * i, *out = told + FORMS * i, expected = sample(i);
    if (i % 3 == 0) expected.high++;
    for (int form = 0; form < FORMS; form++) cell[form] = sample(i);
    out[0] = atomicExch(cell, sample(i + 100));
    out[1] = atomicExch_block(cell + 1, sample(i + 101));
    out[2] = atomicExch_system(cell + 2, sample(i + 102));
    out[3] = atomicCAS(cell + 3, expected, sample(i + 103));
    out[4] = atomicCAS_block(cell + 4, expected, sample(i + 104));
    out[5] = atomicCAS_system(cell + 5, expected, sample(i + 105));
    for (int form = 0; form < FORMS; form++) cells[FORMS * i + form] = cell[form];
}

static void check_each(int is_shared, wide *all) {
    wide *cells = managed<wide>(2 * THREADS * FORMS), *told = cells + THREADS * FORMS;
    each<<<1, THREADS>>>(cells, told, is_shared);
    FINISH();
    for (unsigned k = 0; k < THREADS * FORMS; k++) {
        unsigned i = k / FORMS, form = k % FORMS;
        bool swaps = form < 3 || i % 3 != 0;
        CHECK_AT(k, true, same(told[k], sample(i)));
        CHECK_AT(k, true, same(cells[k], swaps ? sample(i + 100 + form) : sample(i)));
    }
    memcpy(all, cells, 2 * THREADS * FORMS * sizeof *all);
}

/* A counter in each half, the second one counting down; and values that go round, whole. */
__global__ void contend(wide *counter, wide *ring, unsigned *torn) {
    wide old = *counter, assumed;
    do {
        assumed = old;
        old = atomicCAS(counter, assumed, wide{assumed.low + 1, assumed.high - 1});
    } while (old.low != assumed.low || old.high != assumed.high);
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    wide mine = {i, ~(unsigned long long)i};
    for (int turn = 0; turn < 20; turn++) {
        mine = atomicExch(ring + (i + turn) % 3, mine);
        if (mine.low != ~mine.high) atomicAdd(torn, 1u);
    }
}

static void check_contended() {
    const unsigned blocks = 20, threads = 100;
    wide *cells = managed<wide>(4);
    unsigned *torn = managed<unsigned>(1);
    cells[0] = {0, 0};
    for (int i = 1; i < 4; i++) cells[i] = {0, ~0ull};
    contend<<<blocks, threads>>>(cells, cells + 1, torn);
    FINISH();
    CHECK_EQUAL((unsigned long long)blocks * threads, cells[0].low);
    CHECK_EQUAL(0ull - blocks * threads, cells[0].high);
    CHECK_EQUAL(0u, *torn);
}

int main() {
    static wide all[2][2][THREADS][FORMS], half[2 * 2 * THREADS * 3];
    check_each(0, &all[0][0][0][0]);
    check_each(1, &all[1][0][0][0]);
    for (int is_swap = 0; is_swap < 2; is_swap++) {
        wide *at = half;
        for (int k = 0; k < 2 * 2 * THREADS; k++)
            for (int form = 0; form < 3; form++) *at++ = (&all[0][0][0][0])[k * FORMS + 3 * is_swap + form];
        print_row(is_swap ? "atomicCAS(T *, T, T)" : "atomicExch(T *, T)", half, 2 * 2 * THREADS * 3);
    }
    check_contended();
    return check_result();
}
