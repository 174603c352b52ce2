// NO-GPU: an H200 refuses to capture a graph's launch, and names other nodes of a crossed pair
// cudaGraphExecUpdate: which node becomes which (edges and sinks decide, not the order of creation), what is in child
// graphs and in the bodies of conditions, and whose user objects are held; and launches that a stream captures, which
// are what was instantiated, with what has been changed since.
#include "../conformance.h"
#include "forms.h"

static int *values; /* each program's steps work on values[0] or values[1] */

__global__ void append(int *value, int digit) { *value = *value * 10 + digit; }
__global__ void count_down(cudaGraphConditionalHandle handle, int *value, int by)
{
    value[0] -= by;
    value[1]++;
    cudaGraphSetConditional(handle, value[0] > 0);
}

static cudaKernelNodeParams appending(void **arguments)
{
    cudaKernelNodeParams params = {};
    params.func = (void *)append;
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = arguments;
    return params;
}

static cudaGraphNode_t append_node(cudaGraph_t graph, const cudaGraphNode_t *before, size_t count, int digit, int at = 0)
{
    int *value = values + at;
    void *arguments[] = {&value, &digit};
    cudaKernelNodeParams params = appending(arguments);
    cudaGraphNode_t node;
    CHECK(cudaGraphAddKernelNode(&node, graph, before, count, &params));
    return node;
}

static void set_digit(cudaGraphExec_t exec, cudaGraphNode_t node, int digit)
{
    void *arguments[] = {&values, &digit};
    cudaKernelNodeParams params = appending(arguments);
    if (exec)
        CHECK(cudaGraphExecKernelNodeSetParams(exec, node, &params));
    else
        CHECK(cudaGraphKernelNodeSetParams(node, &params));
}

static cudaGraph_t new_graph()
{
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    return graph;
}

static cudaGraphExec_t instantiate(cudaGraph_t graph)
{
    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    return exec;
}

static int read(int at)
{
    int value;
    CHECK(cudaMemcpy(&value, values + at, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

static int run(cudaGraphExec_t exec)
{
    CHECK(cudaMemset(values, 0, 2 * sizeof(int)));
    CHECK(cudaGraphLaunch(exec, 0));
    return read(0);
}

static cudaGraphExecUpdateResultInfo update(cudaGraphExec_t exec, cudaGraph_t graph)
{
    cudaGraphExecUpdateResultInfo info;
    cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);
    EXPECT_EQ(error, info.result ? cudaErrorGraphExecUpdateFailure : cudaSuccess);
    cudaGetLastError();
    return info;
}

/* A chain of three, made from its end: its edges say which is which. */
static void order_of_creation()
{
    cudaGraph_t graph = new_graph(), reversed = new_graph();
    cudaGraphNode_t node[3];
    for (int i = 0; i < 3; i++)
        node[i] = append_node(graph, i ? &node[i - 1] : nullptr, i > 0, 1 + i);
    cudaGraphExec_t exec = instantiate(graph);
    EXPECT_EQ(run(exec), 123);
    for (int i = 0; i < 3; i++)
        node[i] = append_node(reversed, nullptr, 0, 9 - i);
    CHECK(link_nodes(reversed, &node[1], &node[0], 1));
    CHECK(link_nodes(reversed, &node[2], &node[1], 1));
    EXPECT_EQ(update(exec, reversed).result, cudaGraphExecUpdateSuccess);
    EXPECT_EQ(run(exec), 789);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphDestroy(reversed));
}

/* Two sinks are paired in the order in which they became such; the one that was made first has had an edge since. */
static void order_of_sinks()
{
    cudaGraph_t graph = new_graph(), other = new_graph();
    append_node(graph, nullptr, 0, 1, 0);
    append_node(graph, nullptr, 0, 2, 1);
    cudaGraphExec_t exec = instantiate(graph);
    cudaGraphNode_t second = append_node(other, nullptr, 0, 4, 1), first = append_node(other, nullptr, 0, 3, 0);
    CHECK(link_nodes(other, &second, &first, 1));
    CHECK(unlink_nodes(other, &second, &first, 1));
    EXPECT_EQ(update(exec, other).result, cudaGraphExecUpdateSuccess);
    EXPECT_EQ(run(exec), 3);
    EXPECT_EQ(read(1), 4);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphDestroy(other));
}

/* Two streams forked and joined; which of them is called first makes no difference. */
static cudaGraph_t captured(bool second_first, int digit, const cudaStream_t *streams)
{
    cudaGraph_t graph;
    cudaEvent_t event, other;
    CHECK(cudaEventCreate(&event));
    CHECK(cudaEventCreate(&other));
    CHECK(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal));
    append<<<1, 1, 0, streams[0]>>>(values, digit);
    CHECK(cudaEventRecord(event, streams[0]));
    CHECK(cudaStreamWaitEvent(streams[1], event, 0));
    for (int i = 0; i < 2; i++)
        if (i == second_first)
            append<<<1, 1, 0, streams[0]>>>(values, digit + 1);
        else
            CHECK(cudaMemsetAsync(values + 1, digit, sizeof(int), streams[1]));
    CHECK(cudaEventRecord(other, streams[1]));
    CHECK(cudaStreamWaitEvent(streams[0], other, 0));
    CHECK(cudaStreamEndCapture(streams[0], &graph));
    CHECK(cudaEventDestroy(event));
    CHECK(cudaEventDestroy(other));
    return graph;
}

static void captures()
{
    cudaStream_t streams[2];
    CHECK(cudaStreamCreate(&streams[0]));
    CHECK(cudaStreamCreate(&streams[1]));
    cudaGraph_t graph = captured(false, 1, streams), other = captured(true, 3, streams);
    cudaGraphExec_t exec = instantiate(graph);
    EXPECT_EQ(run(exec), 12);
    EXPECT_EQ(read(1), 0x01010101);
    EXPECT_EQ(update(exec, other).result, cudaGraphExecUpdateSuccess);
    EXPECT_EQ(run(exec), 34);
    EXPECT_EQ(read(1), 0x03030303);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphDestroy(other));
    CHECK(cudaStreamDestroy(streams[0]));
    CHECK(cudaStreamDestroy(streams[1]));
}

/* What differs is told: more sinks, a node with other dependencies, the same number of them but of other nodes. */
static void differences()
{
    cudaGraph_t graph = new_graph(), wide = new_graph(), deep = new_graph(), crossed = new_graph();
    cudaGraphNode_t node[4], error;
    for (cudaGraph_t to : {graph, crossed}) {
        node[0] = append_node(to, nullptr, 0, 1);
        node[1] = append_node(to, nullptr, 0, 2);
        node[2] = append_node(to, node, 2, 3);
        node[3] = append_node(to, to == graph ? node : node + 1, 1, 4);
    }
    cudaGraphExec_t exec = instantiate(graph);
    cudaGraphExecUpdateResultInfo info = update(exec, crossed);
    EXPECT_EQ(info.result, cudaGraphExecUpdateErrorTopologyChanged);
    EXPECT(info.errorNode == node[3] && info.errorFromNode == node[1]);
    for (int i = 0; i < 4; i++)
        node[i] = append_node(wide, i == 3 ? node : nullptr, i == 3, 5);
    info = update(exec, wide);
    EXPECT_EQ(info.result, cudaGraphExecUpdateErrorTopologyChanged);
    EXPECT(info.errorNode == node[1] || info.errorNode == node[2] || info.errorNode == node[3]);
    for (int i = 0; i < 4; i++)
        node[i] = append_node(deep, node + i - 1, i == 1 || i == 3, 5);
    info = update(exec, deep);
    EXPECT_EQ(info.result, cudaGraphExecUpdateErrorTopologyChanged);
    EXPECT(info.errorNode == node[1] && !info.errorFromNode);
    CHECK(cudaGraphAddEmptyNode(&error, deep, nullptr, 0));
    info = update(exec, deep);
    EXPECT_EQ(info.result, cudaGraphExecUpdateErrorTopologyChanged);
    EXPECT(!info.errorNode);
    CHECK(cudaGraphExecDestroy(exec));
    for (cudaGraph_t it : {graph, wide, deep, crossed})
        CHECK(cudaGraphDestroy(it));
}

/* The nodes of a child graph, changed where they are: in the graph, and in what was instantiated. */
static void children()
{
    cudaGraph_t graph = new_graph(), child = new_graph(), grandchild = new_graph(), inner;
    cudaGraphNode_t in_grandchild = append_node(grandchild, nullptr, 0, 1), node, child_node;
    CHECK(cudaGraphAddChildGraphNode(&node, child, nullptr, 0, grandchild));
    CHECK(cudaGraphAddChildGraphNode(&child_node, graph, nullptr, 0, child));
    append_node(graph, &child_node, 1, 2);
    CHECK(cudaGraphChildGraphNodeGetGraph(child_node, &inner));
    CHECK(cudaGraphNodeFindInClone(&node, node, inner));
    CHECK(cudaGraphChildGraphNodeGetGraph(node, &inner));
    size_t count = 1;
    CHECK(cudaGraphGetNodes(inner, &in_grandchild, &count));
    cudaGraphExec_t exec = instantiate(graph);
    EXPECT_EQ(run(exec), 12);
    set_digit(nullptr, in_grandchild, 5);
    EXPECT_EQ(run(exec), 12);
    EXPECT_EQ(update(exec, graph).result, cudaGraphExecUpdateSuccess);
    EXPECT_EQ(run(exec), 52);
    set_digit(exec, in_grandchild, 7);
    EXPECT_EQ(run(exec), 72);
    EXPECT_EQ(update(exec, graph).result, cudaGraphExecUpdateSuccess);
    EXPECT_EQ(run(exec), 52);
    CHECK(cudaGraphExecDestroy(exec));
    for (cudaGraph_t it : {graph, child, grandchild})
        CHECK(cudaGraphDestroy(it));
}

/* A launch of what was instantiated, captured: as it is now, with nodes changed and disabled. */
static void captured_launches()
{
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    cudaGraph_t graph = new_graph(), child = new_graph(), inner, outer;
    cudaGraphNode_t first = append_node(graph, nullptr, 0, 1), child_node, in_child, last;
    append_node(child, nullptr, 0, 2);
    CHECK(cudaGraphAddChildGraphNode(&child_node, graph, &first, 1, child));
    last = append_node(graph, &child_node, 1, 3);
    CHECK(cudaGraphChildGraphNodeGetGraph(child_node, &inner));
    size_t count = 1;
    CHECK(cudaGraphGetNodes(inner, &in_child, &count));
    cudaGraphExec_t exec = instantiate(graph);
    set_digit(exec, in_child, 6);
    CHECK(cudaGraphNodeSetEnabled(exec, first, 0));
    EXPECT_EQ(run(exec), 63);
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamEndCapture(stream, &outer));
    set_digit(exec, in_child, 7);
    set_digit(nullptr, last, 8);
    cudaGraphExec_t outer_exec = instantiate(outer);
    EXPECT_EQ(run(outer_exec), 63);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphExecDestroy(outer_exec));
    for (cudaGraph_t it : {graph, child, outer})
        CHECK(cudaGraphDestroy(it));
    CHECK(cudaStreamDestroy(stream));
}

static void destroyed(void *data) { ++*static_cast<int *>(data); }

/* What is instantiated holds the objects of the graph that it was last updated from. */
static void objects()
{
    int ends[2] = {0, 0};
    cudaUserObject_t object;
    cudaGraph_t graph[2] = {new_graph(), new_graph()};
    for (int i = 0; i < 2; i++) {
        append_node(graph[i], nullptr, 0, 1 + i);
        CHECK(cudaUserObjectCreate(&object, &ends[i], destroyed, 1, cudaUserObjectNoDestructorSync));
        CHECK(cudaGraphRetainUserObject(graph[i], object, 1, cudaGraphUserObjectMove));
    }
    cudaGraphExec_t exec = instantiate(graph[0]);
    CHECK(cudaGraphDestroy(graph[0]));
    EXPECT_EQ(run(exec), 1);
    EXPECT_EQ(ends[0], 0);
    EXPECT_EQ(update(exec, graph[1]).result, cudaGraphExecUpdateSuccess);
    CHECK(cudaGraphDestroy(graph[1]));
    EXPECT_EQ(run(exec), 2);
    volatile int *ended = ends; /* the destructor may run on another thread */
    while (!ended[0])
        ;
    EXPECT_EQ(ended[1], 0);
    CHECK(cudaGraphExecDestroy(exec));
    while (!ended[1])
        ;
}

#if CUDART_VERSION >= 12030
/* while (values[0] > 0) values[0] -= by, values[1]++; */
static cudaGraph_t loop(int by, unsigned holds_at_first, cudaGraphNode_t *in_body)
{
    cudaGraph_t graph = new_graph();
    cudaGraphConditionalHandle handle;
    CHECK(cudaGraphConditionalHandleCreate(&handle, graph, holds_at_first, cudaGraphCondAssignDefault));
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = cudaGraphCondTypeWhile;
    params.conditional.size = 1;
    cudaGraphNode_t node;
    CHECK(add_node(&node, graph, nullptr, 0, &params));
    void *arguments[] = {&handle, &values, &by};
    cudaKernelNodeParams kernel = {};
    kernel.func = (void *)count_down;
    kernel.gridDim = kernel.blockDim = dim3(1);
    kernel.kernelParams = arguments;
    CHECK(cudaGraphAddKernelNode(in_body, params.conditional.phGraph_out[0], nullptr, 0, &kernel));
    return graph;
}

static int turns(cudaGraphExec_t exec)
{
    int start[2] = {12, 0};
    CHECK(cudaMemcpy(values, start, sizeof start, cudaMemcpyHostToDevice));
    CHECK(cudaGraphLaunch(exec, 0));
    return read(1);
}

/* The nodes in a body and the handle's first value are updated too. */
static void bodies()
{
    cudaGraphNode_t in_body, in_other, in_never;
    cudaGraph_t graph = loop(1, 1, &in_body), other = loop(4, 1, &in_other), never = loop(1, 0, &in_never);
    cudaGraphExec_t exec = instantiate(graph);
    EXPECT_EQ(turns(exec), 12);
    EXPECT_EQ(update(exec, other).result, cudaGraphExecUpdateSuccess);
    EXPECT_EQ(turns(exec), 3);
    EXPECT_EQ(update(exec, never).result, cudaGraphExecUpdateSuccess);
    EXPECT_EQ(turns(exec), 0);
    EXPECT_EQ(update(exec, graph).result, cudaGraphExecUpdateSuccess);
    EXPECT_EQ(turns(exec), 12);
    CHECK(cudaGraphDestroy(other));
    CHECK(cudaGraphDestroy(never));
    cudaKernelNodeParams params;
    CHECK(cudaGraphKernelNodeGetParams(in_body, &params));
    int by = 6;
    void *arguments[] = {params.kernelParams[0], params.kernelParams[1], &by};
    params.kernelParams = arguments;
    CHECK(cudaGraphKernelNodeSetParams(in_body, &params));
    EXPECT_EQ(turns(exec), 12);
    EXPECT_EQ(update(exec, graph).result, cudaGraphExecUpdateSuccess);
    EXPECT_EQ(turns(exec), 2);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
}
#else
static void bodies() {}
#endif

int main()
{
    CHECK(cudaMalloc(&values, 2 * sizeof(int)));
    order_of_creation();
    order_of_sinks();
    captures();
    differences();
    children();
    captured_launches();
    objects();
    bodies();
    return finish();
}
