// A host's thread may wait for a kernel while it holds stdout or stderr, or the dynamic loader's lock, as the
// constructor of a library does that is being loaded: what a fault says, and what a kernel prints, waits for none of
// them.
// RUN: %swcc -lineinfo %s -o %t -Xlinker -export-dynamic
// RUN: %swcc -DLIBRARY -shared -Xcompiler -fPIC %s -o %t.so
// RUN: %run %t stderr 2>&1 | FileCheck %s
// RUN: %run %t stdout 2>&1 | FileCheck %s
// RUN: %run %t loader %t.so 2>&1 | FileCheck %s
// RUN: %if !quick %{ env SOFTWARP_THREADS=1 %run %t loader %t.so 2>&1 | FileCheck %s %}
// RUN: %run %t print > %t.out
// RUN: FileCheck --check-prefix=PRINT %s < %t.out
// NO-GPU: it is about which locks the runtime takes; a GPU says nothing of an illegal access
#include <dlfcn.h>
#include <unistd.h>

#ifdef LIBRARY

__attribute__((constructor)) static void when_loaded() { ((void (*)())dlsym(RTLD_DEFAULT, "fail"))(); }

#else

#include <cstdio>
#include <cstring>

__global__ void store(int *at)
{
    at[threadIdx.x] = 1;
}

__global__ void talk(int lines)
{
    for (int i = 0; i < lines; i++)
        printf("%62d\n", i);
}

/* Long enough that a thread of the runtime meets the fault. */
static cudaError_t wait()
{
    usleep(100000);
    return cudaDeviceSynchronize();
}

extern "C" void fail()
{
    store<<<64, 32>>>((int *)64);
    bool is_right = wait() == cudaErrorIllegalAddress;
    fputs(is_right ? "the error came\n" : "there was no error\n", stderr);
}

/* More than the buffer has room for. */
static void print()
{
    cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 64 << 20);
    puts("before");
    talk<<<1, 1>>>(100000);
    bool is_right = wait() == cudaSuccess;
    puts(is_right ? "after" : "an error");
}

int main(int argc, char **argv)
{
    FILE *held = !strcmp(argv[1], "stderr") ? stderr : stdout;
    if (!strcmp(argv[1], "loader"))
        return !dlopen(argv[2], RTLD_NOW);
    flockfile(held);
    if (!strcmp(argv[1], "print"))
        print();
    else
        fail();
    cudaGetLastError();
    funlockfile(held);
    return 0;
}

#endif

// CHECK: the error came
// PRINT: before
// PRINT-COUNT-100000: {{^ +[0-9]+$}}
// PRINT-NEXT: after
