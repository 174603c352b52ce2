/* fences: in which order does one thread see what another has written?
 *
 * A writer stores data and then raises a flag; a reader sees the flag and then reads the data:
 *
 *       writer              reader
 *       X = 10;             B = Y;          (until it is 20)
 *       fence;              fence;
 *       Y = 20;             A = X;
 *
 * The outcome B == 20 with A still the old value is what the two fences forbid. Without the writer's, the flag may
 * become visible before the data; without the reader's, the data may be read before the flag. Both are needed.
 * (Mind the reader's order. With "A = X; B = Y" the outcome A old, B == 20 is nothing strange: the reader looked at X
 * before the writer wrote it and at Y afterwards. No fence forbids that.)
 *
 * How far a fence reaches is its scope, and the scope has to include both threads:
 *   __threadfence_block()    the threads of one block
 *   __threadfence()          all threads of the device
 *   __threadfence_system()   those, the host's and other devices'
 * A fence orders the memory accesses of the thread that calls it. It waits for nobody: that is what __syncthreads does.
 *
 * Here many messages are sent that way, each answered before the next, and each must arrive whole. The accesses are
 * volatile: they must be to memory each time, and in the order that is written.
 */
#include "check.h"
#include <atomic>
#include <thread>

constexpr int MESSAGES = 1000;
constexpr int WORDS = 8; /* a message is more than one store can carry */

struct Mailbox {
    int data[WORDS];
    int flag;   /* number of the message that is in data */
    int answer; /* number of the message that has been read */
    int torn;   /* words that were not those of the message */
};

enum Scope { BLOCK, DEVICE, SYSTEM };

template <Scope scope> __device__ void fence()
{
    if (scope == BLOCK)
        __threadfence_block();
    else if (scope == DEVICE)
        __threadfence();
    else
        __threadfence_system();
}

template <Scope scope> __device__ void write_messages(volatile Mailbox *box)
{
    for (int message = 1; message <= MESSAGES; message++) {
        for (int word = 0; word < WORDS; word++)
            box->data[word] = message * 100 + word;
        fence<scope>(); /* first the data, then the flag */
        box->flag = message;
        while (box->answer != message) {
        }
        fence<scope>(); /* first the answer, then the next data */
    }
}

template <Scope scope> __device__ void read_messages(volatile Mailbox *box)
{
    for (int message = 1; message <= MESSAGES; message++) {
        while (box->flag != message) {
        }
        fence<scope>(); /* first the flag, then the data */
        for (int word = 0; word < WORDS; word++)
            if (box->data[word] != message * 100 + word)
                box->torn = box->torn + 1;
        fence<scope>(); /* first the reading, then the answer */
        box->answer = message;
    }
}

/* Writer and reader are threads of one block, in two warps. */
__global__ void within_a_block(Mailbox *box)
{
    if (threadIdx.x == 0)
        write_messages<BLOCK>(box);
    else if (threadIdx.x == 32)
        read_messages<BLOCK>(box);
}

/* Writer and reader are in two blocks. That both run at the same time is true of so small a grid, and needed. */
__global__ void between_blocks(Mailbox *box)
{
    if (blockIdx.x == 0)
        write_messages<DEVICE>(box);
    else
        read_messages<DEVICE>(box);
}

/* The device writes, the host reads. */
__global__ void to_the_host(Mailbox *box) { write_messages<SYSTEM>(box); }

static void read_messages_on_host(volatile Mailbox *box)
{
    for (int message = 1; message <= MESSAGES; message++) {
        while (box->flag != message)
            std::this_thread::yield(); /* the device may be this very CPU */
        std::atomic_thread_fence(std::memory_order_seq_cst); /* the host's own fence, in the same two places */
        for (int word = 0; word < WORDS; word++)
            if (box->data[word] != message * 100 + word)
                box->torn = box->torn + 1;
        std::atomic_thread_fence(std::memory_order_seq_cst);
        box->answer = message;
    }
}

static void report(const char *who, const Mailbox &box)
{
    EXPECT(box.flag == MESSAGES && box.answer == MESSAGES);
    EXPECT(box.torn == 0);
    printf("%s: %d messages, none torn\n", who, MESSAGES);
}

static Mailbox take_from_device(Mailbox *device_box)
{
    Mailbox box;

    CHECK_LAUNCH();
    CHECK(cudaMemcpy(&box, device_box, sizeof box, cudaMemcpyDeviceToHost));
    return box;
}

int main()
{
    Mailbox *device_box;
    CHECK(cudaMalloc(&device_box, sizeof(Mailbox)));

    CHECK(cudaMemset(device_box, 0, sizeof(Mailbox)));
    within_a_block<<<1, 64>>>(device_box);
    report("__threadfence_block, one block", take_from_device(device_box));

    CHECK(cudaMemset(device_box, 0, sizeof(Mailbox)));
    between_blocks<<<2, 1>>>(device_box);
    report("__threadfence, two blocks", take_from_device(device_box));
    CHECK(cudaFree(device_box));

    /* Mapped host memory: both sides reach the same bytes while the kernel runs. */
    Mailbox *host_box;
    CHECK(cudaHostAlloc(&host_box, sizeof(Mailbox), cudaHostAllocMapped));
    *host_box = Mailbox();
    CHECK(cudaHostGetDevicePointer(&device_box, host_box, 0));
    to_the_host<<<1, 1>>>(device_box);
    CHECK(cudaGetLastError());
    read_messages_on_host(host_box);
    CHECK(cudaDeviceSynchronize());
    report("__threadfence_system, device to host", *host_box);
    CHECK(cudaFreeHost(host_box));
    return 0;
}
