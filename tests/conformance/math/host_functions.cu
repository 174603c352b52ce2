/* CUDA's own math functions called by the host, where nvcc has them too. */
#include "cuda_functions.h"

static float single[FUNCTION_COUNT * COUNT], overloaded[FUNCTION_COUNT * COUNT];
static double wide[FUNCTION_COUNT * COUNT];

int main() {
    for (int i = 0; i < COUNT; i++) {
        HOST_FUNCTIONS(CALL_ALL)
    }
    HOST_FUNCTIONS(COMPARE_ALL)
    float s, c;
    sincospif(0.5f, &s, &c);
    CHECK_EQUAL(1.0f, s);
    CHECK_EQUAL(0.0f, c);
    return check_result();
}
