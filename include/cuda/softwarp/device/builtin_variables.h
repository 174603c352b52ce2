/* threadIdx, blockIdx, blockDim, gridDim and warpSize.
 *
 * Each is an empty object whose members x, y, z are properties that read a special register, as in clang's own header.
 * Unlike there it may be copied and bound to a reference, as nvcc's uint3 and dim3 may: a copy reads the same
 * registers, which do not change in the life of a thread. Conversion to uint3 is a member, conversion to dim3 a
 * constructor of dim3, so that neither `dim3 d = blockDim` nor `dim3 d(blockDim)` is ambiguous.
 */
#ifndef SOFTWARP_BUILTIN_VARIABLES_H
#define SOFTWARP_BUILTIN_VARIABLES_H

#pragma GCC system_header

#define SW_REGISTER(member, name)                                                                                      \
    __declspec(property(get = sw_read_##member)) unsigned int member;                                                  \
    SW_DEVICE unsigned int sw_read_##member(void) { return __nvvm_read_ptx_sreg_##name##_##member(); }

#define SW_INDEX_VARIABLE(variable, name)                                                                              \
    struct sw_##name##_registers {                                                                                     \
        SW_REGISTER(x, name)                                                                                           \
        SW_REGISTER(y, name)                                                                                           \
        SW_REGISTER(z, name)                                                                                           \
        __device__ SW_ALWAYS_INLINE operator uint3() const { return make_uint3(x, y, z); }                             \
    };                                                                                                                 \
    __device__ SW_ALWAYS_INLINE inline dim3::dim3(const sw_##name##_registers &registers)                              \
        : x(registers.x), y(registers.y), z(registers.z) {}                                                            \
    static const __device__ __attribute__((unused)) sw_##name##_registers variable = {};

SW_INDEX_VARIABLE(threadIdx, tid)
SW_INDEX_VARIABLE(blockIdx, ctaid)
SW_INDEX_VARIABLE(blockDim, ntid)
SW_INDEX_VARIABLE(gridDim, nctaid)

#undef SW_INDEX_VARIABLE
#undef SW_REGISTER

static const __device__ __attribute__((unused)) int warpSize = 32;

#endif
