/* What debugger/softwarp-gdb.py has to know of the runtime's structures, which it reads in the process that it stops or
 * in a core file: by name, a number, an offset or an address. Without it the script would need the runtime's own debug
 * information. The list ends with a null name. */
#include <stddef.h>

#include "execute/block.h"

struct swrt_debugger_row {
    const char *name;
    uint64_t value;
};

#define OFFSET(type, field) {#type "." #field, offsetof(struct swrt_##type, field)},
#define SIZE(type) {"sizeof." #type, sizeof(struct swrt_##type)},

/* clang-format off */
__attribute__((visibility("default"), used)) const struct swrt_debugger_row swrt_debugger[] = {
    {"engine", (uintptr_t)&swrt_engine},
    OFFSET(engine, executors) OFFSET(engine, num_workers)
    OFFSET(executor, thread) OFFSET(executor, running) OFFSET(executor, slots) OFFSET(executor, num_slots)
    OFFSET(slot, grid) OFFSET(slot, fiber) OFFSET(slot, width) OFFSET(slot, warps) OFFSET(slot, coroutines)
    OFFSET(block, ctaid_x) OFFSET(block, ntid_x) OFFSET(block, nctaid_x) OFFSET(block, nthreads) OFFSET(block, tid)
    OFFSET(grid, kernel) OFFSET(grid, device) OFFSET(grid, id) OFFSET(grid, total)
    OFFSET(kernel, name)
    OFFSET(warp, alive) OFFSET(warp, unstarted) OFFSET(warp, runnable) SIZE(warp)
    OFFSET(coroutine, frame) OFFSET(coroutine, kind) SIZE(coroutine)
    OFFSET(fiber, resume) OFFSET(fiber, own) OFFSET(fiber, at)
    {"wait.barrier", SWRT_WAIT_BARRIER}, {"wait.warp", SWRT_WAIT_WARP}, {"wait.converged", SWRT_WAIT_CONVERGED},
    {"wait.yield", SWRT_WAIT_YIELD}, {"wait.grid", SWRT_WAIT_GRID},
    {NULL, 0},
};
/* clang-format on */
