// The script's printers of vector types and of small floating-point types.
// REQUIRES: gdb
// RUN: %swcc -g -G %s -o %t
// RUN: %gdb-lines
// RUN: env SOFTWARP_THREADS=1 %gdb %t 2>&1 | FileCheck %s
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp8.h>

__global__ void kernel(float *p)
{
    float4 f4 = make_float4(1, 2.5f, -3, 4);
    uchar2 c2 = make_uchar2(1, 255);
    longlong3 l3 = make_longlong3(1, -2, 3);
    dim3 d(4, 5);
    int1 one = make_int1(7);
    double2 many[2] = {{1, 2}, {3, 4.5}};
    __half h = __float2half(-1.5f), huge = __ushort_as_half(0x7c00), small = __ushort_as_half(1);
    __half2 h2 = __floats2half2_rn(0.5f, 65504.0f);
    __nv_bfloat16 b = __float2bfloat16(3.140625f);
    __nv_fp8_e4m3 e4(448.0f);
    __nv_fp8_e5m2 e5(-0.25f);
    __nv_fp8x2_e4m3 pair(make_float2(1.5f, -448.0f));
    __nv_fp8x4_e5m2 four(make_float4(0.5f, -2.0f, 57344.0f, 0.0f));
    __nv_fp6_e3m2 e3(-28.0f);
    __nv_fp6_e2m3 e2(0.125f);
    __nv_fp4_e2m1 e1(-1.5f);
    __nv_fp8_e8m0 e0(0.25f);
    __nv_fp6x2_e3m2 pair6(make_float2(-0.0625f, 5.0f));
    __nv_fp4x4_e2m1 four4(make_float4(0.5f, -6.0f, 3.0f, 0.0f));
    *p = f4.x + c2.x + l3.x + d.x + one.x + many[0].x + __half2float(h) + __half2float(huge) + __half2float(small) +
         __low2float(h2) + __bfloat162float(b) + float(e4) + float(e5) + float2(pair).x +
         float4(four).x + float(e3) + float(e2) + float(e1) + float(e0) + float2(pair6).x + float4(four4).x;
}

int main()
{
    float *p;
    cudaMallocManaged(&p, sizeof *p);
    kernel<<<1, 1>>>(p);
    cudaDeviceSynchronize();
}

// GDB: break types.cu:35
// GDB: run
// GDB: print f4
// CHECK: = (1, 2.5, -3, 4)
// GDB: print c2
// CHECK-NEXT: = (1 '\001', 255 '\377')
// GDB: print l3
// CHECK-NEXT: = (1, -2, 3)
// GDB: print d
// CHECK-NEXT: = (4, 5, 1)
// GDB: print one
// CHECK-NEXT: = (7)
// GDB: print many
// CHECK-NEXT: = {(1, 2), (3, 4.5)}
// GDB: print many[1].y
// CHECK-NEXT: = 4.5
// GDB: print h
// CHECK-NEXT: = -1.5
// GDB: print huge
// CHECK-NEXT: = inf
// GDB: print small
// CHECK-NEXT: = 5.96046448e-08
// GDB: print h2
// CHECK-NEXT: = (0.5, 65504)
// GDB: print b
// CHECK-NEXT: = 3.140625
// GDB: print e4
// CHECK-NEXT: = 448
// GDB: print e5
// CHECK-NEXT: = -0.25
// GDB: print blockDim
// CHECK-NEXT: = (1, 1, 1)
// GDB: print pair
// CHECK-NEXT: = (1.5, -448)
// GDB: print four
// CHECK-NEXT: = (0.5, -2, 57344, 0)
// GDB: print e3
// CHECK-NEXT: = -28
// GDB: print e2
// CHECK-NEXT: = 0.125
// GDB: print e1
// CHECK-NEXT: = -1.5
// GDB: print e0
// CHECK-NEXT: = 0.25
// GDB: print pair6
// CHECK-NEXT: = (-0.0625, 5)
// GDB: print four4
// CHECK-NEXT: = (0.5, -6, 3, 0)
