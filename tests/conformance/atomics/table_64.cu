/* The rows of softwarp/atomics.def of 64 bits, integers. */
// FEW-WAYS
#include "table.h"

#define ROW_i32(take, ...)
#define ROW_u32(take, ...)
#define ROW_i64(take, ...) take(__VA_ARGS__)
#define ROW_u64(take, ...) take(__VA_ARGS__)
#define ROW_f32(take, ...)
#define ROW_f64(take, ...)
#define ROW_u16(take, ...)
#define A(arch, Name, op, T, code) ROW_##code(TWO, Name, op, T, code)
#define C(arch, Name, op, T, code) ROW_##code(THREE, Name, op, T, code)
#define L(Name, op, T, code)
#define M(Name, op, T, code)
#include <softwarp/atomics.def>

int main() {
#define A(arch, Name, op, T, code) ROW_##code(RUN_TWO, Name, op, T, code)
#define C(arch, Name, op, T, code) ROW_##code(RUN_THREE, Name, op, T, code)
#define L(Name, op, T, code)
#define M(Name, op, T, code)
#include <softwarp/atomics.def>
    return check_result();
}
