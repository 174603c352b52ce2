// Managed memory: variables and allocations that host and device use by the same address.
#include "../conformance.h"

struct Node {
    int value;
    Node *next;
};

__managed__ int counter = 5;
__managed__ float table[100] = {1.5f, 2.5f};
__managed__ Node head = {1, nullptr};
static __managed__ int *pointer_in_managed;
__device__ int *device_pointer;

__global__ void use_variables()
{
    atomicAdd(&counter, 1);
    table[threadIdx.x] += threadIdx.x;
}

__global__ void walk(const Node *node, int *sum)
{
    for (; node; node = node->next)
        *sum += node->value;
}

__global__ void through_pointer(int value)
{
    *pointer_in_managed = value;
    if (device_pointer)
        *device_pointer = value + 1;
}

static void check_variables()
{
    EXPECT_EQ(counter, 5);
    EXPECT(table[1] == 2.5f && table[2] == 0.0f && head.value == 1);
    counter = 10;
    table[99] = 0.25f;
    use_variables<<<1, 100>>>();
    CHECK_LAUNCH();
    EXPECT_EQ(counter, 110);
    EXPECT_EQ(table[0], 1.5f);
    EXPECT_EQ(table[1], 3.5f);
    EXPECT_EQ(table[99], 99.25f);

    /* The symbol functions know managed variables too. */
    int copy = 0, *address;
    size_t size;
    CHECK(cudaMemcpyFromSymbol(&copy, counter, sizeof copy));
    EXPECT_EQ(copy, 110);
    CHECK(cudaGetSymbolAddress(reinterpret_cast<void **>(&address), counter));
    EXPECT(address == &counter);
    CHECK(cudaGetSymbolSize(&size, table));
    EXPECT_EQ(size, sizeof table);
}

static void check_list()
{
    int *sum;
    CHECK(cudaMallocManaged(&sum, sizeof *sum));
    *sum = 0;
    Node *last = &head;
    std::vector<Node *> nodes;
    for (int i = 2; i <= 50; i++) {
        Node *node;
        CHECK(cudaMallocManaged(&node, sizeof *node, cudaMemAttachGlobal));
        *node = {i, nullptr};
        last->next = node;
        last = node;
        nodes.push_back(node);
    }
    walk<<<1, 1>>>(&head, sum);
    CHECK_LAUNCH();
    EXPECT_EQ(*sum, 50 * 51 / 2);
    for (Node *node : nodes)
        CHECK(cudaFree(node));

    pointer_in_managed = sum;
    CHECK(cudaMemcpyToSymbol(device_pointer, &pointer_in_managed, sizeof pointer_in_managed));
    through_pointer<<<1, 1>>>(77);
    CHECK_LAUNCH();
    EXPECT_EQ(*sum, 78);
    CHECK(cudaFree(sum));
}

int main()
{
    check_variables();
    check_list();
    return finish();
}
