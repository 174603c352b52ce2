/* Limits: what does not fit on any GPU of the architecture is refused here, as nvcc and ptxas refuse it: a kernel's
 * parameters, its static shared memory (but for that of functions that were not inlined), and all constants of a module
 * together. Sizes are those that import and globals found. CUDA C++ Programming Guide: Compute Capabilities, Technical
 * Specifications; __global__ Function Parameters. */
#include "transform/transform.h"

#include <llvm-c/DebugInfo.h>

enum { FEWER_PARAMETERS = 4096, MORE_PARAMETERS = 32764, FIRST_WITH_MORE = 70 };
enum { STATIC_SHARED = 48 << 10, CONSTANTS = 64 << 10 };

static void check_kernel(struct sw_unit *unit, const struct sw_kernel *kernel) {
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(kernel->function)))
        sw_error(sw_place_of_function(&unit->ir, kernel->function),
                 "kernel '%s' has parameters '...', which a launch "
                 "cannot pass",
                 kernel->name);
    bool has_more = !unit->options.arch || unit->options.arch >= FIRST_WITH_MORE;
    unsigned most = has_more ? MORE_PARAMETERS : FEWER_PARAMETERS;
    if (kernel->params_bytes > most)
        sw_error(sw_place_of_function(&unit->ir, kernel->function),
                 "the parameters of kernel '%s' take %u bytes; %u is "
                 "the most%s",
                 kernel->name, kernel->params_bytes, most, has_more ? "" : " below sm_70");
    if (kernel->shared_own > STATIC_SHARED)
        sw_error(sw_place_of_function(&unit->ir, kernel->function),
                 "the __shared__ variables of kernel '%s' take %u "
                 "bytes; %u is the most (more as dynamic shared memory, after cudaFuncSetAttribute)",
                 kernel->name, kernel->shared_own, (unsigned)STATIC_SHARED);
}

static void check_constants(struct sw_unit *unit) {
    const struct sw_variable *largest = NULL;
    uint64_t bytes = 0;
    for (size_t i = 0; i < unit->variables.count; i++) {
        const struct sw_variable *v = &unit->variables.at[i];
        if (!v->is_constant)
            continue;
        bytes = (bytes + v->align - 1) / v->align * v->align + v->size;
        largest = !largest || v->size > largest->size ? v : largest;
    }
    if (bytes > CONSTANTS)
        sw_error(largest->place,
                 "the __constant__ variables take %llu bytes; %u is the most "
                 "(the largest is '%s', with %llu)",
                 (unsigned long long)bytes, (unsigned)CONSTANTS, largest->name, (unsigned long long)largest->size);
}

void sw_pass_limits(struct sw_unit *unit) {
    for (size_t i = 0; i < unit->kernels.count; i++)
        check_kernel(unit, unit->kernels.at[i]);
    check_constants(unit);
}
