// UNSUPPORTED: quick
// FEW-WAYS
// SWCC: -arch=sm_80
// Atomic integers of 1 and 2 bytes, atomic floats: atomic_numbers.h.
#include "atomic_numbers.h"

int main()
{
    check_numbers<signed char, cuda::thread_scope_device>("signed char, device");
    check_numbers<unsigned short, cuda::thread_scope_block>("unsigned short, block");
    check_numbers<float, cuda::thread_scope_device>("float, device");
    check_numbers<double, cuda::thread_scope_system>("double, system");
    return finish();
}
