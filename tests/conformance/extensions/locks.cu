/* softwarp::spin_lock: lanes of one warp, warps and blocks compete for it, and what it guards is plain memory. A lock
 * for each of a few records; two locks at once, in order; a lock in shared memory, free once one thread has set it; a
 * try that fails while another holds it. */
#include "../check.h"
#include <softwarp/atomics.cuh>

#define BLOCKS 4
#define THREADS 71
#define COUNT (BLOCKS * THREADS)
#define RECORDS 3

struct record { int visits; long long sum; int last; };

template <softwarp::scope S> struct guarded {
    softwarp::spin_lock<S> lock;
    record guards;
};

/* Each thread adds itself to records; `last` must not change within a section. */
template <softwarp::scope S> __device__ void visit(record *r, int k, int *broken) {
    r->last = k;
    r->visits = r->visits + 1;
    r->sum = r->sum + k;
    if (r->last != k) atomicAdd(broken, 1);
}

template <softwarp::scope S> __global__ void compete(guarded<S> *records, bool alone, int *broken) {
    guarded<S> *mine = records + (alone ? RECORDS * blockIdx.x : 0);
    int k = blockIdx.x * THREADS + threadIdx.x;
    for (int i = 0; i < 2; i++) {
        guarded<S> *one = &mine[(threadIdx.x / 3 + i) % RECORDS];
        with_lock(one->lock, [=] { visit<S>(&one->guards, k, broken); });
    }
    /* two at once, the lower one first */
    if (threadIdx.x % 4 == 0) {
        guarded<S> *a = &mine[threadIdx.x % 2], *b = &mine[2];
        a->lock.with_lock([=] {
            b->lock.with_lock([=] {
                visit<S>(&a->guards, k, broken);
                visit<S>(&b->guards, k, broken);
            });
        });
    }
}

template <softwarp::scope S> __global__ void in_shared(record *results, int *broken) {
    __shared__ guarded<S> one;
    int k = blockIdx.x * THREADS + threadIdx.x;
    if (threadIdx.x == 0) one = guarded<S>{};
    __syncthreads();
    if (threadIdx.x % 5) one.lock.with_lock([=] { visit<S>(&one.guards, k, broken); });
    __syncthreads();
    if (threadIdx.x == 0) {
        bool first = one.lock.try_lock(), second = one.lock.try_lock();
        one.lock.unlock();
        bool third = one.lock.try_lock();
        if (!first || second || !third) atomicAdd(broken, 1000);
        results[blockIdx.x] = one.guards;
    }
}

template <softwarp::scope S> void test(const char *label) {
    guarded<S> *records = managed<guarded<S>>(BLOCKS * RECORDS);
    record *results = managed<record>(BLOCKS);
    int *broken = managed<int>(1);
    bool alone = S == softwarp::scope::block;
    compete<S><<<BLOCKS, THREADS>>>(records, alone, broken);
    FINISH();
    in_shared<S><<<BLOCKS, THREADS>>>(results, broken);
    FINISH();
    CHECK_EQUAL(0, *broken);
    std::printf("%s:", label);
    for (int b = 0; b < (alone ? BLOCKS : 1); b++)
        for (int r = 0; r < RECORDS; r++) {
            record wanted = {};
            for (int k = 0; k < COUNT; k++) {
                int t = k % THREADS;
                if (alone && k / THREADS != b) continue;
                bool both = t % 4 == 0 && (r == 2 || r == t % 2);
                int times = (t / 3 % RECORDS == r) + ((t / 3 + 1) % RECORDS == r) + both;
                wanted.visits += times;
                wanted.sum += (long long)times * k;
            }
            const record &got = records[b * RECORDS + r].guards;
            CHECK_AT(r, wanted.visits, got.visits);
            CHECK_AT(r, wanted.sum, got.sum);
            CHECK_AT(r, 0u, records[b * RECORDS + r].lock.state);
            std::printf(" %d/%lld", got.visits, got.sum);
        }
    for (int b = 0; b < BLOCKS; b++) {
        long long sum = 0;
        int visits = 0;
        for (int t = 0; t < THREADS; t++)
            if (t % 5) sum += b * THREADS + t, visits++;
        CHECK_AT(b, visits, results[b].visits);
        CHECK_AT(b, sum, results[b].sum);
    }
    std::printf("\n");
}

int main() {
#define ROW(S) test<softwarp::scope::S>("softwarp::spin_lock<softwarp::scope::" #S ">");
#define EXT_LOCK(arch) ROW(block) ROW(device) ROW(system)
#include <softwarp/atomics_extensions.def>
    return check_result();
}
