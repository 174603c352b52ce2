/* Every header name of CUDA that a program may include, by itself or after others, and twice. */
#include <device_launch_parameters.h>
#include <vector_functions.h>
#include <vector_types.h>
#include <builtin_types.h>
#include <host_defines.h>
#include <driver_types.h>
#include <cuda_runtime_api.h>
#include <device_functions.h>
#include <device_atomic_functions.h>
#include <sm_20_atomic_functions.h>
#include <sm_20_intrinsics.h>
#include <sm_30_intrinsics.h>
#include <sm_32_atomic_functions.h>
#include <sm_32_intrinsics.h>
#include <sm_35_atomic_functions.h>
#include <sm_35_intrinsics.h>
#include <sm_60_atomic_functions.h>
#include <sm_61_intrinsics.h>
#include <math_constants.h>
#include <math_functions.h>
#include <common_functions.h>
#include <device_double_functions.h>
#include <device_types.h>
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda_profiler_api.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuComplex.h>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <iostream>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>
#include "../check.h"

__global__ void constants(double *out) {
    out[0] = CUDART_PI;
    out[1] = CUDART_INF_F;
    out[2] = CUDART_NAN;
    out[3] = CUDART_LN2_HI + CUDART_LN2_LO;
    out[4] = CUDART_SQRT_TWO_F;
    out[5] = CUDART_MAX_NORMAL_F;
}

int main() {
    static_assert(CUDA_VERSION >= 12000 && CUDART_VERSION >= 12000, "version of the API");
    static_assert(__CUDACC_VER_MAJOR__ >= 12, "version of the compiler");
    double *out = managed<double>(6);
    constants<<<1, 1>>>(out);
    FINISH();
    CHECK_EQUAL(3.14159265358979323846, out[0]);
    CHECK(out[1] > 1e308);
    CHECK(out[2] != out[2]);
    CHECK_EQUAL(0.69314718055994530942, out[3]);
    CHECK_EQUAL((double)1.41421356f, out[4]);
    CHECK_EQUAL((double)3.40282347e38f, out[5]);
    return check_result();
}
