// UNSUPPORTED: quick
/* The rows of softwarp/atomics/atomics.def of long and unsigned long, which CUDA leaves out. */
// NO-GPU: nvcc has no such functions
// FEW-WAYS
#include "table.h"

#define A(arch, Name, op, T, code)
#define C(arch, Name, op, T, code)
#define L(Name, op, T, code) TWO(Name, op, T, code)
#define M(Name, op, T, code) THREE(Name, op, T, code)
#include <softwarp/atomics/atomics.def>

int main() {
#define A(arch, Name, op, T, code)
#define C(arch, Name, op, T, code)
#define L(Name, op, T, code) RUN_TWO(Name, op, T, code)
#define M(Name, op, T, code) RUN_THREE(Name, op, T, code)
#include <softwarp/atomics/atomics.def>
    return check_result();
}
