// A write changes what it writes and nothing beside it: elements of 1 to 8 bytes, and members of structures, whose
// neighbours are written by another block, and by the host, at the same time. No write is lost or taken back.
#include "../check.h"
#include "../rows.h"

enum { COUNT = 4096, ROUNDS = 20, THREADS = 128 };

template <typename T> __host__ __device__ T value_of(int i, int round) { return T(i * 7 + round * 13 + 1); }

/* A block writes every element whose number leaves its own as the rest, and looks whether it stays. The step is written
 * out: it decides what the code is like. */
template <typename T, int STEP> __global__ void write_step(T *data, int *lost) {
    int wrong = 0;
    for (int round = 0; round < ROUNDS; round++)
        for (int i = threadIdx.x; i < COUNT / STEP; i += THREADS) {
            int at = i * STEP + blockIdx.x;
            wrong += round && *(volatile T *)&data[at] != value_of<T>(at, round - 1);
            data[at] = value_of<T>(at, round);
        }
    if (wrong) atomicAdd(lost, wrong);
}

/* The host writes what the last of the blocks would have written. */
template <typename T> void write_host(volatile T *data, int step, int rest) {
    for (int round = 0; round < ROUNDS; round++)
        for (int i = rest; i < COUNT; i += step) {
            if (round) CHECK_AT(i, (long long)value_of<T>(i, round - 1), (long long)data[i]);
            data[i] = value_of<T>(i, round);
        }
}

template <typename T> void check(const char *what, T *data, int *lost) {
    FINISH();
    for (int i = 0; i < COUNT; i++) CHECK_AT(i, (long long)value_of<T>(i, ROUNDS - 1), (long long)data[i]);
    CHECK_EQUAL(0, *lost);
    print_row(what, data, COUNT);
    std::memset((void *)data, 0, COUNT * sizeof(T));
}

template <typename T, int STEP> void test_step(const char *name, T *data, int *lost) {
    char what[100];
    std::snprintf(what, sizeof what, "%s, %d apart", name, STEP);
    write_step<T, STEP><<<STEP, THREADS>>>(data, lost);
    check(what, data, lost);
    std::snprintf(what, sizeof what, "%s, %d apart, the host's between", name, STEP);
    write_step<T, STEP><<<STEP - 1, THREADS>>>(data, lost);
    write_host(data, STEP, STEP - 1);
    check(what, data, lost);
}

template <typename T, int STEP> void test(const char *name, int *lost) {
    T *data;
    CUDA(cudaHostAlloc((void **)&data, COUNT * sizeof(T), cudaHostAllocMapped));
    std::memset((void *)data, 0, COUNT * sizeof(T));
    test_step<T, STEP>(name, data, lost);
    CUDA(cudaFreeHost(data));
}

struct record { char a; unsigned char b; short c; int d; };

/* Each block has a member of its own. */
__global__ void write_members(record *records) {
    for (int round = 0; round < ROUNDS; round++)
        for (int i = threadIdx.x; i < COUNT; i += THREADS) switch (blockIdx.x) {
            case 0: records[i].a = value_of<char>(i, round); break;
            case 1: records[i].b = value_of<unsigned char>(i, round); break;
            case 2: records[i].c = value_of<short>(i, round); break;
            default: records[i].d = value_of<int>(i, round); break;
            }
}

int main() {
    int *lost = managed<int>(1);
    test<unsigned char, 2>("unsigned char", lost);
    test<unsigned char, 4>("unsigned char", lost);
    test<unsigned short, 2>("unsigned short", lost);
    test<unsigned, 2>("unsigned", lost);
    record *records = managed<record>(COUNT);
    write_members<<<4, THREADS>>>(records);
    FINISH();
    for (int i = 0; i < COUNT; i++) {
        CHECK_AT(i, (int)value_of<char>(i, ROUNDS - 1), (int)records[i].a);
        CHECK_AT(i, (int)value_of<unsigned char>(i, ROUNDS - 1), (int)records[i].b);
        CHECK_AT(i, (int)value_of<short>(i, ROUNDS - 1), (int)records[i].c);
        CHECK_AT(i, value_of<int>(i, ROUNDS - 1), records[i].d);
    }
    print_row("members", records, COUNT);
    return check_result();
}
