// Races of updates, which an atomic function mends. What racecheck says would mend each, and the program with that
// done: no finding, by both policies, and what it computes is right. Compiled twice: as it races, and mended.
// RUN: %swcc --check -I%S/.. %s -o %t.races
// RUN: %swcc --check -DMENDED -I%S/.. %s -o %t.mended
// RUN: for i in `%t.races list`; do echo "case $i"; %softwarp check --tool racecheck %t.races $i; done > %t.told 2>&1
// RUN: FileCheck %s < %t.told
// RUN: for i in `%t.races list`; do %t.mended $i; %softwarp check --tool racecheck %t.mended $i; done > %t.done 2>&1
// RUN: FileCheck --check-prefix=MENDED --implicit-check-not=Race --implicit-check-not=wrong %s < %t.done
// RUN: for i in `%t.races list`; do %softwarp check --tool racecheck --policy strict %t.mended $i; done > %t.strict 2>&1
// RUN: FileCheck --check-prefix=MENDED --implicit-check-not=Race --implicit-check-not=wrong %s < %t.strict
#include "mends.h"

__global__ void bins(const int *a, int *b)
{
    __shared__ int s[7];
    if (threadIdx.x < 7)
        s[threadIdx.x] = 0;
    __syncthreads();
    RACY(s[a[threadIdx.x]]++;)
    MEND(atomicAdd(&s[a[threadIdx.x]], 1);)
    __syncthreads();
    if (threadIdx.x < 7)
        b[threadIdx.x] = s[threadIdx.x];
}
// CHECK-LABEL: case histogram
// CHECK: What would mend it: atomicAdd() in place of the read and the write
// CHECK-NOT: between the two
static void histogram() { bins<<<1, 70>>>(in, out); is_right = at(0) == 10 && at(6) == 10; }

__global__ void add_all(const int *a, int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    RACY(*sum += a[i];)
    MEND(atomicAdd(sum, a[i]);)
}
// CHECK-LABEL: case grid_sum
// CHECK: What would mend it: atomicAdd() in place of the read and the write
// CHECK: What would mend it: atomicAdd() in place of the read and the write
// CHECK-NOT: barrier
static void grid_sum() { add_all<<<4, 64>>>(in, out); is_right = at(0) == sum_of(0, 256); }

__global__ void bits(const int *a, int *set)
{
    RACY(set[blockIdx.x] = set[blockIdx.x] | 1 << a[threadIdx.x];)
    MEND(atomicOr(&set[blockIdx.x], 1 << a[threadIdx.x]);)
}
// CHECK-LABEL: case block_bits
// CHECK: What would mend it: atomicOr() in place of the read and the write
static void block_bits() { bits<<<2, 64>>>(in, out); is_right = at(0) == 127 && at(1) == 127; }

__global__ void largest(const int *a, int *most)
{
    RACY(*most = max(*most, a[threadIdx.x]);)
    MEND(atomicMax(most, a[threadIdx.x]);)
}
// CHECK-LABEL: case maximum
// CHECK: What would mend it: atomicMax() or atomicMin() in place of the read and the write
static void maximum() { largest<<<2, 64>>>(in, out); is_right = at(0) == 6; }

__global__ void largest_if(const int *a, int *most)
{
    int value = a[threadIdx.x];
    RACY(if (value > *most) *most = value;)
    MEND(atomicMax(most, value);)
}
// CHECK-LABEL: case maximum_if
// CHECK: What would mend it: atomicMax() or atomicMin() in place of the read and the write
static void maximum_if() { largest_if<<<2, 64>>>(in, out); is_right = at(0) == 6; }

__global__ void scale(float *product)
{
    RACY(*product = *product * 2.0f + 1.0f;)
    MEND(int *bits = (int *)product, old = atomicOr(bits, 0), assumed;)
    MEND(do { assumed = old;)
    MEND(int next = __float_as_int(__int_as_float(assumed) * 2.0f + 1.0f);)
    MEND(old = atomicCAS(bits, assumed, next); } while (old != assumed);)
}
// CHECK-LABEL: case other_update
// CHECK: What would mend it: a loop around atomicCAS() in place of the read and the write
static void other_update()
{
    scale<<<1, 4>>>((float *)out);
    is_right = at(0) == 0x41700000; // 15
}

__global__ void first_of(const int *a, int *taken, int *times)
{
    int i = a[threadIdx.x];
    RACY(if (!taken[i]) { taken[i] = 1; atomicAdd(times, 1); })
    MEND(if (!atomicCAS(&taken[i], 0, 1)) atomicAdd(times, 1);)
}
// CHECK-LABEL: case test_and_set
// CHECK: What would mend it: a loop around atomicCAS() in place of the read and the write
static void test_and_set() { first_of<<<2, 64>>>(in, out, out + 7); is_right = at(7) == 7; }

// Whether there is an update at all depends on what was there: an addition in one step is not what is meant.
__global__ void count_to_five(int *times, float *sum)
{
    RACY(if (*times < 5) ++*times;)
    RACY(*sum = *sum < 5 ? *sum + 1 : *sum;)
    MEND(for (int old = 0, seen; old < 5; old = seen))
    MEND(    if ((seen = atomicCAS(times, old, old + 1)) == old) break;)
    MEND(int *bits = (int *)sum, old = atomicOr(bits, 0);)
    MEND(for (int seen; __int_as_float(old) < 5; old = seen))
    MEND(    if ((seen = atomicCAS(bits, old, __float_as_int(__int_as_float(old) + 1))) == old) break;)
}
// CHECK-LABEL: case bounded
// CHECK-NOT: atomicAdd
// CHECK-NOT: atomicMax
// CHECK: What would mend it: a loop around atomicCAS() in place of the read and the write
// CHECK-NOT: atomicAdd
// CHECK-NOT: atomicMax
static void bounded()
{
    count_to_five<<<2, 64>>>(out, (float *)(out + 1));
    is_right = at(0) == 5 && at(1) == 0x40a00000; // 5
}

__global__ void add_long(const int *a, long long *sum)
{
    RACY(*sum -= a[threadIdx.x];)
    MEND(atomicAdd((unsigned long long *)sum, (unsigned long long)-(long long)a[threadIdx.x]);)
}
// CHECK-LABEL: case long_sum
// CHECK: What would mend it: atomicAdd() of unsigned long long in place of the read and the write
static void long_sum()
{
    add_long<<<2, 64>>>(in, (long long *)out);
    is_right = at(0) == -2 * sum_of(0, 64) && at(1) == -1;
}

__global__ void any(const int *a, int *done)
{
    if (a[threadIdx.x] == 3) {
        RACY(*done = 1;)
        MEND(atomicExch(done, 1);)
    }
}
// CHECK-LABEL: case same_value
// CHECK: What would mend it: atomicExch(), or one thread that writes: all write the same value
static void same_value() { any<<<2, 64>>>(in, out); is_right = at(0) == 1; }

// There is a function for each of the types.
__global__ void count_volatile(volatile int *times)
{
    RACY(*times += 1;)
    MEND(atomicAdd((int *)times, 1);)
}
// CHECK-LABEL: case volatile_count
// CHECK-NOT: fence in the first thread
// CHECK: What would mend it: atomicAdd() in place of the read and the write, by a pointer that is not to volatile{{$}}
// CHECK-NOT: fence in the first thread
// CHECK: What would mend it: atomicAdd() in place of the read and the write, by a pointer that is not to volatile{{$}}
static void volatile_count() { count_volatile<<<2, 64>>>(out); is_right = at(0) == 128; }

typedef int two __attribute__((ext_vector_type(2)));
__global__ void count_pairs(two *pairs)
{
    RACY(*pairs = *pairs + 1;)
    MEND(unsigned long long *bits = (unsigned long long *)pairs, old = atomicOr(bits, 0), seen;)
    MEND(do { seen = old; union { unsigned long long bits; two pair; } next = {old}; next.pair = next.pair + 1;)
    MEND(old = atomicCAS(bits, seen, next.bits); } while (old != seen);)
}
// CHECK-LABEL: case pairs
// CHECK-NOT: atomicAdd
// CHECK: What would mend it: a loop around atomicCAS() of unsigned long long in place of the read and the write{{$}}
// CHECK-NOT: atomicAdd
static void pairs() { count_pairs<<<2, 64>>>((two *)out); is_right = at(0) == 128 && at(1) == 128; }

__global__ void advance(char **end)
{
    RACY(*end += 4;)
    MEND(unsigned long long *bits = (unsigned long long *)end, old = atomicOr(bits, 0), seen;)
    MEND(do { seen = old; old = atomicCAS(bits, seen, seen + 4); } while (old != seen);)
}
// CHECK-LABEL: case pointer
// CHECK-NOT: atomicAdd
// CHECK: What would mend it: a loop around atomicCAS() of unsigned long long in place of the read and the write{{$}}
// CHECK-NOT: atomicAdd
static void pointer() { advance<<<2, 64>>>((char **)out); is_right = at(0) == 512; }

__global__ void latest(const int *a, long *most)
{
    RACY(if (a[threadIdx.x] > *most) *most = a[threadIdx.x];)
    MEND(atomicMax((long long *)most, (long long)a[threadIdx.x]);)
}
// CHECK-LABEL: case long_maximum
// CHECK: What would mend it: atomicMax() or atomicMin() of long long or unsigned long long in place of the read and the write{{$}}
static void long_maximum() { latest<<<2, 64>>>(in, (long *)out); is_right = at(0) == 6; }

__global__ void any_double(const int *a, double *done)
{
    if (a[threadIdx.x] == 3) {
        RACY(*done = 1;)
        MEND(atomicExch((unsigned long long *)done, (unsigned long long)__double_as_longlong(1));)
    }
}
// CHECK-LABEL: case same_double
// CHECK: What would mend it: atomicExch() of unsigned long long, or one thread that writes: all write the same value
static void same_double() { any_double<<<2, 64>>>(in, (double *)out); is_right = at(1) == 0x3ff00000; }

// What threads write behind their atomic operations no fence publishes, whatever others observe of these.
__device__ __noinline__ int triple(int *mixed)
{
    int before = atomicAdd(mixed, 0), seen;
    do {
        seen = before;
        before = atomicCAS(mixed, seen, 3 * seen + 1);
    } while (before != seen);
    return before;
}
__global__ void write_last(int *mixed, int *arch)
{
    triple(mixed);
    atomicAdd(mixed + 1, 1);
    RACY(*arch = 7;)
    MEND(if (threadIdx.x + blockIdx.x == 0) *arch = 7;)
}
// CHECK-LABEL: case behind_atomics
// CHECK-NOT: fence in the first
// CHECK-NOT: fences in the first
// CHECK: What would mend it: atomicExch(), or one thread that writes: all write the same value
static void behind_atomics() { write_last<<<4, 64>>>(out, out + 5); is_right = at(5) == 7 && at(1) == 256; }

static const mend_case cases[] = {
    CASE(histogram), CASE(grid_sum), CASE(block_bits), CASE(maximum), CASE(maximum_if), CASE(other_update),
    CASE(test_and_set), CASE(bounded), CASE(long_sum), CASE(same_value), CASE(volatile_count), CASE(pairs), CASE(pointer),
    CASE(long_maximum), CASE(same_double), CASE(behind_atomics)};

int main(int argc, char **argv)
{
    return run_cases(cases, argv[1]);
}
// MENDED-COUNT-16: ERROR SUMMARY: 0 errors
