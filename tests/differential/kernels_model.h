/* The other half of what a generated program starts with (see kernels.h): what threads do together, done one by
 * one, and the buffers of kernel and model with their comparison. */
[[noreturn]] static inline void generators_fault(const char *what)
{
    printf("generator: %s\n", what);
    fflush(stdout);
    _Exit(3);
}

/* The values that the lanes of one warp bring to a warp function, and what the function makes of them for one lane. */
template <class V> struct Lanes {
    V value[32];
    u32 mask;

    template <class Fold> V fold(Fold both) const
    {
        V result = value[first_one(mask) - 1];
        for (i32 i = first_one(mask); i < 32; i++)
            if (mask >> i & 1)
                result = both(result, value[i]);
        return result;
    }
    u32 ballot() const
    {
        u32 result = 0;
        for (u32 i = 0; i < 32; i++)
            result |= (mask >> i & 1 && value[i] != 0 ? 1u : 0u) << i;
        return result;
    }
    bool any() const { return ballot() != 0; }
    bool all() const { return ballot() == mask; }
    u32 match(V key) const
    {
        u32 result = 0;
        for (u32 i = 0; i < 32; i++)
            result |= (mask >> i & 1 && value[i] == key ? 1u : 0u) << i;
        return result;
    }
    V get(u32 lane) const { return mask >> lane & 1 ? value[lane] : (V)0; }
    V sum() const { return fold([](V a, V b) { return add(a, b); }); }
    V least_of() const { return fold([](V a, V b) { return a < b ? a : b; }); }
    V most_of() const { return fold([](V a, V b) { return a > b ? a : b; }); }
    V all_bits() const { return fold([](V a, V b) { return (V)(a & b); }); }
    V any_bits() const { return fold([](V a, V b) { return (V)(a | b); }); }
    V odd_bits() const { return fold([](V a, V b) { return (V)(a ^ b); }); }
};

/* One block of a model: its threads' variables (S is made for the kernel), and what they do together. A Mask says which
 * threads are in the flow of control; those that have returned are `dead`. */
typedef std::vector<char> Mask;

template <class S> struct Model {
    std::vector<S> threads;
    bool backward;

    Model(u32 count, bool from_the_end) : threads(count), backward(from_the_end) {}
    Mask everyone() const { return Mask(threads.size(), 1); }

    template <class F> void each(const Mask &mask, F work)
    {
        const size_t n = threads.size();
        for (size_t k = 0; k < n; k++) {
            size_t i = backward ? n - 1 - k : k;
            if (mask[i] && !threads[i].dead)
                work(threads[i]);
        }
    }
    bool none(const Mask &mask) const
    {
        for (size_t i = 0; i < threads.size(); i++)
            if (mask[i] && !threads[i].dead)
                return false;
        return true;
    }
    template <class F> Mask where(const Mask &mask, F condition)
    {
        Mask result(threads.size());
        for (size_t i = 0; i < threads.size(); i++)
            result[i] = mask[i] && !threads[i].dead && condition(threads[i]);
        return result;
    }
    static void remove(Mask &from, const Mask &what)
    {
        for (size_t i = 0; i < from.size(); i++)
            from[i] = from[i] && !what[i];
    }
    /* Whether a barrier may be here: all threads that have not returned arrive, or none. */
    void barrier(const Mask &mask)
    {
        if (none(mask))
            return;
        for (size_t i = 0; i < threads.size(); i++)
            if (!mask[i] && !threads[i].dead)
                generators_fault("a barrier that not all threads reach");
    }
    template <class F, class Set> void barrier_reduce(const Mask &mask, F predicate, Set set)
    {
        barrier(mask);
        i32 count = 0, alive = 0;
        each(mask, [&](S &s) { alive++, count += predicate(s) != 0; });
        each(mask, [&](S &s) { set(s, count, alive); });
    }
    /* V: what each lane brings. set(thread, lanes) gets all of it. */
    template <class V, class M, class F, class Set> void warp(const Mask &mask, M lanes_of, F value, Set set)
    {
        for (size_t base = 0; base < threads.size(); base += 32) {
            Lanes<V> lanes[32];
            u32 there = 0;
            for (size_t i = base; i < threads.size() && i < base + 32; i++)
                if (mask[i] && !threads[i].dead)
                    there |= 1u << (i - base);
            for (u32 i = 0; i < 32; i++)
                if (there >> i & 1)
                    lanes[0].value[i] = value(threads[base + i]), lanes[i].mask = lanes_of(threads[base + i]);
            for (u32 i = 0; i < 32; i++) {
                if (!(there >> i & 1))
                    continue;
                if (!(lanes[i].mask >> i & 1) || (lanes[i].mask & ~there))
                    generators_fault("a warp function without some of its lanes");
                for (u32 k = 0; k < 32; k++)
                    if (lanes[i].mask >> k & 1 && lanes[k].mask != lanes[i].mask)
                        generators_fault("a warp function whose lanes disagree about the mask");
            }
            const Lanes<V> brought = lanes[0];
            for (u32 i = 0; i < 32; i++)
                if (there >> i & 1) {
                    Lanes<V> seen = brought;
                    seen.mask = lanes[i].mask;
                    set(threads[base + i], seen);
                }
        }
    }
};

/* ---- buffers: what a kernel reads and writes, once on the device and once for the model */
static u32 wrong_buffers;

template <class T> static bool same(const T &a, const T &b) { return a == b; }
static bool same(f32 a, f32 b) { return bits_of(a) == bits_of(b); }
static bool same(f64 a, f64 b) { return bits_of(a) == bits_of(b); }
static bool same(const Quad &a, const Quad &b)
{
    return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z) && same(a.w, b.w);
}
static bool same(const Pair &a, const Pair &b) { return a.x == b.x && a.y == b.y; }
static bool same(const Odd &a, const Odd &b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
static bool same(const f16 &a, const f16 &b) { return a.bits == b.bits; }
static bool same(const Truth &a, const Truth &b) { return a.x == b.x; }
static bool same(const Bag &a, const Bag &b) { return a.x == b.x; }
static bool same(const Bytes &a, const Bytes &b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }
static bool same(const Twice &a, const Twice &b) { return same(a.x, b.x) && same(a.y, b.y); }
static bool same(const Triple &a, const Triple &b) { return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z); }
static bool same(const Mixed &a, const Mixed &b)
{
    return same(a.x, b.x) && a.y == b.y && a.z == b.z && a.w == b.w;
}
static bool same(const Near &a, const Near &b)
{
    return fabsf(a.x - b.x) <= 4e-6f * fabsf(b.x) + 1e-6f || same(a.x, b.x);
}
static bool same(const NearDouble &a, const NearDouble &b)
{
    return fabs(a.x - b.x) <= 2e-14 * fabs(b.x) + 1e-14 || same(a.x, b.x);
}
static void show(f32 a) { printf("%.9g (%08x)", a, bits_of(a)); }
static void show(f64 a) { printf("%.17g (%016llx)", a, bits_of(a)); }
static void show(const Near &a) { show(a.x); }
static void show(const NearDouble &a) { show(a.x); }
template <class T> static void show(const T &a)
{
    printf("0x");
    for (size_t i = sizeof(T); i-- > 0;)
        printf("%02x", ((const u8 *)&a)[i]);
}

/* Contents of inputs: small and large, with many equal ones; floats in eighths. */
static void fill(i8 &a, u32 h) { a = (i8)(h & 1 ? h >> 3 : h >> 3 & 3); }
static void fill(u8 &a, u32 h) { a = (u8)(h & 1 ? h >> 3 : h >> 3 & 3); }
static void fill(i16 &a, u32 h) { a = (i16)(h & 1 ? h >> 3 : h >> 3 & 31); }
static void fill(u16 &a, u32 h) { a = (u16)(h & 1 ? h >> 3 : h >> 3 & 31); }
static void fill(i32 &a, u32 h) { a = h & 1 ? (i32)mix(h) : (i32)(h >> 3 & 63) - 20; }
static void fill(u32 &a, u32 h) { a = h & 1 ? mix(h) : h >> 3 & 63; }
static void fill(i64 &a, u32 h) { a = h & 1 ? (i64)((u64)mix(h) << 32 | h) : (i64)(h >> 3 & 63) - 20; }
static void fill(u64 &a, u32 h) { a = h & 1 ? (u64)mix(h) << 32 | h : h >> 3 & 63; }
static void fill(f32 &a, u32 h) { a = (f32)((i32)(h >> 3 & 4095) - 2048) / 8; }
static void fill(f64 &a, u32 h) { a = (f64)((i32)(h >> 3 & 65535) - 32768) / 8; }
static void fill(bool &a, u32 h) { a = h >> 3 & 1; }
static void fill(f16 &a, u32 h) { a = to_half((f32)((i32)(h >> 3 & 4095) - 2048) / (h & 1 ? 8 : 256)); }
static void fill(Truth &a, u32 h) { fill(a.x, h); }
static void fill(Bag &a, u32 h) { a.x = h; }
static void fill(Bytes &a, u32 h) { fill(a.x, h), fill(a.y, mix(h + 1)), fill(a.z, mix(h + 2)), fill(a.w, mix(h + 3)); }
static void fill(Twice &a, u32 h) { fill(a.x, h), fill(a.y, mix(h + 1)); }
static void fill(Near &, u32) {}
static void fill(NearDouble &, u32) {}
static void fill(Quad &a, u32 h) { fill(a.x, h), fill(a.y, mix(h + 1)), fill(a.z, mix(h + 2)), fill(a.w, mix(h + 3)); }
static void fill(Pair &a, u32 h) { fill(a.x, h), fill(a.y, mix(h + 1)); }
static void fill(Odd &a, u32 h) { fill(a.x, h), fill(a.y, mix(h + 1)), fill(a.z, mix(h + 2)); }
static void fill(Triple &a, u32 h) { fill(a.x, h), fill(a.y, mix(h + 1)), fill(a.z, mix(h + 2)); }
static void fill(Mixed &a, u32 h) { fill(a.x, h), fill(a.y, mix(h + 1)), fill(a.z, mix(h + 2)), fill(a.w, mix(h + 3)); }

#ifdef MODEL_ONLY
#define CALL(call)
#else
#define CALL(call) check_call(#call, (call))
static void check_call(const char *what, cudaError_t error)
{
    if (error == cudaSuccess)
        return;
    printf("%s: %s\n", what, cudaGetErrorName(error));
    fflush(stdout);
    _Exit(4);
}
#endif

template <class T> static void settle(std::vector<T> &) {}
static void settle(std::vector<Bag> &all)
{
    std::sort(all.begin(), all.end(), [](const Bag &a, const Bag &b) { return a.x < b.x; });
}

template <class T> struct Buffer {
    std::vector<T> start, forward, backward;
    T *device = nullptr;

    /* seed 0: all elements are `value`. */
    Buffer(size_t count, u32 seed, T value) : start(count)
    {
        memset((void *)start.data(), 0, count * sizeof(T));
        for (size_t i = 0; i < count; i++)
            if (seed)
                fill(start[i], mix((u32)i * 2654435761u + seed));
            else
                start[i] = value;
        forward = backward = start;
        CALL(cudaMalloc((void **)&device, count * sizeof(T)));
        CALL(cudaMemcpy(device, start.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    }
    ~Buffer() { CALL(cudaFree(device)); }
    Buffer(const Buffer &) = delete;
    T *model(bool from_the_end) { return from_the_end ? backward.data() : forward.data(); }

    void compare(const char *kernel, const char *name)
    {
        settle(forward);
        settle(backward);
        for (size_t i = 0; i < forward.size(); i++)
            if (!same(forward[i], backward[i])) {
                printf("%s: %s[%zu]\n", kernel, name, i);
                generators_fault("the order of threads matters");
            }
#ifndef MODEL_ONLY
        std::vector<T> got(start.size());
        CALL(cudaMemcpy(got.data(), device, got.size() * sizeof(T), cudaMemcpyDeviceToHost));
        settle(got);
        size_t wrong = 0, first = 0;
        for (size_t i = 0; i < got.size(); i++)
            if (!same(got[i], forward[i]) && !wrong++)
                first = i;
        if (!wrong)
            return;
        wrong_buffers++;
        printf("DIFFERS %s: %s[%zu] of %zu (%zu differ): device ", kernel, name, first, got.size(), wrong);
        show(got[first]);
        printf(", model ");
        show(forward[first]);
        printf("\n");
#endif
    }
};

static int finish()
{
    printf(wrong_buffers ? "%u buffers differ\n" : "ok\n", wrong_buffers);
    return wrong_buffers != 0;
}

/* ---- the kernels of a program begin here */
