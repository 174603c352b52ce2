// NO-GPU: an H200 refuses to instantiate graphs with event nodes in the bodies of conditions
// Event nodes take place at their turn: who waits for a record inside a graph goes on while the rest of the graph still
// needs him, and a wait node holds up what comes after it and nothing else. Nodes that never run, and those that run often.
// TIMEOUT: 60
// FEW-WAYS
#include "../conformance.h"
#include <chrono>
#include <thread>

/* Words in mapped memory: kernels wait at the gate, and count themselves as passed. */
static volatile int *gate, *passed;

__global__ void wait_at(volatile int *word)
{
    while (*word != 1)
        ;
}
__global__ void add_one(volatile int *word) { *word = *word + 1; }

/* What waits too long is let through, and a failure. */
static void watch()
{
    for (int waited = 0;; waited = *gate ? 0 : waited + 1) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        if (waited < 300) /* half a minute: the machine may be busy */
            continue;
        report(__FILE__, __LINE__, "nobody opened the gate");
        *gate = 1;
    }
}

static cudaStream_t stream, other;

static cudaEvent_t new_event(unsigned flags = cudaEventDefault)
{
    cudaEvent_t event;
    CHECK(cudaEventCreateWithFlags(&event, flags));
    return event;
}

static cudaGraph_t new_graph()
{
    *gate = *passed = 0;
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    return graph;
}

using Word = volatile int *;
static cudaGraphNode_t node_of(cudaGraph_t graph, void (*kernel)(Word), Word word, std::vector<cudaGraphNode_t> before = {})
{
    cudaGraphNode_t node;
    void *arguments[] = {&word};
    cudaKernelNodeParams params = {};
    params.func = reinterpret_cast<void *>(kernel);
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = arguments;
    CHECK(cudaGraphAddKernelNode(&node, graph, before.data(), before.size(), &params));
    return node;
}

static cudaGraphNode_t record_node(cudaGraph_t graph, cudaEvent_t event, std::vector<cudaGraphNode_t> before = {})
{
    cudaGraphNode_t node;
    CHECK(cudaGraphAddEventRecordNode(&node, graph, before.data(), before.size(), event));
    return node;
}

static cudaGraphNode_t wait_node(cudaGraph_t graph, cudaEvent_t event, std::vector<cudaGraphNode_t> before = {})
{
    cudaGraphNode_t node;
    CHECK(cudaGraphAddEventWaitNode(&node, graph, before.data(), before.size(), event));
    return node;
}

static cudaGraphExec_t instantiate(cudaGraph_t graph)
{
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphDestroy(graph));
    return exec;
}

static void finish_launch(cudaGraphExec_t exec)
{
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamSynchronize(other));
    CHECK(cudaGraphExecDestroy(exec));
}

/* pass -> record -> a node that waits for the host, which waits for the record. */
static void host_waits()
{
    cudaGraph_t graph = new_graph();
    cudaEvent_t event = new_event();
    node_of(graph, wait_at, gate, {record_node(graph, event, {node_of(graph, add_one, passed)})});
    cudaGraphExec_t exec = instantiate(graph);
    for (int launch = 1; launch <= 3; launch++) {
        *gate = 0;
        CHECK(cudaGraphLaunch(exec, stream));
        CHECK(cudaEventSynchronize(event));
        EXPECT_EQ(*passed, launch);
        EXPECT_EQ(cudaEventQuery(event), cudaSuccess);
        EXPECT_EQ(cudaStreamQuery(stream), cudaErrorNotReady);
        *gate = 1;
        CHECK(cudaStreamSynchronize(stream));
    }
    CHECK(cudaEventDestroy(event));
    finish_launch(exec);
}

/* The same, but another stream waits for the record, and opens the gate. */
static void stream_waits()
{
    cudaGraph_t graph = new_graph();
    cudaEvent_t event = new_event(cudaEventDisableTiming);
    node_of(graph, wait_at, gate, {record_node(graph, event, {node_of(graph, add_one, passed)})});
    cudaGraphExec_t exec = instantiate(graph);
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamWaitEvent(other, event, 0));
    CHECK(cudaEventDestroy(event)); /* whoever waits goes on waiting */
    add_one<<<1, 1, 0, other>>>(gate);
    finish_launch(exec);
    EXPECT_EQ(*passed, 1);
}

/* A record that is not at its turn is not done: the launch waits before it. */
static void not_before_its_turn()
{
    cudaGraph_t graph = new_graph();
    cudaEvent_t event = new_event();
    EXPECT_EQ(cudaEventQuery(event), cudaSuccess);
    record_node(graph, event, {node_of(graph, wait_at, gate)});
    cudaGraphExec_t exec = instantiate(graph);
    CHECK(cudaGraphLaunch(exec, stream));
    EXPECT_EQ(cudaEventQuery(event), cudaErrorNotReady);
    CHECK(cudaStreamWaitEvent(other, event, 0));
    add_one<<<1, 1, 0, other>>>(passed);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(*passed, 0);
    *gate = 1;
    CHECK(cudaEventSynchronize(event));
    finish_launch(exec);
    EXPECT_EQ(*passed, 1);
    CHECK(cudaEventDestroy(event));
}

/* A wait node holds up what is behind it; a branch beside it runs, and the record waits for that. */
static void wait_at_its_place()
{
    cudaGraph_t graph = new_graph();
    cudaEvent_t event = new_event();
    wait_at<<<1, 1, 0, other>>>(gate);
    CHECK(cudaEventRecord(event, other));
    node_of(graph, add_one, passed, {wait_node(graph, event)});
    node_of(graph, add_one, gate);
    cudaGraphExec_t exec = instantiate(graph);
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaEventDestroy(event));
    finish_launch(exec);
    EXPECT_EQ(*passed, 1);
}

static int passed_at_record;
static void note_passed(void *)
{
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    passed_at_record = *passed;
}

static void wait_is_kept()
{
    cudaGraph_t graph = new_graph();
    cudaEvent_t event = new_event();
    node_of(graph, add_one, passed, {wait_node(graph, event, {node_of(graph, add_one, gate)})});
    cudaGraphExec_t exec = instantiate(graph);
    CHECK(cudaGraphLaunch(exec, stream)); /* never recorded: no wait */
    CHECK(cudaStreamSynchronize(stream));
    EXPECT_EQ(*passed, 1);
    *gate = *passed = 0;
    wait_at<<<1, 1, 0, other>>>(gate);
    CHECK(cudaLaunchHostFunc(other, note_passed, nullptr));
    CHECK(cudaEventRecord(event, other));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaGraphLaunch(exec, stream)); /* finds the record done when its turn comes */
    finish_launch(exec);
    EXPECT_EQ(passed_at_record, 0);
    EXPECT_EQ(*passed, 2);
    CHECK(cudaEventDestroy(event));
}

/* Records and waits of one event in one graph, captured as nodes: each launch waits for the record of the one before. */
static void captured()
{
    cudaEvent_t event = new_event(cudaEventDisableTiming);
    *gate = *passed = 0;
    cudaGraph_t graph;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaStreamWaitEvent(stream, event, cudaEventWaitExternal));
    add_one<<<1, 1, 0, stream>>>(passed);
    CHECK(cudaEventRecordWithFlags(event, stream, cudaEventRecordExternal));
    wait_at<<<1, 1, 0, stream>>>(gate);
    CHECK(cudaStreamEndCapture(stream, &graph));
    cudaGraphExec_t first, second;
    CHECK(cudaGraphInstantiate(&first, graph, 0));
    CHECK(cudaGraphInstantiate(&second, graph, 0));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphLaunch(first, stream));
    CHECK(cudaGraphLaunch(second, other)); /* beside the first, which waits at the gate */
    CHECK(cudaEventSynchronize(event));
    EXPECT_EQ(*passed, 2);
    *gate = 1;
    finish_launch(first);
    CHECK(cudaGraphExecDestroy(second));
    CHECK(cudaEventDestroy(event));
}

/* A loop's body records and waits each time round; one that is not chosen does neither, and nobody waits for it. */
__global__ void count_down(cudaGraphConditionalHandle handle, int *left)
{
    cudaGraphSetConditional(handle, --*left > 0);
}

static cudaGraph_t body_of(cudaGraph_t graph, cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type)
{
    cudaGraphNode_t node;
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = type;
    params.conditional.size = 1;
#if CUDART_VERSION >= 13000
    CHECK(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params));
#else
    CHECK(cudaGraphAddNode(&node, graph, nullptr, 0, &params));
#endif
    return params.conditional.phGraph_out[0];
}

static void in_bodies()
{
    cudaGraph_t graph = new_graph();
    cudaEvent_t looped = new_event(), never = new_event(), gated = new_event(cudaEventDisableTiming);
    cudaGraphConditionalHandle loop, no;
    int *left, three = 3;
    CHECK(cudaMalloc(&left, sizeof *left));
    CHECK(cudaMemcpy(left, &three, sizeof three, cudaMemcpyHostToDevice));
    CHECK(cudaGraphConditionalHandleCreate(&loop, graph, 1, cudaGraphCondAssignDefault));
    CHECK(cudaGraphConditionalHandleCreate(&no, graph, 0, cudaGraphCondAssignDefault));
    cudaGraph_t body = body_of(graph, loop, cudaGraphCondTypeWhile);
    cudaGraphNode_t wait = wait_node(body, gated), record = record_node(body, looped, {wait}), kernel;
    void *arguments[] = {&loop, &left};
    cudaKernelNodeParams params = {};
    params.func = reinterpret_cast<void *>(count_down);
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = arguments;
    CHECK(cudaGraphAddKernelNode(&kernel, body, &record, 1, &params));
    cudaGraph_t unchosen = body_of(graph, no, cudaGraphCondTypeIf);
    wait_node(unchosen, gated, {record_node(unchosen, never)});
    cudaGraphExec_t exec = instantiate(graph);
    wait_at<<<1, 1, 0, other>>>(gate);
    CHECK(cudaEventRecord(gated, other));
    CHECK(cudaGraphLaunch(exec, stream));
    *gate = 1;
    CHECK(cudaEventSynchronize(looped));
    CHECK(cudaEventSynchronize(never));
    finish_launch(exec);
    int value;
    CHECK(cudaMemcpy(&value, left, sizeof value, cudaMemcpyDeviceToHost));
    EXPECT_EQ(value, 0);
    for (cudaEvent_t event : {looped, never, gated}) {
        EXPECT_EQ(cudaEventQuery(event), cudaSuccess);
        CHECK(cudaEventDestroy(event));
    }
    CHECK(cudaFree(left));
}

/* The launch ends while a wait that was never reached still comes after a record. */
static void unreached_wait()
{
    cudaGraph_t graph = new_graph();
    cudaEvent_t event = new_event();
    cudaGraphConditionalHandle no;
    CHECK(cudaGraphConditionalHandleCreate(&no, graph, 0, cudaGraphCondAssignDefault));
    wait_node(body_of(graph, no, cudaGraphCondTypeIf), event);
    cudaGraphExec_t exec = instantiate(graph);
    wait_at<<<1, 1, 0, other>>>(gate);
    CHECK(cudaEventRecord(event, other));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    *gate = 1;
    finish_launch(exec);
    CHECK(cudaEventDestroy(event));
}

/* The times between two records are those of their turns. */
static void sleep_a_little(void *) { std::this_thread::sleep_for(std::chrono::milliseconds(30)); }

static cudaGraphNode_t sleep_node(cudaGraph_t graph, cudaGraphNode_t before)
{
    cudaGraphNode_t node;
    cudaHostNodeParams params = {sleep_a_little, nullptr};
    CHECK(cudaGraphAddHostNode(&node, graph, &before, 1, &params));
    return node;
}

static void times()
{
    cudaGraph_t graph = new_graph();
    cudaEvent_t start = new_event(), middle = new_event(), end = new_event();
    cudaGraphNode_t first = record_node(graph, start);
    cudaGraphNode_t second = record_node(graph, middle, {sleep_node(graph, first)});
    record_node(graph, end, {sleep_node(graph, second)});
    cudaGraphExec_t exec = instantiate(graph);
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaEventSynchronize(end));
    float half, whole;
    CHECK(cudaEventElapsedTime(&half, start, middle));
    CHECK(cudaEventElapsedTime(&whole, start, end));
    EXPECT(half > 29 && whole > half + 29);
    finish_launch(exec);
    for (cudaEvent_t event : {start, middle, end})
        CHECK(cudaEventDestroy(event));
}

int main()
{
    Word words;
    CHECK(cudaHostAlloc(const_cast<int **>(&words), 2 * sizeof(int), cudaHostAllocMapped));
    gate = words, passed = words + 1;
    *gate = *passed = 0;
    std::thread(watch).detach();
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    host_waits();
    stream_waits();
    not_before_its_turn();
    wait_at_its_place();
    wait_is_kept();
    captured();
    in_bodies();
    unreached_wait();
    times();
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaStreamDestroy(other));
    return finish();
}
