/* Matrix product by OpenBLAS; nothing without it. */
#ifdef BENCH_OPENBLAS
#include "../common/bench.h"

#include <cblas.h>
#include <omp.h>

void run_matmul(void) {
    openblas_set_num_threads(omp_get_max_threads());
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, MATMUL_N, MATMUL_N, MATMUL_N, 1.0f, bench.matmul.a, MATMUL_N,
                bench.matmul.b, MATMUL_N, 0.0f, bench.matmul.c, MATMUL_N);
}
#else
typedef int nothing_here;
#endif
