// ENV: SOFTWARP_DEVICES=2
/* __device__ and __managed__ variables: initial values of every form, static in functions, in namespaces and templates,
 * arrays, pointers between variables and to functions, alignment; written by kernels and by the host through symbols. With
 * two devices each has its own __device__ variables, and one set of managed ones. */
#include <vector>
#include "../check.h"
#include "../rows.h"

struct point { int x, y; };
struct tree { int value; const tree *left, *right; };
struct derived : point { long long more; };
enum class colour : unsigned char { red = 3, green = 200 };

__device__ int plain = 1, zero, negative = -5;
__device__ unsigned char bytes[] = {1, 2, 250};
__device__ char text[] = "text", *pointer_to_text = text + 1;
__device__ const char *literal = "literal";
__device__ const char *words[3] = {"one", "two", "three"};
__device__ double computed = 1.0 / 3 * 3, matrix[2][3] = {{1, 2, 3}, {4}};
__device__ point where = {3, 4}, places[3] = {{1, 2}, {3}};
__device__ derived more = {{5, 6}, 1ll << 40};
__device__ colour shade = colour::green;
__device__ tree leaf = {10, nullptr, nullptr}, other_leaf = {20, nullptr, nullptr}, root = {30, &leaf, &other_leaf};
__device__ int *into_array = nullptr, numbers[8] = {0, 1, 2, 3, 4, 5, 6, 7}, *third = &numbers[3];
__device__ int **to_pointer = &third;
__device__ int triple(int x) { return 3 * x; }
__device__ int (*function)(int) = triple;
__device__ union { float f; unsigned bits; } either = {1.0f};
__device__ struct { unsigned a : 3, b : 7; int c : 9; } fields = {5, 100, -200};
__device__ __align__(256) char aligned[5];
__device__ volatile int polled = 6;
static __device__ int own = 12;
namespace outer {
__device__ int inside = 13;
namespace {
__device__ int unnamed = 14;
}
}
template <typename T, int N> __device__ T cells[N] = {T(1.5)};
inline __device__ int counter() {
    static int calls = 100;
    return ++calls;
}
template <int N> __device__ int counter_of() {
    static int calls = N;
    return calls += N;
}
__managed__ int shared_count = 21;
__managed__ tree managed_root = {22, nullptr, nullptr};
__device__ __managed__ float managed_cells[4] = {1, 2};

enum { VALUES = 40 };
__global__ void read(long long *out) {
    int i = 0;
    out[i++] = plain + zero + negative;
    out[i++] = bytes[2] + (int)sizeof bytes;
    out[i++] = text[0] + pointer_to_text[0] * 1000;
    out[i++] = literal[3];
    out[i++] = words[0][0] + words[1][1] * 1000 + words[2][4] * 1000000;
    out[i++] = computed == 1.0;
    out[i++] = (long long)(matrix[1][0] * 10 + matrix[1][1] + matrix[0][2]);
    out[i++] = where.x * 10 + where.y + places[1].x * 100 + places[1].y + places[2].x;
    out[i++] = more.x + more.y + more.more;
    out[i++] = (int)shade;
    out[i++] = root.value + root.left->value * 100 + root.right->value * 10000;
    out[i++] = *third + third[2] * 10 + (into_array == nullptr);
    out[i++] = **to_pointer;
    out[i++] = function(14);
    out[i++] = either.bits;
    out[i++] = fields.a + fields.b * 10 + fields.c * 10000;
    out[i++] = (unsigned long long)aligned % 256;
    out[i++] = polled;
    out[i++] = own + outer::inside * 100 + outer::unnamed * 10000;
    out[i++] = cells<int, 3>[0] + cells<int, 3>[2] + (long long)(cells<double, 2>[0] * 100) + sizeof cells<char, 7> * 1000;
    out[i++] = counter();
    out[i++] = counter_of<1>() + counter_of<10>() * 100;
    out[i++] = shared_count + managed_root.value * 100 + (long long)managed_cells[1] * 10000;
    out[i++] = &cells<int, 3>[1] - cells<int, 3>;
}

__global__ void change() {
    plain += 100;
    third = &numbers[5];
    root.left = &other_leaf;
    literal = words[2];
    numbers[5] = 55;
    into_array = nullptr;
    function = nullptr;
    cells<int, 3>[2] = 9;
    shared_count++;
    managed_cells[1] += 0.5f;
    function = triple;
}

static void check_values(long long *out, const std::vector<long long> &expected, const char *label) {
    read<<<1, 1>>>(out);
    FINISH();
    for (size_t i = 0; i < expected.size(); i++) CHECK_AT(i, expected[i], out[i]);
    if (label) print_row(label, out, expected.size());
}

/* What a device starts with; `managed_now` and what follows depend on what was done before. */
static std::vector<long long> at_start(long long managed_now) {
    return {-4, 253, 't' + 'e' * 1000, 'e', 'o' + 'w' * 1000 + 'e' * 1000000ll, 1, 43, 334 + 0, 11 + (1ll << 40), 200, 201030, 54,
            3, 42, 0x3f800000, 5 + 1000 - 2000000, 0, 6, 141312, 1 + 0 + 150 + 7000, 101, 2 + 2000, managed_now, 1};
}

static void check_symbols() {
    int value = 0, more_values[2] = {70, 80};
    CUDA(cudaMemcpyFromSymbol(&value, plain, sizeof value));
    CHECK_EQUAL(101, value);
    CUDA(cudaMemcpyToSymbol(numbers, more_values, sizeof more_values, 2 * sizeof(int)));
    CUDA(cudaMemcpyFromSymbol(&value, numbers, sizeof value, 3 * sizeof(int)));
    CHECK_EQUAL(80, value);
    void *address = nullptr;
    size_t size = 0;
    CUDA(cudaGetSymbolAddress(&address, cells<int, 3>));
    CUDA(cudaGetSymbolSize(&size, cells<int, 3>));
    CHECK_EQUAL(sizeof(int) * 3, size);
    CUDA(cudaMemcpy(&value, (int *)address + 2, sizeof value, cudaMemcpyDeviceToHost));
    CHECK_EQUAL(9, value);
    shared_count = 500;
    managed_root.left = &managed_root;
    CHECK_EQUAL(22, managed_root.left->value);
}

int main() {
    long long *out = managed<long long>(VALUES);
    std::vector<long long> start = at_start(21 + 2200 + 20000), changed = start;
    check_values(out, start, "initial values");
    change<<<1, 1>>>();
    FINISH();
    changed[0] = 96, changed[3] = 'e', changed[10] = 30 + 2000 + 200000, changed[11] = 55 + 10 * 7 + 1, changed[12] = 55;
    changed[19] += 9, changed[20] = 102, changed[21] = 3 + 3000, changed[22] = 22 + 2200 + 20000;
    check_values(out, changed, "after a kernel has written");
    CHECK_EQUAL(22, shared_count);
    CHECK_EQUAL(2.5f, managed_cells[1]);
    check_symbols();
    int devices = 0;
    CUDA(cudaGetDeviceCount(&devices));
    if (devices > 1) {
        CUDA(cudaSetDevice(1));
        check_values(out, at_start(500 + 2200 + 20000), nullptr); /* its own, untouched, but for the managed ones */
        CUDA(cudaSetDevice(0));
    }
    changed[11] = 55 + 10 * 7 + 1, changed[20] = 103, changed[21] = 4 + 4000, changed[22] = 500 + 2200 + 20000;
    check_values(out, changed, "after copies to symbols");
    return check_result();
}
