// UNSUPPORTED: quick
// What goes wrong is thrown: no memory, a kernel's error, an error of the runtime's as std::error_code is one.
#include "../libraries.h"
#include <thrust/device_vector.h>
#include <thrust/for_each.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system_error.h>

struct Fault {
    __device__ void operator()(int &x) const { *reinterpret_cast<volatile int *>(8) = x; }
};

int main()
{
    bool thrown = false;
    try {
        thrust::device_vector<char> huge(1ull << 50);
    } catch (const std::bad_alloc &) {
        thrown = true;
    }
    EXPECT(thrown);
    cudaGetLastError();

    try {
        throw thrust::system_error(cudaErrorInvalidDevice, thrust::cuda_category(), "device 99");
    } catch (const thrust::system_error &error) {
        EXPECT_EQ(error.code().value(), static_cast<int>(cudaErrorInvalidDevice));
        EXPECT(strstr(error.what(), "device 99") != nullptr);
        EXPECT(error.code().category() == thrust::cuda_category());
    }

    thrust::device_vector<int> x(3, 1);
    thrown = false;
    try {
        thrust::for_each(x.begin(), x.end(), Fault());
        x[0] = 2;
    } catch (const thrust::system_error &error) {
        thrown = true;
        EXPECT_EQ(error.code().value(), static_cast<int>(cudaErrorIllegalAddress));
    }
    EXPECT(thrown);
    finish();
    fflush(stdout);
    _Exit(failures != 0); /* the context is lost, so that the vector cannot be freed */
}
