/* `__shared__ alignas(16) T x[n]`, which nvcc accepts and clang's grammar does not: it wants alignas before every other
 * specifier.
 *
 * So alignas becomes GNU's attribute, which may stand anywhere. Its argument, unlike alignas's, is always a number: the
 * two functions below make one of types and of values alike. What is lost is an argument with a bare `>` in it, such as
 * alignas(a > b ? a : b), which needs parentheses.
 */
#ifndef SOFTWARP_ALIGNAS_H
#define SOFTWARP_ALIGNAS_H

#pragma GCC system_header

template <__SIZE_TYPE__... n> struct sw_largest;
template <__SIZE_TYPE__ n> struct sw_largest<n> { static constexpr __SIZE_TYPE__ value = n; };
template <__SIZE_TYPE__ m, __SIZE_TYPE__ n, __SIZE_TYPE__... rest> struct sw_largest<m, n, rest...> {
    static constexpr __SIZE_TYPE__ value = sw_largest<(m > n ? m : n), rest...>::value;
};
template <typename... T_> __host__ __device__ constexpr __SIZE_TYPE__ sw_alignment() {
    return sw_largest<1, alignof(T_)...>::value;
}
template <__SIZE_TYPE__... n> __host__ __device__ constexpr __SIZE_TYPE__ sw_alignment() {
    return sw_largest<1, n...>::value;
}

#define alignas(...) __attribute__((aligned(sw_alignment<__VA_ARGS__>())))

#endif
