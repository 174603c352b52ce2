// Graphs as data: nodes, edges, clones, cycles, and what cudaGraphExecUpdate says about graphs that differ.
#include "../conformance.h"
#include "forms.h"
#include <string>
#include <unistd.h>

__global__ void add(int *values, int what) { atomicAdd(values, what); }
__global__ void multiply(int *values, int what) { *values *= what; }

static int *values;

static cudaGraphNode_t kernel_node(cudaGraph_t graph, const cudaGraphNode_t *before, size_t count, int what, bool product = false)
{
    cudaKernelNodeParams params = {};
    void *arguments[] = {&values, &what};
    params.func = product ? (void *)multiply : (void *)add;
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = arguments;
    cudaGraphNode_t node;
    CHECK(cudaGraphAddKernelNode(&node, graph, before, count, &params));
    return node;
}

static int run(cudaGraphExec_t exec)
{
    int value;
    CHECK(cudaMemset(values, 0, sizeof(int)));
    CHECK(cudaGraphLaunch(exec, 0));
    CHECK(cudaMemcpy(&value, values, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

static void lists()
{
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t a, b, c, d, list[8], to[8];
    CHECK(cudaGraphAddEmptyNode(&a, graph, nullptr, 0));
    CHECK(cudaGraphAddEmptyNode(&b, graph, &a, 1));
    CHECK(cudaGraphAddEmptyNode(&c, graph, &a, 1));
    cudaGraphNode_t both[] = {b, c};
    CHECK(cudaGraphAddEmptyNode(&d, graph, both, 2));
    size_t count = 0;
    CHECK(cudaGraphGetNodes(graph, nullptr, &count));
    EXPECT_EQ(count, (size_t)4);
    CHECK(get_edges(graph, nullptr, nullptr, &count));
    EXPECT_EQ(count, (size_t)4);
    CHECK(get_edges(graph, list, to, &count));
    for (size_t i = 0; i < 4; i++)
        EXPECT((list[i] == a && (to[i] == b || to[i] == c)) || ((list[i] == b || list[i] == c) && to[i] == d));
    count = 8;
    CHECK(cudaGraphGetRootNodes(graph, list, &count));
    EXPECT_EQ(count, (size_t)1);
    EXPECT(list[0] == a && list[7] == nullptr);
    count = 8;
    CHECK(before(d, list, &count));
    EXPECT_EQ(count, (size_t)2);
    count = 8;
    CHECK(after(a, list, &count));
    EXPECT_EQ(count, (size_t)2);
    EXPECT_ERROR(link_nodes(graph, &a, &b, 1), cudaErrorInvalidValue); /* there already */
    EXPECT_ERROR(link_nodes(graph, &a, &a, 1), cudaErrorInvalidValue);
    CHECK(link_nodes(graph, &a, &d, 1));
    CHECK(unlink_nodes(graph, &a, &d, 1));
    EXPECT_ERROR(unlink_nodes(graph, &a, &d, 1), cudaErrorInvalidValue);
    CHECK(cudaGraphDestroyNode(b));
    CHECK(get_edges(graph, nullptr, nullptr, &count));
    EXPECT_EQ(count, (size_t)2);
    CHECK(cudaGraphDestroy(graph));
}

static void cycle()
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t a, b;
    CHECK(cudaGraphAddEmptyNode(&a, graph, nullptr, 0));
    CHECK(cudaGraphAddEmptyNode(&b, graph, &a, 1));
    cudaError_t error = link_nodes(graph, &b, &a, 1);
    EXPECT(error != cudaSuccess || cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess);
    cudaGetLastError();
    CHECK(cudaGraphDestroy(graph));
}

/* Edges against the order in which the nodes were made. */
static void order()
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t last = kernel_node(graph, nullptr, 0, 10, true), first = kernel_node(graph, nullptr, 0, 3);
    CHECK(link_nodes(graph, &first, &last, 1));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    EXPECT_EQ(run(exec), 30);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
}

static void clones()
{
    cudaGraph_t graph, clone;
    cudaGraphExec_t exec;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t a = kernel_node(graph, nullptr, 0, 3), b = kernel_node(graph, &a, 1, 5, true), in_clone;
    CHECK(cudaGraphClone(&clone, graph));
    CHECK(cudaGraphNodeFindInClone(&in_clone, b, clone));
    EXPECT(in_clone != b);
    EXPECT_ERROR(cudaGraphNodeFindInClone(&in_clone, b, graph), cudaErrorInvalidValue);
    CHECK(cudaGraphNodeFindInClone(&in_clone, b, clone));
    CHECK(cudaGraphDestroyNode(b));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphInstantiate(&exec, clone, 0));
    EXPECT_EQ(run(exec), 15);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroyNode(in_clone));
    CHECK(cudaGraphInstantiate(&exec, clone, 0));
    EXPECT_EQ(run(exec), 3);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(clone));
}

static void expect_update(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResult expected)
{
    cudaGraphExecUpdateResultInfo info;
    cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);
    EXPECT_EQ(error, expected ? cudaErrorGraphExecUpdateFailure : cudaSuccess);
    EXPECT_EQ(info.result, expected);
    cudaGetLastError();
}

static void updates()
{
    cudaGraph_t graph, same, longer, typed;
    cudaGraphExec_t exec;
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphCreate(&same, 0));
    CHECK(cudaGraphCreate(&longer, 0));
    CHECK(cudaGraphCreate(&typed, 0));
    cudaGraphNode_t a = kernel_node(graph, nullptr, 0, 3);
    kernel_node(graph, &a, 1, 5, true);
    a = kernel_node(same, nullptr, 0, 4);
    kernel_node(same, &a, 1, 6, true);
    a = kernel_node(longer, nullptr, 0, 4);
    a = kernel_node(longer, &a, 1, 4);
    kernel_node(longer, &a, 1, 6, true);
    CHECK(cudaGraphAddEmptyNode(&a, typed, nullptr, 0));
    kernel_node(typed, &a, 1, 6, true);
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    EXPECT_EQ(run(exec), 15);
    /* A launch that is on its way keeps what it was launched with. */
    CHECK(cudaMemset(values, 0, sizeof(int)));
    for (int i = 0; i < 20; i++)
        CHECK(cudaGraphLaunch(exec, 0));
    expect_update(exec, same, cudaGraphExecUpdateSuccess);
    int expected = 0, value;
    for (int i = 0; i < 20; i++)
        expected = (int)((unsigned)(expected + 3) * 5u);
    CHECK(cudaMemcpy(&value, values, sizeof value, cudaMemcpyDeviceToHost));
    EXPECT_EQ(value, expected);
    EXPECT_EQ(run(exec), 24);
    expect_update(exec, longer, cudaGraphExecUpdateErrorTopologyChanged);
    expect_update(exec, typed, cudaGraphExecUpdateErrorNodeTypeChanged);
    EXPECT_EQ(run(exec), 24);
    expect_update(exec, graph, cudaGraphExecUpdateSuccess);
    EXPECT_EQ(run(exec), 15);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphDestroy(same));
    CHECK(cudaGraphDestroy(longer));
    CHECK(cudaGraphDestroy(typed));
}

/* Launches of one instantiated graph, in two streams: one after the other all the same. */
static void launches()
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStream_t streams[2];
    CHECK(cudaStreamCreateWithFlags(&streams[0], cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&streams[1], cudaStreamNonBlocking));
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t node = kernel_node(graph, nullptr, 0, 1);
    for (int i = 1; i < 50; i++)
        node = kernel_node(graph, &node, 1, 1);
    CHECK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaMemset(values, 0, sizeof(int)));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaGraphUpload(exec, streams[0]));
    for (int i = 0; i < 40; i++)
        CHECK(cudaGraphLaunch(exec, streams[i % 2]));
    unsigned long long flags = 9;
    CHECK(cudaGraphExecGetFlags(exec, &flags));
    EXPECT_EQ(flags, 0ull);
    CHECK(cudaGraphExecDestroy(exec)); /* what was launched still runs */
    CHECK(cudaDeviceSynchronize());
    int value;
    CHECK(cudaMemcpy(&value, values, sizeof value, cudaMemcpyDeviceToHost));
    EXPECT_EQ(value, 2000);
}

static void empty_graph()
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphInstantiateParams params = {};
    CHECK(cudaGraphInstantiateWithParams(&exec, graph, &params));
    EXPECT_EQ(params.result_out, cudaGraphInstantiateSuccess);
    CHECK(cudaGraphLaunch(exec, 0));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
}

/* Attributes of kernel nodes: hints that are kept. */
static void attributes()
{
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t a = kernel_node(graph, nullptr, 0, 1), b = kernel_node(graph, &a, 1, 2);
    cudaLaunchAttributeValue value = {};
    value.priority = -1;
    CHECK(cudaGraphKernelNodeSetAttribute(a, cudaLaunchAttributePriority, &value));
    CHECK(cudaGraphKernelNodeCopyAttributes(b, a));
    value.priority = 0;
    CHECK(cudaGraphKernelNodeGetAttribute(b, cudaLaunchAttributePriority, &value));
    EXPECT_EQ(value.priority, -1);
    CHECK(cudaGraphDestroy(graph));
}

/* The graph in Graphviz's language: every node and edge is named. */
static void dot()
{
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t a = kernel_node(graph, nullptr, 0, 1);
    kernel_node(graph, &a, 1, 2, true);
    char path[] = "/tmp/graph_XXXXXX";
    int descriptor = mkstemp(path);
    EXPECT(descriptor >= 0);
    close(descriptor);
    CHECK(cudaGraphDebugDotPrint(graph, path, cudaGraphDebugDotFlagsVerbose));
    FILE *file = fopen(path, "r");
    std::string text;
    for (int c; file && (c = fgetc(file)) != EOF;)
        text += (char)c;
    if (file)
        fclose(file);
    remove(path);
    EXPECT(text.find("digraph") != std::string::npos);
    EXPECT(text.find("->") != std::string::npos);
    EXPECT(text.find("multiply") != std::string::npos);
    EXPECT(cudaGraphDebugDotPrint(graph, "/nowhere/at/all", 0) != cudaSuccess);
    cudaGetLastError();
    CHECK(cudaGraphDestroy(graph));
}

int main()
{
    CHECK(cudaMalloc(&values, sizeof(int)));
    lists();
    cycle();
    order();
    clones();
    updates();
    launches();
    empty_graph();
    attributes();
    dot();
    return finish();
}
