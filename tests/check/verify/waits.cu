// Kernels that cannot be run twice, since they talk to the host or wait for other work: they run once, nothing hangs, and
// the program gets what it gets without.
// RUN: %swcc %s -o %t
// RUN: %softwarp verify --time-limit 2 %t > %t.out 2> %t.err; test $? = 255
// RUN: FileCheck %s < %t.out
// RUN: FileCheck --check-prefix=TOLD %s < %t.err
#include <atomic>
#include <cstdio>
#include <thread>
#include <unistd.h>

__global__ void answer(volatile int *mailbox)
{
    while (!mailbox[0]) ;
    mailbox[1] = mailbox[1] + 1;
}

__global__ void tell(volatile int *mailbox) { mailbox[2] = mailbox[2] + 5; }

__global__ void wait_for(volatile int *flag, int *seen)
{
    while (!*flag) ;
    *seen += 1;
}

__global__ void raise(volatile int *flag) { *flag = 1; }

int main()
{
    volatile int *mailbox;
    int *flag, *seen, result = 0;
    cudaStream_t first, second;
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaMalloc(&flag, 4);
    cudaMalloc(&seen, 4);
    cudaMemset(flag, 0, 4);
    cudaMemset(seen, 0, 4);
    cudaDeviceSynchronize();
    // A kernel waits for another, of a stream that waits for its end.
    // TOLD: kernel wait_for(int volatile*, int*), launch 1, was not compared
    // TOLD: kernel raise(int volatile*), launch 2, was not compared
    wait_for<<<1, 1, 0, first>>>(flag, seen);
    raise<<<1, 1, 0, second>>>(flag);
    cudaDeviceSynchronize();
    cudaMemcpy(&result, seen, 4, cudaMemcpyDeviceToHost);
    // CHECK: seen 1
    printf("seen %d\n", result);
    cudaMallocHost((void **)&mailbox, 12);
    mailbox[0] = mailbox[1] = mailbox[2] = 0;
    // The host opens the way, and looks at what comes back.
    // TOLD: kernel answer(int volatile*), launch 3, was not compared
    answer<<<1, 1>>>(mailbox);
    usleep(100000);
    mailbox[0] = 1;
    while (!mailbox[1]) ;
    // CHECK: answer 1
    printf("answer %d\n", mailbox[1]);
    cudaDeviceSynchronize();
    // TOLD: kernel tell(int volatile*), launch 4, was not compared
    // TOLD: it writes to memory that the host may be looking at
    tell<<<1, 1>>>(mailbox);
    while (!mailbox[2]) ;
    usleep(20000);
    // CHECK: told 5, 1 answer
    printf("told %d, %d answer\n", mailbox[2], mailbox[1]);
    cudaDeviceSynchronize();
    // Another host thread opens the way while this one waits: the time limit ends the first run.
    mailbox[0] = 0;
    std::thread opener([=] {
        usleep(4000000);
        mailbox[0] = 1;
    });
    answer<<<1, 1>>>(mailbox);
    cudaDeviceSynchronize();
    opener.join();
    // CHECK: answer 2
    printf("answer %d\n", mailbox[1]);
    // TOLD: VERIFY SUMMARY: 5 launches: 0 differ; 0 the same; 5 not compared
    return 0;
}
