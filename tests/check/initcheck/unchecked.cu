// What a kernel without hooks could have written counts as written: by its arguments and structures of them, by pointers in
// memory, by device and constant variables, on the device heap, in arrays. What it has no way to is told.
// RUN: rm -rf %t.d && split-file %s %t.d
// RUN: %swcc --check -c %t.d/main.cu -o %t.main.o
// RUN: %swcc -c %t.d/other.cu -o %t.other.o
// RUN: %swcc %t.main.o %t.other.o -o %t
// RUN: %softwarp check --tool initcheck --allow-unchecked %t > %t.txt 2>&1
// RUN: FileCheck --implicit-check-not=Uninitialized %s < %t.txt
// CHECK: Uninitialized __global__ memory read of size 4 bytes
// CHECK-NEXT: at read(int*, int const*, int)
// CHECK: (64 times)
// CHECK: ERROR SUMMARY: 1 error,

//--- other.h
#include <cstdio>
struct node { int *values; node *next; };
struct by_value { char name[5]; int *values; };
void write_by_argument(int *values);
void write_by_structure(int *values);
void write_by_list(node *first);
void write_by_end(int *end);
void write_by_variable(int *values);
void write_by_constant(int *values);
void write_by_surface(cudaSurfaceObject_t surface);
void write_on_heap(int **where);

//--- other.cu
#include "other.h"
__device__ int *of_variable;
__constant__ int *of_constant;
__global__ void argument(int *values) { values[threadIdx.x] = 1; }
__global__ void structure(by_value s) { s.values[threadIdx.x] = 1; }
__global__ void list(node *first)
{
    for (; first; first = first->next)
        first->values[threadIdx.x] = 1;
}
__global__ void from_end(int *end) { end[-1 - (int)threadIdx.x] = 1; }
__global__ void variable() { of_variable[threadIdx.x] = 1; }
__global__ void constant() { of_constant[threadIdx.x] = 1; }
__global__ void texels(cudaSurfaceObject_t s) { surf2Dwrite(1, s, threadIdx.x * 4, 0); }
__global__ void heap(int **where)
{
    *where = (int *)malloc(256);
    for (int i = 0; i < 64; i++)
        (*where)[i] = 1;
}
void write_by_argument(int *values) { argument<<<1, 64>>>(values); }
void write_by_structure(int *values) { structure<<<1, 64>>>(by_value{"abcd", values}); }
void write_by_list(node *first) { list<<<1, 64>>>(first); }
void write_by_end(int *end) { from_end<<<1, 64>>>(end); }
void write_by_variable(int *values)
{
    cudaMemcpyToSymbol(of_variable, &values, sizeof values);
    variable<<<1, 64>>>();
}
void write_by_constant(int *values)
{
    cudaMemcpyToSymbol(of_constant, &values, sizeof values);
    constant<<<1, 64>>>();
}
void write_by_surface(cudaSurfaceObject_t s) { texels<<<1, 64>>>(s); }
void write_on_heap(int **where) { heap<<<1, 1>>>(where); }

//--- main.cu
#include "other.h"
__global__ void read(int *out, const int *values, int factor) { out[threadIdx.x] = factor * values[threadIdx.x]; }
__global__ void read_by(int *out, int **where) { out[threadIdx.x] = (*where)[threadIdx.x]; }

static int *out;
static int *fresh()
{
    int *values;
    cudaMalloc(&values, 256);
    return values;
}

int main()
{
    out = fresh();
    int *values = fresh(), *another = fresh(), *nobodys = fresh();
    write_by_argument(values);
    read<<<1, 64>>>(out, values, 1);
    write_by_structure(values = fresh());
    read<<<1, 64>>>(out, values, 1);
    write_by_end((values = fresh()) + 64);
    read<<<1, 64>>>(out, values, 1);
    write_by_variable(values = fresh());
    read<<<1, 64>>>(out, values, 1);
    write_by_constant(values = fresh());
    read<<<1, 64>>>(out, values, 1);

    node nodes[2], *list;
    cudaMalloc(&list, sizeof nodes);
    nodes[0] = {values = fresh(), list + 1};
    nodes[1] = {another, nullptr};
    cudaMemcpy(list, nodes, sizeof nodes, cudaMemcpyHostToDevice);
    write_by_list(list);
    read<<<1, 64>>>(out, values, 1);
    read<<<1, 64>>>(out, another, 1);

    int **where, texels[64];
    cudaMalloc(&where, sizeof *where);
    write_on_heap(where);
    read_by<<<1, 64>>>(out, where);

    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaMallocArray(&array, &format, 64, 1, cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t surface;
    cudaCreateSurfaceObject(&surface, &resource);
    write_by_surface(surface);
    cudaMemcpy2DFromArray(texels, 256, array, 0, 0, 256, 1, cudaMemcpyDeviceToHost);

    read<<<1, 64>>>(out, nobodys, 2);
    cudaDeviceSynchronize();
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
    puts(cudaGetErrorString(cudaGetLastError()));
}
