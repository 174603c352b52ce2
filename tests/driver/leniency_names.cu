// Names that nvcc with g++ knows by -std=c++17 in a program without #include: typeof, and what <cmath> brings.
// RUN: %swcc -std=c++17 %s -o %t
// RUN: %run %t | FileCheck %s
// CHECK: 7 2 1 0 5.5

template <class T> __global__ void store(T *out)
{
    typeof(*out + 1.0f) x = 5;
    out[4] = x + 0.5f;
}

int main()
{
    float *out;
    int few[3] = {7, 2, 1};
    cudaMallocManaged(&out, 5 * sizeof *out);
    std::fill(out, out + 5, 0.0f);
    std::copy(few, few + 3, out);
    std::swap(few[0], few[1]);
    store<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%g %d %g %g %g\n", std::max(out[0], out[1]), few[0], std::min(out[1], out[2]), out[3], out[4]);
}
