/* cuda::atomic and cuda::atomic_ref of every kind of type, in every scope, in device and host code: what each function
 * returns and leaves, against plain arithmetic. One thread; contention is contention.cu's matter. */
// SAME-OUTPUT
#include "../conformance.h"
#include "../rows.h"
#include <cuda/atomic>
#include <cuda/std/atomic>

struct Pair {
    short a, b;
    __host__ __device__ bool operator==(const Pair &other) const { return a == other.a && b == other.b; }
};
enum class Colour : unsigned char { red = 1, green = 2 };

/* Writes what happened, a number each. */
struct Log {
    double *at;
    template <class T> __host__ __device__ void operator()(T value) { *at++ = static_cast<double>(value); }
};

template <class A, class T> __host__ __device__ void common(A &a, T first, T second, Log &log)
{
    a.store(first);
    log(a.load() == first);
    log(a.exchange(second, cuda::memory_order_acq_rel) == first);
    T expected = first;
    log(a.compare_exchange_strong(expected, first));
    log(expected == second);
    log(a.compare_exchange_weak(expected, first, cuda::memory_order_release, cuda::memory_order_relaxed));
    log(static_cast<T>(a) == first);
    a = second;
    log(a.load(cuda::memory_order_acquire) == second);
    a.wait(first);
    a.notify_all();
    log(a.is_lock_free());
}

template <class A> __host__ __device__ void integers(A &a, Log &log)
{
    typedef typename A::value_type T;
    a.store(T(-3));
    log(a.fetch_add(T(5)));
    log(a.fetch_sub(T(7), cuda::memory_order_relaxed));
    log(a.fetch_min(T(-9)));
    log(a.fetch_min(T(-1)));
    log(a.fetch_max(T(-2)));
    log(a.fetch_max(T(100)));
    log(a.fetch_and(T(0x5a)));
    log(a.fetch_or(T(0x0f)));
    log(a.fetch_xor(T(0x33)));
    log(++a);
    log(a++);
    log(--a);
    log(a--);
    log(a += T(3));
    log(a -= T(9));
    log(a &= T(0x77));
    log(a |= T(0x08));
    log(a ^= T(0x11));
    log(a.load());
}

template <class A> __host__ __device__ void floats(A &a, Log &log)
{
    a.store(1.5f);
    log(a.fetch_add(2));
    log(a.fetch_sub(8));
    log(a += 0.25f);
    log(a -= 1);
    log(a.load());
}

template <cuda::thread_scope scope, class T> __host__ __device__ void integers_of(Log &log)
{
    struct { T before; cuda::atomic<T, scope> a; T after; } object;
    object.before = object.after = T(77);
    common(object.a, T(1), T(2), log);
    integers(object.a, log);
    T plain[3] = {T(55), T(0), T(66)};
    cuda::atomic_ref<T, scope> ref(plain[1]);
    common(ref, T(1), T(2), log);
    integers(ref, log);
    log(object.before == T(77) && object.after == T(77) && plain[0] == T(55) && plain[2] == T(66));
}

template <cuda::thread_scope scope> __host__ __device__ void all(Log &log)
{
    integers_of<scope, signed char>(log);
    integers_of<scope, unsigned>(log);
    integers_of<scope, long long>(log);
    cuda::atomic<float, scope> f(0);
    cuda::atomic<double, scope> d(0);
    common(f, 1.0f, -0.0f, log);
    common(d, 1.0, 2.0, log);
    floats(f, log);
    floats(d, log);
    cuda::atomic<Pair, scope> pair(Pair{1, 2});
    common(pair, Pair{3, 4}, Pair{5, -6}, log);
    cuda::atomic<Colour, scope> colour(Colour::red);
    common(colour, Colour::green, Colour::red, log);
    cuda::atomic<bool, scope> flag(true);
    common(flag, false, true, log);
    int array[8];
    cuda::atomic<int *, scope> pointer(array);
    common(pointer, array + 1, array + 2, log);
    pointer = array;
    log((pointer += 3) - array);
    log(pointer.fetch_sub(1) - array);
    log(++pointer - array);
    log(pointer-- - array);
    log((pointer -= 2) - array);
    volatile cuda::atomic<int, scope> changing(3);
    log(changing.fetch_add(1) + changing.load());
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, scope);
}

/* The other integers, in one scope. */
__host__ __device__ inline void others(Log &log)
{
    integers_of<cuda::thread_scope_device, unsigned short>(log);
    integers_of<cuda::thread_scope_device, int>(log);
    integers_of<cuda::thread_scope_device, unsigned long>(log);
}

__host__ __device__ inline void standard(Log &log)
{
    cuda::std::atomic<int> a(4);
    log(a.fetch_add(2) + a);
    cuda::std::atomic_uint u(1u);
    log(u--);
    cuda::std::atomic_flag flag(false);
    log(flag.test_and_set());
    log(flag.test());
    flag.clear();
    log(flag.test_and_set(cuda::std::memory_order_acquire));
    cuda::std::atomic_thread_fence(cuda::std::memory_order_acq_rel);
    cuda::std::atomic_signal_fence(cuda::std::memory_order_seq_cst);
}

enum { LINES = 1000 };

template <void did(Log &)> __global__ void on_device(double *out)
{
    Log log{out};
    did(log);
}

/* Device and host must say the same. */
template <void did(Log &)> static void compare(const char *name)
{
    std::vector<double> host(LINES, -1);
    DeviceArray<double> device(host);
    Log log{host.data()};
    did(log);
    EXPECT(log.at - host.data() < LINES);
    on_device<did><<<1, 1>>>(device);
    CHECK_LAUNCH();
    std::vector<double> got = device.host();
    for (int i = 0; i < LINES; i++) EXPECT_EQ(got[i], host[i]);
    print_row(name, got.data(), got.size());
}

int main()
{
    /* The functions of integers(), by hand. */
    const double expected[] = {-3, 2, -5, -9, -9, -2, 100, 64, 79, 125, 125, 125, 125, 127, 118, 118, 126, 111, 111};
    std::vector<double> host(LINES);
    Log log{host.data()};
    cuda::atomic<signed char> small(0);
    integers(small, log);
    EXPECT_EQ(log.at - host.data(), 19);
    for (int i = 0; i < 19; i++) EXPECT_EQ(host[i], expected[i]);

    log.at = host.data();
    standard(log);
    const double said[] = {10, 1, 0, 1, 0};
    for (int i = 0; i < 5; i++) EXPECT_EQ(host[i], said[i]);

    compare<all<cuda::thread_scope_system>>("system");
    compare<all<cuda::thread_scope_block>>("block");
    compare<others>("device");
    compare<standard>("std");
    return finish();
}
