// Host and device see each other's writes while a kernel runs: in managed memory, a managed variable, mapped memory.
// Volatile accesses happen each time, in order: what changes meanwhile is seen, and never backwards.
#include "../check.h"

#include <thread>

enum { TURNS = 40, PAIRS = 400 };

struct shared_words {
    volatile int go, pad[31], progress, pad_[31], stop, pad__[31];
    volatile int first, second; /* the host writes one behind the other, many times */
};

__managed__ shared_words in_variable;

/* The kernel waits for the host, and the host for the kernel. */
__global__ void converse(shared_words *words, int *out) {
    for (int turn = 1; turn <= TURNS; turn++) {
        while (words->go != turn) {
        }
        words->progress = turn;
    }
    *out = words->progress;
}

/* The host writes first, then second. With second read before first, first is never behind; each is never less than it
 * was. The last values must be seen: a read that was made once for all would never end. */
__global__ void watch(shared_words *words, int *out) {
    int behind = 0, backwards = 0, last_first = 0, last_second = 0, reads = 0;
    while (last_second != PAIRS) {
        int second = words->second;
        __threadfence_system();
        int first = words->first;
        behind += first < second;
        backwards += (first < last_first) + (second < last_second);
        last_first = first;
        last_second = second;
        reads++;
    }
    out[0] = behind;
    out[1] = backwards;
    out[2] = last_first;
    out[3] = reads > 0;
}

/* Writes that nobody reads on the device are made one by one: the host sees steps, in order, before the kernel ends. */
__global__ void step(shared_words *words) {
    for (int i = 1; !words->stop; i++) {
        words->first = i;
        __threadfence_system();
        words->second = i;
    }
}

static void test(const char *where, shared_words *words, int *out) {
    std::memset((void *)words, 0, sizeof *words);
    converse<<<1, 1>>>(words, out);
    int answered = 0;
    for (int turn = 1; turn <= TURNS; turn++) {
        words->go = turn;
        while (words->progress != turn) std::this_thread::yield();
        answered++;
    }
    FINISH();
    CHECK_EQUAL((int)TURNS, answered);
    CHECK_EQUAL((int)TURNS, out[0]);
    std::printf("%s: %d turns, the kernel saw %d\n", where, answered, out[0]);

    watch<<<1, 1>>>(words, out);
    for (int i = 1; i <= PAIRS; i++) {
        words->first = i;
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        words->second = i;
    }
    FINISH();
    CHECK_EQUAL(0, out[0]);
    CHECK_EQUAL(0, out[1]);
    CHECK_EQUAL((int)PAIRS, out[2]);
    std::printf("%s: behind %d, backwards %d, last %d\n", where, out[0], out[1], out[2]);

    words->first = words->second = 0;
    step<<<1, 1>>>(words);
    int seen = 0, wrong = 0, last = 0;
    while (seen < 10) {
        std::this_thread::yield();
        int second = words->second;
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        int first = words->first;
        wrong += first < second || second < last;
        seen += second > last;
        last = second;
    }
    words->stop = 1;
    FINISH();
    CHECK_EQUAL(0, wrong);
    std::printf("%s: steps seen while the kernel ran, %d out of order\n", where, wrong);
}

int main() {
    shared_words *mapped, *allocated = managed<shared_words>(1);
    int *out = managed<int>(4);
    CUDA(cudaHostAlloc((void **)&mapped, sizeof *mapped, cudaHostAllocMapped));
    test("managed memory", allocated, out);
    test("managed variable", &in_variable, out);
    test("mapped memory", mapped, out);
    return check_result();
}
