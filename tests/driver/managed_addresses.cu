// Where a managed variable lies is known when the program runs: no device variable can start with its address. The error
// stands where the variable is; a __device__ variable has no place, so its error stands where the managed one is.
// RUN: not %swcc -c %s -o %t.o -DWRONG 2>&1 | FileCheck %s
// RUN: %if !quick %{ not %swcc -O0 -c %s -o %t.o -DWRONG 2>&1 | FileCheck %s %}
// RUN: %swcc %s -o %t && %run %t
// RUN: %if !quick %{ %swcc -O0 -rdc=true %s -o %t && %run %t %}
#include <initializer_list>

struct Pair { int *pointer, number; };
// CHECK-DAG: managed_addresses.cu:[[@LINE+1]]: error: dynamic initialization is not supported for the device variable 'of_device': its value contains the address of 'number', which is __managed__
__managed__ int number = 3;
__managed__ int numbers[4] = {0, 1, 2, 3};
__managed__ Pair pair;
__device__ int device = 5;
__constant__ int constant = 6;
__device__ int twice(int x) { return 2 * x; }
#ifdef WRONG
__device__ int *of_device = &number;
// CHECK-DAG: managed_addresses.cu:[[@LINE+1]]: error: dynamic initialization is not supported for the device variable 'of_managed': its value contains the address of 'numbers', which is __managed__
__managed__ int *of_managed = numbers + 1;
// CHECK-DAG: managed_addresses.cu:[[@LINE+1]]: error: {{.*}} 'of_constant': its value contains the address of 'pair'
__constant__ int *of_constant = &pair.number;
// CHECK-DAG: managed_addresses.cu:[[@LINE+1]]: error: {{.*}} 'element': its value contains the address of 'number'
__managed__ int *element[2] = {nullptr, &number};
// CHECK-DAG: managed_addresses.cu:[[@LINE+1]]: error: {{.*}} 'member': its value contains the address of 'number'
__managed__ Pair member = {&number, 1};
// CHECK-DAG: managed_addresses.cu:[[@LINE+1]]: error: {{.*}} 'reference': its value contains the address of 'number'
__managed__ int &reference = number;
// CHECK-DAG: managed_addresses.cu:[[@LINE+1]]: error: {{.*}} 'itself': its value contains the address of 'itself'
__managed__ void *itself = &itself;
// CHECK-DAG: managed_addresses.cu:[[@LINE+1]]: error: {{.*}} 'as_number': its value contains the address of 'number'
__managed__ unsigned long as_number = (unsigned long)&number;
struct Made { int *pointer; constexpr Made() : pointer(&number) {} };
// CHECK-DAG: managed_addresses.cu:[[@LINE+1]]: error: {{.*}} 'made': its value contains the address of 'number'
__managed__ Made made;
constexpr Pair behind = {&number, 1};
// CHECK-DAG: managed_addresses.cu:[[@LINE+1]]: error: {{.*}} 'indirect': its value contains the address of 'number'
__managed__ const Pair *indirect = &behind;
#else
__managed__ int *to_device = &device, *to_constant = &constant;
__managed__ int (*to_function)(int) = twice;
__device__ int *device_too = &device;
__managed__ long distance = &numbers[3] - &numbers[1];
int *of_host = &number;
__managed__ int results[8];
constexpr Pair first = {&number, 1}, second = {&numbers[2], 2}; /* nvcc has no such constants */
static constexpr const Pair *pairs[] = {&first, &second};
__global__ void read(int which)
{
    results[6] = *pairs[which]->pointer + pairs[which]->number;
    results[0] = *to_device, results[1] = *to_constant, results[2] = to_function(*device_too), results[3] = distance;
    __shared__ int *later;
    later = &number, results[4] = *later;
    int digits = 0;
    for (const auto &list : {std::initializer_list<int *>{&number, &device}, {&numbers[2], &number, &numbers[3]}})
        for (int *at : list) digits = 10 * digits + *at;
    results[5] = digits;
}
#endif
int main()
{
#ifndef WRONG
    *of_host = 7, numbers[2] = 8;
    read<<<1, 1>>>(1);
    if (cudaDeviceSynchronize()) return 2;
    return results[0] != 5 || results[1] != 6 || results[2] != 10 || results[3] != 2 || results[4] != 7 ||
           results[5] != 75873 || results[6] != 10;
#endif
}
