// Branches of a graph run at the same time: kernels of two that need each other, a host node that a kernel waits for.
// User objects live as long as what refers to them.
// TIMEOUT: 120
#include "../conformance.h"
#include <atomic>
#include <thread>

__global__ void ping_pong(int *ball, int me, int turns)
{
    if (threadIdx.x == 0)
        for (int i = 0; i < turns; i++) {
            while (*(volatile int *)ball % 2 != me)
                ;
            atomicAdd(ball, 1);
        }
}

__global__ void wait_for(const int *flag, int value)
{
    if (threadIdx.x == 0)
        while (*(const volatile int *)flag != value)
            ;
}

static void write_flag(void *flag) { *static_cast<volatile int *>(flag) = 77; }

static void branches()
{
    cudaStream_t first, second;
    cudaEvent_t fork, join;
    CHECK(cudaStreamCreate(&first));
    CHECK(cudaStreamCreate(&second));
    CHECK(cudaEventCreate(&fork));
    CHECK(cudaEventCreate(&join));
    int *ball, *flag;
    CHECK(cudaMalloc(&ball, sizeof(int)));
    CHECK(cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped));
    *flag = 0;
    CHECK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    CHECK(cudaMemsetAsync(ball, 0, sizeof(int), first));
    CHECK(cudaEventRecord(fork, first));
    CHECK(cudaStreamWaitEvent(second, fork, 0));
    ping_pong<<<1, 32, 0, first>>>(ball, 0, 50);
    wait_for<<<1, 32, 0, first>>>(flag, 77);
    ping_pong<<<1, 32, 0, second>>>(ball, 1, 50);
    CHECK(cudaLaunchHostFunc(second, write_flag, flag));
    CHECK(cudaEventRecord(join, second));
    CHECK(cudaStreamWaitEvent(first, join, 0));
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaStreamEndCapture(first, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 3; i++) {
        CHECK(cudaGraphLaunch(exec, first));
        CHECK(cudaStreamSynchronize(first));
        int value;
        CHECK(cudaMemcpy(&value, ball, sizeof value, cudaMemcpyDeviceToHost));
        EXPECT_EQ(value, 100);
        EXPECT_EQ(*flag, 77);
        *flag = 0;
    }
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(first));
    CHECK(cudaStreamDestroy(second));
}

static std::atomic<int> destroyed;
static void destroy(void *object) { destroyed += *static_cast<int *>(object); }

struct Counted {
    ~Counted() { destroyed += 1000; }
};

/* Destructors run when the last reference goes, on some thread, soon. */
static void expect_destroyed(int expected)
{
    for (int i = 0; i < 1000 && destroyed != expected; i++)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_EQ((int)destroyed, expected);
}

static void user_objects()
{
    cudaUserObject_t object, other;
    cudaGraph_t graph, clone;
    cudaGraphExec_t exec;
    int one = 1, ten = 10;
    CHECK(cudaUserObjectCreate(&object, &one, destroy, 2, cudaUserObjectNoDestructorSync));
    CHECK(cudaUserObjectCreate(&other, &ten, destroy, 1, cudaUserObjectNoDestructorSync));
    CHECK(cudaUserObjectRetain(object, 3));
    CHECK(cudaUserObjectRelease(object, 4));
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
    CHECK(cudaGraphRetainUserObject(graph, other, 1, 0));
    CHECK(cudaUserObjectRelease(other, 1));
    CHECK(cudaGraphClone(&clone, graph));
    CHECK(cudaGraphInstantiate(&exec, clone, 0));
    CHECK(cudaGraphReleaseUserObject(graph, other, 1));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphDestroy(clone));
    EXPECT_EQ((int)destroyed, 0);
    CHECK(cudaGraphLaunch(exec, 0));
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaDeviceSynchronize());
    expect_destroyed(11);
    CHECK(cudaUserObjectCreate(&object, new Counted, 1, cudaUserObjectNoDestructorSync));
    CHECK(cudaUserObjectRelease(object, 1));
    expect_destroyed(1011);
    EXPECT_ERROR(cudaUserObjectCreate(&object, &one, destroy, 1, 0), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaUserObjectCreate(&object, &one, destroy, 0, cudaUserObjectNoDestructorSync), cudaErrorInvalidValue);
}

int main()
{
    branches();
    user_objects();
    return finish();
}
