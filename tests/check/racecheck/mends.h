// Programs that race, of which racecheck says what would mend them, and which do it when they are compiled with MENDED.
#include "check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

#ifdef MENDED
#define RACY(...)
#define MEND(...) __VA_ARGS__
#else
#define RACY(...) __VA_ARGS__
#define MEND(...)
#endif

enum { N = 4096 };
static int *in, *out; // in[i]: i % 7
static bool is_right;

// What a kernel has left there.
static int at(int i)
{
    int value;
    cudaMemcpy(&value, out + i, sizeof value, cudaMemcpyDeviceToHost);
    return value;
}

// Of what is in `in`.
inline int sum_of(int first, int count)
{
    int sum = 0;
    for (int i = first; i < first + count; i++)
        sum += i % 7;
    return sum;
}

#define CASE(name) {#name, name}
struct mend_case {
    const char *name;
    void (*run)();
};

static void run_case(const mend_case &one)
{
    static int numbers[N];
    for (int i = 0; i < N; i++)
        numbers[i] = i % 7;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof numbers);
    one.run();
    printf("%s: %s\n", one.name, is_right ? "right" : "wrong");
}

// The case that is named; "list": their names.
template <int count> int run_cases(const mend_case (&cases)[count], const char *name)
{
    for (const mend_case &each : cases) {
        if (!strcmp(name, "list"))
            puts(each.name);
        else if (!strcmp(name, each.name))
            run_case(each);
    }
    return 0;
}
