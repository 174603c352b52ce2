// cudaLaunchHostFunc and cudaStreamAddCallback: called in stream order, after the work before and before the work behind.
#include "../conformance.h"
#include <atomic>
#include <thread>

__global__ void set(int *at, int value) { *at = value; }

struct Note {
    int *cell;
    std::vector<int> seen;
    std::vector<cudaError_t> statuses;
    std::thread::id thread;
};

static void note(void *data)
{
    Note *n = static_cast<Note *>(data);
    n->seen.push_back(*n->cell);
    *n->cell = -1; /* the work behind must come after this */
    n->thread = std::this_thread::get_id();
}

static void CUDART_CB note_status(cudaStream_t, cudaError_t status, void *data)
{
    note(data);
    static_cast<Note *>(data)->statuses.push_back(status);
}

int main()
{
    cudaStream_t stream;
    Note notes = {};
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaHostAlloc(&notes.cell, sizeof(int), cudaHostAllocMapped));
    for (int i = 0; i < 50; i++) {
        set<<<1, 1, 0, stream>>>(notes.cell, i);
        CHECK(i % 2 ? cudaLaunchHostFunc(stream, note, &notes) : cudaStreamAddCallback(stream, note_status, &notes, 0));
    }
    CHECK(cudaStreamSynchronize(stream));
    EXPECT_EQ(notes.seen.size(), 50u);
    for (int i = 0; i < int(notes.seen.size()); i++)
        EXPECT_EQ(notes.seen[i], i);
    EXPECT_EQ(notes.statuses.size(), 25u);
    for (cudaError_t status : notes.statuses)
        EXPECT_EQ(status, cudaSuccess);
    EXPECT(notes.thread != std::this_thread::get_id());
    EXPECT_EQ(*notes.cell, -1);

    /* Also in the default stream. */
    notes.seen.clear();
    set<<<1, 1>>>(notes.cell, 1234);
    CHECK(cudaLaunchHostFunc(0, note, &notes));
    CHECK(cudaDeviceSynchronize());
    EXPECT(notes.seen.size() == 1 && notes.seen[0] == 1234);
    EXPECT_ERROR(cudaLaunchHostFunc(stream, nullptr, nullptr), cudaErrorInvalidValue);
    CHECK(cudaFreeHost(notes.cell));
    CHECK(cudaStreamDestroy(stream));
    return finish();
}
