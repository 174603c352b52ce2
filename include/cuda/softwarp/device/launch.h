/* Launches from device code, as far as the compiler has to be told: clang refuses to name a kernel there. Where it does,
 * swcc puts the launch into a lambda of both sides (src/driver/repair/dynamic.c), in which clang only notes that, and says
 * it if it sees the lambda called. Here it is called by way of a constant, which clang does not look behind.
 *
 * The lambda is left as it is written until it has become a launch (src/transform/launches.c): the kernel is called in it
 * like a function, which to an optimiser it would be. */
#ifndef SOFTWARP_DEVICE_LAUNCH_H
#define SOFTWARP_DEVICE_LAUNCH_H

#pragma GCC system_header

#ifdef __CUDA_ARCH__
#define SW_AS_WRITTEN __attribute__((noinline, optnone))
#else
#define SW_AS_WRITTEN
#endif

/* Around the body of such a lambda, which captures what nobody has asked it to. */
#define SW_LAUNCHES                         \
    SW_AS_WRITTEN                           \
    _Pragma("clang diagnostic push")        \
    _Pragma("clang diagnostic ignored \"-Wc++20-extensions\"")
#define SW_LAUNCHED _Pragma("clang diagnostic pop")

/* Of these lambdas alone: clang counts lambdas by their parameters, and the host's side has fewer of these. */
struct __sw_side {};

template <class F_, class R_> struct __sw_behind {
    static __host__ __device__ SW_AS_WRITTEN R_ run(const F_ &f) { return f(__sw_side()); }
    static constexpr R_ (*call)(const F_ &) = &__sw_behind::run;
};

template <class F_> __host__ __device__ SW_ALWAYS_INLINE inline void __sw_launch(const F_ &f) {
    __sw_behind<F_, void>::call(f);
}

/* The lambda's value is a pointer to a kernel. */
template <class F_> __host__ __device__ SW_ALWAYS_INLINE inline auto __sw_kernel(const F_ &f) -> decltype(f(__sw_side())) {
    return __sw_behind<F_, decltype(f(__sw_side()))>::call(f);
}

/* One of several kernels of a name, or of a template's: what it is converted to says which. */
template <class F_, class T_> struct __sw_chosen {
    const F_ &f;
    __host__ __device__ T_ operator()(__sw_side side) const { return f(side, T_()); }
};

template <class R_, class... A_> using __sw_kernel_pointer = R_ (*)(A_...);

template <class F_> struct __sw_kernels {
    const F_ &f;
    template <class R_, class... A_> __host__ __device__ SW_ALWAYS_INLINE operator __sw_kernel_pointer<R_, A_...>() const {
        typedef __sw_kernel_pointer<R_, A_...> T_;
        return __sw_behind<__sw_chosen<F_, T_>, T_>::call(__sw_chosen<F_, T_>{f});
    }
};

template <class F_> __host__ __device__ SW_ALWAYS_INLINE inline __sw_kernels<F_> __sw_kernel_of(const F_ &f) { return {f}; }

#endif
