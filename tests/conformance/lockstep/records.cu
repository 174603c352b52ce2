// Records: arrays of structures and of CUDA's vectors, members of every width, structures by value and as a whole,
// unions, bit fields, volatile members.
#include "../conformance.h"

struct Pair { int a; float b; };
struct Triple { short x, y, z; };
struct Mixed { char tag; double value; unsigned char flags[3]; short number; };
struct Colour { unsigned char r, g, b; };
struct Nested { Pair pairs[2]; Triple triple; float2 place; };
struct Fields { unsigned low : 5, middle : 11, high : 16; };
struct Long { long long values[9]; };
struct __attribute__((packed)) Packed { char c; int i; short s; };
union Word { float f; unsigned u; unsigned char bytes[4]; };

static const unsigned count = 1003;

/* All that a thread does to its own records; the CPU does the same. */
struct Arrays {
    Pair *pair;
    Triple *triple;
    Mixed *mixed;
    Colour *colour;
    Nested *nested;
    Fields *fields;
    Long *numbers;
    Packed *packed;
    Word *word;
    float4 *four;
    float3 *three;
    short2 *two;
    uchar4 *bytes;
    double2 *doubles;
    int4 *ints;
};

static __host__ __device__ Pair swapped(Pair p)
{
    return {(int)p.b, (float)p.a};
}

static __host__ __device__ Long turned(const Long &from, unsigned by)
{
    Long to;
    for (unsigned k = 0; k < 9; k++)
        to.values[k] = from.values[(k + by) % 9];
    return to;
}

static __host__ __device__ void fill(Arrays a, unsigned i)
{
    a.pair[i] = {(int)i, i * 0.5f};
    a.triple[i] = {(short)i, (short)-i, (short)(i * 3)};
    a.mixed[i] = {(char)i, i * 1.25, {(unsigned char)i, (unsigned char)(i >> 2), 7}, (short)(i - 500)};
    a.colour[i] = {(unsigned char)i, (unsigned char)(i * 2), (unsigned char)(i * 3)};
    a.nested[i] = {{{(int)i, 1.0f}, {2, (float)i}}, {1, 2, (short)i}, make_float2(i, -3.0f)};
    a.fields[i].low = i;
    a.fields[i].middle = i * 3;
    a.fields[i].high = i * 7;
    for (unsigned k = 0; k < 9; k++)
        a.numbers[i].values[k] = (long long)i * k;
    a.packed[i] = {(char)i, (int)(i * 100000), (short)(i * 2)};
    a.word[i].u = i * 0x01010101u;
    a.four[i] = make_float4(i, i + 1, i + 2, i + 3);
    a.three[i] = make_float3(i, 2 * i, 3 * i);
    a.two[i] = make_short2(i, -i);
    a.bytes[i] = make_uchar4(i, i + 1, i + 2, i >> 3);
    a.doubles[i] = make_double2(i, 1.0 + i);
    a.ints[i] = make_int4(i, i * 2, i * 3, i * 4);
}

static __host__ __device__ void change_own(Arrays a, unsigned i)
{
    if (i % 3 == 0)
        a.pair[i] = swapped(a.pair[i]);
    a.triple[i].y += a.triple[i].x;
    a.mixed[i].flags[i % 3] ^= 0x80;
    a.mixed[i].value *= 2;
    unsigned char red = a.colour[i].r;
    a.colour[i].r = a.colour[i].b;
    a.colour[i].b = red;
    a.nested[i].pairs[i & 1].b += a.nested[i].place.x;
    a.nested[i].triple.z -= 4;
    a.fields[i].middle += a.fields[i].low;
    if (i % 2)
        a.fields[i].high ^= 0x5555;
    a.numbers[i] = turned(a.numbers[i], i % 9);
    a.packed[i].i -= a.packed[i].s;
    a.word[i].bytes[i % 4] = 1;
    float4 four = a.four[i];
    a.four[i] = make_float4(four.w, four.z, four.y, four.x + (i % 5 ? four.w : 1.0f));
    a.three[i].y = a.three[i].x + a.three[i].z;
    a.two[i] = make_short2(a.two[i].y, a.two[i].x);
    uchar4 bytes = a.bytes[i];
    bytes.y = bytes.x + bytes.w;
    if (i % 7 != 2)
        a.bytes[i] = bytes;
    a.doubles[i].x += a.doubles[i].y;
    int4 ints = a.ints[i];
    if (ints.x % 4 == 1)
        ints = make_int4(ints.w, ints.x, 0, ints.y);
    a.ints[i] = ints;
}

__global__ void fill_all(Arrays a)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        fill(a, i);
}

__global__ void change_all(Arrays a)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        change_own(a, i);
}

/* From one end to the other: whole records, by a number that goes down. */
__global__ void mirror(Arrays from, Arrays to)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, other = count - 1 - i;
    if (i >= count)
        return;
    to.pair[other] = from.pair[i];
    to.triple[other] = from.triple[i];
    to.mixed[i] = from.mixed[other];
    to.colour[i] = from.colour[other];
    to.nested[other] = from.nested[i];
    to.fields[other] = from.fields[i];
    to.numbers[i] = from.numbers[other];
    to.packed[other] = from.packed[i];
    to.word[i] = from.word[other];
    to.four[other] = from.four[i];
    to.three[i] = from.three[other];
    to.two[other] = from.two[i];
    to.bytes[i] = from.bytes[other];
    to.doubles[other] = from.doubles[i];
    to.ints[i] = from.ints[other];
}

/* Structures as parameters by value, as results, in shared memory, and volatile. */
__global__ void shared_records(const Nested *from, Nested *to, Nested extra, unsigned n)
{
    __shared__ Nested cells[100];
    __shared__ volatile int ready[100];
    unsigned i = threadIdx.x;
    cells[i] = from[i];
    ready[i] = (int)i + 1;
    __syncthreads();
    Nested mine = cells[(i + 1) % n];
    volatile Pair *pair = &cells[i].pairs[0];
    int seen = ready[(i + 2) % n];
    __syncthreads();
    pair->a = pair->a + seen;
    pair->b = 2.0f;
    mine.pairs[0].a += extra.pairs[i & 1].a + pair->a;
    mine.triple = i % 2 ? extra.triple : mine.triple;
    mine.place.y = pair->b;
    to[i] = mine;
}

static Arrays allocate(bool on_device)
{
    Arrays a;
    auto get = [&](auto *&at) {
        size_t size = count * sizeof *at;
        void *memory = on_device ? nullptr : malloc(size);
        if (on_device)
            CHECK(cudaMalloc(&memory, size));
        on_device ? (void)CHECK(cudaMemset(memory, 0, size)) : (void)memset(memory, 0, size);
        at = (std::remove_reference_t<decltype(at)>)memory;
    };
    get(a.pair), get(a.triple), get(a.mixed), get(a.colour), get(a.nested), get(a.fields), get(a.numbers), get(a.packed);
    get(a.word), get(a.four), get(a.three), get(a.two), get(a.bytes), get(a.doubles), get(a.ints);
    return a;
}

template <class T, class Equal> static void compare(const char *what, const T *device, const T *host, bool mirrored, Equal equal)
{
    std::vector<T> got(count);
    CHECK(cudaMemcpy(got.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < count; i++)
        if (!equal(got[i], host[mirrored ? count - 1 - i : i]))
            report(__FILE__, __LINE__, Words(what) + " " + show(i) + (mirrored ? " (mirrored)" : ""));
}

/* Members, because what lies between them may differ. */
static void compare_all(const Arrays &d, const Arrays &h, bool mirrored)
{
#define SAME(name, ...) compare(#name, d.name, h.name, mirrored, [](const auto &a, const auto &b) { return __VA_ARGS__; })
    SAME(pair, a.a == b.a && a.b == b.b);
    SAME(triple, a.x == b.x && a.y == b.y && a.z == b.z);
    SAME(mixed, a.tag == b.tag && a.value == b.value && !memcmp(a.flags, b.flags, 3) && a.number == b.number);
    SAME(colour, a.r == b.r && a.g == b.g && a.b == b.b);
    SAME(nested, !memcmp(a.pairs, b.pairs, sizeof a.pairs) && !memcmp(&a.triple, &b.triple, sizeof a.triple) &&
                     a.place.x == b.place.x && a.place.y == b.place.y);
    SAME(fields, a.low == b.low && a.middle == b.middle && a.high == b.high);
    SAME(numbers, !memcmp(&a, &b, sizeof a));
    SAME(packed, !memcmp(&a, &b, sizeof a));
    SAME(word, a.u == b.u);
    SAME(four, a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w);
    SAME(three, a.x == b.x && a.y == b.y && a.z == b.z);
    SAME(two, a.x == b.x && a.y == b.y);
    SAME(bytes, a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w);
    SAME(doubles, a.x == b.x && a.y == b.y);
    SAME(ints, a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w);
#undef SAME
}

static void check_shared_records(const Arrays &h)
{
    const unsigned n = 100;
    DeviceArray<Nested> from(std::vector<Nested>(h.nested, h.nested + n)), to(n);
    Nested extra = {{{100, 1.0f}, {200, 2.0f}}, {7, 8, 9}, {0.0f, 0.0f}};
    shared_records<<<1, n>>>(from.at, to.at, extra, n);
    CHECK_LAUNCH();
    std::vector<Nested> got(n);
    CHECK(cudaMemcpy(got.data(), to.at, n * sizeof(Nested), cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < n; i++) {
        const Nested &next = h.nested[(i + 1) % n];
        int own = h.nested[i].pairs[0].a + (int)((i + 2) % n) + 1;
        EXPECT_EQ(got[i].pairs[0].a, next.pairs[0].a + extra.pairs[i & 1].a + own);
        EXPECT_EQ(got[i].pairs[1].b, next.pairs[1].b);
        EXPECT_EQ(got[i].triple.z, i % 2 ? 9 : next.triple.z);
        EXPECT_EQ(got[i].place.x, next.place.x);
        EXPECT_EQ(got[i].place.y, 2.0f);
    }
}

int main()
{
    Arrays device = allocate(true), turned_round = allocate(true), host = allocate(false);
    for (unsigned i = 0; i < count; i++)
        fill(host, i);
    fill_all<<<(count + 127) / 128, 128>>>(device);
    CHECK_LAUNCH();
    compare_all(device, host, false);
    for (unsigned i = 0; i < count; i++)
        change_own(host, i);
    change_all<<<(count + 98) / 99, 99>>>(device);
    CHECK_LAUNCH();
    compare_all(device, host, false);
    mirror<<<(count + 255) / 256, 256>>>(device, turned_round);
    CHECK_LAUNCH();
    compare_all(turned_round, host, true);
    check_shared_records(host);
    return finish();
}
