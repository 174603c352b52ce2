// FEW-WAYS
// SWCC: -arch=sm_80
// Copies of groups and pipelines: every overload of memcpy_async, sizes that no piece divides, addresses of every
// alignment; pipelines of a thread and of a block, whose threads do both or one of producing and consuming.
#include "../conformance.h"
#include "../rows.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
#include <cuda_pipeline_primitives.h>

namespace cg = cooperative_groups;
enum { BYTES = 1024, THREADS = 96 };
enum { GROUP_BYTES, GROUP_WORDS, GROUP_ALIGNED, GROUP_LAYOUT, GROUP_TILE, BARRIER, BARRIER_GROUP, PIPELINE, PIPELINE_GROUP, PRIMITIVE, COPIES };

__global__ void copy(int how, const unsigned char *from, int offset, int count, unsigned char *out)
{
    __shared__ __align__(16) unsigned char to[BYTES];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    cg::thread_block block = cg::this_thread_block();
    int thread = block.thread_rank();
    if (thread == 0) init(&bar, blockDim.x);
    for (int i = thread; i < BYTES; i += THREADS) to[i] = 0xee;
    block.sync();
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    switch (how) {
    case GROUP_BYTES:
        cg::memcpy_async(block, to + offset, from + offset, count);
        cg::wait(block);
        break;
    case GROUP_WORDS: /* of a type, but the count is one of bytes all the same */
        cg::memcpy_async(block, (int *)to, (const int *)from, count / 4 * 4);
        cg::wait(block);
        break;
    case GROUP_ALIGNED:
        cg::memcpy_async(block, (int *)to, (const int *)from, cuda::aligned_size_t<16>(count / 16 * 16));
        cg::wait_prior<0>(block);
        break;
    case GROUP_LAYOUT:
        cg::memcpy_async(block, (short *)to + offset, count / 2, (const short *)from + offset, BYTES / 2 - offset);
        cg::wait(block);
        break;
    case GROUP_TILE: {
        auto tile = cg::tiled_partition<32>(block);
        int part = BYTES / 4, rank = tile.meta_group_rank();
        cg::memcpy_async(tile, to + part * rank + offset, from + part * rank + offset, count < part - offset ? count : part - offset);
        cg::wait(tile);
        break;
    }
    case BARRIER:
        for (int i = thread; i < count / 8; i += THREADS) cuda::memcpy_async(to + 8 * i, from + 8 * i, cuda::aligned_size_t<8>(8), bar);
        bar.arrive_and_wait();
        break;
    case BARRIER_GROUP:
        cuda::memcpy_async(block, to + offset, from + offset, count, bar);
        bar.arrive_and_wait();
        break;
    case PIPELINE:
        pipe.producer_acquire();
        for (int i = thread; i < count; i += THREADS) cuda::memcpy_async(to + i, from + i, 1, pipe);
        pipe.producer_commit();
        cuda::pipeline_consumer_wait_prior<0>(pipe);
        break;
    case PIPELINE_GROUP:
        pipe.producer_acquire();
        cuda::memcpy_async(block, to + offset, from + offset, count, pipe);
        pipe.producer_commit();
        pipe.consumer_wait();
        pipe.consumer_release();
        break;
    case PRIMITIVE:
        for (int i = thread; i < count / 16; i += THREADS) __pipeline_memcpy_async(to + 16 * i, from + 16 * i, 16, i % 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        break;
    }
    block.sync();
    for (int i = thread; i < BYTES; i += THREADS) out[i] = to[i];
}

static unsigned char wanted(int how, int offset, int count, int i)
{
    unsigned char value = (unsigned char)(i * 7 + 3), none = 0xee;
    int from = offset, to = offset + count;
    if (how == GROUP_ALIGNED) from = 0, to = count / 16 * 16;
    if (how == GROUP_LAYOUT) from = 2 * offset, to = 2 * offset + count / 2 * 2;
    if (how == BARRIER) from = 0, to = count / 8 * 8;
    if (how == PIPELINE) from = 0, to = count;
    if (how == GROUP_WORDS) from = 0, to = count / 4 * 4;
    if (how == PRIMITIVE) return i >= count / 16 * 16 ? none : i % 16 < 16 - i / 16 % 4 ? value : 0;
    if (how == GROUP_TILE) {
        int at = i % (BYTES / 4);
        return i < BYTES / 4 * 3 && at >= offset && at < offset + count ? value : none;
    }
    return i >= from && i < to ? value : none;
}

static void check_copies(const unsigned char *from)
{
    static const char *const names[] = {"bytes", "bytes of words", "aligned", "layouts", "a tile", "barrier", "barrier, group", "pipeline",
                                        "pipeline, group", "__pipeline_memcpy_async"};
    DeviceArray<unsigned char> out(BYTES);
    for (int how = 0; how < COPIES; how++)
        for (int offset : {0, 1, 2, 6})
            for (int count : {0, 1, 15, 200, 1001}) {
                copy<<<1, THREADS>>>(how, from, offset, count, out);
                CHECK_LAUNCH();
                std::vector<unsigned char> got = out.host();
                Words label = Words(names[how]) + ", " + show(count) + " at " + show(offset);
                for (int i = 0; i < BYTES; i++)
                    if (!expect_equal(__FILE__, __LINE__, (label + ", byte " + show(i)).c_str(), (int)got[i],
                                      (int)wanted(how, offset, count, i)))
                        break;
                print_row(label.c_str(), got.data(), BYTES);
            }
}

/* What passes through a pipeline: every consumer sums up what all producers have put into a stage. */
enum { STAGES = 3, TURNS = 10, PAIRS = 64 };
enum role { UNIFIED, BY_ROLE, BY_COUNT };
template <int Role> __global__ void stages(int *out)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    __shared__ int buffer[STAGES][PAIRS];
    cg::thread_block block = cg::this_thread_block();
    int thread = block.thread_rank(), lane = thread % PAIRS, sum = 0;
    bool produces = Role == UNIFIED || thread < PAIRS, consumes = Role == UNIFIED || thread >= PAIRS;
    auto pipe = Role == UNIFIED   ? cuda::make_pipeline(block, &state)
                : Role == BY_ROLE ? cuda::make_pipeline(block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer)
                                  : cuda::make_pipeline(block, &state, (size_t)PAIRS);
    for (int turn = 0, made = 0; turn < TURNS; turn++) {
        for (; produces && made < TURNS && made < turn + STAGES - (Role == UNIFIED); made++) {
            pipe.producer_acquire();
            buffer[made % STAGES][lane] = lane * (made + 1);
            pipe.producer_commit();
        }
        if (consumes) {
            pipe.consumer_wait();
            sum += buffer[turn % STAGES][(lane + 33) % PAIRS];
            pipe.consumer_release();
        }
    }
    out[thread] = sum;
}

template <int Role> static void check_stages(const char *what, int threads)
{
    DeviceArray<int> out(threads);
    stages<Role><<<1, threads>>>(out);
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int i = 0; i < threads; i++)
        EXPECT_EQ(got[i], Role != UNIFIED && i < PAIRS ? 0 : (i % PAIRS + 33) % PAIRS * (TURNS * (TURNS + 1) / 2));
    print_row(what, got.data(), threads);
}

/* Producers that are far ahead wait until consumers, who take their time, have released a stage. */
__global__ void slow_consumers(int *out)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    __shared__ int buffer[STAGES][PAIRS];
    int thread = threadIdx.x, lane = thread % PAIRS, sum = 0;
    auto pipe = cuda::make_pipeline(cg::this_thread_block(), &state, (size_t)PAIRS);
    for (int turn = 0; turn < TURNS; turn++) {
        if (thread < PAIRS) {
            pipe.producer_acquire();
            buffer[turn % STAGES][lane] = lane * (turn + 1);
            pipe.producer_commit();
        } else {
            __nanosleep(20000);
            pipe.consumer_wait();
            sum = sum * 3 + buffer[turn % STAGES][(lane + 33) % PAIRS];
            pipe.consumer_release();
        }
    }
    out[thread] = sum;
}

static void check_slow_consumers()
{
    DeviceArray<int> out(2 * PAIRS);
    slow_consumers<<<1, 2 * PAIRS>>>(out);
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int i = 0; i < 2 * PAIRS; i++) {
        int sum = 0;
        for (int turn = 0; turn < TURNS && i >= PAIRS; turn++)
            sum = sum * 3 + (i % PAIRS + 33) % PAIRS * (turn + 1);
        EXPECT_EQ(got[i], sum);
    }
    print_row("slow consumers", got.data(), 2 * PAIRS);
}

int main()
{
    std::vector<unsigned char> bytes(BYTES);
    for (int i = 0; i < BYTES; i++) bytes[i] = (unsigned char)(i * 7 + 3);
    DeviceArray<unsigned char> from(bytes);
    check_copies(from);
    check_stages<UNIFIED>("all do both", PAIRS);
    check_stages<BY_ROLE>("by role", 2 * PAIRS);
    check_stages<BY_COUNT>("by count", 2 * PAIRS);
    check_slow_consumers();
    return finish();
}
