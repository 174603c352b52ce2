/* Indices of loops that wrap by a mask or a narrow type, (i * 5) & 15, as ciphers have them: in functions called lane by
 * lane, in kernels with a lock, in loops that are the same for all threads. */
// NO-GPU: it prints nothing; the host computes what comes of it
#include "../check.h"

#define THREADS 64
#define TURNS 100
#define TABLE 320

enum form { SHIFT_ROWS, PAIRS, TRIPLES, NARROW, NARROW_SHIFTED, REMAINDER, BEHIND, MOVED, FIVE, SEVEN, FORMS };

#define BOTH __host__ __device__
template <form F, class T> BOTH inline int at_turn(const T *b, int i, int n) {
    switch (F) {
    case SHIFT_ROWS: return b[(i + 4 * (i & 3)) & 15];
    case PAIRS: return b[(2 * i) & 15] * 3 + b[(2 * i + 1) & 15];
    case TRIPLES: return b[(3 * i) & 63] + b[(3 * i + 1) & 63] * 5 + b[(3 * i + 2) & 63] * 7;
    case NARROW: return b[(unsigned char)(i * 3)];
    case NARROW_SHIFTED: return b[(unsigned char)(i * 5) >> 2];
    case REMAINDER: return b[(unsigned)(i * 3) % 32u];
    case BEHIND: return b[((i * 5) & 15) + 16];
    case MOVED: return b[(i * 3 + n) & 63];
    case FIVE: return b[(i * 5) & 31];
    default: return b[(i * 7 + 1) & 31];
    }
}

template <form F, class T> static __device__ __noinline__ void by_function(const T *b, int *out, int n) {
    for (int i = 0; i < n; i++) out[i] = at_turn<F>(b, i, n);
}
template <form F, class T> static __device__ __noinline__ void by_known_turns(const T *b, int *out) {
    for (int i = 0; i < 32; i++) out[i] = at_turn<F>(b, i, TURNS);
}

template <form F, class T> __global__ void calls(const T *b, int *out, int *again, int n) {
    int t = threadIdx.x;
    by_function<F>(b + TABLE * t, out + TURNS * t, n);
    by_known_turns<F>(b + TABLE * t, again + TURNS * t);
}
/* Lanes that wait for lanes: code for one lane. */
template <form F, class T> __global__ void locked(const T *b, int *out, int n) {
    __shared__ int lock;
    int t = threadIdx.x;
    if (t == 0) lock = 0;
    __syncthreads();
    while (atomicCAS(&lock, 0, 1)) {}
    for (int i = 0; i < n; i++) out[TURNS * t + i] = at_turn<F>(b + TABLE * t, i, n);
    __threadfence();
    atomicExch(&lock, 0);
}
template <form F, class T> __global__ void plain(const T *b, int *out, int *same, int n) {
    int t = threadIdx.x, sum = t;
    for (int i = 0; i < n; i++) out[TURNS * t + i] = at_turn<F>(b + TABLE * t, i, n);
    for (int i = 0; i < n; i++) sum += at_turn<F>(b, i, n) * (i + 1);
    same[t] = sum;
}

template <form F, class T> static void check_form() {
    T *b = managed<T>(TABLE * THREADS);
    int *out = managed<int>(3 * TURNS * THREADS), *again = managed<int>(TURNS * THREADS), *same = managed<int>(THREADS);
    for (int i = 0; i < TABLE * THREADS; i++) b[i] = (T)(i * 7 + 1);
    calls<F><<<1, THREADS>>>(b, out, again, TURNS);
    locked<F><<<1, THREADS>>>(b, out + TURNS * THREADS, TURNS);
    plain<F><<<1, THREADS>>>(b, out + 2 * TURNS * THREADS, same, TURNS);
    FINISH();
    for (int t = 0; t < THREADS; t++) {
        int sum = t;
        for (int i = 0; i < TURNS; i++) {
            volatile int turn = i; /* the host's compiler sees no stride */
            int expected = at_turn<F>(b + TABLE * t, turn, TURNS);
            sum += at_turn<F>(b, turn, TURNS) * (i + 1);
            for (int way = 0; way < 3; way++)
                CHECK_AT(F * 1000 + i, expected, out[(way * THREADS + t) * TURNS + i]);
            if (i < 32) CHECK_AT(F * 1000 + i, expected, again[TURNS * t + i]);
        }
        CHECK_AT(F * 1000, sum, same[t]);
    }
    CUDA(cudaFree(b));
    CUDA(cudaFree(out));
    CUDA(cudaFree(again));
    CUDA(cudaFree(same));
}

template <class T> static void check_type() {
    check_form<SHIFT_ROWS, T>();
    check_form<PAIRS, T>();
    check_form<TRIPLES, T>();
    check_form<NARROW, T>();
    check_form<NARROW_SHIFTED, T>();
    check_form<REMAINDER, T>();
    check_form<BEHIND, T>();
    check_form<MOVED, T>();
    check_form<FIVE, T>();
    check_form<SEVEN, T>();
}

int main() {
    check_type<unsigned char>();
    check_type<int>();
    return check_result();
}
