/* Storage for a shared variable whose type has a constructor: CUDA calls none there (CUDA C++ Programming Guide, "__shared__
 * Memory Variables"; warning 20054 of nvcc). swcc writes it in place of such a variable's type. */
#ifndef SOFTWARP_LANGUAGE_UNINITIALIZED_H
#define SOFTWARP_LANGUAGE_UNINITIALIZED_H

template <class T_> union sw_uninitialized {
    char none;
    T_ value;
    __host__ __device__ sw_uninitialized() {}
    __host__ __device__ ~sw_uninitialized() {}
};

#endif
