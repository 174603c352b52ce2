/* Variables, kernels, functions and classes of internal linkage. Two files have the same ones, of other values and sizes
 * (OWN is 1 or 2), and each must see its own. Device code stands above the first use in host code. */
#include <cstdio>

static __device__ int plain = OWN * 100;
static __constant__ int constant[OWN * 2] = {OWN * 100 + 1};
static __managed__ int managed = OWN * 100 + 2;
static __device__ int sized[OWN * 3] = {OWN * 100 + 3};
static __managed__ int managed_sized[OWN * 3] = {OWN * 100 + 4};
static __device__ double precise = OWN * 100 + 5;
static __device__ int unnamed_by_host = OWN * 100 + 6;
extern "C" { static __device__ int of_c = OWN * 100 + 7; }
template <typename T> static __device__ T of_template = T(OWN * 100 + 8);

namespace {
__device__ int hidden = OWN * 100 + 9;
__constant__ short hidden_constant = OWN * 100 + 10;
__managed__ int hidden_managed = OWN * 100 + 11;
struct Holder {
    static __device__ int member;
};
__device__ int Holder::member = OWN * 100 + 12;
template <int N> struct Each {
    static __device__ int member;
};
template <int N> __device__ int Each<N>::member = OWN * 100 + 13;
template <int N> struct Counting {
    static __device__ int member;
};
template <int N> __device__ int Counting<N>::member = OWN * 100 + 18;
struct Base {
    __device__ virtual int value() const { return OWN * 100 + 14; }
};
struct Derived : Base {
    __device__ int value() const override { return OWN * 100 + 15; }
};
}

static __device__ __noinline__ int function()
{
    static int kept = OWN * 100 + 16;
    return kept;
}
static __device__ int (*pointer_to_function)() = function;
static __device__ int *pointer_to_plain = &plain;
static __device__ int *pointers[] = {&hidden, sized};

enum { COUNT = 22 };
static __global__ void look(int *out, const Base *other)
{
    Base base;
    Derived derived;
    const Base *first = other ? other : &base, *second = other ? other : &derived;
    int values[] = {plain, constant[0], managed, sized[0], managed_sized[0], int(precise), unnamed_by_host, of_c,
                    of_template<int>, hidden, hidden_constant, hidden_managed, Holder::member, Each<3>::member,
                    first->value(), second->value(), function(), pointer_to_function(), *pointer_to_plain, *pointers[0],
                    *pointers[1]};
    for (int i = 0; i < COUNT - 1; i++)
        out[i] = values[i];
    sized[OWN * 3 - 1]++;
    managed_sized[OWN * 3 - 1]++;
    Counting<3>::member++;
}

template <class Function> __global__ void apply(int *out, Function function) { *out = function(); }

static int wrong;
static void expect(const char *what, long got, long expected)
{
    if (got == expected)
        return;
    printf("file %d: %s: expected %ld, got %ld\n", OWN, what, expected, got);
    wrong = 1;
}

static void run(int *device, int *out)
{
    look<<<1, 1>>>(device, nullptr);
    apply<<<1, 1>>>(device + COUNT - 1, [] __device__ { return OWN * 100 + 17; });
    expect("kernels", cudaMemcpy(out, device, COUNT * sizeof *out, cudaMemcpyDeviceToHost), cudaSuccess);
}

#define SEEN_BY_HOST(symbol, expected)                                                \
    do {                                                                              \
        decltype(symbol) value_of = {};                                               \
        size_t size_of = 0;                                                           \
        expect(#symbol, cudaMemcpyFromSymbol(&value_of, symbol, sizeof value_of), 0); \
        expect("value of " #symbol, value_of, expected);                              \
        cudaGetSymbolSize(&size_of, symbol);                                          \
        expect("size of " #symbol, size_of, sizeof symbol);                           \
    } while (0)

static int test()
{
    static const int expected[COUNT] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16, 0, 9, 3, 17};
    int *device, out[COUNT], value = OWN * 1000, first;
    size_t size = 0;
    cudaMalloc(&device, sizeof out);
    run(device, out);
    for (int i = 0; i < COUNT; i++)
        expect("device code", out[i], OWN * 100 + expected[i]);
    SEEN_BY_HOST(plain, OWN * 100);
    SEEN_BY_HOST(precise, OWN * 100 + 5);
    SEEN_BY_HOST(of_c, OWN * 100 + 7);
    SEEN_BY_HOST(of_template<int>, OWN * 100 + 8);
    SEEN_BY_HOST(hidden, OWN * 100 + 9);
    SEEN_BY_HOST(hidden_constant, OWN * 100 + 10);
    SEEN_BY_HOST(Holder::member, OWN * 100 + 12);
    cudaMemcpyFromSymbol(&first, constant, sizeof first);
    expect("constant", first, OWN * 100 + 1);
    cudaGetSymbolSize(&size, sized);
    expect("size of sized", size, sizeof sized);
    expect("managed", managed, OWN * 100 + 2);
    expect("managed_sized", managed_sized[0], OWN * 100 + 4);
    expect("hidden_managed", hidden_managed, OWN * 100 + 11);
    cudaMemcpyToSymbol(plain, &value, sizeof value);
    run(device, out);
    expect("plain, changed", out[0], value);
    expect("plain, changed, by pointer", out[18], value);
    cudaMemcpyFromSymbol(&first, sized, sizeof first, (OWN * 3 - 1) * sizeof first);
    expect("end of sized", first, 2);
    expect("end of managed_sized", managed_sized[OWN * 3 - 1], 2);
#if OWN == 1 /* the other file's is its own though its host code never names it */
    cudaMemcpyFromSymbol(&first, Counting<3>::member, sizeof first);
    expect("Counting<3>::member", first, OWN * 100 + 18 + 2);
#endif
    return wrong;
}
