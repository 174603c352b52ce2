// UNSUPPORTED: quick
// Litmus programs with atomic functions of the system's scope, between host and device. (Host-mapped memory is left out:
// not every bus lets device and host do atomic operations on it.)
#include "litmus.h"

int main() {
    run_all<ATOMIC_SYSTEM>("atomic_system", HOST_MANAGED, HOST_MANAGED, 1);
    return check_result();
}
