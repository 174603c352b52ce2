/* Matrix product, blocked for registers: 4 rows by 32 columns of the result in a local array, the sum inside. The right
 * matrix is small enough to stay in the second-level cache. */
#include "../common/bench.h"

#include <string.h>

enum { N = MATMUL_N, ROWS = 4, COLUMNS = 32 };

static void multiply_block(const float *restrict a, const float *restrict b, float *restrict c) {
    float sum[ROWS][COLUMNS] = {{0}};

    for (int k = 0; k < N; k++) {
        const float *right = b + k * N;
        float a0 = a[k], a1 = a[N + k], a2 = a[2 * N + k], a3 = a[3 * N + k];
#pragma omp simd
        for (int j = 0; j < COLUMNS; j++) {
            sum[0][j] += a0 * right[j];
            sum[1][j] += a1 * right[j];
            sum[2][j] += a2 * right[j];
            sum[3][j] += a3 * right[j];
        }
    }
    for (int row = 0; row < ROWS; row++)
        memcpy(c + row * N, sum[row], sizeof sum[row]);
}

void run_matmul(void) {
    const float *a = bench.matmul.a, *b = bench.matmul.b;
    float *c = bench.matmul.c;

#pragma omp parallel for collapse(2) schedule(static)
    for (int i = 0; i < N; i += ROWS)
        for (int j = 0; j < N; j += COLUMNS)
            multiply_block(a + i * N, b + j, c + i * N + j);
}
