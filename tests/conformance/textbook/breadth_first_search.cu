// Breadth-first search by levels over a graph in compressed rows: a frontier queue filled through an atomic counter.
#include <climits>
#include <cstdio>
#include <queue>
#include <vector>

__global__ void expand(const int *offsets, const int *edges, int *distance, const int *frontier, int frontier_size,
                       int *next, int *next_size, int level)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= frontier_size)
        return;
    int node = frontier[i];
    for (int e = offsets[node]; e < offsets[node + 1]; e++) {
        int neighbour = edges[e];
        if (atomicCAS(&distance[neighbour], INT_MAX, level + 1) == INT_MAX)
            next[atomicAdd(next_size, 1)] = neighbour;
    }
}

int main()
{
    const int nodes = 5000, degree = 4;
    std::vector<int> offsets(nodes + 1), edges, expected(nodes, INT_MAX), got(nodes);
    unsigned seed = 99;
    for (int v = 0; v < nodes; v++) {
        offsets[v] = (int)edges.size();
        int count = v % (degree + 1);
        for (int e = 0; e < count; e++) {
            seed = seed * 1664525u + 1013904223u;
            edges.push_back((v + 1 + (seed >> 8) % 200) % nodes);
        }
    }
    offsets[nodes] = (int)edges.size();

    const int source = 4;
    std::queue<int> queue;
    expected[source] = 0;
    for (queue.push(source); !queue.empty(); queue.pop()) {
        int v = queue.front();
        for (int e = offsets[v]; e < offsets[v + 1]; e++)
            if (expected[edges[e]] == INT_MAX) {
                expected[edges[e]] = expected[v] + 1;
                queue.push(edges[e]);
            }
    }

    int *d_offsets, *d_edges, *d_distance, *d_frontier, *d_next, *d_size;
    cudaMalloc(&d_offsets, offsets.size() * sizeof(int));
    cudaMalloc(&d_edges, edges.size() * sizeof(int));
    cudaMalloc(&d_distance, nodes * sizeof(int));
    cudaMalloc(&d_frontier, nodes * sizeof(int));
    cudaMalloc(&d_next, nodes * sizeof(int));
    cudaMalloc(&d_size, sizeof(int));
    std::vector<int> start(nodes, INT_MAX);
    start[source] = 0;
    cudaMemcpy(d_offsets, offsets.data(), offsets.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_edges, edges.data(), edges.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_distance, start.data(), nodes * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_frontier, &source, sizeof(int), cudaMemcpyHostToDevice);
    int size = 1, level = 0;
    while (size > 0) {
        cudaMemset(d_size, 0, sizeof(int));
        expand<<<(size + 127) / 128, 128>>>(d_offsets, d_edges, d_distance, d_frontier, size, d_next, d_size, level++);
        cudaMemcpy(&size, d_size, sizeof(int), cudaMemcpyDeviceToHost);
        std::swap(d_frontier, d_next);
    }
    cudaMemcpy(got.data(), d_distance, nodes * sizeof(int), cudaMemcpyDeviceToHost);
    int reached = 0;
    for (int d : got)
        reached += d != INT_MAX;
    printf("%d of %d nodes in %d levels\n", reached, nodes, level);
    return got != expected;
}
