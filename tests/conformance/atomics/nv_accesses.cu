/* The rows of softwarp/atomics/nv_atomics.def that load, store and exchange: every size, as integers and as structures,
 * on global and on shared memory; and every order with every scope, for one type. */
// FEW-WAYS
#include "../check.h"
#include "../rows.h"

#define THREADS 40 /* a warp and a part of one */

template <int bytes> struct integer;
template <> struct integer<1> { typedef unsigned char type; };
template <> struct integer<2> { typedef unsigned short type; };
template <> struct integer<4> { typedef unsigned int type; };
template <> struct integer<8> { typedef unsigned long long type; };
template <> struct integer<16> { typedef unsigned __int128 type; };
template <int bytes> struct alignas(bytes) record { typename integer<bytes>::type bits; };

template <int bytes> __host__ __device__ typename integer<bytes>::type number(int i) {
    unsigned long long low = (i + 1) * 0x9e3779b97f4a7c15ull;
    typename integer<bytes>::type n = (typename integer<bytes>::type)(low >> (bytes < 8 ? 64 - 8 * bytes : 0));
    return bytes == 16 ? n << (bytes * 4) | (unsigned)~i : n;
}
template <int bytes> __host__ __device__ record<bytes> sample(int i) { return record<bytes>{number<bytes>(i)}; }

/* What a thread's cells hold in the end, and what it was told. */
template <int bytes> struct results {
    record<bytes> cell[2], told[2];
    unsigned char is_swapped[16];
};

#define OF(name) template <int bytes> __device__ void name(record<bytes> *cell, results<bytes> *out, int i)
OF(load) {
    typedef typename integer<bytes>::type number_type;
    __nv_atomic_load(&cell[0], &out->told[0], __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
    number_type n = __nv_atomic_load_n((number_type *)&cell[1], __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_BLOCK);
    out->told[1].bits = n;
}
OF(store) {
    typedef typename integer<bytes>::type number_type;
    record<bytes> r = sample<bytes>(i + 100);
    __nv_atomic_store(&cell[0], &r, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_SYSTEM);
    __nv_atomic_store_n((number_type *)&cell[1], number<bytes>(i + 101), __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}
OF(exchange) {
    typedef typename integer<bytes>::type number_type;
    record<bytes> r = sample<bytes>(i + 100);
    __nv_atomic_exchange(&cell[0], &r, &out->told[0], __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
    number_type n = __nv_atomic_exchange_n((number_type *)&cell[1], number<bytes>(i + 101), __NV_ATOMIC_SEQ_CST,
                                           __NV_THREAD_SCOPE_SYSTEM);
    out->told[1].bits = n;
}
/* Every third thread expects something else. */
OF(compare_exchange) {
    typedef typename integer<bytes>::type number_type;
    record<bytes> r = sample<bytes>(i + 100);
    out->told[0] = sample<bytes>(i % 3 ? i : i + 1);
    out->is_swapped[0] = __nv_atomic_compare_exchange(&cell[0], &out->told[0], &r, false, __NV_ATOMIC_ACQ_REL,
                                                      __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    number_type n = number<bytes>(i % 3 ? i + 1 : i);
    out->is_swapped[1] = __nv_atomic_compare_exchange_n((number_type *)&cell[1], &n, number<bytes>(i + 101), false,
                                                        __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_BLOCK);
    out->told[1].bits = n;
}

#define SW_NV_FETCH(op, T, code)
#define SW_NV_SIZED(form, bytes)                                                               \
    __global__ void run_##form##_##bytes(results<bytes> *all, int is_shared) {       \
        __shared__ record<bytes> cells[THREADS][2];                                  \
        int i = threadIdx.x;                                                         \
        results<bytes> *out = &all[i];                                               \
        record<bytes> *cell = is_shared ? cells[i] : out->cell;                      \
        cell[0] = sample<bytes>(i), cell[1] = sample<bytes>(i + 1);                  \
        form<bytes>(cell, out, i);                                                   \
        out->cell[0] = cell[0], out->cell[1] = cell[1];                              \
    }
#include <softwarp/atomics/nv_atomics.def>

enum { LOAD, STORE, EXCHANGE, COMPARE_EXCHANGE };
template <int bytes> static void check(int form, const char *label, results<bytes> *all) {
    for (int i = 0; i < THREADS; i++)
        for (int k = 0; k < 2; k++) {
            record<bytes> old = sample<bytes>(i + k), after = sample<bytes>(i + k + (form == LOAD ? 0 : 100));
            bool swaps = i % 3 != 0;
            if (form == COMPARE_EXCHANGE && !swaps) after = old;
            CHECK_AT(i, true, after.bits == all[i].cell[k].bits);
            if (form != STORE) CHECK_AT(i, true, old.bits == all[i].told[k].bits);
            if (form == COMPARE_EXCHANGE) CHECK_AT(i, (int)swaps, (int)all[i].is_swapped[k]);
        }
    record<bytes> printed[THREADS * 4];
    for (int i = 0; i < THREADS; i++)
        for (int k = 0; k < 2; k++) printed[4 * i + k] = all[i].cell[k], printed[4 * i + 2 + k] = all[i].told[k];
    print_row(label, printed, THREADS * 4);
}

/* Every order that a load, a store and an addition may have, with every scope. */
__global__ void orders(unsigned *out) {
    unsigned *cell = &out[64 * threadIdx.x];
#define EACH(order, k)                                                                              \
    __nv_atomic_fetch_add(cell + k, 1u, order, __NV_THREAD_SCOPE_THREAD);                           \
    __nv_atomic_fetch_add(cell + k, 10u, order, __NV_THREAD_SCOPE_BLOCK);                           \
    __nv_atomic_fetch_add(cell + k, 100u, order, __NV_THREAD_SCOPE_CLUSTER);                        \
    __nv_atomic_fetch_add(cell + k, 1000u, order, __NV_THREAD_SCOPE_DEVICE);                        \
    __nv_atomic_fetch_add(cell + k, 10000u, order, __NV_THREAD_SCOPE_SYSTEM);
#define LOADED(order, k)                                                                            \
    cell[k] = __nv_atomic_load_n(cell + k - 8, order, __NV_THREAD_SCOPE_BLOCK) +                    \
              __nv_atomic_load_n(cell + k - 8, order, __NV_THREAD_SCOPE_SYSTEM);
#define STORED(order, k)                                                                            \
    __nv_atomic_store_n(cell + k, cell[k - 8] + 1, order, __NV_THREAD_SCOPE_CLUSTER);               \
    __nv_atomic_store_n(cell + k + 1, cell[k - 7] + 2, order, __NV_THREAD_SCOPE_DEVICE);
    EACH(__NV_ATOMIC_RELAXED, 0)
    EACH(__NV_ATOMIC_CONSUME, 1)
    EACH(__NV_ATOMIC_ACQUIRE, 2)
    EACH(__NV_ATOMIC_RELEASE, 3)
    EACH(__NV_ATOMIC_ACQ_REL, 4)
    EACH(__NV_ATOMIC_SEQ_CST, 5)
    LOADED(__NV_ATOMIC_RELAXED, 8)
    LOADED(__NV_ATOMIC_CONSUME, 9)
    LOADED(__NV_ATOMIC_ACQUIRE, 10)
    LOADED(__NV_ATOMIC_SEQ_CST, 11)
    STORED(__NV_ATOMIC_RELAXED, 16)
    STORED(__NV_ATOMIC_RELEASE, 17)
    STORED(__NV_ATOMIC_SEQ_CST, 18)
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK);
    __nv_atomic_thread_fence(__NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
}

int main() {
    const char *const places[] = {"global", "shared"};
#define SW_NV_FETCH(op, T, code)
#define SW_NV_SIZED(form, bytes)                                                                                 \
    for (int is_shared = 0; is_shared < 2; is_shared++) {                                              \
        enum { load = LOAD, store = STORE, exchange = EXCHANGE, compare_exchange = COMPARE_EXCHANGE }; \
        results<bytes> *all = managed<results<bytes>>(THREADS);                                        \
        run_##form##_##bytes<<<1, THREADS>>>(all, is_shared);                                          \
        FINISH();                                                                                      \
        char label[80];                                                                                \
        snprintf(label, sizeof label, "__nv_atomic_" #form ", %d bytes, %s", bytes, places[is_shared]); \
        check<bytes>(form, label, all);                                                                \
    }
#include <softwarp/atomics/nv_atomics.def>
    unsigned *out = managed<unsigned>(64 * THREADS);
    orders<<<1, THREADS>>>(out);
    FINISH();
    for (int i = 0; i < THREADS; i++) {
        for (int k = 0; k < 6; k++) CHECK_AT(i, 11111u, out[64 * i + k]);
        for (int k = 8; k < 12; k++) CHECK_AT(i, 22222u, out[64 * i + k]);
        CHECK_AT(i, 22224u, out[64 * i + 19]);
    }
    print_row("__nv_atomic_*, orders and scopes", out, 64 * THREADS);
    return check_result();
}
