/* With SOFTWARP_TELLS_LAUNCHES clang tells of each launch in device code, emitted or not: how it is configured cannot be said
 * there. src/driver/repair/untold.c asks so; nothing is compiled with it. */
#ifndef SOFTWARP_DEVICE_TOLD_H
#define SOFTWARP_DEVICE_TOLD_H

#pragma GCC system_header

/* Functions of both sides take the device's, in a pass for the device. */
struct __sw_told {
    template <class T_> __host__ __sw_told(const T_ &);
    template <class T_> __device__ __sw_told(const T_ &) = delete;
};

extern "C" unsigned int __cudaPushCallConfiguration(__sw_told gridDim, dim3 blockDim, size_t sharedMem = 0,
                                                    struct CUstream_st *stream = 0);

#endif
