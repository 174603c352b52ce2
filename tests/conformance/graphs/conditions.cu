// Conditional nodes: if, while, and switch, their handle set by kernels; a loop around a graph that loops.
#include "../conformance.h"
#include "forms.h"

__global__ void decide(cudaGraphConditionalHandle handle, const int *value)
{
    if (threadIdx.x == 0)
        cudaGraphSetConditional(handle, *value);
}

__global__ void count_down(cudaGraphConditionalHandle handle, int *value, int *turns)
{
    if (threadIdx.x == 0) {
        ++*turns;
        cudaGraphSetConditional(handle, --*value > 0);
    }
}

__global__ void set(int *value, int to) { *value = to; }

template <class... Arguments>
static cudaGraphNode_t kernel_node(cudaGraph_t graph, const cudaGraphNode_t *before, size_t count, void *function,
                                   Arguments... arguments)
{
    void *pointers[] = {&arguments...};
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeKernel;
    params.kernel.func = function;
    params.kernel.gridDim = params.kernel.blockDim = dim3(1);
    params.kernel.kernelParams = pointers;
    cudaGraphNode_t node;
    CHECK(add_node(&node, graph, before, count, &params));
    return node;
}

static cudaGraph_t *condition_node(cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
                                   cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type, unsigned size)
{
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = type;
    params.conditional.size = size;
    cudaGraphNode_t node;
    CHECK(add_node(&node, graph, before, count, &params));
    return params.conditional.phGraph_out;
}

static int read(const int *value)
{
    int result;
    CHECK(cudaMemcpy(&result, value, sizeof result, cudaMemcpyDeviceToHost));
    return result;
}

static void choices(int *value, int *result)
{
    cudaGraph_t graph;
    cudaGraphConditionalHandle one, many;
    cudaGraphExec_t exec;
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphConditionalHandleCreate(&one, graph, 0, 0));
    CHECK(cudaGraphConditionalHandleCreate(&many, graph, 0, 0));
    cudaGraphNode_t first = kernel_node(graph, nullptr, 0, (void *)decide, one, (const int *)value);
    cudaGraphNode_t second = kernel_node(graph, &first, 1, (void *)decide, many, (const int *)value);
    cudaGraph_t body = *condition_node(graph, &second, 1, one, cudaGraphCondTypeIf, 1);
    kernel_node(body, nullptr, 0, (void *)set, result, 100);
    cudaGraph_t *cases = condition_node(graph, &second, 1, many, cudaGraphCondTypeSwitch, 4);
    for (int i = 0; i < 4; i++)
        kernel_node(cases[i], nullptr, 0, (void *)set, result + 1, 10 * i);
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 6; i++) {
        CHECK(cudaMemset(result, 0xff, 2 * sizeof(int)));
        CHECK(cudaMemcpy(value, &i, sizeof i, cudaMemcpyHostToDevice));
        CHECK(cudaGraphLaunch(exec, 0));
        CHECK(cudaDeviceSynchronize());
        EXPECT_EQ(read(result), i ? 100 : -1);
        EXPECT_EQ(read(result + 1), i < 4 ? 10 * i : -1);
        printf("%d: %d %d\n", i, read(result), read(result + 1));
    }
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
}

/* for (outer = 5; outer > 0; outer--) for (inner = 7; inner > 0; inner--) turns++; */
static void loops(int *value, int *turns)
{
    cudaGraph_t graph;
    cudaGraphConditionalHandle outer, inner;
    cudaGraphExec_t exec;
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphConditionalHandleCreate(&outer, graph, 1, cudaGraphCondAssignDefault));
    cudaGraphNode_t start = kernel_node(graph, nullptr, 0, (void *)set, value, 5);
    cudaGraph_t body = *condition_node(graph, &start, 1, outer, cudaGraphCondTypeWhile, 1);
    cudaGraphNode_t again = kernel_node(body, nullptr, 0, (void *)set, value + 1, 7);
    CHECK(cudaGraphConditionalHandleCreate(&inner, body, 1, cudaGraphCondAssignDefault));
    cudaGraphNode_t yes = kernel_node(body, &again, 1, (void *)decide, inner, (const int *)(value + 1));
    cudaGraph_t inner_body = *condition_node(body, &yes, 1, inner, cudaGraphCondTypeWhile, 1);
    kernel_node(inner_body, nullptr, 0, (void *)count_down, inner, value + 1, turns);
    kernel_node(body, &again, 1, (void *)count_down, outer, value, turns + 1);
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaMemset(turns, 0, 2 * sizeof(int)));
    for (int i = 1; i <= 3; i++) {
        CHECK(cudaGraphLaunch(exec, 0));
        CHECK(cudaDeviceSynchronize());
        EXPECT_EQ(read(turns), 35 * i);
        EXPECT_EQ(read(turns + 1), 5 * i);
    }
    printf("loops: %d %d\n", read(turns), read(turns + 1));
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
}

int main()
{
    int *memory;
    CHECK(cudaMalloc(&memory, 4 * sizeof(int)));
    choices(memory, memory + 2);
    loops(memory, memory + 2);
    return finish();
}
