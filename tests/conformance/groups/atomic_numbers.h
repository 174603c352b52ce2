/* cuda::atomic and cuda::atomic_ref of numbers: every operation, by one thread, in device code and in host code. */
#ifndef ATOMIC_NUMBERS_H
#define ATOMIC_NUMBERS_H

#include "../conformance.h"
#include "../rows.h"
#include <cuda/atomic>

/* One thread after the other, so that every result is determined. */
template <class T, cuda::thread_scope Scope> __host__ __device__ void numbers(T *place, double *out)
{
    using atomic = cuda::atomic<T, Scope>;
    atomic &x = *reinterpret_cast<atomic *>(place);
    int n = 0;
    auto note = [&](double value) { out[n++] = value; };
    x = (T)5;
    note(x.exchange((T)7)), note(x.load(cuda::memory_order_acquire));
    x.store((T)9, cuda::memory_order_release), note((T)x);
    T expected = (T)8;
    note(x.compare_exchange_strong(expected, (T)1)), note(expected), note(x);
    note(x.compare_exchange_weak(expected, (T)12, cuda::memory_order_acq_rel, cuda::memory_order_relaxed)), note(x);
    note(x.fetch_add((T)30, cuda::memory_order_relaxed)), note(x.fetch_sub((T)2)), note(x);
    note(x++), note(++x), note(x--), note(--x), note(x += (T)4), note(x -= (T)3), note(x);
    note(x.fetch_min((T)60)), note(x.fetch_min((T)20)), note(x.fetch_max((T)19)), note(x.fetch_max((T)33)), note(x);
    if constexpr (std::is_integral<T>::value) {
        note(x.fetch_and((T)0x2f)), note(x.fetch_or((T)0x14)), note(x.fetch_xor((T)0x7)), note(x);
        note(x &= (T)0x3e), note(x |= (T)1), note(x ^= (T)0x11), note(x);
        x = (T)-1, note(x.fetch_add((T)2)), note(x), x = (T)0, note(x.fetch_sub((T)3)), note(x), note(x.fetch_min((T)2));
        note(x.fetch_max((T)-2)), note(x);
    }
    cuda::atomic_ref<T, Scope> ref(*place);
    ref = (T)3;
    note(ref.fetch_add((T)2)), note(ref.exchange((T)40)), note(ref.load()), note(ref++), note(*place), note(ref.is_lock_free());
    x.wait((T)1), x.notify_all();
}
enum { NUMBERS = 64 };
template <class T, cuda::thread_scope Scope> __global__ void numbers_on_device(T *place, double *out)
{
    numbers<T, Scope>(place, out);
}

template <class T, cuda::thread_scope Scope> static void check_numbers(const char *what)
{
    DeviceArray<T> place(2);
    DeviceArray<double> out(NUMBERS);
    alignas(8) T own[2] = {};
    double wanted[NUMBERS] = {};
    numbers<T, Scope>(own, wanted);
    numbers_on_device<T, Scope><<<1, 1>>>(place, out);
    CHECK_LAUNCH();
    std::vector<double> got = out.host();
    for (int i = 0; i < NUMBERS; i++)
        expect_equal(__FILE__, __LINE__, (what + (", result " + show(i))).c_str(), got[i], wanted[i]);
    print_row(what, got.data(), NUMBERS);
}

#endif
