// Alias templates of the C++ library's classes deduce their arguments in host code, where the guides for device code would be
// others of the same kind to clang; a file that does not so has these.
// RUN: %swcc -std=c++20 -Werror=all-warnings %s -o %t 2>&1 | count 0 && %run %t
// RUN: %swcc -std=c++20 -Werror=all-warnings -DIN_KERNEL %s -o %t 2>&1 | count 0 && %run %t
#include <array>
#include <tuple>
#include <utility>

template <class T, std::size_t N> using row = std::array<T, N>;
template <class T> using counted = std::pair<T, int>;
template <class... T> using all = std::tuple<T...>;

__global__ void kernel(int *to) {
#ifdef IN_KERNEL
    std::array a{1, 2};
    std::pair b(3, 4);
    *to = a[1] + b.first;
#else
    *to = 5;
#endif
}

int main() {
    int *to, sum = 5;
    cudaMallocManaged(&to, sizeof *to);
#ifndef IN_KERNEL
    row a{1, 2};
    counted b(1, 2);
    all c(1, 2.0);
    sum = a[1] + b.first + (int)std::get<1>(c);
#endif
    kernel<<<1, 1>>>(to);
    cudaDeviceSynchronize();
    return *to != sum;
}
