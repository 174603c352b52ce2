/* __shfl_sync and its up, down and xor forms, on half types. */
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#define HALF_TYPES
#include "shuffle.h"

int main() {
    test_rows();
    return check_result();
}
