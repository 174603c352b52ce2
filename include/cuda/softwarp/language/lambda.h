/* Questions about extended lambdas (CUDA C++ Programming Guide, Extended Lambda Type Traits), and counters of a profiler.
 *
 * nvcc puts a type of its own in the place of an extended lambda's; here lambdas are what C++ says they are. A closure type
 * is one of a lambda for the device when functions of the device may name its operator, and functions of the host may
 * not: clang leaves out of an overload set what the function that asks cannot call, if there are others. So the operator
 * is asked for in a class with one operator more, by type. A generic lambda's operator has no type: it is none.
 *
 * Nothing tells __host__ __device__ from a lambda without either, which clang makes the same, nor a return type that is
 * written from one that is not: these two questions are answered with no. */
#ifndef SOFTWARP_LAMBDA_H
#define SOFTWARP_LAMBDA_H

struct sw_asks;
template <class L_> struct sw_asked : L_ {
    using L_::operator();
    __host__ __device__ void operator()(sw_asks *) const;
};
template <class L_, class M_> struct sw_sides {
    template <class T_> __host__ static char (&host(decltype(static_cast<M_>(&sw_asked<T_>::operator())) *))[2];
    template <class T_> __host__ static char (&host(...))[1];
    template <class T_> __device__ static char (&device(decltype(static_cast<M_>(&sw_asked<T_>::operator())) *))[2];
    template <class T_> __device__ static char (&device(...))[1];
    static constexpr bool value = sizeof(host<L_>(nullptr)) == 1 && sizeof(device<L_>(nullptr)) == 2;
};

/* "const char *sw_shown_type() [T_ = (lambda at file.cu:3:14)]": other classes have names. */
template <class T_> constexpr const char *sw_shown_type() { return __PRETTY_FUNCTION__; }
constexpr bool sw_begins(const char *text, const char *with) {
    return !*with || (*text == *with && sw_begins(text + 1, with + 1));
}
constexpr bool sw_ends_in(const char *text, char a, char b) {
    return text[0] && text[1] && ((text[0] == a && text[1] == b && !text[2]) || sw_ends_in(text + 1, a, b));
}
constexpr bool sw_shows_lambda(const char *text) {
    return sw_begins(text, "const char *sw_shown_type() [T_ = (lambda at ") && sw_ends_in(text, ')', ']');
}

template <class L_, bool is_lambda = sw_shows_lambda(sw_shown_type<L_>())> struct sw_is_device_lambda {
    template <class T_> static sw_sides<T_, decltype(&T_::operator())> sides(int);
    template <class T_> static sw_is_device_lambda<T_, false> sides(...);
    static constexpr bool value = decltype(sides<L_>(0))::value;
};
template <class L_> struct sw_is_device_lambda<L_, false> { static constexpr bool value = false; };
template <class L_> struct sw_is_device_lambda<const L_, false> : sw_is_device_lambda<L_> {};
template <class L_> struct sw_is_device_lambda<volatile L_, false> : sw_is_device_lambda<L_> {};
template <class L_> struct sw_is_device_lambda<const volatile L_, false> : sw_is_device_lambda<L_> {};

#define __nv_is_extended_device_lambda_closure_type(...) (::sw_is_device_lambda<__VA_ARGS__>::value)
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) false
#define __nv_is_extended_host_device_lambda_closure_type(...) false

/* Nobody counts. */
#define SW_COUNTER(name) SW_DEVICE unsigned int name(void) { return 0; }
SW_COUNTER(__pm0)
SW_COUNTER(__pm1)
SW_COUNTER(__pm2)
SW_COUNTER(__pm3)
#undef SW_COUNTER

#endif
