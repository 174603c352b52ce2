// Operations of one byte while other threads of the block, and other blocks, write and read the bytes beside it plainly:
// each does what it says, to its byte alone.
// NO-GPU: its outcome is one number for each byte, whatever the machine
#include "../check.h"
#include <cuda/atomic>

enum { BLOCKS = 4, THREADS = 96, ROUNDS = 3000, CHANGED = 1, CELL = 4 };
typedef unsigned char byte;

__device__ void take_turn(byte *at, int form, int round) {
    cuda::atomic_ref<byte, cuda::thread_scope_device> ref(*at);
    byte expected = ref.load();
    switch (form) {
    case 0: ref.fetch_add(3); break;
    case 1: ref.fetch_or((byte)(1 << round % 8)); break;
    case 2: ref.exchange((byte)(round | 1)); break;
    default:
        while (!ref.compare_exchange_strong(expected, (byte)(expected * 5 + 1))) {}
    }
}

/* Cell i: a byte of block i's, before and behind it bytes that one thread each counts in; the last is the next block's. */
__global__ void change(volatile byte *plain, byte *cells, int *wrong) {
    int form = (int)blockIdx.x, mine = CELL * form, next = CELL * ((form + 1) % BLOCKS);
    for (int round = 0; round < ROUNDS; round++) {
        if (threadIdx.x < 32)
            take_turn(&cells[mine + CHANGED], form, round);
        int at = threadIdx.x == 40 ? mine : threadIdx.x == 41 ? mine + 2 : threadIdx.x == 70 ? next + 3 : -1;
        if (at >= 0) {
            byte before = plain[at];
            plain[at] = (byte)(before + 1);
            if (before != (byte)round || plain[at] != (byte)(round + 1)) atomicAdd(wrong, 1);
        }
    }
}

static byte expected_of(int form) {
    byte value = 0;
    for (int i = 0; i < 32 * ROUNDS; i++) value = form == 0 ? value + 3 : value * 5 + 1;
    return form == 1 ? 0xff : form == 2 ? (byte)((ROUNDS - 1) | 1) : value;
}

int main() {
    byte *cells;
    int *wrong;
    CUDA(cudaMallocManaged(&cells, CELL * BLOCKS));
    CUDA(cudaMallocManaged(&wrong, sizeof *wrong));
    std::memset(cells, 0, CELL * BLOCKS);
    *wrong = 0;
    change<<<BLOCKS, THREADS>>>(cells, cells, wrong);
    FINISH();
    CHECK_EQUAL(0, *wrong);
    for (int i = 0; i < CELL * BLOCKS; i++) {
        byte expected = i % CELL == CHANGED ? expected_of(i / CELL) : (byte)ROUNDS;
        CHECK_AT(i, expected, cells[i]);
    }
    return check_result();
}
