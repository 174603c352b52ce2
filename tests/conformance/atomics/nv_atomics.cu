/* The read-modify-write rows of softwarp/atomics/nv_atomics.def: what is stored and what is returned, in three scopes
 * with different orders, on global and on shared memory, against the operation's definition. Loads, stores and
 * exchanges: nv_accesses.cu. */
// FEW-WAYS
#include "../check.h"
#include "../rows.h"

#define SAMPLES 5
#define PAIRS (SAMPLES * SAMPLES)
#define FORMS 3

/* Values that take each operation both ways. */
template <typename T> __host__ __device__ T sample(int i) {
    const long long values[SAMPLES] = {0, 7, -1, 1000, -12345};
    return (T)(values[i] * (sizeof(T) == 8 ? 1ll << 30 : 1));
}

template <typename T> T ref_add(T old, T value) { return old + value; }
template <typename T> T ref_sub(T old, T value) { return old - value; }
template <typename T> T ref_and(T old, T value) { return old & value; }
template <typename T> T ref_or(T old, T value) { return old | value; }
template <typename T> T ref_xor(T old, T value) { return old ^ value; }
template <typename T> T ref_min(T old, T value) { return old < value ? old : value; }
template <typename T> T ref_max(T old, T value) { return old > value ? old : value; }

template <typename T> struct results {
    T after[FORMS + 1], returned[FORMS + 1];
};

#define FETCH(form, op, order, scope) \
    out->after[form] = old, out->returned[form] = __nv_atomic_fetch_##op(&out->after[form], value, order, scope);
#define SW_NV_FETCH(op, T, code)                                                                                       \
    __device__ void each_##op(T, results<T> *all, results<T> *) {                                            \
        __shared__ T cells[PAIRS];                                                                           \
        T old = sample<T>(threadIdx.x % SAMPLES), value = sample<T>(threadIdx.x / SAMPLES);                  \
        results<T> *out = &all[threadIdx.x];                                                                 \
        FETCH(0, op, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE)                                          \
        FETCH(1, op, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK)                                           \
        FETCH(2, op, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM)                                          \
        cells[threadIdx.x] = old;                                                                            \
        __nv_atomic_##op(&cells[threadIdx.x], value, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_CLUSTER);        \
        out->after[FORMS] = cells[threadIdx.x];                                                              \
        out->returned[FORMS] = old;                                                                          \
    }                                                                                                        \
    static void check_##op(T, const results<T> *all, const char *label) {                                    \
        for (int i = 0; i < PAIRS * (FORMS + 1); i++) {                                                      \
            int pair = i / (FORMS + 1), form = i % (FORMS + 1);                                              \
            T old = sample<T>(pair % SAMPLES), value = sample<T>(pair / SAMPLES);                            \
            CHECK_AT(i, ref_##op(old, value), all[pair].after[form]);                                        \
            CHECK_AT(i, old, all[pair].returned[form]);                                                      \
        }                                                                                                    \
        print_row(label, &all->after[0], PAIRS * (FORMS + 1) * 2);                                           \
    }
#define SW_NV_SIZED(form, bytes)
#include <softwarp/atomics/nv_atomics.def>

#define EACH_OP(X) X(add) X(sub) X(and) X(or) X(xor) X(min) X(max)
#define KERNEL(op)                                                     \
    template <typename T> __global__ void run_##op(results<T> *all) {  \
        each_##op((T)0, all, all);                                      \
    }
EACH_OP(KERNEL)

int main() {
#define SW_NV_FETCH(op, T, code)                                                                           \
    {                                                                                            \
        results<T> *all = managed<results<T>>(PAIRS);                                            \
        run_##op<T><<<1, PAIRS>>>(all);                                                          \
        FINISH();                                                                                \
        check_##op((T)0, all, "__nv_atomic_fetch_" #op "(" #T " *, " #T ", int, int)");           \
    }
#define SW_NV_SIZED(form, bytes)
#include <softwarp/atomics/nv_atomics.def>
    return check_result();
}
