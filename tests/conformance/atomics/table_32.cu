// UNSUPPORTED: quick
/* The rows of softwarp/atomics/atomics.def of 32 bits, integers. */
// FEW-WAYS
#include "table.h"

#define ROW_i32(take, ...) take(__VA_ARGS__)
#define ROW_u32(take, ...) take(__VA_ARGS__)
#define ROW_i64(take, ...)
#define ROW_u64(take, ...)
#define ROW_f32(take, ...)
#define ROW_f64(take, ...)
#define ROW_u16(take, ...)

#include "run_rows.h"
