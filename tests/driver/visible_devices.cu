// CUDA_VISIBLE_DEVICES chooses among SOFTWARP_DEVICES, by number or UUID, in its order, as in CUDA: what names no device
// ends the list, what comes twice leaves none.
// RUN: %swcc %s -o %t
// RUN: env SOFTWARP_DEVICES=4 %run %t > %t.all
// RUN: FileCheck --check-prefix=ALL %s < %t.all
// RUN: env SOFTWARP_DEVICES=4 CUDA_VISIBLE_DEVICES=2,0 %run %t | FileCheck --check-prefix=TWO %s
// RUN: env SOFTWARP_DEVICES=4 CUDA_VISIBLE_DEVICES=" 2gpu, 0" %run %t | FileCheck --check-prefix=TWO %s
// RUN: env SOFTWARP_DEVICES=4 CUDA_VISIBLE_DEVICES=1,4,2 %run %t | FileCheck --check-prefix=ONE %s
// RUN: env SOFTWARP_DEVICES=4 CUDA_VISIBLE_DEVICES=1,-1,2 %run %t | FileCheck --check-prefix=ONE %s
// RUN: env SOFTWARP_DEVICES=4 CUDA_VISIBLE_DEVICES=1,1 %run %t 2> %t.txt | FileCheck --check-prefix=NONE %s
// RUN: FileCheck --check-prefix=TWICE %s < %t.txt
// RUN: env SOFTWARP_DEVICES=4 CUDA_VISIBLE_DEVICES= %run %t | FileCheck --check-prefix=NONE %s
// RUN: env SOFTWARP_DEVICES=4 CUDA_VISIBLE_DEVICES=-1 %run %t | FileCheck --check-prefix=NONE %s
// RUN: env SOFTWARP_DEVICES=4 CUDA_VISIBLE_DEVICES=$(sed -n 's/^place 1: //p' %t.all) %run %t | FileCheck --check-prefix=ONE %s
// RUN: env SOFTWARP_DEVICES=4 CUDA_VISIBLE_DEVICES=$(sed -n 's/^place 1: \(.\{20\}\).*/\1/p' %t.all),GPU-,0 %run %t | FileCheck --check-prefix=ONE %s
// RUN: env SOFTWARP_DEVICES=4 CUDA_VISIBLE_DEVICES=GPU- %run %t 2>&1 | FileCheck --check-prefix=NONE %s
// `softwarp info` tells the UUIDs.
// RUN: env SOFTWARP_DEVICES=4 %softwarp info > %t.info
// RUN: env SOFTWARP_DEVICES=4 CUDA_VISIBLE_DEVICES=$(sed -n 's/^  UUID *//p' %t.info | sed -n 2p) %run %t | FileCheck --check-prefix=ONE %s
// RUN: env SOFTWARP_DEVICES=4 CUDA_VISIBLE_DEVICES=$(sed -n 's/^  UUID *\(.\{20\}\).*/\1/p' %t.info | sed -n 2p) %softwarp info | FileCheck --check-prefix=INFO %s
#include <cstdio>
__global__ void set(int *to) { *to = 7; }

int main()
{
    int count = -1;
    cudaError_t error = cudaGetDeviceCount(&count);
    printf("%d devices, %s\n", count, cudaGetErrorName(error));
    for (int device = 0; device < count; device++) {
        cudaDeviceProp p;
        int *to, value = 0;
        cudaSetDevice(device);
        cudaGetDeviceProperties(&p, device);
        printf("place %d: GPU-", p.pciDeviceID);
        for (int i = 0; i < 16; i++)
            printf("%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", (unsigned char)p.uuid.bytes[i]);
        cudaMalloc(&to, sizeof *to);
        set<<<1, 1>>>(to);
        cudaMemcpy(&value, to, sizeof value, cudaMemcpyDefault);
        printf("\nvalue %d\n", value);
    }
    printf("%s\n", cudaGetErrorName(cudaSetDevice(count > 0 ? count : 0)));
}
// ALL: 4 devices, cudaSuccess
// ALL: place 3:
// TWO: 2 devices, cudaSuccess
// TWO-NEXT: place 2:
// TWO-NEXT: value 7
// TWO-NEXT: place 0:
// TWO-NEXT: value 7
// TWO-NEXT: cudaErrorInvalidDevice
// ONE: 1 devices, cudaSuccess
// ONE-NEXT: place 1:
// ONE-NEXT: value 7
// ONE-NEXT: cudaErrorInvalidDevice
// NONE: devices, cudaErrorNoDevice
// NONE-NEXT: cudaErrorNoDevice
// TWICE: softwarp: CUDA_VISIBLE_DEVICES=1,1 leaves no device; there are 4 (SOFTWARP_DEVICES)
// INFO: Device 0 (0000:00:01.0):
// INFO-NEXT: UUID GPU-{{[0-9a-f]+-[0-9a-f]+-[0-9a-f]+-[0-9a-f]+-[0-9a-f]+$}}
// INFO-NOT: Device
