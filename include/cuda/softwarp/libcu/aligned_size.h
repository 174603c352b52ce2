/* cuda::aligned_size_t: a number of bytes, and what both ends of a copy are aligned to. libcu++: Extended API, Shapes. */
#ifndef SOFTWARP_ALIGNED_SIZE_H
#define SOFTWARP_ALIGNED_SIZE_H

#pragma GCC system_header

namespace cuda {

template <__SIZE_TYPE__ Alignment> struct aligned_size_t {
    static_assert(Alignment > 0 && (Alignment & (Alignment - 1)) == 0, "an alignment is a power of two");
    static constexpr __SIZE_TYPE__ align = Alignment;
    __SIZE_TYPE__ value;
    __host__ __device__ explicit constexpr aligned_size_t(__SIZE_TYPE__ size) : value(size) {}
    __host__ __device__ constexpr operator __SIZE_TYPE__() const { return value; }
};

}

#endif
