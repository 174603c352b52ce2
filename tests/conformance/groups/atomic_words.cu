// UNSUPPORTED: quick
// FEW-WAYS
// SWCC: -arch=sm_80
// Atomic integers of 4 and 8 bytes: atomic_numbers.h.
#include "atomic_numbers.h"

int main()
{
    check_numbers<int, cuda::thread_scope_system>("int, system");
    check_numbers<unsigned, cuda::thread_scope_device>("unsigned, device");
    check_numbers<long, cuda::thread_scope_block>("long, block");
    check_numbers<unsigned long long, cuda::thread_scope_system>("unsigned long long, system");
    return finish();
}
