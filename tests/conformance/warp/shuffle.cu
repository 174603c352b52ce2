/* __shfl_sync and its up, down and xor forms, on integers and floats. */
#include "shuffle.h"

int main() {
    test_rows();
    return check_result();
}
