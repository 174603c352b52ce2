/* cuda::atomic and its kin in a plain C++ file that the host compiler sees: the same layout as in the .cu file, and both
 * work on one managed object, also while a kernel runs.
 */
// NO-GPU: <cuda/barrier> of CUDA 13 is no header for plain C++
// SOURCES: Inputs/plain.cpp
#include <cstddef>

#include "../conformance.h"
#include "Inputs/shared.h"

void plain_offsets(std::size_t *offsets);
Shared *plain_make(void *memory);
void plain_meet(Shared *shared);
int plain_see(Shared *shared);

__global__ void meet(Shared *shared)
{
    shared->latch.arrive_and_wait();
    shared->permits.acquire();
    shared->permits.acquire();
    shared->count++;
    shared->sum += 2.25;
    shared->byte = 1;
    shared->pair = Pair{3, 4};
    shared->place = shared->numbers + 2;
    shared->flag.test_and_set();
    shared->turn.release();
    shared->barrier.arrive_and_wait();
}

__global__ void offsets_of(const Shared *shared, std::size_t *offsets)
{
    const char *start = reinterpret_cast<const char *>(shared);
    const void *const fields[FIELDS] = {&shared->count, &shared->sum,     &shared->byte,  &shared->pair,
                                        &shared->place, &shared->flag,    &shared->latch, &shared->permits,
                                        &shared->turn,  &shared->barrier, &shared->numbers};
    for (int i = 0; i < FIELDS; i++)
        offsets[i] = static_cast<std::size_t>(static_cast<const char *>(fields[i]) - start);
}

int main()
{
    Shared *shared;
    std::size_t *device, host[FIELDS];
    CHECK(cudaMallocManaged(&shared, sizeof *shared));
    CHECK(cudaMallocManaged(&device, sizeof host));
    shared = plain_make(shared);
    offsets_of<<<1, 1>>>(shared, device);
    CHECK_LAUNCH();
    plain_offsets(host);
    for (int i = 0; i < FIELDS; i++)
        EXPECT_EQ(device[i], host[i]);
    meet<<<1, 1>>>(shared);
    plain_meet(shared);
    CHECK_LAUNCH();
    EXPECT_EQ(plain_see(shared), 0);
    return finish();
}
