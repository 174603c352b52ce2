// All places where a word occurs in a text: the word in constant memory, a flag per place, and positions by a counter.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

__constant__ char pattern[32];
__constant__ int pattern_length;

__device__ int device_strncmp(const char *a, const char *b, int n)
{
    for (int i = 0; i < n; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
        if (a[i] == '\0')
            break;
    }
    return 0;
}

__global__ void search(const char *text, int length, int *positions, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + pattern_length <= length && device_strncmp(text + i, pattern, pattern_length) == 0)
        positions[atomicAdd(count, 1)] = i;
}

int main()
{
    std::string text, word = "abacab";
    unsigned state = 5;
    for (int i = 0; i < 20000; i++) {
        state = state * 1103515245u + 12345u;
        text += "abc"[(state >> 16) % 3];
    }
    std::vector<int> expected;
    for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
        expected.push_back(int(at));

    char *d_text;
    int *d_positions, *d_count, count = 0, length = int(word.size());
    cudaMalloc(&d_text, text.size());
    cudaMalloc(&d_positions, text.size() * sizeof(int));
    cudaMalloc(&d_count, sizeof(int));
    cudaMemset(d_count, 0, sizeof(int));
    cudaMemcpy(d_text, text.c_str(), text.size(), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(pattern, word.c_str(), word.size());
    cudaMemcpyToSymbol(pattern_length, &length, sizeof length);
    search<<<int(text.size() + 255) / 256, 256>>>(d_text, int(text.size()), d_positions, d_count);
    cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost);
    std::vector<int> positions(count);
    cudaMemcpy(positions.data(), d_positions, count * sizeof(int), cudaMemcpyDeviceToHost);
    std::sort(positions.begin(), positions.end());
    std::cout << count << " places, " << expected.size() << " expected" << std::endl;
    return positions != expected;
}
