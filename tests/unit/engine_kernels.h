/* Kernels in plain C for the tests of the engine: what swcc would generate, written by hand.
 *
 * A block loop goes over the threads itself. A coroutine is a function over a frame whose first word is that function
 * and becomes null at the end; it remembers where it was in `state` (a line number) and keeps what must live across a
 * suspend in `v`. All parameters are 8 bytes wide.
 *
 * Every program runs its tests with several numbers of workers and block orders: engine_main starts it anew for each.
 */
#ifndef ENGINE_KERNELS_H
#define ENGINE_KERNELS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "cuda_runtime_api.h"
#include "stream/engine.h"
#include "softwarp/abi.h"

void **__cudaRegisterFatBinary(void *wrapper);
void __cudaRegisterFatBinaryEnd(void **handle);
int __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int limit, void *tid,
                           void *bid, void *bdim, void *gdim, int *wsize);

struct frame {
    void (*resume)(void *frame);
    struct swrt_block *b;
    uint32_t tid;
    int state;
    int64_t v[6];
};

#define ARG(b, index, type) ((type)((uint64_t *)(b)->args)[index])

#define COROUTINE(name)                                                                                               \
    static void name##_body(void *frame_);                                                                            \
    static void *name(struct swrt_block *b, uint32_t tid) {                                                           \
        struct frame *f = swrt_frame_alloc(b, sizeof *f);                                                             \
        *f = (struct frame){.resume = name##_body, .b = b, .tid = tid};                                               \
        name##_body(f);                                                                                               \
        return f;                                                                                                     \
    }                                                                                                                 \
    static void name##_body(void *frame_)

#define BEGIN                                                                                                         \
    struct frame *f = frame_;                                                                                         \
    struct swrt_block *b = f->b;                                                                                      \
    (void)b;                                                                                                          \
    switch (f->state) {                                                                                               \
    case 0:
#define END                                                                                                           \
    }                                                                                                                 \
    f->resume = NULL
#define EXIT                                                                                                          \
    do {                                                                                                              \
        f->resume = NULL;                                                                                             \
        return;                                                                                                       \
    } while (0)
#define SUSPEND                                                                                                       \
    f->state = __LINE__;                                                                                              \
    return;                                                                                                           \
    case __LINE__:
#define BARRIER_OP(operation, id, threads, predicate)                                                                 \
    b->wait_kind = SWRT_WAIT_BARRIER, b->wait_op = (operation), b->wait_arg = (id), b->wait_mask = (threads);         \
    b->wait_value = (uint64_t)(predicate);                                                                            \
    SUSPEND
#define SYNC_BLOCK BARRIER_OP(SWRT_BARRIER_SYNC, 0, 0, 0)
#define WARP_OP(operation, mask, input, argument, clamp_)                                                             \
    b->wait_kind = SWRT_WAIT_WARP, b->wait_op = (operation), b->wait_mask = (mask);                                   \
    b->wait_value = (uint64_t)(input), b->wait_arg = (uint32_t)(argument), b->wait_clamp = (clamp_);                  \
    SUSPEND
#define CONVERGED_OP(operation, place, input)                                                                         \
    b->wait_kind = SWRT_WAIT_CONVERGED, b->wait_op = (operation), b->wait_site = (place);                             \
    b->wait_value = (uint64_t)(input), b->wait_arg = 0, b->wait_clamp = 31;                                           \
    SUSPEND
#define YIELD                                                                                                         \
    b->wait_kind = SWRT_WAIT_YIELD, b->wait_arg = 0;                                                                  \
    SUSPEND
#define SYNC_GRID                                                                                                     \
    b->wait_kind = SWRT_WAIT_GRID;                                                                                    \
    SUSPEND

#define FOR_EACH_THREAD(b)                                                                                            \
    for ((b)->tid_z = 0, (b)->tid = 0; (b)->tid_z < (b)->ntid_z; (b)->tid_z++)                                        \
        for ((b)->tid_y = 0; (b)->tid_y < (b)->ntid_y; (b)->tid_y++)                                                  \
            for ((b)->tid_x = 0; (b)->tid_x < (b)->ntid_x; (b)->tid_x++, (b)->tid++)

/* One row per kernel; `host` stands for the stub's address. lanes: of loop or coroutine, 0 means 1. A kernel with
 * several variants names them instead. */
struct test_kernel {
    const char *name;
    void (*loop)(struct swrt_block *b);
    void *(*coroutine)(struct swrt_block *b, uint32_t tid);
    uint32_t num_params, shared_static, flags, max_threads, lanes, num_variants;
    const struct swrt_variant *variants;
    char host;
};

enum { MOST_KERNELS = 64, MOST_PARAMS = 8 };

static inline void register_kernels(struct test_kernel *rows, uint32_t count) {
    static struct swrt_kernel kernels[MOST_KERNELS];
    static struct swrt_variant variants[MOST_KERNELS];
    static struct swrt_param params[MOST_PARAMS];
    static uint64_t ids[2] = {17, 4};
    static struct swrt_fatbin fatbin = {.magic = {'S', 'O', 'F', 'T', 'W', 'A', 'R', 'P'}, .id0 = 17, .id1 = 4};
    static struct swrt_module module = {
        .abi_version = SWRT_ABI_VERSION, .arch = 90, .ids = ids, .num_ids = 1, .kernels = kernels};
    static struct {
        int magic, version;
        const void *data;
        void *unused;
    } wrapper = {0x466243b1, 1, &fatbin, NULL};
    for (uint32_t i = 0; i < MOST_PARAMS; i++)
        params[i] = (struct swrt_param){.offset = 8 * i, .size = 8};
    for (uint32_t i = 0; i < count; i++) {
        variants[i] = (struct swrt_variant){.lanes = rows[i].lanes ? rows[i].lanes : 1,
                                            .loop = (void *)rows[i].loop,
                                            .coroutine = (void *)rows[i].coroutine};
        kernels[i] = (struct swrt_kernel){.name = (void *)rows[i].name,
                                          .params = params,
                                          .variants = rows[i].variants ? (void *)rows[i].variants : &variants[i],
                                          .num_variants = rows[i].variants ? rows[i].num_variants : 1,
                                          .num_params = rows[i].num_params,
                                          .params_bytes = 8 * rows[i].num_params,
                                          .shared_static = rows[i].shared_static,
                                          .flags = rows[i].flags,
                                          .max_threads = rows[i].max_threads,
                                          .arch = 90};
    }
    module.num_kernels = count;
    swrt_register_module(&module);
    void **handle = __cudaRegisterFatBinary(&wrapper);
    for (uint32_t i = 0; i < count; i++)
        __cudaRegisterFunction(handle, &rows[i].host, NULL, rows[i].name, -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFatBinaryEnd(handle);
}

/* launch(&kernel, grid, block, shared bytes, stream, arguments ...): every argument a uint64_t. */
#define LAUNCH(kernel, grid_, block_, shared_, stream_, ...)                                                          \
    launch_with((kernel), (grid_), (block_), (shared_), (stream_), (uint64_t[]){__VA_ARGS__, 0})
#define PTR(p) ((uint64_t)(uintptr_t)(p))

static inline cudaError_t launch_with(struct test_kernel *kernel, dim3 grid, dim3 block, size_t shared,
                                      cudaStream_t stream, uint64_t *values) {
    void *args[MOST_PARAMS];
    for (int i = 0; i < MOST_PARAMS; i++)
        args[i] = &values[i < (int)kernel->num_params ? i : 0];
    return cudaLaunchKernel(&kernel->host, grid, block, args, shared, stream);
}

static inline dim3 d1(unsigned x) {
    return (dim3){x, 1, 1};
}

static inline dim3 d3(unsigned x, unsigned y, unsigned z) {
    return (dim3){x, y, z};
}

/* What is written to stderr between the two calls is in `said` after the second. */
static char said[16384] __attribute__((unused));
static int saved_stderr __attribute__((unused));
static FILE *caught __attribute__((unused));

static inline void catch_stderr(void) {
    fflush(stderr);
    saved_stderr = dup(2);
    caught = tmpfile();
    dup2(fileno(caught), 2);
}

static inline void release_stderr(void) {
    fflush(stderr);
    dup2(saved_stderr, 2);
    close(saved_stderr);
    rewind(caught);
    said[fread(said, 1, sizeof said - 1, caught)] = 0;
    fclose(caught);
}

#define assert_cuda(call) assert_int_equal((call), cudaSuccess)

/* Runs the program once for each setting; true in such a run, where main goes on to run the tests. */
static inline int engine_main(char **argv, int *failures) {
    static const struct {
        const char *threads, *shuffle;
    } settings[] = {{"1", NULL}, {"2", NULL}, {"3", "7"}, {"1", "42"}, {"2", "reverse"}};
    if (getenv("ENGINE_TEST_CHILD"))
        return 1;
    *failures = 0;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        fprintf(stderr, "---- %s workers, shuffle %s\n", settings[i].threads,
                settings[i].shuffle ? settings[i].shuffle : "off");
        int pid = fork(), status = 0;
        if (pid == 0) {
            setenv("ENGINE_TEST_CHILD", "1", 1);
            setenv("SOFTWARP_THREADS", settings[i].threads, 1);
            if (settings[i].shuffle)
                setenv("SOFTWARP_SHUFFLE", settings[i].shuffle, 1);
            else
                unsetenv("SOFTWARP_SHUFFLE");
            execv("/proc/self/exe", argv);
            _exit(127);
        }
        waitpid(pid, &status, 0);
        *failures += status != 0;
    }
    return 0;
}

#define ENGINE_MAIN(rows, tests)                                                                                      \
    int main(int argc, char **argv) {                                                                                 \
        int failures;                                                                                                 \
        if (!engine_main(argv, &failures))                                                                            \
            return failures;                                                                                          \
        register_kernels((rows), sizeof(rows) / sizeof *(rows));                                                      \
        return cmocka_run_group_tests((tests), NULL, NULL);                                                           \
    }

#endif
