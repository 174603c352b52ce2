__device__ int squared;
__device__ int square(int x) { return x * x + squared; }
