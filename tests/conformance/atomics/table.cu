/* Every row of softwarp/atomics.def, in every scope, once: the value stored and the value returned, against the guide's
 * definition of the operation. A new row is tested here without further work; a new operation needs its definition below
 * or this does not compile. Reads Softwarp's own table, so it is not for nvcc. */
#include "../check.h"

template <typename T> T ref_add(T old, T value) { return (T)(old + value); }
template <typename T> T ref_sub(T old, T value) { return (T)(old - value); }
template <typename T> T ref_exch(T, T value) { return value; }
template <typename T> T ref_min(T old, T value) { return old < value ? old : value; }
template <typename T> T ref_max(T old, T value) { return old > value ? old : value; }
template <typename T> T ref_inc(T old, T value) { return old >= value ? 0 : old + 1; }
template <typename T> T ref_dec(T old, T value) { return old == 0 || old > value ? value : old - 1; }
template <typename T> T ref_and(T old, T value) { return old & value; }
template <typename T> T ref_or(T old, T value) { return old | value; }
template <typename T> T ref_xor(T old, T value) { return old ^ value; }
template <typename T> T ref_cas(T old, T compare, T value) { return old == compare ? value : old; }

#define SAMPLES 6
/* Pairs of old and new value that take each operation both ways. */
template <typename T> __host__ __device__ T sample(int i) {
    const long long values[SAMPLES] = {0, 7, -1, 7, 1000, -12345};
    return (T)(values[i] * (sizeof(T) == 8 ? 1ll << 30 : 1));
}

/* The results for a pair: the cell after and what was returned, for each of the three scopes. */
template <typename T> struct results {
    T after[3], returned[3];
};

#define CALL(k, call) out->after[k] = old, out->returned[k] = call(&out->after[k], ARGUMENTS);
#define TWO(Name, op, T, code)                                                                      \
    __global__ void run_##op##_##code##_of(results<T> *all, T) {                                    \
        T old = sample<T>(threadIdx.x % SAMPLES), value = sample<T>(threadIdx.x / SAMPLES);         \
        results<T> *out = &all[threadIdx.x];                                                        \
        CALL(0, atomic##Name) CALL(1, atomic##Name##_block) CALL(2, atomic##Name##_system)          \
    }                                                                                               \
    static void check_##op##_##code##_of(T) {                                                       \
        results<T> *all = managed<results<T>>(SAMPLES * SAMPLES);                                   \
        run_##op##_##code##_of<<<1, SAMPLES * SAMPLES>>>(all, (T)0);                                 \
        FINISH();                                                                                   \
        for (int i = 0; i < SAMPLES * SAMPLES; i++)                                                 \
            for (int scope = 0; scope < 3; scope++) {                                               \
                T old = sample<T>(i % SAMPLES), value = sample<T>(i / SAMPLES);                     \
                CHECK_AT(3 * i + scope, REFERENCE(op), all[i].after[scope]);                        \
                CHECK_AT(3 * i + scope, old, all[i].returned[scope]);                               \
            }                                                                                       \
    }

/* The functions are overloaded on the last parameter, because long and long long share their code. */
#define A(arch, Name, op, T, code) TWO(Name, op, T, code)
#define L(Name, op, T, code) TWO(Name, op, T, code)
#define C(arch, Name, op, T, code)
#define M(Name, op, T, code)
#define ARGUMENTS value
#define REFERENCE(op) ref_##op(old, value)
#include <softwarp/atomics.def>
#undef ARGUMENTS
#undef REFERENCE

#define A(arch, Name, op, T, code)
#define L(Name, op, T, code)
#define C(arch, Name, op, T, code) TWO(Name, op, T, code)
#define M(Name, op, T, code) TWO(Name, op, T, code)
#define ARGUMENTS sample_like(value), value
#define REFERENCE(op) ref_##op(old, sample_like(value), value)
template <typename T> __host__ __device__ T sample_like(T) { return sample<T>(1); }
#include <softwarp/atomics.def>

int main() {
    int rows = 0;
#define A(arch, Name, op, T, code) check_##op##_##code##_of((T)0), rows++;
#define L(Name, op, T, code) check_##op##_##code##_of((T)0), rows++;
#define C(arch, Name, op, T, code) check_##op##_##code##_of((T)0), rows++;
#define M(Name, op, T, code) check_##op##_##code##_of((T)0), rows++;
#include <softwarp/atomics.def>
    CHECK(rows >= 50);
    return check_result();
}
