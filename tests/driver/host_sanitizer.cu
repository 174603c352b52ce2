// UBSan sees signed overflow in host code when it is asked for; otherwise overflow wraps around, as g++ -O0 has it.
// RUN: %swcc %s -o %t -Xcompiler -fsanitize=undefined && env -u UBSAN_OPTIONS %run %t 2>&1 | FileCheck %s --check-prefix=SEEN
// RUN: %if !quick %{ %swcc %s -o %t -Xcompiler -fsanitize=signed-integer-overflow && env -u UBSAN_OPTIONS %run %t 2>&1 | FileCheck %s --check-prefix=SEEN %}
// RUN: %if !quick %{ %swcc %s -o %t -fsanitize=undefined && env -u UBSAN_OPTIONS %run %t 2>&1 | FileCheck %s --check-prefix=SEEN %}
// RUN: %if !quick %{ %swcc %s -c -o %t.o -fsanitize=undefined && %swcc %t.o -o %t -fsanitize=undefined %}
// RUN: %if !quick %{ env -u UBSAN_OPTIONS %run %t 2>&1 | FileCheck %s --check-prefix=SEEN %}
// RUN: %swcc %s -o %t && env -u UBSAN_OPTIONS %run %t 2>&1 | FileCheck %s
#include <climits>
#include <cstdio>
int main(int argc, char **)
{
    int sum = INT_MAX;
    // SEEN: host_sanitizer.cu:[[@LINE+1]]:{{[0-9]+}}: runtime error: signed integer overflow
    sum += argc;
    // CHECK-NOT: runtime error
    // CHECK: -2147483648
    printf("%d\n", sum);
}
