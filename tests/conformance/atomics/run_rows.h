/* The rows of softwarp/atomics/atomics.def that a program takes (ROW_<code>): each is made (TWO, THREE) and run
 * (RUN_TWO, RUN_THREE), which table.h and hammer.h define. */
#define A(arch, Name, op, T, code) ROW_##code(TWO, Name, op, T, code)
#define C(arch, Name, op, T, code) ROW_##code(THREE, Name, op, T, code)
#define L(Name, op, T, code)
#define M(Name, op, T, code)
#include <softwarp/atomics/atomics.def>

int main() {
#define A(arch, Name, op, T, code) ROW_##code(RUN_TWO, Name, op, T, code)
#define C(arch, Name, op, T, code) ROW_##code(RUN_THREE, Name, op, T, code)
#define L(Name, op, T, code)
#define M(Name, op, T, code)
#include <softwarp/atomics/atomics.def>
    return check_result();
}
