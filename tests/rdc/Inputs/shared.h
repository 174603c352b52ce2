#ifndef SHARED_H
#define SHARED_H
/* Defined in functions.cu, used from other translation units. */
struct Animal {
    __device__ virtual ~Animal();
    __device__ virtual int legs() const = 0;
};
struct Spider : Animal {
    __device__ int legs() const override;
};
extern __device__ int table[4];
extern __constant__ float factor;
extern __managed__ int calls;
__device__ int square(int x);
__device__ int factorial(int n);
__device__ int sum_over_block(int value);
typedef int (*Operation)(int);
extern __device__ Operation operation;
__global__ void library_kernel(int *out);
int host_helper(int x);
#endif
