/* portable_atomics: weather stations report, and a grid of threads sums them up with softwarp/atomics.cuh, the atomic
 * functions that CUDA does not have: float minimum and maximum, 8-bit counters, saturation, an update of several values at
 * one stroke, numbers from a counter, a lock, and a last block that puts the results together.
 *
 *   swcc portable_atomics.cu && ./a.out
 *   nvcc -I<prefix>/include portable_atomics.cu && ./a.out        <prefix>: where Softwarp is installed
 */
#include "check.h"
#include <softwarp/atomics.cuh>

#define REPORTS 10000
#define STATIONS 7

/* The coldest report and who sent it: 8 bytes, changed together. */
struct Coldest {
    float degrees;
    int report;
};

struct Station {
    softwarp::spin_lock<> lock; /* guards what follows: plain variables */
    int reports, longest_streak, streak, previous;
};

struct Summary {
    float lowest, highest;
    Coldest coldest;
    unsigned char of_station[STATIONS]; /* reports modulo 256, seven neighbouring bytes */
    short gusts;                        /* stops at 32767 */
    unsigned frosty, blocks_done;
    int all_reports; /* put together by the last block */
    Station station[STATIONS];
    int frosty_reports[REPORTS];
};

__host__ __device__ float degrees(int i) { return (float)(i * 7919 % 6007) / 100 - 18; }

__global__ void summarise(Summary *s)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < REPORTS) {
        float t = degrees(i);
        Station *station = &s->station[i % STATIONS];

        softwarp::atomic_min(&s->lowest, t);
        softwarp::atomic_max(&s->highest, t);
        softwarp::atomic_update(&s->coldest, [=](Coldest c) { return t < c.degrees ? Coldest{t, i} : c; });
        softwarp::atomic_add(&s->of_station[i % STATIONS], 1);
        softwarp::atomic_add_sat(&s->gusts, i % 50);

        /* Frosty reports in a list without gaps, in any order: one atomic operation a warp. */
        if (t < 0)
            s->frosty_reports[softwarp::atomic_count(&s->frosty)] = i;

        softwarp::with_lock(station->lock, [=] {
            station->reports++;
            station->streak = i > station->previous ? station->streak + 1 : 1;
            station->previous = i;
            if (station->streak > station->longest_streak)
                station->longest_streak = station->streak;
        });
    }
    if (softwarp::last_block(&s->blocks_done) && threadIdx.x == 0) {
        int sum = 0;
        for (int k = 0; k < STATIONS; k++)
            sum += s->station[k].reports;
        s->all_reports = sum;
    }
}

int main(void)
{
    Summary *s;
    float lowest = degrees(0), highest = degrees(0);
    long long listed = 0, frosty = 0;
    int count = 0, coldest = 0;

    CHECK(cudaMallocManaged((void **)&s, sizeof *s));
    CHECK(cudaMemset(s, 0, sizeof *s));
    CHECK(cudaDeviceSynchronize());
    s->lowest = s->coldest.degrees = 1000;
    s->highest = -1000;
    summarise<<<(REPORTS + 127) / 128, 128>>>(s);
    CHECK_LAUNCH();

    for (int i = 0; i < REPORTS; i++) {
        float t = degrees(i);
        lowest = t < lowest ? t : lowest;
        highest = t > highest ? t : highest;
        if (t < 0) {
            frosty += i;
            count++;
        }
    }
    for (unsigned k = 0; k < s->frosty; k++)
        listed += s->frosty_reports[k];
    coldest = s->coldest.report;
    printf("%d reports from %d stations, %.2f to %.2f degrees\n", s->all_reports, STATIONS, s->lowest, s->highest);
    printf("%u of them below zero; station 0 sent %d (modulo 256: %d)\n", s->frosty, s->station[0].reports,
           s->of_station[0]);
    printf("gusts stop at %d\n", s->gusts);
    EXPECT(s->lowest == lowest && s->highest == highest);
    EXPECT(s->coldest.degrees == lowest && degrees(coldest) == lowest);
    EXPECT((int)s->frosty == count && listed == frosty);
    EXPECT(s->gusts == 32767 && s->all_reports == REPORTS);
    for (int k = 0; k < STATIONS; k++) {
        EXPECT(s->station[k].reports == (REPORTS - k + STATIONS - 1) / STATIONS);
        EXPECT(s->of_station[k] == s->station[k].reports % 256);
        EXPECT(s->station[k].longest_streak >= 1);
    }
    CHECK(cudaFree(s));
    printf("ok\n");
    return 0;
}
