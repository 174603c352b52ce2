/* Cube maps: the face is that of the longest component (CUDA C++ Programming Guide, table "Cubemap Fetch"), and the
 * place on it (s / m + 1) / 2, (t / m + 1) / 2. */
#include "texture/sample.h"

void swrt_sample_face(float x, float y, float z, int *face, float *s, float *r) {
    float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y), az = __builtin_fabsf(z), m, u, v;
    if (ax >= ay && ax >= az) {
        *face = x >= 0 ? 0 : 1;
        m = ax, u = x >= 0 ? -z : z, v = -y;
    } else if (ay >= az) {
        *face = y >= 0 ? 2 : 3;
        m = ay, u = x, v = y >= 0 ? z : -z;
    } else {
        *face = z >= 0 ? 4 : 5;
        m = az, u = z >= 0 ? x : -x, v = -y;
    }
    *s = (u / m + 1) * 0.5f;
    *r = (v / m + 1) * 0.5f;
}
