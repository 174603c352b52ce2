/* Tables of C functions as modules of kernels (include/softwarp/abi.h).
 *
 * All kernels of a module have one loop, of one thread a block, which finds the function in front of the arguments. The
 * address of a row of the table is the kernel's host function, of which nothing but the address is used.
 */
#include "common/work.h"

#include <stdlib.h>
#include <string.h>

#include "softwarp/abi.h"

#define WRAPPER_MAGIC 0x466243b1

void **__cudaRegisterFatBinary(void *fatbin_wrapper);
void __cudaRegisterFatBinaryEnd(void **handle);
int __cudaRegisterFunction(void **handle, const char *hostFun, char *deviceFun, const char *deviceName,
                           int thread_limit, void *tid, void *bid, void *bDim, void *gDim, int *wSize);

/* A launch's parameter. */
struct packed {
    void (*run)(const void *arguments, uint32_t part, uint32_t parts);
    uint64_t unused; /* the arguments begin at 16 */
    char arguments[SWLIB_WORK_BYTES];
};

static void run_part(struct swrt_block *block) {
    const struct packed *packed = block->args;
    packed->run(packed->arguments, block->ctaid_x, block->nctaid_x);
}

static struct swrt_param parameter = {.offset = 0, .size = sizeof(struct packed)};
static struct swrt_variant variant = {.lanes = 1, .blocks = SWRT_BLOCKS_ANY, .loop = (void *)run_part};

static void fill_kernel(struct swrt_kernel *kernel, const struct swlib_work *work) {
    *kernel = (struct swrt_kernel){.name = (void *)work->name,
                                   .params = &parameter,
                                   .num_params = 1,
                                   .params_bytes = sizeof(struct packed),
                                   .variants = &variant,
                                   .num_variants = 1,
                                   .arch = 90};
}

/* What clang makes for a file with kernels. The id joins module and functions: the table's address is nobody else's. */
struct binary {
    int magic, version;
    const struct swrt_fatbin *data;
    void *unused;
    struct swrt_fatbin fatbin;
    struct swrt_module module;
};

static void register_kernels(struct binary *binary, const struct swlib_work *table, size_t count) {
    void **handle = __cudaRegisterFatBinary(binary);
    for (size_t i = 0; i < count; i++)
        __cudaRegisterFunction(handle, (const char *)&table[i], NULL, table[i].name, -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFatBinaryEnd(handle);
}

void swlib_work_register(const char *library, const struct swlib_work *table, size_t count) {
    struct binary *binary = calloc(1, sizeof *binary);
    struct swrt_kernel *kernels = calloc(count, sizeof *kernels);
    if (!binary || !kernels) /* launches will say that there is no such kernel */
        return free(binary), free(kernels);
    for (size_t i = 0; i < count; i++)
        fill_kernel(&kernels[i], &table[i]);
    *binary = (struct binary){.magic = WRAPPER_MAGIC, .version = 1, .data = &binary->fatbin};
    memcpy(binary->fatbin.magic, SWRT_FATBIN_MAGIC, sizeof binary->fatbin.magic);
    binary->fatbin.id0 = (uintptr_t)table;
    binary->fatbin.id1 = (uintptr_t)binary;
    binary->module = (struct swrt_module){.abi_version = SWRT_ABI_VERSION,
                                          .arch = 90,
                                          .source = (void *)library,
                                          .ids = &binary->fatbin.id0,
                                          .num_ids = 1,
                                          .kernels = kernels,
                                          .num_kernels = (uint32_t)count};
    swrt_register_module(&binary->module);
    register_kernels(binary, table, count);
}

cudaError_t swlib_work_launch(const struct swlib_work *work, const void *arguments, uint32_t parts,
                              cudaStream_t stream) {
    struct packed packed = {.run = work->run};
    void *parameters[] = {&packed};
    memcpy(packed.arguments, arguments, work->bytes);
    return cudaLaunchKernel(work, (dim3){parts, 1, 1}, (dim3){1, 1, 1}, parameters, 0, stream);
}
