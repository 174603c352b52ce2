/* The handle in the device side of a texture reference (include/cuda/softwarp/texture/reference.h). */
#include <stdint.h>

uint64_t __nv_sw_handle(const void *reference);

uint64_t __nv_sw_handle(const void *reference) {
    return *(const uint64_t *)reference;
}
