// FEW-WAYS
// Coalesced groups: the rows of tiles.def among whatever lanes come together, and the groups that are made of them:
// tiles of a size that only the program knows, of blocks too, by labels, by a predicate.
#include "tiles.h"

enum { THREADS = 96 + 20, CHOICES = 5 };

__host__ __device__ inline bool is_in(int choice, int thread)
{
    switch (choice) {
    case 0: return true;
    case 1: return thread % 3 == 0;
    case 2: return thread % 32 >= 5;
    case 3: return thread % 32 == 7 || thread % 32 == 30;
    default: return (thread * 37 ^ thread >> 2) % 5 < 2;
    }
}

__global__ void run(int choice, triple *out)
{
    int thread = threadIdx.x;
    if (is_in(choice, thread)) {
        cg::coalesced_group g = cg::coalesced_threads();
        coalesced_rows(g, thread, out, THREADS);
    }
}

/* Threads of one warp that are in. */
static std::vector<int> lanes(int choice, int warp)
{
    std::vector<int> members;
    for (int thread = warp * 32; thread < warp * 32 + 32 && thread < THREADS; thread++)
        if (is_in(choice, thread)) members.push_back(thread);
    return members;
}

static void check_rows(int choice)
{
    std::vector<triple> wanted(rows * THREADS, triple(0));
    DeviceArray<triple> out(wanted);
    run<<<1, THREADS>>>(choice, out);
    CHECK_LAUNCH();
    for (int warp = 0; warp * 32 < THREADS; warp++)
        if (!lanes(choice, warp).empty()) reference::rows_of(lanes(choice, warp), wanted.data(), THREADS);
    compare_rows("choice " + show(choice), out.host(), wanted, THREADS, false);
}

/* Of a group: rank, size, which part, of how many, and the sum of what its members hold. */
struct part {
    int rank, size, meta_rank, meta_size, sum;
};
template <class G> __device__ part describe(const G &g, int value)
{
    int which = g.meta_group_rank(), sum = 0;
    for (int i = 0; i < (int)g.meta_group_size(); i++) /* one part at a time: a GPU takes one mask for all lanes */
        if (i == which) sum = cg::reduce(g, value, cg::plus<int>());
    return {(int)g.thread_rank(), (int)g.size(), which, (int)g.meta_group_size(), sum};
}

enum { BY_SIZE, BY_LABEL, BY_PREDICATE, BY_LABEL_OF_TILE, BY_PREDICATE_OF_TILE, WAYS };
__global__ void divide(int choice, int number, part *out)
{
    int thread = threadIdx.x;
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
    if (THREADS % 8 == 0 || thread < THREADS / 8 * 8) {
        out[BY_LABEL_OF_TILE * THREADS + thread] = describe(cg::labeled_partition(tile, thread * 5 % number), thread);
        out[BY_PREDICATE_OF_TILE * THREADS + thread] = describe(cg::binary_partition(tile, thread % number == 0), thread);
    }
    if (is_in(choice, thread)) {
        cg::coalesced_group g = cg::coalesced_threads();
        out[BY_SIZE * THREADS + thread] = describe(cg::tiled_partition(g, number), thread);
        out[BY_LABEL * THREADS + thread] = describe(cg::labeled_partition(g, thread * 5 % number), thread);
        out[BY_PREDICATE * THREADS + thread] = describe(cg::binary_partition(g, thread % number == 0), thread);
    }
}

/* label(i): of the member of rank i; groups count in the order of their first members. */
template <class Label> static void parts_of(const std::vector<int> &members, Label label, bool binary, part *out)
{
    std::vector<int> firsts;
    for (size_t i = 0; i < members.size(); i++) {
        bool known = false;
        for (int f : firsts) known |= label(f) == label((int)i);
        if (!known) firsts.push_back((int)i);
    }
    for (size_t i = 0; i < members.size(); i++) {
        part p = {0, 0, 0, (int)firsts.size(), 0};
        for (size_t k = 0; k < members.size(); k++) {
            if (label((int)k) != label((int)i)) continue;
            p.rank += k < i;
            p.size++;
            p.sum += members[k];
        }
        for (size_t f = 0; f < firsts.size(); f++)
            if (label(firsts[f]) == label((int)i)) p.meta_rank = (int)f;
        if (binary) p.meta_rank = firsts.size() == 1 ? 0 : label((int)i);
        out[members[i]] = p;
    }
}

static void wanted_of(const std::vector<int> &members, int number, int way, part *out)
{
    if (way == BY_SIZE) parts_of(members, [&](int i) { return i / number; }, false, out);
    if (way == BY_LABEL || way == BY_LABEL_OF_TILE)
        parts_of(members, [&](int i) { return members[i] * 5 % number; }, false, out);
    if (way == BY_PREDICATE || way == BY_PREDICATE_OF_TILE)
        parts_of(members, [&](int i) { return (int)(members[i] % number == 0); }, true, out);
}

static void check_parts(int choice, int number)
{
    static const char *const names[] = {"tiled_partition", "labeled_partition", "binary_partition",
                                        "labeled_partition of a tile", "binary_partition of a tile"};
    std::vector<part> wanted(WAYS * THREADS, part{0, 0, 0, 0, 0});
    DeviceArray<part> out(wanted);
    divide<<<1, THREADS>>>(choice, number, out);
    CHECK_LAUNCH();
    std::vector<part> got = out.host();
    for (int way = 0; way < WAYS; way++) {
        for (int warp = 0; warp * 32 < THREADS && way <= BY_PREDICATE; warp++)
            wanted_of(lanes(choice, warp), number, way, &wanted[way * THREADS]);
        for (int first = 0; first + 8 <= THREADS && way > BY_PREDICATE; first += 8)
            wanted_of({first, first + 1, first + 2, first + 3, first + 4, first + 5, first + 6, first + 7}, number, way,
                      &wanted[way * THREADS]);
        Words label = Words(names[way]) + " " + show(number) + ", choice " + show(choice);
        for (int i = 0; i < THREADS; i++) {
            const part &g = got[way * THREADS + i], &w = wanted[way * THREADS + i];
            Words at = label + ", thread " + show(i);
            expect_equal(__FILE__, __LINE__, (at + ", rank").c_str(), g.rank, w.rank);
            expect_equal(__FILE__, __LINE__, (at + ", size").c_str(), g.size, w.size);
            expect_equal(__FILE__, __LINE__, (at + ", part").c_str(), g.meta_rank, w.meta_rank);
            expect_equal(__FILE__, __LINE__, (at + ", parts").c_str(), g.meta_size, w.meta_size);
            expect_equal(__FILE__, __LINE__, (at + ", sum").c_str(), g.sum, w.sum);
        }
        print_row(label.c_str(), &got[way * THREADS], THREADS);
    }
}

int main()
{
    for (int choice = 0; choice < CHOICES; choice++) {
        check_rows(choice);
        for (int number : {1, 2, 4, 8, 16, 32}) check_parts(choice, number);
    }
    return finish();
}
