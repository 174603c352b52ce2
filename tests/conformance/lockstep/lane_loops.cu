/* Masked accesses of each size that some processor has no instruction for: gathers, scatters and lanes side by side, with
 * masks of all kinds, at addresses that may be the same for several lanes or out of bounds where a lane is off. */
// NO-GPU: it prints nothing; the host computes what comes of it
// ALSO: -march=x86-64-v3
// ALSO: -march=x86-64-v2
#include "../check.h"

enum { THREADS = 96, CELLS = 256, MASKS = 6 };

__host__ __device__ inline bool is_on(int mask, unsigned t, unsigned random) {
    switch (mask) {
    case 0: return true;
    case 1: return t >= CELLS; // none
    case 2: return t % 32 == 31;
    case 3: return t / 32 % 2;
    case 4: return random & 1;
    default: return t % 32 < 7;
    }
}
__host__ __device__ inline unsigned draw(unsigned x) { return (x * 1664525 + 1013904223) >> 9; }

template <class T> __host__ __device__ T made(unsigned x) { return (T)(x % 100); }
template <> __host__ __device__ const int *made<const int *>(unsigned x) { return (const int *)(size_t)(x * 8); }

// A lane that is off has an address that nobody may touch.
template <class T> __device__ void step(unsigned t, int mask, const T *table, const T *beside, T *out, T *scattered, T *mine) {
    unsigned random = draw(t * 77 + mask);
    bool on = is_on(mask, t, random);
    size_t far = on ? 0 : (size_t)1 << 40;
    T local[8];
    for (unsigned k = 0; k < 8; k++)
        local[k] = made<T>(k + t);
    if (on) {
        T gathered = table[random % CELLS + far];
        local[random % 8] = gathered;
        out[t] = beside[t + far];
        scattered[(t * 37) % CELLS + far] = local[(random + 1) % 8];
        *mine = local[random % 8];
    } else {
        *mine = local[t % 8];
    }
}
template <class T> __global__ void kernel(const T *table, const T *beside, T *out, T *scattered, T *each) {
    for (int mask = 0; mask < MASKS; mask++)
        step(threadIdx.x, mask, table, beside, out + mask * THREADS, scattered + mask * CELLS, &each[mask * THREADS + threadIdx.x]);
}

template <class T> void expect(const T *table, const T *beside, T *out, T *scattered, T *each) {
    for (int mask = 0; mask < MASKS; mask++)
        for (unsigned t = 0; t < THREADS; t++) {
            unsigned random = draw(t * 77 + mask), next = (random + 1) % 8;
            bool on = is_on(mask, t, random);
            each[mask * THREADS + t] = on ? table[random % CELLS] : made<T>(t % 8 + t);
            if (!on)
                continue;
            out[mask * THREADS + t] = beside[t];
            scattered[mask * CELLS + (t * 37) % CELLS] = made<T>(next + t);
        }
}

template <class T> void compare(int line) {
    enum { OUT = MASKS * THREADS, SCATTERED = MASKS * CELLS };
    T *memory, *table, *beside;
    cudaMallocManaged(&memory, 2 * (2 * OUT + SCATTERED) * sizeof(T));
    cudaMallocManaged(&table, CELLS * sizeof(T));
    cudaMallocManaged(&beside, CELLS * sizeof(T));
    memset(memory, 0, 2 * (2 * OUT + SCATTERED) * sizeof(T));
    for (unsigned i = 0; i < CELLS; i++) {
        table[i] = made<T>(draw(i));
        beside[i] = made<T>(draw(i + CELLS));
    }
    T *host = memory + 2 * OUT + SCATTERED;
    kernel<<<1, THREADS>>>(table, beside, memory, memory + OUT, memory + OUT + SCATTERED);
    CUDA(cudaDeviceSynchronize());
    expect(table, beside, host, host + OUT, host + OUT + SCATTERED);
    for (int i = 0; i < 2 * OUT + SCATTERED; i++)
        CHECK_AT(line * 10000 + i, (unsigned long long)host[i], (unsigned long long)memory[i]);
}

int main() {
    compare<signed char>(__LINE__);
    compare<unsigned short>(__LINE__);
    compare<int>(__LINE__);
    compare<float>(__LINE__);
    compare<unsigned long long>(__LINE__);
    compare<double>(__LINE__);
    compare<const int *>(__LINE__);
    return check_failures != 0;
}
