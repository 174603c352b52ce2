// -Wall goes to the host side; -w, -Werror and its kinds to both; each warning is shown once.
// RUN: %swcc -c %s -o %t.o -Wall 2>&1 | FileCheck %s
// RUN: %if !quick %{ %swcc -c %s -o %t.o -Xcompiler -Wall 2>&1 | FileCheck %s %}
// RUN: %if !quick %{ %swcc -c %s -o %t.o -Wall -w 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty %}
// RUN: not %swcc -c %s -o %t.o -Wall -Werror 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %if !quick %{ not %swcc -c %s -o %t.o -Wall -Werror all-warnings 2>&1 | FileCheck %s --check-prefix=ERROR %}
// RUN: not %swcc -c %s -o %t.o -Wall -Werror=unused-variable 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: %if !quick %{ %swcc -c %s -o %t.o -Wall -Werror reorder,cross-execution-space-call 2>&1 | FileCheck %s %}
// CHECK: warnings.cu:[[@LINE+9]]:19: warning: unused variable 'unused'
// CHECK: warnings.cu:[[@LINE+9]]:18: warning: unused variable 'too'
// CHECK-NOT: warning:
// QUIET-NOT: warning
// ERROR: error: unused variable 'unused'
// ERROR: error: unused variable 'too'
// KIND: error: unused variable 'unused'
__global__ void kernel() {
    [[maybe_unused]] int fine;
    int           unused;
    int          too;
}
