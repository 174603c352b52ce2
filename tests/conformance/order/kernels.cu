// What orders kernels: the boundary between two of a stream, events between streams, the default stream, host functions
// and copies in a stream, and a question to a stream or event that is answered with yes. All memory accesses are plain.
#include "../check.h"

enum { COUNT = 20000, THREADS = 128, BLOCKS = (COUNT + THREADS - 1) / THREADS, LINKS = 40 };

/* Every element comes from one that another block wrote. */
__global__ void link(const int *from, int *to, int number) {
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < COUNT) to[i] = from[(i + 7919 * number) % COUNT] + number;
}

static void link_on_host(int *values, int number) {
    static int before[COUNT];
    std::memcpy(before, values, sizeof before);
    for (int i = 0; i < COUNT; i++) values[i] = before[(i + 7919 * number) % COUNT] + number;
}

static int *expected, *host_buffer;

static void start(int *memory) {
    CUDA(cudaDeviceSynchronize());
    for (int i = 0; i < COUNT; i++) expected[i] = memory[i] = i;
}

static void finish_row(const char *what, const int *got) {
    int wrong = 0;
    for (int i = 0; i < COUNT; i++) wrong += got[i] != expected[i];
    CHECK_EQUAL(0, wrong);
    std::printf("%s: %d of %d wrong\n", what, wrong, COUNT);
}

static void add_on_host(void *values) {
    for (int i = 0; i < COUNT; i++) ((int *)values)[i] += 1000;
}

int main() {
    int *a, *b, *copy;
    cudaStream_t streams[2];
    cudaEvent_t done[2];
    expected = new int[COUNT];
    CUDA(cudaHostAlloc((void **)&a, COUNT * sizeof(int), cudaHostAllocMapped));
    CUDA(cudaHostAlloc((void **)&b, COUNT * sizeof(int), cudaHostAllocMapped));
    CUDA(cudaHostAlloc((void **)&host_buffer, COUNT * sizeof(int), cudaHostAllocDefault));
    CUDA(cudaMalloc((void **)&copy, COUNT * sizeof(int)));
    for (int i = 0; i < 2; i++) {
        CUDA(cudaStreamCreate(&streams[i]));
        CUDA(cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming));
    }

    start(a);
    for (int n = 1; n <= LINKS; n++) {
        link<<<BLOCKS, THREADS, 0, streams[0]>>>(n % 2 ? a : b, n % 2 ? b : a, n);
        link_on_host(expected, n);
    }
    while (cudaStreamQuery(streams[0]) == cudaErrorNotReady) {
    }
    finish_row("kernels of one stream", a);

    start(a);
    for (int n = 1; n <= LINKS; n++) {
        int s = n / 3 % 2;
        CUDA(cudaStreamWaitEvent(streams[s], done[!s], 0));
        link<<<BLOCKS, THREADS, 0, streams[s]>>>(n % 2 ? a : b, n % 2 ? b : a, n);
        CUDA(cudaEventRecord(done[s], streams[s]));
        link_on_host(expected, n);
    }
    while (cudaEventQuery(done[LINKS / 3 % 2]) == cudaErrorNotReady) {
    }
    finish_row("events between two streams", a);

    start(a);
    for (int n = 1; n <= LINKS; n++) {
        link<<<BLOCKS, THREADS, 0, n % 2 ? streams[n / 2 % 2] : 0>>>(n % 2 ? a : b, n % 2 ? b : a, n);
        link_on_host(expected, n);
    }
    CUDA(cudaStreamSynchronize(0));
    finish_row("the default stream between others", a);

    start(a);
    for (int n = 1; n <= LINKS / 4; n++) {
        link<<<BLOCKS, THREADS, 0, streams[0]>>>(a, b, n);
        CUDA(cudaLaunchHostFunc(streams[0], add_on_host, b));
        CUDA(cudaMemcpyAsync(copy, b, COUNT * sizeof(int), cudaMemcpyDefault, streams[0]));
        link<<<BLOCKS, THREADS, 0, streams[0]>>>(copy, a, n);
        link_on_host(expected, n);
        add_on_host(expected);
        link_on_host(expected, n);
    }
    CUDA(cudaMemcpyAsync(host_buffer, a, COUNT * sizeof(int), cudaMemcpyDefault, streams[0]));
    CUDA(cudaStreamSynchronize(streams[0]));
    finish_row("host functions and copies in a stream", host_buffer);
    return check_result();
}
