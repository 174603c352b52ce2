__device__ int plus_forty(int n) { return n + 40; }
