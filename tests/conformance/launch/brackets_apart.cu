// FEW-WAYS
/* Launches whose brackets a formatter has moved apart, as nvcc takes them; what looks alike stays what it is. */
#include "../conformance.h"
#include <sstream>
#include <string>

template <class T> struct named { T value; };
template <class T> struct wrapped { T inner; };
template <class T> std::ostream &operator<<(std::ostream &out, const named<T> &n) { return out << n.value; }

template <class T> __global__ void put(T *to, T value) { to[blockIdx.x * blockDim.x + threadIdx.x] = value; }

int main() {
    int *to, got[8];
    CHECK(cudaMalloc(&to, sizeof got));
    put << <2, 1 << 2 >> > (to, 3);
    put<int> << < dim3(1), 4 >> >(to, 8 >> 1);
    CHECK(cudaMemcpy(got, to, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8; i++) EXPECT_EQ(got[i], i < 4 ? 4 : 3);
    put<<<1, 8>>>(to, 256 >> 4 >> 1);
    CHECK(cudaMemcpy(got, to, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8; i++) EXPECT_EQ(got[i], 8);
    wrapped<wrapped<wrapped<int>> > deep = {{{5}}};
    EXPECT_EQ(deep.inner.inner.inner, 5);
    EXPECT_EQ(std::string("k << <1, 1 >> >()").size(), size_t(17));
    std::ostringstream out;
    operator<< <int>(out, named<int>{7});
    EXPECT_EQ(out.str(), std::string("7"));
    return finish();
}
