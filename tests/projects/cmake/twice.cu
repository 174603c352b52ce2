extern __device__ int square(int x);
__device__ int twice_square(int x) { return 2 * square(x); }
